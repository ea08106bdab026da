// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The firmware behind the mailbox
 *
 * One row a message: the platforms that know it, whether it reads or writes,
 * and the function that answers. Everything else is HSMP_STATUS_UNKNOWN_MSG.
 * This is the firmware's own view, on purpose not that of hw/hsmp_msgs.h: the
 * two must be able to disagree, as a kernel and a firmware can. The platforms
 * are those of AMD's E-SMI library. 3Bh and 3Ch stand in the newest driver,
 * but no platform is known to have them and no layout of their words is
 * public, so no firmware here knows them.
 *
 * What is reported about power, C0 and bandwidth is an average over the last
 * FIRMWARE_WINDOW_NS; the window of real firmware is not documented.
 */
#include "sim/model/firmware.h"

#include <assert.h>
#include <math.h>

#define MODEL_VENICE_FIRST 0x50
#define MODEL_VENICE_LAST 0x5F
#define MODEL_TURIN_LAST 0x1F
#define FAMILY_1AH 0x1A

/* What 0x19 names as the source of a limit. */
#define LIMIT_PROCHOT (1U << 1)
#define LIMIT_PPT (1U << 3)
#define LIMIT_OPN_MAX (1U << 4)
#define LIMIT_HSMP_AGENT (1U << 7)

/* Of a package's power, what goes through the SVI rails. Plausible. */
#define SVI_SHARE 0.94

/* Where the firmware says that it keeps metric tables: anywhere. */
#define TABLE_ADDRESS UINT64_C(0x000000107F000000)
#define TABLE_ADDRESS_STEP UINT64_C(0x10000)
/* Of 7V it is known; of 6 it is not, this one is plausible. */
#define TABLE_VERSION_7V 0x00700000
#define TABLE_VERSION_6 0x00000006
#define TABLE_SIZE_7V 13852

#define UNITS_ESU_SHIFT 8
#define UNITS_TU (10U << 16)

/* Words of message 37h's map. */
#define MASK_WORDS 3

uint32_t core_of_apicid(const struct request *rq, uint32_t apicid)
{
	const struct machine *m = rq->m;
	uint32_t first = first_core(m, rq->sock);

	for (uint32_t t = 0; t < m->sc.threads_per_core; t++) {
		for (uint32_t i = 0; i < m->sc.cores_per_socket; i++) {
			uint32_t cpu = first + i + t * m->n_cores;

			if (machine_apicid(m, cpu) == apicid)
				return first + i;
		}
	}
	return NO_CORE;
}

static enum hsmp_status test(const struct request *rq)
{
	rq->args[0] += HSMP_TEST_INCREMENT;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_smu_ver(const struct request *rq)
{
	rq->args[0] = rq->m->sc.smu_version;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_proto_ver(const struct request *rq)
{
	rq->args[0] = rq->m->sc.protocol;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_power(const struct request *rq)
{
	double watt = machine_avg_pkg_w(rq->m, rq->sock, rq->t_ns,
					FIRMWARE_WINDOW_NS);

	rq->args[0] = (uint32_t)lround(watt * 1000);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_rails(const struct request *rq)
{
	double watt = machine_avg_pkg_w(rq->m, rq->sock, rq->t_ns,
					FIRMWARE_WINDOW_NS);

	rq->args[0] = (uint32_t)lround(watt * SVI_SHARE * 1000);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_ccd_power(const struct request *rq)
{
	uint32_t core = core_of_apicid(rq, bits(rq->args[0], 0, 16));
	uint32_t per_ccd = rq->m->sc.cores_per_ccd;
	double watt;

	if (core == NO_CORE)
		return HSMP_STATUS_BAD_ARG;
	watt = machine_avg_cores_w(rq->m, core - core % per_ccd, per_ccd,
				   rq->t_ns, FIRMWARE_WINDOW_NS);
	rq->args[0] = (uint32_t)lround(watt * 1000);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_prochot(const struct request *rq)
{
	rq->args[0] = machine_prochot(rq->m, rq->sock, rq->t_ns);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_fclk_mclk(const struct request *rq)
{
	rq->args[0] = rq->m->sc.fclk_mhz;
	rq->args[1] = rq->m->sc.mclk_mhz;
	return HSMP_STATUS_OK;
}

/* The clock limit of the least limited core, and what holds it there. */
static uint32_t socket_limit(const struct request *rq, uint32_t *ret_sources)
{
	bool hot = machine_prochot(rq->m, rq->sock, rq->t_ns);
	uint32_t first = first_core(rq->m, rq->sock);
	uint32_t limit = 0, boost = 0, sources = 0;

	for (uint32_t i = 0; i < rq->m->sc.cores_per_socket; i++) {
		limit = MAX(limit, core_limit_mhz(rq->m, first + i, hot));
		boost = MAX(boost, rq->m->cores[first + i].boost_mhz);
	}
	if (hot)
		sources |= LIMIT_PROCHOT;
	if (rq->m->sockets[rq->sock].ceiling < SHARE_ONE)
		sources |= LIMIT_PPT;
	if (boost < rq->m->sc.max_mhz)
		sources |= LIMIT_HSMP_AGENT;
	*ret_sources = sources ? sources : LIMIT_OPN_MAX;
	return limit;
}

static enum hsmp_status get_cclk_limit(const struct request *rq)
{
	uint32_t sources;

	rq->args[0] = socket_limit(rq, &sources);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_freq_limit(const struct request *rq)
{
	uint32_t sources;
	uint32_t limit = socket_limit(rq, &sources);

	rq->args[0] = limit << 16 | sources;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_core_limit(const struct request *rq)
{
	uint32_t core = core_of_apicid(rq, rq->args[0]);
	bool hot = machine_prochot(rq->m, rq->sock, rq->t_ns);

	if (core == NO_CORE)
		return HSMP_STATUS_BAD_ARG;
	rq->args[0] = core_limit_mhz(rq->m, core, hot);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_fmax_fmin(const struct request *rq)
{
	rq->args[0] = rq->m->sc.max_mhz << 16 | rq->m->sc.min_mhz;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_c0_percent(const struct request *rq)
{
	double load =
		machine_avg_load(rq->m, rq->sock, rq->t_ns, FIRMWARE_WINDOW_NS);

	rq->args[0] = (uint32_t)lround(load * 100);
	return HSMP_STATUS_OK;
}

/* Cooling out of range is what PROCHOT reacts to as well. */
#define get_tdelta get_prochot

static enum hsmp_status get_table_version(const struct request *rq)
{
	rq->args[0] = rq->m->sc.metric_table == SCENARIO_TABLE_7V
			      ? TABLE_VERSION_7V
			      : TABLE_VERSION_6;
	return HSMP_STATUS_OK;
}

/* The table itself is not in the words; see machine_metric_table(). */
static enum hsmp_status get_table(const struct request *rq)
{
	UNUSED(rq);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_table_address(const struct request *rq)
{
	uint64_t address = TABLE_ADDRESS + rq->sock * TABLE_ADDRESS_STEP;

	rq->args[0] = (uint32_t)address;
	rq->args[1] = (uint32_t)(address >> 32);
	/* The older layout has a size that everybody knows. */
	if (rq->m->sc.metric_table == SCENARIO_TABLE_7V)
		rq->args[2] = TABLE_SIZE_7V;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_units(const struct request *rq)
{
	rq->args[0] = UNITS_TU | rq->m->sc.esu << UNITS_ESU_SHIFT;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_core_counter(const struct request *rq)
{
	uint32_t core = core_of_apicid(rq, bits(rq->args[0], 0, 16));
	uint64_t count;

	if (core == NO_CORE)
		return HSMP_STATUS_BAD_ARG;
	count = machine_core_reg(rq->m, core, rq->t_ns);
	rq->args[0] = (uint32_t)count;
	rq->args[1] = (uint32_t)(count >> 32);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_package_counter(const struct request *rq)
{
	uint64_t count = machine_pkg_reg(rq->m, rq->sock, rq->t_ns);

	rq->args[0] = (uint32_t)count;
	rq->args[1] = (uint32_t)(count >> 32);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_enabled(const struct request *rq)
{
	bool read = rq->args[0] & 1;
	uint32_t mask[MASK_WORDS] = { 0 };

	for (uint32_t id = HSMP_TEST; id < HSMP_N_IDS; id++) {
		const struct firmware_message *msg =
			firmware_message(rq->m, id);

		if (msg && (read ? msg->get : msg->set))
			mask[id / 32] |= UINT32_C(1) << id % 32;
	}
	for (uint32_t i = 0; i < MASK_WORDS; i++)
		rq->args[i] = mask[i];
	return HSMP_STATUS_OK;
}

#define ALL 0x3F
#define NOT_MI300A (ALL & ~PLATFORM_MI300A)
#define ZEN4 (PLATFORM_GENOA | PLATFORM_TURIN | PLATFORM_VENICE)
#define ZEN4_MI300A (ZEN4 | PLATFORM_MI300A)
#define TABLES (PLATFORM_MI300A | PLATFORM_VENICE)
#define ZEN5 (PLATFORM_TURIN | PLATFORM_VENICE)

#define GET(who, how)                     \
	{                                 \
		(who), true, false, (how) \
	}
#define SET(who, how)                     \
	{                                 \
		(who), false, true, (how) \
	}
#define SET_GET(who, how)                \
	{                                \
		(who), true, true, (how) \
	}

/* clang-format off */
static const struct firmware_message messages[] = {
	[0x01] = GET(ALL, test),
	[0x02] = GET(ALL, get_smu_ver),
	[0x03] = GET(ALL, get_proto_ver),
	[0x04] = GET(ALL, get_power),
	[0x05] = SET(ALL, answer_power_limit_set),
	[0x06] = GET(ALL, answer_power_limit),
	[0x07] = GET(ALL, answer_power_limit_max),
	[0x08] = SET(ALL, answer_boost_set),
	[0x09] = SET(ALL, answer_boost_set_socket),
	[0x0A] = GET(ALL, answer_boost),
	[0x0B] = GET(ALL, get_prochot),
	[0x0C] = SET_GET(ALL, answer_xgmi_width),
	[0x0D] = SET_GET(NOT_MI300A, answer_df_pstate),
	[0x0E] = SET(NOT_MI300A, answer_auto_df_pstate),
	[0x0F] = GET(ALL, get_fclk_mclk),
	[0x10] = GET(ALL, get_cclk_limit),
	[0x11] = GET(ALL, get_c0_percent),
	[0x12] = SET(ALL, answer_nbio_set),
	[0x13] = GET(ALL, answer_nbio),
	[0x14] = GET(NOT_MI300A, answer_ddr_bandwidth),
	[0x15] = GET(PLATFORM_TRENTO, answer_temperature),
	[0x16] = GET(ZEN4, answer_dimm_range),
	[0x17] = GET(ZEN4, answer_dimm_power),
	[0x18] = GET(ZEN4, answer_dimm_thermal),
	[0x19] = GET(ZEN4_MI300A, get_freq_limit),
	[0x1A] = GET(ZEN4_MI300A, get_core_limit),
	[0x1B] = GET(ZEN4_MI300A, get_rails),
	[0x1C] = GET(ZEN4_MI300A, get_fmax_fmin),
	[0x1D] = GET(ZEN4_MI300A, answer_io_bandwidth),
	[0x1E] = GET(ZEN4_MI300A, answer_xgmi_bandwidth),
	[0x1F] = SET(PLATFORM_GENOA | PLATFORM_TURIN, answer_gmi3_width),
	[0x20] = SET(ZEN4, answer_pci_rate),
	[0x21] = SET_GET(ZEN4, answer_power_mode),
	[0x22] = SET_GET(ZEN4, answer_df_range),
	[0x23] = GET(TABLES, get_table_version),
	[0x24] = GET(TABLES, get_table),
	[0x25] = GET(TABLES, get_table_address),
	[0x26] = SET_GET(ZEN5, answer_xgmi_pstate),
	[0x27] = SET_GET(ZEN5, answer_cpurail_iso),
	[0x28] = SET_GET(ZEN5, answer_dfc),
	[0x29] = SET_GET(PLATFORM_VENICE, answer_pc6),
	[0x2A] = SET_GET(PLATFORM_VENICE, answer_cc6),
	[0x30] = GET(ZEN5, get_units),
	[0x31] = GET(ZEN5, get_core_counter),
	[0x32] = GET(ZEN5, get_package_counter),
	[0x33] = GET(PLATFORM_VENICE, answer_sideband_read),
	[0x34] = GET(PLATFORM_VENICE, get_ccd_power),
	[0x35] = GET(PLATFORM_VENICE, get_tdelta),
	[0x36] = GET(PLATFORM_VENICE, answer_vr_temperature),
	[0x37] = GET(PLATFORM_VENICE, get_enabled),
	[0x38] = SET_GET(PLATFORM_VENICE, answer_floor),
	[0x39] = SET(PLATFORM_VENICE, answer_sideband_write),
	[0x3A] = SET_GET(PLATFORM_VENICE, answer_sdps),
};
/* clang-format on */

static_assert(ARRAY_SIZE(messages) <= HSMP_N_IDS, "a message has no number");

enum platform firmware_platform(const struct machine *m)
{
	const struct scenario *sc = &m->sc;

	switch (sc->protocol) {
	case 2:
	case 3:
		return PLATFORM_MILAN;
	case 4:
		return PLATFORM_TRENTO;
	case 5:
		return sc->family == FAMILY_1AH && sc->model <= MODEL_TURIN_LAST
			       ? PLATFORM_TURIN
			       : PLATFORM_GENOA;
	case 6:
		return PLATFORM_MI300A;
	default:
		return sc->family == FAMILY_1AH &&
				       sc->model >= MODEL_VENICE_FIRST &&
				       sc->model <= MODEL_VENICE_LAST
			       ? PLATFORM_VENICE
			       : PLATFORM_TURIN;
	}
}

const struct firmware_message *firmware_message(const struct machine *m,
						uint32_t id)
{
	const struct firmware_message *msg;

	if (id >= ARRAY_SIZE(messages))
		return NULL;
	msg = &messages[id];
	if (!(msg->platforms & firmware_platform(m)))
		return NULL;
	if (msg->platforms == TABLES &&
	    m->sc.metric_table == SCENARIO_TABLE_NONE)
		return NULL;
	if (id == HSMP_GET_ENABLED_HSMP_CMDS && !m->sc.capabilities)
		return NULL;
	return msg;
}

uint8_t machine_hsmp(struct machine *m, uint32_t sock, uint32_t id,
		     uint32_t args[8], uint64_t t_ns)
{
	const struct firmware_message *msg = firmware_message(m, id);
	struct request rq = {
		.m = m, .sock = sock, .t_ns = t_ns, .args = args
	};

	return (uint8_t)(msg ? msg->answer(&rq) : HSMP_STATUS_UNKNOWN_MSG);
}
