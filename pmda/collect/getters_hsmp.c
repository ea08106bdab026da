// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in getters.h: responses of the mailbox, and the mailbox itself. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hw/hsmp_msgs.h"
#include "pmda/collect/getters.h"

/* A step of the power of all DIMMs, by AMD's library. */
#define DIMM_TOTAL_STEP_MW 20

/* Field of the source's message, by its name. */
static const struct hsmp_field *find_field(enum source src, const char *name)
{
	const struct hsmp_msg_desc *msg = &hsmp_msgs[sources[src].msg];

	for (size_t i = 0; i < HSMP_MAX_FIELDS && msg->fields[i].name; i++)
		if (strcmp(msg->fields[i].name, name) == 0)
			return &msg->fields[i];
	return NULL;
}

/* Raw value of a field of the response. */
static int field_raw(struct getter_args *a, const char *name, uint32_t *ret)
{
	const struct hsmp_field *field = find_field(a->src, name);
	union slot_data data;
	int r;

	if (!field || field->word >= ARRAY_SIZE(data.word))
		return -EOPNOTSUPP;
	r = collect_get(a->c, a->src, a->index, &data);
	if (r == 0)
		*ret = hsmp_field_get(field, data.word);
	return r;
}

int get_field(struct getter_args *a, union metric_value *ret)
{
	return field_raw(a, a->params->field, &ret->u32);
}

static int field_scaled(struct getter_args *a, const char *name, double *ret)
{
	const struct hsmp_field *field = find_field(a->src, name);
	union slot_data data;
	int r;

	if (!field || field->word >= ARRAY_SIZE(data.word))
		return -EOPNOTSUPP;
	r = collect_get(a->c, a->src, a->index, &data);
	if (r == 0)
		*ret = (double)hsmp_field_int(field, data.word) /
		       field->divisor;
	return r;
}

int get_scaled(struct getter_args *a, union metric_value *ret)
{
	return field_scaled(a, a->params->field, &ret->real);
}

/* Field of the tables that holds the socket's temperature. */
static int table_temperature(struct getter_args *a, double *ret)
{
	int kind = collect_table_kind(a->c, a->index);
	const char *unit;

	if (kind < 0)
		return kind;
	return collect_table_value(a->c, a->index,
				   kind == METRIC_TABLE_6
					   ? "max_socket_temperature"
					   : "max_socket_temperature_acc",
				   0, 0, ret, &unit);
}

int get_temperature(struct getter_args *a, union metric_value *ret)
{
	union slot_data data;
	int r;

	if (a->src == SRC_TEMP_MONITOR)
		return field_scaled(a, "temperature", &ret->real);
	r = collect_get(a->c, a->src, a->index, &data);
	if (r < 0)
		return r;
	if (a->src == SRC_TABLE)
		return table_temperature(a, &ret->real);
	ret->real = (double)data.s64 / 1000.0;
	return 0;
}

int get_temperature_source(struct getter_args *a, union metric_value *ret)
{
	union metric_value temperature;
	int r;

	r = get_temperature(a, &temperature);
	if (r < 0)
		return r;
	ret->str = a->src == SRC_TEMP_MONITOR ? "hsmp"
		   : a->src == SRC_TABLE      ? "table"
					      : "k10temp";
	return 0;
}

int get_smu_version(struct getter_args *a, union metric_value *ret)
{
	uint32_t major = 0, minor = 0, patch = 0;
	int r;

	r = field_raw(a, "major", &major);
	if (r == 0)
		r = field_raw(a, "minor", &minor);
	if (r == 0)
		r = field_raw(a, "patch", &patch);
	if (r < 0)
		return r;
	(void)snprintf(a->text, sizeof(a->text), "%u.%u.%u", major, minor,
		       patch);
	ret->str = a->text;
	return 0;
}

static const char *const power_modes[] = {
	"HighPerf", "PowerEff", "IOPerf", "BalMem", "BalCore", "BalCoreMem",
};

int get_power_mode_name(struct getter_args *a, union metric_value *ret)
{
	uint32_t mode;
	int r;

	r = field_raw(a, "mode", &mode);
	if (r < 0)
		return r;
	if (mode >= ARRAY_SIZE(power_modes))
		return -ERANGE;
	ret->str = power_modes[mode];
	return 0;
}

static const char *const limit_sources[] = {
	"cHTC",		  "PROCHOT", "TDC",  "PPT",   "OPN-max",
	"reliability",	  "APML",    "HSMP", "VRHOT", "TDC-VDD_MEM_S3",
	"SOC-DIMM-power",
};

int get_limit_source_name(struct getter_args *a, union metric_value *ret)
{
	uint32_t bits;
	size_t n = 0;
	int r;

	r = field_raw(a, "source", &bits);
	if (r < 0)
		return r;
	a->text[0] = '\0';
	for (unsigned int bit = 0; bit < 16; bit++) {
		const char *space = n ? " " : "";
		int len;

		if (!(bits >> bit & 1))
			continue;
		if (bit < ARRAY_SIZE(limit_sources))
			len = snprintf(a->text + n, sizeof(a->text) - n, "%s%s",
				       space, limit_sources[bit]);
		else
			len = snprintf(a->text + n, sizeof(a->text) - n,
				       "%sbit%u", space, bit);
		n += (size_t)len;
	}
	ret->str = a->text;
	return 0;
}

int get_dimm_total(struct getter_args *a, union metric_value *ret)
{
	uint32_t steps;
	int r;

	r = field_raw(a, "power", &steps);
	if (r == 0)
		ret->u32 = steps * DIMM_TOTAL_STEP_MW;
	return r;
}

/* Codes 0, 1, 2. AMD's library says 2 lanes for code 0, drivers say 4. */
static int get_width(struct getter_args *a, const char *name,
		     union metric_value *ret)
{
	static const uint8_t lanes[] = { 4, 8, 16 };
	uint32_t code;
	int r;

	r = field_raw(a, name, &code);
	if (r < 0)
		return r;
	if (code >= ARRAY_SIZE(lanes))
		return -ERANGE;
	ret->u32 = lanes[code];
	return 0;
}

int get_xgmi_width_min(struct getter_args *a, union metric_value *ret)
{
	return get_width(a, "width_min", ret);
}

int get_xgmi_width_max(struct getter_args *a, union metric_value *ret)
{
	return get_width(a, "width_max", ret);
}

int get_df_pstate(struct getter_args *a, union metric_value *ret)
{
	uint32_t disabled = 0, pstate = 0;
	int r;

	r = field_raw(a, "apb_disabled", &disabled);
	if (r == 0)
		r = field_raw(a, "pstate", &pstate);
	if (r < 0)
		return r;
	/* Otherwise the field means nothing. */
	if (!disabled)
		return -ENODATA;
	ret->u32 = pstate;
	return 0;
}

int get_hsmp_state(struct getter_args *a, union metric_value *ret)
{
	enum hsmp_state state = collect_mailbox_state(a->c, a->index);

	if (state == HSMP_STATE_UNKNOWN)
		return -EAGAIN;
	ret->str = hsmp_state_name(state);
	return 0;
}

int get_hsmp_timeouts(struct getter_args *a, union metric_value *ret)
{
	struct hsmp_counts counts;

	collect_mailbox_counts(a->c, a->index, &counts);
	ret->u64 = counts.timeouts;
	return 0;
}

int get_hsmp_errors(struct getter_args *a, union metric_value *ret)
{
	ret->u64 = collect_mailbox_errors(a->c, (enum hsmp_error)a->index);
	return 0;
}

int get_hsmp_messages(struct getter_args *a, union metric_value *ret)
{
	ret->u64 = collect_mailbox_messages(a->c, (enum hsmp_id)a->index);
	return 0;
}

int get_hsmp_retries(struct getter_args *a, union metric_value *ret)
{
	struct hsmp_counts counts;

	collect_mailbox_counts(a->c, a->index, &counts);
	ret->u64 = counts.retries;
	return 0;
}

int get_hsmp_latency(struct getter_args *a, union metric_value *ret)
{
	struct hsmp_counts counts;

	collect_mailbox_counts(a->c, a->index, &counts);
	ret->u64 = counts.latency_ns / NSEC_PER_USEC;
	return 0;
}

/*
 * The counters are of no use without their unit, so they are not tried when
 * it was refused; what is documented does not count then.
 */
static bool is_supported(const struct getter_args *a, enum hsmp_id id)
{
	if ((id == HSMP_GET_RAPL_CORE_COUNTER ||
	     id == HSMP_GET_RAPL_PACKAGE_COUNTER) &&
	    !collect_mailbox_supported(a->c, a->index, HSMP_GET_RAPL_UNITS))
		return false;
	return collect_mailbox_supported(a->c, a->index, id);
}

int get_hsmp_supported(struct getter_args *a, union metric_value *ret)
{
	size_t n = 0;

	for (unsigned int id = 1; id < HSMP_N_IDS; id++) {
		if ((hsmp_msgs[id].kind != HSMP_KIND_GET &&
		     hsmp_msgs[id].kind != HSMP_KIND_SET_GET) ||
		    !is_supported(a, (enum hsmp_id)id))
			continue;
		n += (size_t)snprintf(a->text + n, sizeof(a->text) - n,
				      "%s%02X", n ? " " : "", id);
	}
	if (!n)
		return -ENODEV;
	ret->str = a->text;
	return 0;
}
