// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in esmi.h. */

#include "pmda/esmi.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "pmda/clients.h"
#include "pmda/health.h"
#include "pmda/instances.h"
#include "pmda/metrics.h"
#include "pmda/profile.h"
#include "pmda/units.h"

/* "units":"J/count" and braces. */
#define LABEL_SIZE 128

/**
 * struct esmi - The agent
 * @collect:	What is known of the machine
 * @clients:	Who asks
 * @instances:	Instance domains
 * @table:	PCP's form of the metric table, in its order
 * @stats:	The agent's account of itself
 * @health:	What was said in the log about the mailboxes
 * @args:	Arguments of the getter that runs
 */
struct esmi {
	struct collect *collect;
	struct clients *clients;
	struct instances *instances;
	pmdaMetric *table;
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
	unsigned int cluster = pmID_cluster(pmid);
	unsigned int item = pmID_item(pmid);

	for (size_t i = 0; i < n_metrics; i++)
		if (metrics[i].cluster == cluster && metrics[i].item == item)
			return &metrics[i];
	return NULL;
}

/* A source per socket serves a metric per core: the core's socket. */
static uint32_t source_index(const struct esmi *agent, const struct metric *m,
			     enum source src, uint32_t index)
{
	const struct topology *topo = collect_topology(agent->collect);

	if (m->per == PER_CORE && sources[src].per == PER_SOCKET)
		return topo->cores[index].socket;
	return index;
}

/* A reason that will not be gone at the next fetch. */
static bool needs_fallback(const struct esmi *agent, const struct metric *m,
			   uint32_t index)
{
	union slot_data unused;
	int r;

	r = collect_get(agent->collect, m->source,
			source_index(agent, m, m->source, index), &unused);
	return r < 0 && r != -EAGAIN;
}

static void want_metric(struct esmi *agent, const struct metric *m,
			const pmProfile *profile, pmInDom indom, bool fallback)
{
	uint32_t n = instances_count(agent->instances, m->per);
	enum source src = fallback ? m->fallback : m->source;
	uint32_t index;

	for (uint32_t i = 0; i < n; i++) {
		int number = instances_number(agent->instances, m->per, i);

		if (!profile_has(profile, indom, number) ||
		    instances_index(agent->instances, m->per,
				    (unsigned int)number, &index) < 0)
			continue;
		if (fallback && !needs_fallback(agent, m, index))
			continue;
		collect_want(agent->collect, src,
			     source_index(agent, m, src, index));
	}
}

/**
 * enum pass - What is asked for together
 *
 * PCP divides the difference of two sums by the times at which the answers
 * left. So sums are read last, when nothing slow comes after them.
 */
enum pass {
	PASS_INSTANT,
	PASS_FALLBACK,
	PASS_SUM,
};

static void want_all(struct esmi *agent, int n, const pmID *pmids,
		     const pmdaExt *ext, enum pass pass)
{
	for (int i = 0; i < n; i++) {
		const struct metric *m = find_metric(pmids[i]);
		enum source src;

		if (!m)
			continue;
		src = pass == PASS_FALLBACK ? m->fallback : m->source;
		if (src == SRC_NONE || (sources[src].fresh_ns ==
					FRESH_SUM_NS) != (pass == PASS_SUM))
			continue;
		want_metric(agent, m, ext->e_prof,
			    pmInDom_build((unsigned int)ext->e_domain,
					  indoms[m->per].serial),
			    pass == PASS_FALLBACK);
	}
	if (!collect_wait(agent->collect, pass == PASS_SUM ? COLLECT_WAIT_SUM_NS
							   : COLLECT_WAIT_NS))
		log_debug("a fetch did not get all in time");
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

	collect_begin(agent->collect,
		      clients_grain(agent->clients, ext->e_context));
	want_all(agent, n, pmids, ext, PASS_INSTANT);
	want_all(agent, n, pmids, ext, PASS_FALLBACK);
	want_all(agent, n, pmids, ext, PASS_SUM);
	health_report(agent->health, agent->collect);
	r = pmdaFetch(n, pmids, ret, ext);
	agent->stats.fetch_us += monotonic_us() - begin;
	return r;
}

static int get_value(struct esmi *agent, const struct metric *m, uint32_t index,
		     union metric_value *ret)
{
	struct getter_args *a = &agent->args;
	int r;

	a->c = agent->collect;
	a->agent = &agent->stats;
	a->src = m->source;
	a->index = source_index(agent, m, m->source, index);
	r = m->get(a, ret);
	if (r >= 0 || r == -EAGAIN || m->fallback == SRC_NONE)
		return r;
	a->src = m->fallback;
	a->index = source_index(agent, m, m->fallback, index);
	return m->get(a, ret);
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

static int esmi_label(int ident, int type, pmLabelSet **ret, pmdaExt *ext)
{
	char json[LABEL_SIZE];

	if (type & PM_LABEL_INDOM) {
		unsigned int serial = pmInDom_serial((pmInDom)ident);

		for (unsigned int per = PER_MACHINE + 1; per < PER_N; per++) {
			if (indoms[per].serial != serial)
				continue;
			(void)pmsprintf(json, sizeof(json),
					"{\"indom_name\":\"%s\"}",
					indoms[per].name);
			(void)pmdaAddLabels(ret, "%s", json);
		}
	} else if (type & PM_LABEL_ITEM) {
		const struct metric *m = find_metric((pmID)ident);

		if (m && units_need_label(m->unit)) {
			(void)pmsprintf(json, sizeof(json),
					"{\"units\":\"%s\"}",
					metric_unit_text(m->unit));
			(void)pmdaAddLabels(ret, "%s", json);
		}
	}
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
	int r;

	r = instances_new(collect_topology(agent->collect), domain,
			  &agent->instances);
	if (r < 0)
		return r;
	agent->table = calloc(n_metrics, sizeof(*agent->table));
	if (!agent->table)
		return -ENOMEM;
	for (size_t i = 0; i < n_metrics; i++) {
		const void *row = &metrics[i];

		/* PCP's pointer for our use lacks the const. */
		memcpy(&agent->table[i].m_user, &row, sizeof(row));
		units_desc(&metrics[i], domain, &agent->table[i].m_desc);
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
	dispatch->version.seven.store = esmi_store;
	dispatch->version.seven.text = esmi_text;
	dispatch->version.seven.attribute = esmi_attribute;
	dispatch->version.seven.label = esmi_label;
	pmdaSetFetchCallBack(dispatch, esmi_fetch_value);
	pmdaSetLabelCallBack(dispatch, esmi_instance_label);
	pmdaSetEndContextCallBack(dispatch, esmi_end_context);
	pmdaExtSetData(dispatch->version.any.ext, agent);
	table = instances_table(agent->instances, &n);
	pmdaInit(dispatch, table, n, agent->table, (int)n_metrics);
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
