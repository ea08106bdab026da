/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: The agent: PCP's requests on one side, the collector on the other
 *
 * A fetch first tells the collector which (source, instance) its metrics and
 * its profile need, waits for them in one go, asks for the fallbacks of those
 * that are not supported, and then lets pmdaFetch() pick up values. So each
 * source is read once however many metrics want it, and nothing that was not
 * asked for is read.
 *
 * Only the main thread calls libpcp_pmda.
 */
#ifndef PMDA_ESMI_H
#define PMDA_ESMI_H

#include "pmda/collect/config.h"
#include "pmda/pcp.h"

struct esmi;

/**
 * esmi_new() - Look at the machine, open what needs privileges
 * @root:	Directory that stands for /
 * @ret:	The agent; esmi_free() it
 *
 * Return: 0 or negative errno of @root, or of topology_read()
 */
int esmi_new(const char *root, struct esmi **ret);

/**
 * esmi_configure() - Take in a configuration file
 * @agent:	Agent that is not attached yet
 * @path:	File
 * @err:	What is wrong with its text, set if the result is -EINVAL
 *
 * Return: 0, -EINVAL, or the errno of opening or reading it
 */
int esmi_configure(struct esmi *agent, const char *path,
		   struct config_error *err);

/**
 * esmi_free() - End the agent's threads and release everything
 * @agent:	Agent or NULL
 */
void esmi_free(struct esmi *agent);

/**
 * esmi_attach() - Hand the agent to PCP
 * @agent:	Agent
 * @dispatch:	PCP's interface, after pmdaDaemon() or pmdaDSO(); its status
 *		says whether it succeeded
 *
 * PCP's callbacks for labels and closed contexts carry no pointer of ours, so
 * a process can have one attached agent.
 *
 * Return: 0, -ENOMEM, -EALREADY
 */
int esmi_attach(struct esmi *agent, pmdaInterface *dispatch);

/**
 * esmi_start() - Start the reader threads
 * @agent:	Agent
 *
 * Return: 0 or negative errno
 */
int esmi_start(struct esmi *agent);

/**
 * esmi_init() - Entry of the DSO
 * @dispatch:	PCP's interface
 *
 * The root directory is the value of JOULEPATH_ROOT, or /.
 */
void esmi_init(pmdaInterface *dispatch);

#endif
