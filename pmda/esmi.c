// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in esmi.h. */

#include "pmda/esmi.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "pmda/clients.h"
#include "pmda/collect/inventory.h"
#include "pmda/health.h"
#include "pmda/instances.h"
#include "pmda/metrics.h"
#include "pmda/profile.h"
#include "pmda/units.h"

/* All labels of an instance. */
#define LABEL_SIZE 256

/**
 * struct esmi - The agent
 * @collect:	What is known of the machine
 * @clients:	Who asks
 * @instances:	Instance domains
 * @table:	PCP's form of the metric table, in its order
 * @config:	The configuration file
 * @stats:	The agent's account of itself
 * @health:	What was said in the log about the mailboxes
 * @args:	Arguments of the getter that runs
 */
struct esmi {
	struct collect *collect;
	struct clients *clients;
	struct instances *instances;
	pmdaMetric *table;
	struct config config;
	struct agent_stats stats;
	struct health *health;
	struct getter_args args;
};

/* See esmi_attach(). */
static struct esmi *attached;

/*
 * Why there is no value, in codes that libpcp_pmda passes on without a line
 * in the log for each fetch.
 */
static int error_code(int err)
{
	switch (err) {
	case -EAGAIN:
	case -EINPROGRESS:
	case -ETIMEDOUT:
	case -EREMOTEIO:
	case -EINTR:
		return PM_ERR_AGAIN;
	case -EACCES:
	case -EPERM:
		return PM_ERR_PERMISSION;
	case -ENOENT:
	case -ENODEV:
	case -ENOMSG:
	case -EOPNOTSUPP:
	case -ENOTTY:
	case -EBADE:
		return PM_ERR_APPVERSION;
	default:
		return PM_ERR_VALUE;
	}
}

static const struct metric *find_metric(pmID pmid)
{
	return metric_find(pmID_cluster(pmid), pmID_item(pmid));
}

/* A source per socket serves what is inside of it: its socket. */
static uint32_t source_index(const struct esmi *agent, const struct metric *m,
			     enum source src, uint32_t index)
{
	const struct topology *topo = collect_topology(agent->collect);

	if (src == SRC_NONE || sources[src].per != PER_SOCKET)
		return index;
	if (m->per == PER_CORE)
		return topo->cores[index].socket;
	return inventory_places(m->per) ? inventory_socket(m->per, index)
					: index;
}

/* A reason that will not be gone at the next fetch. */
static bool is_unsupported(const struct esmi *agent, const struct metric *m,
			   enum source src, uint32_t index)
{
	union slot_data unused;
	int r;

	r = collect_get(agent->collect, src, source_index(agent, m, src, index),
			&unused);
	return r < 0 && r != -EAGAIN;
}

/* The n-th source of a metric: its own, then its fallbacks. */
static enum source nth_source(const struct metric *m, unsigned int n)
{
	if (n == 0)
		return m->source;
	return n <= METRIC_FALLBACKS ? m->fallback[n - 1] : SRC_NONE;
}

static void want_metric(struct esmi *agent, const struct metric *m,
			const pmProfile *profile, pmInDom indom,
			unsigned int nth)
{
	uint32_t n = m->per == PER_MACHINE
			     ? 1
			     : instances_count(agent->instances, m->per);
	enum source src = nth_source(m, nth);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t index = 0;
		int number;

		if (m->per != PER_MACHINE) {
			number = instances_number(agent->instances, m->per, i);
			if (!profile_has(profile, indom, number) ||
			    instances_index(agent->instances, m->per,
					    (unsigned int)number, &index) < 0)
				continue;
		}
		if (nth &&
		    !is_unsupported(agent, m, nth_source(m, nth - 1), index))
			continue;
		collect_want(agent->collect, src,
			     source_index(agent, m, src, index));
	}
}

/**
 * want_all() - Ask for one source of each metric, and wait
 * @agent:	Agent
 * @n:		Number of metrics
 * @pmids:	Metrics
 * @ext:	PCP's state, for the profile
 * @nth:	0 for the metrics' own sources, else their n-th fallbacks
 * @sums:	Only sums, or only what is none
 *
 * PCP divides the difference of two sums by the times at which the answers
 * left. So sums are read last, when nothing slow comes after them.
 */
static void want_all(struct esmi *agent, int n, const pmID *pmids,
		     const pmdaExt *ext, unsigned int nth, bool sums)
{
	for (int i = 0; i < n; i++) {
		const struct metric *m = find_metric(pmids[i]);
		enum source src;

		if (!m)
			continue;
		src = nth_source(m, nth);
		if (src == SRC_NONE || (nth == 0 && (sources[src].fresh_ns ==
						     FRESH_SUM_NS) != sums))
			continue;
		want_metric(agent, m, ext->e_prof,
			    pmInDom_build((unsigned int)ext->e_domain,
					  indoms[m->per].serial),
			    nth);
	}
	if (!collect_wait(agent->collect,
			  sums ? COLLECT_WAIT_SUM_NS : COLLECT_WAIT_NS))
		log_debug("a fetch did not get all in time");
}

/* Say that these places of a kind are there, on each socket. */
static void configure_places(struct esmi *agent, enum per per,
			     const bool *places, uint32_t n)
{
	uint32_t n_sockets = collect_topology(agent->collect)->n_sockets;

	for (uint32_t s = 0; s < n_sockets; s++)
		for (uint32_t i = 0; i < n; i++)
			if (places[i])
				collect_configure(agent->collect, per,
						  s * inventory_places(per) +
							  i);
}

static void configure(struct esmi *agent)
{
	configure_places(agent, PER_DIMM, agent->config.dimm, CONFIG_DIMMS);
	configure_places(agent, PER_LINK, agent->config.link, CONFIG_LINKS);
}

/* The machine has changed: another collector, other instances. */
static void follow_hotplug(struct esmi *agent, pmdaExt *ext)
{
	struct instances *instances = NULL;
	struct health *health = NULL;
	struct collect *next = NULL;
	int r;

	r = collect_successor(agent->collect, &next);
	if (!next) {
		log_warn("CPUs came or went, what is there now can't be read "
			 "(%s); trying again",
			 strerror(-r));
		return;
	}
	if (r < 0)
		log_error("threads of the new machine can't be started (%s); "
			  "what they would read has no values",
			  strerror(-r));
	agent->collect = next;
	configure(agent);
	if (instances_new(next, ext->e_domain, &instances) < 0 ||
	    health_new(collect_topology(next), &health) < 0) {
		log_error("out of memory while following hot-plug");
		exit(1);
	}
	health_carry(health, agent->health);
	health_free(agent->health);
	instances_free(agent->instances);
	agent->health = health;
	agent->instances = instances;
	ext->e_indoms = instances_table(instances, &ext->e_nindoms);
	pmdaExtSetFlags(ext, PMDA_EXT_LABEL_CHANGE);
	log_info("CPUs came or went: %u online now",
		 collect_topology(next)->n_online);
}

/* What was found since the last request shows in the instance domains. */
static void refresh_instances(struct esmi *agent, pmdaExt *ext)
{
	if (collect_changed(agent->collect))
		follow_hotplug(agent, ext);
	if (instances_refresh(agent->instances) > 0)
		pmdaExtSetFlags(ext, PMDA_EXT_LABEL_CHANGE);
}

static uint64_t monotonic_us(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000 + (uint64_t)ts.tv_nsec / 1000;
}

static int esmi_fetch(int n, pmID *pmids, pmdaResult **ret, pmdaExt *ext)
{
	struct esmi *agent = pmdaExtGetData(ext);
	uint64_t begin = monotonic_us();
	int r;

	refresh_instances(agent, ext);
	collect_begin(agent->collect,
		      clients_grain(agent->clients, ext->e_context));
	want_all(agent, n, pmids, ext, 0, false);
	for (unsigned int nth = 1; nth <= METRIC_FALLBACKS; nth++)
		want_all(agent, n, pmids, ext, nth, false);
	want_all(agent, n, pmids, ext, 0, true);
	health_report(agent->health, agent->collect);
	r = pmdaFetch(n, pmids, ret, ext);
	agent->stats.fetch_us += monotonic_us() - begin;
	return r;
}

static int esmi_instance(pmInDom indom, int inst, char *name, pmInResult **ret,
			 pmdaExt *ext)
{
	refresh_instances(pmdaExtGetData(ext), ext);
	return pmdaInstance(indom, inst, name, ret, ext);
}

static int get_value(struct esmi *agent, const struct metric *m, uint32_t index,
		     union metric_value *ret)
{
	struct getter_args *a = &agent->args;
	int r = -EOPNOTSUPP;

	a->c = agent->collect;
	a->agent = &agent->stats;
	a->params = &m->params;
	a->per = m->per;
	a->item = index;
	for (unsigned int nth = 0; nth <= METRIC_FALLBACKS; nth++) {
		a->src = nth_source(m, nth);
		if (nth && a->src == SRC_NONE)
			break;
		a->index = source_index(agent, m, a->src, index);
		r = m->get(a, ret);
		if (r >= 0 || r == -EAGAIN)
			break;
	}
	return r;
}

static void store_atom(const struct metric *m, const union metric_value *v,
		       pmAtomValue *atom)
{
	switch (m->type) {
	case METRIC_U32:
		atom->ul = v->u32;
		break;
	case METRIC_U64:
		atom->ull = v->u64;
		break;
	case METRIC_DOUBLE:
		atom->d = v->real;
		break;
	case METRIC_STRING:
		/* PCP copies it; its atom just lacks the const. */
		memcpy(&atom->cp, &v->str, sizeof(atom->cp));
		break;
	}
}

static int esmi_fetch_value(pmdaMetric *pm, unsigned int inst,
			    pmAtomValue *atom)
{
	const struct metric *m = pm->m_user;
	union metric_value value;
	uint32_t index;
	int r;

	if (!m)
		return PM_ERR_PMID;
	if (instances_index(attached->instances, m->per, inst, &index) < 0)
		return PM_ERR_INST;
	r = get_value(attached, m, index, &value);
	/* There is nothing to tell now, and nothing wrong with that. */
	if (r == -ENODATA)
		return PMDA_FETCH_NOVALUES;
	if (r < 0)
		return error_code(r);
	store_atom(m, &value, atom);
	return PMDA_FETCH_STATIC;
}

static int esmi_store(pmdaResult *result, pmdaExt *ext)
{
	UNUSED(result);
	UNUSED(ext);
	/* Nothing here can change the machine. */
	return PM_ERR_PERMISSION;
}

static int esmi_text(int ident, int type, char **ret, pmdaExt *ext)
{
	bool oneline = (type & PM_TEXT_ONELINE) != 0;
	const char *text = NULL;

	UNUSED(ext);
	if (type & PM_TEXT_PMID) {
		const struct metric *m = find_metric((pmID)ident);

		if (m)
			text = oneline ? m->oneline : m->help;
	} else {
		unsigned int serial = pmInDom_serial((pmInDom)ident);

		for (unsigned int per = PER_MACHINE + 1; per < PER_N; per++)
			if (indoms[per].serial == serial)
				text = oneline ? indoms[per].oneline
					       : indoms[per].help;
	}
	if (!text)
		return PM_ERR_TEXT;
	memcpy(ret, &text, sizeof(*ret));
	return 0;
}

static int esmi_attribute(int context, int attr, const char *value, int length,
			  pmdaExt *ext)
{
	struct esmi *agent = pmdaExtGetData(ext);

	UNUSED(length);
	if (attr == PMDA_ATTR_USERID && value &&
	    clients_set_uid(agent->clients, context, value) < 0)
		log_warn("context %d: bad user id %s", context, value);
	return pmdaAttribute(context, attr, value, length, ext);
}

static void esmi_end_context(int context)
{
	clients_end(attached->clients, context);
}

/* A text from the machine as the inside of a JSON string. */
static void json_escape(const char *text, char *buf, size_t size)
{
	size_t n = 0;

	for (; *text && n + 2 < size; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < ' ' || c > '~')
			continue;
		if (c == '"' || c == '\\')
			buf[n++] = '\\';
		buf[n++] = (char)c;
	}
	buf[n] = '\0';
}

/* What the machine is; nothing that changes while it runs. */
static void label_domain(const struct esmi *agent, pmLabelSet **ret)
{
	const struct topology *topo = collect_topology(agent->collect);
	char name[LABEL_SIZE], driver[LABEL_SIZE];

	json_escape(topo->model_name, name, sizeof(name));
	json_escape(collect_hsmp_driver(agent->collect), driver,
		    sizeof(driver));
	(void)pmdaAddLabels(ret,
			    "{\"cpu_family\":%u,\"cpu_model\":%u,"
			    "\"cpu_name\":\"%s\"}",
			    topo->family, topo->model, name);
	if (driver[0])
		(void)pmdaAddLabels(ret, "{\"hsmp_driver\":\"%s\"}", driver);
}

static void label_indom(pmInDom indom, pmLabelSet **ret)
{
	unsigned int serial = pmInDom_serial(indom);

	for (unsigned int per = PER_MACHINE + 1; per < PER_N; per++)
		if (indoms[per].serial == serial)
			(void)pmdaAddLabels(ret, "{\"indom_name\":\"%s\"}",
					    indoms[per].name);
}

static void label_item(pmID pmid, pmLabelSet **ret)
{
	const struct metric *m = find_metric(pmid);

	if (m && units_need_label(m->unit))
		(void)pmdaAddLabels(ret, "{\"units\":\"%s\"}",
				    metric_unit_text(m->unit));
}

static int esmi_label(int ident, int type, pmLabelSet **ret, pmdaExt *ext)
{
	if (type & PM_LABEL_DOMAIN)
		label_domain(pmdaExtGetData(ext), ret);
	else if (type & PM_LABEL_INDOM)
		label_indom((pmInDom)ident, ret);
	else if (type & PM_LABEL_ITEM)
		label_item((pmID)ident, ret);
	return pmdaLabel(ident, type, ret, ext);
}

static int esmi_instance_label(pmInDom indom, unsigned int inst,
			       pmLabelSet **ret)
{
	char json[LABEL_SIZE];

	if (instances_labels(attached->instances, pmInDom_serial(indom), inst,
			     json, sizeof(json)) <= 0)
		return 0;
	return pmdaAddLabels(ret, "%s", json);
}

int esmi_new(const char *root, struct esmi **ret)
{
	struct hw *hw = NULL;
	struct esmi *agent;
	char *user = NULL;
	int r;

	agent = calloc(1, sizeof(*agent));
	if (!agent)
		return -ENOMEM;
	(void)pmGetUsername(&user);
	r = clients_new(user, &agent->clients);
	if (r == 0)
		r = hw_new(root, NULL, NULL, &hw);
	if (r == 0)
		r = collect_new(hw, &agent->collect);
	if (r < 0)
		hw_free(hw);
	if (r == 0)
		r = health_new(collect_topology(agent->collect),
			       &agent->health);
	if (r < 0) {
		esmi_free(agent);
		return r;
	}
	*ret = agent;
	return 0;
}

int esmi_configure(struct esmi *agent, const char *path,
		   struct config_error *err)
{
	cleanup_close int fd = open(path, O_RDONLY | O_CLOEXEC);
	int r;

	if (fd < 0)
		return -errno;
	r = config_read(lineread_fd, &fd, &agent->config, err);
	if (r == 0)
		configure(agent);
	return r;
}

void esmi_free(struct esmi *agent)
{
	if (!agent)
		return;
	if (attached == agent)
		attached = NULL;
	health_free(agent->health);
	collect_free(agent->collect);
	instances_free(agent->instances);
	clients_free(agent->clients);
	free(agent->table);
	free(agent);
}

static int esmi_make_tables(struct esmi *agent, int domain)
{
	size_t n = metrics_count();
	int r;

	r = instances_new(agent->collect, domain, &agent->instances);
	if (r < 0)
		return r;
	agent->table = calloc(n, sizeof(*agent->table));
	if (!agent->table)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		const void *row = metric_at(i);

		/* PCP's pointer for our use lacks the const. */
		memcpy(&agent->table[i].m_user, &row, sizeof(row));
		units_desc(metric_at(i), domain, &agent->table[i].m_desc);
	}
	return 0;
}

int esmi_attach(struct esmi *agent, pmdaInterface *dispatch)
{
	pmdaIndom *table;
	int n, r;

	if (attached)
		return -EALREADY;
	r = esmi_make_tables(agent, dispatch->domain);
	if (r < 0)
		return r;
	attached = agent;
	dispatch->comm.flags |= PMDA_FLAG_AUTHORIZE;
	dispatch->version.seven.fetch = esmi_fetch;
	dispatch->version.seven.instance = esmi_instance;
	dispatch->version.seven.store = esmi_store;
	dispatch->version.seven.text = esmi_text;
	dispatch->version.seven.attribute = esmi_attribute;
	dispatch->version.seven.label = esmi_label;
	pmdaSetFetchCallBack(dispatch, esmi_fetch_value);
	pmdaSetLabelCallBack(dispatch, esmi_instance_label);
	pmdaSetEndContextCallBack(dispatch, esmi_end_context);
	pmdaExtSetData(dispatch->version.any.ext, agent);
	table = instances_table(agent->instances, &n);
	pmdaInit(dispatch, table, n, agent->table, (int)metrics_count());
	return 0;
}

int esmi_start(struct esmi *agent)
{
	return collect_start(agent->collect);
}

PUBLIC_SYMBOL void esmi_init(pmdaInterface *dispatch)
{
	const char *root = getenv("JOULEPATH_ROOT");
	struct esmi *agent = NULL;
	char name[] = "esmi DSO";
	int r;

	pmdaDSO(dispatch, PMDA_INTERFACE_7, name, NULL);
	if (dispatch->status != 0)
		return;
	r = esmi_new(root ? root : "/", &agent);
	if (r == 0)
		r = esmi_attach(agent, dispatch);
	if (r == 0)
		r = esmi_start(agent);
	if (r < 0) {
		dispatch->status = r;
		esmi_free(agent);
	}
}
