// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What the mailbox sets and reads back
 *
 * A value outside of its documented range is a bad argument and changes
 * nothing. Only the power limit, the boost and the floor limit act on the
 * machine; the others are kept, as what they would do to a real one has no
 * number that anybody published.
 */
#include <math.h>

#include "sim/model/firmware.h"

#define DF_PSTATE_MAX 2
#define XGMI_WIDTH_MAX 2
#define XGMI_PSTATE_MAX 1
#define GMI3_WIDTH_MAX 2
#define NBIO_DPM_MAX 3
#define NBIO_DPM_MAX_MI300A 2
#define PCI_RATE_MAX 2
#define POWER_MODE_MAX_19H 3
#define POWER_MODE_MAX_1AH 5
/* From this mode on, the upper bits are parameters (of a disputed layout). */
#define POWER_MODE_FIRST_BALANCED 4
#define SDPS_MASK 0x7FFFFFFF

static struct settings *settings(const struct request *rq)
{
	return &rq->m->sockets[rq->sock].set;
}

static bool is_get(const struct request *rq)
{
	return rq->args[0] & HSMP_GET_BIT;
}

static uint32_t limit_max_mw(const struct machine *m)
{
	return (uint32_t)lround(m->sc.limit_max_w * 1000);
}

enum hsmp_status answer_power_limit_set(const struct request *rq)
{
	if (rq->args[0] == 0 || rq->args[0] > limit_max_mw(rq->m))
		return HSMP_STATUS_BAD_ARG;
	socket_set_limit(rq->m, rq->sock, rq->args[0], rq->t_ns);
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_power_limit(const struct request *rq)
{
	rq->args[0] = rq->m->sockets[rq->sock].limit_mw;
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_power_limit_max(const struct request *rq)
{
	rq->args[0] = limit_max_mw(rq->m);
	return HSMP_STATUS_OK;
}

static bool is_clock(const struct machine *m, uint32_t mhz)
{
	return mhz >= m->sc.min_mhz && mhz <= m->sc.max_mhz;
}

static void set_boost(const struct request *rq, uint32_t core, uint32_t mhz)
{
	core_change_begin(rq->m, core, rq->t_ns);
	rq->m->cores[core].boost_mhz = mhz;
	core_change_end(rq->m, core);
}

enum hsmp_status answer_boost_set(const struct request *rq)
{
	uint32_t core = core_of_apicid(rq, bits(rq->args[0], 16, 16));
	uint32_t mhz = bits(rq->args[0], 0, 16);

	if (core == NO_CORE || !is_clock(rq->m, mhz))
		return HSMP_STATUS_BAD_ARG;
	set_boost(rq, core, mhz);
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_boost_set_socket(const struct request *rq)
{
	uint32_t first = first_core(rq->m, rq->sock);

	if (!is_clock(rq->m, rq->args[0]))
		return HSMP_STATUS_BAD_ARG;
	for (uint32_t i = 0; i < rq->m->sc.cores_per_socket; i++)
		set_boost(rq, first + i, rq->args[0]);
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_boost(const struct request *rq)
{
	uint32_t core = core_of_apicid(rq, rq->args[0]);

	if (core == NO_CORE)
		return HSMP_STATUS_BAD_ARG;
	rq->args[0] = rq->m->cores[core].boost_mhz;
	return HSMP_STATUS_OK;
}

/*
 * A pair "lowest [15:8], highest [7:0]" that is read or set. Of P-states the
 * highest has the lowest number.
 */
static enum hsmp_status pair_answer(const struct request *rq,
				    struct number_range *range, bool pstates,
				    uint32_t top)
{
	uint32_t min = bits(rq->args[0], 8, 8);
	uint32_t max = bits(rq->args[0], 0, 8);

	if (is_get(rq)) {
		rq->args[0] = (uint32_t)range->min << 8 | range->max;
		return HSMP_STATUS_OK;
	}
	if ((pstates ? max > min : min > max) || MAX(min, max) > top)
		return HSMP_STATUS_BAD_ARG;
	range->min = (uint8_t)min;
	range->max = (uint8_t)max;
	return HSMP_STATUS_OK;
}

static enum hsmp_status range_answer(const struct request *rq,
				     struct number_range *range, uint32_t top)
{
	return pair_answer(rq, range, false, top);
}

static enum hsmp_status pstate_answer(const struct request *rq,
				      struct number_range *range, uint32_t top)
{
	return pair_answer(rq, range, true, top);
}

/* A single bit that is read or set. */
static enum hsmp_status switch_answer(const struct request *rq, bool *on)
{
	if (is_get(rq)) {
		rq->args[0] = *on;
		return HSMP_STATUS_OK;
	}
	if (rq->args[0] > 1)
		return HSMP_STATUS_BAD_ARG;
	*on = rq->args[0];
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_xgmi_width(const struct request *rq)
{
	/* There are no links between sockets. */
	if (rq->m->sc.n_sockets < 2)
		return HSMP_STATUS_PREREQ;
	return range_answer(rq, &settings(rq)->xgmi_width, XGMI_WIDTH_MAX);
}

enum hsmp_status answer_xgmi_pstate(const struct request *rq)
{
	if (rq->m->sc.n_sockets < 2)
		return HSMP_STATUS_PREREQ;
	return pstate_answer(rq, &settings(rq)->xgmi_pstate, XGMI_PSTATE_MAX);
}

/* It can be set, never read. */
enum hsmp_status answer_gmi3_width(const struct request *rq)
{
	if (is_get(rq))
		return HSMP_STATUS_BAD_ARG;
	return range_answer(rq, &settings(rq)->gmi3_width, GMI3_WIDTH_MAX);
}

enum hsmp_status answer_df_range(const struct request *rq)
{
	return pstate_answer(rq, &settings(rq)->df_range, DF_PSTATE_MAX);
}

enum hsmp_status answer_df_pstate(const struct request *rq)
{
	struct settings *set = settings(rq);

	if (is_get(rq)) {
		rq->args[0] = (uint32_t)set->apb_disabled << 8 | set->df_pstate;
		return HSMP_STATUS_OK;
	}
	if (rq->args[0] > DF_PSTATE_MAX)
		return HSMP_STATUS_BAD_ARG;
	set->apb_disabled = true;
	set->df_pstate = (uint8_t)rq->args[0];
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_auto_df_pstate(const struct request *rq)
{
	struct settings *set = settings(rq);

	set->apb_disabled = false;
	set->df_pstate = 0;
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_nbio_set(const struct request *rq)
{
	uint32_t nbio = bits(rq->args[0], 16, 8);
	uint32_t max = bits(rq->args[0], 8, 8);
	uint32_t min = bits(rq->args[0], 0, 8);
	uint32_t top = firmware_platform(rq->m) == PLATFORM_MI300A
			       ? NBIO_DPM_MAX_MI300A
			       : NBIO_DPM_MAX;

	if (nbio >= rq->m->sc.nbios || min > max || max > top)
		return HSMP_STATUS_BAD_ARG;
	settings(rq)->nbio[nbio].min = (uint8_t)min;
	settings(rq)->nbio[nbio].max = (uint8_t)max;
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_nbio(const struct request *rq)
{
	uint32_t nbio = bits(rq->args[0], 16, 8);
	const struct number_range *range;

	if (nbio >= rq->m->sc.nbios)
		return HSMP_STATUS_BAD_ARG;
	range = &settings(rq)->nbio[nbio];
	rq->args[0] = (uint32_t)range->max << 8 | range->min;
	return HSMP_STATUS_OK;
}

/* A set that answers with what was before. */
enum hsmp_status answer_pci_rate(const struct request *rq)
{
	uint32_t before = settings(rq)->pci_rate;

	if (rq->args[0] > PCI_RATE_MAX)
		return HSMP_STATUS_BAD_ARG;
	settings(rq)->pci_rate = (uint8_t)rq->args[0];
	rq->args[0] = before;
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_power_mode(const struct request *rq)
{
	uint32_t mode = bits(rq->args[0], 0, 3);
	uint32_t top = rq->m->sc.family >= 0x1A ? POWER_MODE_MAX_1AH
						: POWER_MODE_MAX_19H;

	if (is_get(rq)) {
		rq->args[0] = settings(rq)->power_mode;
		return HSMP_STATUS_OK;
	}
	if (mode > top ||
	    (mode < POWER_MODE_FIRST_BALANCED && rq->args[0] != mode))
		return HSMP_STATUS_BAD_ARG;
	settings(rq)->power_mode = rq->args[0];
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_cpurail_iso(const struct request *rq)
{
	return switch_answer(rq, &settings(rq)->cpurail_iso);
}

enum hsmp_status answer_dfc(const struct request *rq)
{
	return switch_answer(rq, &settings(rq)->dfc);
}

enum hsmp_status answer_pc6(const struct request *rq)
{
	return switch_answer(rq, &settings(rq)->pc6);
}

enum hsmp_status answer_cc6(const struct request *rq)
{
	return switch_answer(rq, &settings(rq)->cc6);
}

/* Operations of message 38h, in bits 31:30. */
enum floor_op {
	FLOOR_SET_CORE,
	FLOOR_SET_ALL,
	FLOOR_GET,
	FLOOR_GET_EFFECTIVE,
};

static void set_floor(const struct request *rq, uint32_t core, uint32_t mhz)
{
	core_change_begin(rq->m, core, rq->t_ns);
	rq->m->cores[core].floor_mhz = mhz;
	core_change_end(rq->m, core);
}

/* What can be reached of a floor: no more than the limit of the moment. */
static uint32_t effective_floor(const struct request *rq, uint32_t core)
{
	bool hot = machine_prochot(rq->m, rq->sock, rq->t_ns);

	return MIN(rq->m->cores[core].floor_mhz,
		   core_limit_mhz(rq->m, core, hot));
}

enum hsmp_status answer_floor(const struct request *rq)
{
	enum floor_op op = (enum floor_op)(rq->args[0] >> 30);
	uint32_t core = core_of_apicid(rq, bits(rq->args[0], 16, 12));
	uint32_t first = first_core(rq->m, rq->sock);
	uint32_t mhz = bits(rq->args[0], 0, 16);

	if (op != FLOOR_SET_ALL && core == NO_CORE)
		return HSMP_STATUS_BAD_ARG;
	if ((op == FLOOR_SET_CORE || op == FLOOR_SET_ALL) &&
	    !is_clock(rq->m, mhz))
		return HSMP_STATUS_BAD_ARG;
	switch (op) {
	case FLOOR_SET_CORE:
		set_floor(rq, core, mhz);
		break;
	case FLOOR_SET_ALL:
		for (uint32_t i = 0; i < rq->m->sc.cores_per_socket; i++)
			set_floor(rq, first + i, mhz);
		break;
	case FLOOR_GET:
		rq->args[0] = rq->m->cores[core].floor_mhz;
		break;
	case FLOOR_GET_EFFECTIVE:
		rq->args[0] = effective_floor(rq, core);
		break;
	}
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_sdps(const struct request *rq)
{
	uint32_t mw = rq->args[0] & SDPS_MASK;

	if (is_get(rq)) {
		rq->args[0] = settings(rq)->sdps_mw;
		return HSMP_STATUS_OK;
	}
	if (mw == 0 || mw > limit_max_mw(rq->m))
		return HSMP_STATUS_BAD_ARG;
	settings(rq)->sdps_mw = mw;
	return HSMP_STATUS_OK;
}
