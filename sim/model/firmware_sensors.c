// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What the firmware measures besides power: memory, links, regulators
 *
 * All numbers are plausible, no part's data; what counts is that they move
 * with the load, and that their layout, sign, saturation and age are those of
 * the messages. docs/SCENARIOS.md has the formulas.
 *
 * A DIMM's sensors are read once every DIMM_UPDATE_NS; between two readings
 * value stays and age grows.
 */
#include <math.h>
#include <string.h>

#include "sim/model/firmware.h"

#define DDR_BYTES 8

#define DIMM_UPDATE_NS (256 * NSEC_PER_MSEC)
#define DIMM_IDLE_MW 1200
#define DIMM_BUSY_MW 4000
#define DIMM_STEP_MW 50
#define DIMM_ABOVE_AMBIENT_C 6
#define DIMM_BUSY_C 18
/* Neighbours differ: four places in the flow of air. */
#define DIMM_PLACES 4U
#define DIMM_PLACE_C 0.5
#define DIMM_TOTAL_STEP_MW 20
#define DIMM_MAX_QUARTERS 1023

/* Which DIMM of messages 17h (bits 31:30) and 18h (bit 31) is meant. */
#define DIMM_ONE 0U
#define DIMM_LARGEST 1U
#define DIMM_TOTAL 2U

#define LINK_TYPE_AGGREGATE 1
#define LINK_TYPE_READ 2
#define LINK_TYPE_WRITE 4
#define LINK_IDLE_MBPS 500
#define LINK_BUSY_MBPS 12000

#define SIDEBAND_ADDR 0xFF
#define SIDEBAND_WHERE 0x00FFFFFF
#define SIDEBAND_TEMP_LOW 0x31
#define SIDEBAND_TEMP_HIGH 0x32

#define VR_RAILS 5

double ddr_max_gbs(const struct scenario *sc)
{
	return sc->mclk_mhz * 2.0 * DDR_BYTES * sc->ddr_channels / 1000;
}

/* GB/s: maximum, used, percent. */
enum hsmp_status answer_ddr_bandwidth(const struct request *rq)
{
	double load =
		machine_avg_load(rq->m, rq->sock, rq->t_ns, FIRMWARE_WINDOW_NS);
	uint32_t max = (uint32_t)ddr_max_gbs(&rq->m->sc);
	double share = load * DDR_BUSY_SHARE;

	rq->args[0] = MIN(max, 0xFFFU) << 20 |
		      MIN((uint32_t)lround(max * share), 0xFFFU) << 8 |
		      (uint32_t)lround(share * 100);
	return HSMP_STATUS_OK;
}

/* Whole degrees in 15:8, eighths in 7:5. */
enum hsmp_status answer_temperature(const struct request *rq)
{
	int32_t eighths = machine_temp_mc(rq->m, rq->sock, rq->t_ns) / 125;

	/* The field is unsigned and saturates. */
	rq->args[0] = (uint32_t)MIN(MAX(eighths, 0), 0xFF * 8 + 7) << 5;
	return HSMP_STATUS_OK;
}

/* Number of a DIMM address, or UINT32_MAX. */
static uint32_t dimm_index(const struct machine *m, uint32_t address)
{
	for (uint32_t i = 0; i < m->sc.dimms.n; i++) {
		if (m->sc.dimms.v[i] == address)
			return i;
	}
	return UINT32_MAX;
}

static uint64_t dimm_updated(const struct request *rq)
{
	return rq->t_ns - rq->t_ns % DIMM_UPDATE_NS;
}

static uint32_t dimm_age_ms(const struct request *rq)
{
	return (uint32_t)((rq->t_ns - dimm_updated(rq)) / NSEC_PER_MSEC);
}

static double dimm_load(const struct request *rq)
{
	return machine_avg_load(rq->m, rq->sock, dimm_updated(rq),
				FIRMWARE_WINDOW_NS);
}

static uint32_t dimm_mw(double load, uint32_t dimm)
{
	return (uint32_t)lround(DIMM_IDLE_MW +
				DIMM_STEP_MW * (dimm % DIMM_PLACES) +
				DIMM_BUSY_MW * load);
}

static int32_t dimm_quarters(const struct machine *m, double load,
			     uint32_t dimm)
{
	double celsius = m->sc.ambient_c + DIMM_ABOVE_AMBIENT_C +
			 DIMM_BUSY_C * load +
			 DIMM_PLACE_C * (dimm % DIMM_PLACES);
	int32_t quarters = (int32_t)floor(celsius * 4 + 1e-6);

	return MIN(MAX(quarters, -DIMM_MAX_QUARTERS - 1), DIMM_MAX_QUARTERS);
}

/*
 * The DIMM that a flag means. The hottest one also takes most: both grow with
 * its place, the first of the last places counts.
 */
static uint32_t dimm_by_flag(const struct request *rq, uint32_t flag)
{
	uint32_t n = rq->m->sc.dimms.n;

	if (flag == DIMM_ONE)
		return dimm_index(rq->m, bits(rq->args[0], 0, 8));
	return n ? MIN(n, DIMM_PLACES) - 1 : UINT32_MAX;
}

/* Bits above the address are flags, which only the newest firmware has. */
static bool has_flags(const struct request *rq)
{
	return firmware_platform(rq->m) == PLATFORM_VENICE;
}

enum hsmp_status answer_dimm_range(const struct request *rq)
{
	/* Temperatures at which DDR5's MR4 goes to the next code. */
	static const int32_t quarters[] = { 80 * 4, 85 * 4, 90 * 4, 95 * 4 };
	uint32_t dimm = dimm_index(rq->m, rq->args[0]);
	uint32_t range = 1;
	int32_t now;

	if (dimm == UINT32_MAX)
		return HSMP_STATUS_BAD_ARG;
	now = dimm_quarters(rq->m, dimm_load(rq), dimm);
	for (size_t i = 0; i < ARRAY_SIZE(quarters); i++)
		range += now >= quarters[i] ? 1 : 0;
	/* Refreshed twice as often from 85 degrees on. */
	rq->args[0] = range | (now >= quarters[1] ? 1U << 3 : 0);
	return HSMP_STATUS_OK;
}

static uint32_t dimm_total(const struct request *rq, double load)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < rq->m->sc.dimms.n; i++)
		sum += dimm_mw(load, i);
	return (sum + DIMM_TOTAL_STEP_MW / 2) / DIMM_TOTAL_STEP_MW;
}

enum hsmp_status answer_dimm_power(const struct request *rq)
{
	uint32_t flag = rq->args[0] >> 30;
	uint32_t dimm = dimm_by_flag(rq, flag);
	double load = dimm_load(rq);
	uint32_t power, address = 0;

	if (rq->args[0] > 0xFF && !has_flags(rq))
		return HSMP_STATUS_BAD_ARG;
	if (flag > DIMM_TOTAL || dimm == UINT32_MAX)
		return HSMP_STATUS_BAD_ARG;
	if (flag == DIMM_TOTAL) {
		power = dimm_total(rq, load);
	} else {
		power = dimm_mw(load, dimm);
		address = rq->m->sc.dimms.v[dimm];
	}
	rq->args[0] = MIN(power, 0x7FFFU) << 17 | dimm_age_ms(rq) << 8 |
		      address;
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_dimm_thermal(const struct request *rq)
{
	uint32_t flag = rq->args[0] >> 31 ? DIMM_LARGEST : DIMM_ONE;
	uint32_t dimm = dimm_by_flag(rq, flag);
	int32_t quarters;

	if ((rq->args[0] > 0xFF && !has_flags(rq)) || dimm == UINT32_MAX)
		return HSMP_STATUS_BAD_ARG;
	quarters = dimm_quarters(rq->m, dimm_load(rq), dimm);
	/* Eleven bits, two's complement. */
	rq->args[0] = (uint32_t)quarters << 21 | dimm_age_ms(rq) << 8 |
		      rq->m->sc.dimms.v[dimm];
	return HSMP_STATUS_OK;
}

/* Only to DIMMs and devices on them that exist. */
static bool sideband_exists(const struct request *rq)
{
	static const uint8_t lids[] = { 2, 6, 9, 0xA };
	uint32_t lid = bits(rq->args[0], 8, 4);

	for (size_t i = 0; i < ARRAY_SIZE(lids); i++) {
		if (lids[i] == lid)
			return dimm_index(rq->m, bits(rq->args[0], 0, 8)) !=
			       UINT32_MAX;
	}
	return false;
}

/*
 * Thermal sensors (LIDs 2 and 6) have the temperature in registers 31h and
 * 32h of space 0, in 1/16 degree and 13 bits; all others read 0 until written.
 */
static uint8_t sideband_default(const struct request *rq)
{
	uint32_t dimm = dimm_index(rq->m, rq->args[0] & SIDEBAND_ADDR);
	uint32_t lid = bits(rq->args[0], 8, 4);
	uint32_t offset = bits(rq->args[0], 12, 12);
	uint32_t sixteenths;

	if (lid != 2 && lid != 6)
		return 0;
	sixteenths = (uint32_t)dimm_quarters(rq->m, dimm_load(rq), dimm) << 2;
	if (offset == SIDEBAND_TEMP_LOW)
		return (uint8_t)sixteenths;
	if (offset == SIDEBAND_TEMP_HIGH)
		return (uint8_t)bits(sixteenths, 8, 5);
	return 0;
}

static struct sideband_byte *sideband_find(struct settings *set, uint32_t where)
{
	for (uint32_t i = 0; i < set->n_sideband; i++) {
		if (set->sideband[i].where == where)
			return &set->sideband[i];
	}
	return NULL;
}

enum hsmp_status answer_sideband_read(const struct request *rq)
{
	struct settings *set = &rq->m->sockets[rq->sock].set;
	const struct sideband_byte *byte;

	if (!sideband_exists(rq))
		return HSMP_STATUS_BAD_ARG;
	byte = sideband_find(set, rq->args[0] & SIDEBAND_WHERE);
	rq->args[0] = byte ? byte->value : sideband_default(rq);
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_sideband_write(const struct request *rq)
{
	struct settings *set = &rq->m->sockets[rq->sock].set;
	uint32_t where = rq->args[0] & SIDEBAND_WHERE;
	struct sideband_byte *byte = sideband_find(set, where);

	if (!sideband_exists(rq))
		return HSMP_STATUS_BAD_ARG;
	if (!byte) {
		/* The machine forgets the oldest of many. */
		if (set->n_sideband == SOCKET_MAX_SIDEBAND) {
			set->n_sideband--;
			memmove(set->sideband, set->sideband + 1,
				set->n_sideband * sizeof(*set->sideband));
		}
		byte = &set->sideband[set->n_sideband++];
	}
	byte->where = where;
	byte->value = (uint8_t)(rq->args[0] >> 24);
	return HSMP_STATUS_OK;
}

/* Links differ by up to 7/4. */
double link_read_mbps(uint32_t link, double load)
{
	return LINK_IDLE_MBPS + LINK_BUSY_MBPS * load * (4 + link % 4) / 4;
}

double link_write_mbps(uint32_t link, double load)
{
	return link_read_mbps(link, load) / 2;
}

/* MI300A numbers its links, all others have a bit for each. */
static uint32_t link_code(const struct machine *m, uint32_t link)
{
	uint32_t g = link - 6;

	if (firmware_platform(m) == PLATFORM_MI300A) {
		if (link >= 6)
			return (8 + g) << 8;
		return link == 2 || link == 3 ? (link + 1) << 8 : 0;
	}
	if (link < 4)
		return UINT32_C(1) << (8 + link);
	if (link < 6)
		return UINT32_C(1) << (12 + link);
	return g < 4 ? UINT32_C(1) << (12 + g) : 0;
}

/* The link that an argument means, or UINT32_MAX. */
static uint32_t link_of(const struct request *rq)
{
	uint32_t code = rq->args[0] & ~UINT32_C(7);

	for (uint32_t i = 0; i < SCENARIO_N_LINKS; i++) {
		if (code && code == link_code(rq->m, i) &&
		    (rq->m->sc.links & UINT32_C(1) << i))
			return i;
	}
	return UINT32_MAX;
}

static enum hsmp_status link_answer(const struct request *rq, uint32_t types)
{
	double load =
		machine_avg_load(rq->m, rq->sock, rq->t_ns, FIRMWARE_WINDOW_NS);
	uint32_t type = bits(rq->args[0], 0, 3);
	uint32_t link = link_of(rq);
	uint32_t in, out;

	if (link == UINT32_MAX || !(types & UINT32_C(1) << type))
		return HSMP_STATUS_BAD_ARG;
	in = (uint32_t)lround(link_read_mbps(link, load));
	out = (uint32_t)lround(link_write_mbps(link, load));
	rq->args[0] = (type == LINK_TYPE_WRITE ? 0 : in) +
		      (type == LINK_TYPE_READ ? 0 : out);
	return HSMP_STATUS_OK;
}

enum hsmp_status answer_io_bandwidth(const struct request *rq)
{
	return link_answer(rq, UINT32_C(1) << LINK_TYPE_AGGREGATE);
}

enum hsmp_status answer_xgmi_bandwidth(const struct request *rq)
{
	if (rq->m->sc.n_sockets < 2)
		return HSMP_STATUS_PREREQ;
	return link_answer(rq, UINT32_C(1) << LINK_TYPE_AGGREGATE |
				       UINT32_C(1) << LINK_TYPE_READ |
				       UINT32_C(1) << LINK_TYPE_WRITE);
}

/* Rail r is (9 - r) / 10 of the way from ambient to the socket. */
enum hsmp_status answer_vr_temperature(const struct request *rq)
{
	double ambient = rq->m->sc.ambient_c;
	double socket = machine_temp_mc(rq->m, rq->sock, rq->t_ns) / 1000.0;
	/* The hottest one is the first. */
	uint32_t rail = rq->args[0] & 1 ? bits(rq->args[0], 1, 3) : 0;
	double celsius = ambient + (socket - ambient) * (9 - rail) / 10;

	if (rail >= VR_RAILS)
		return HSMP_STATUS_BAD_ARG;
	rq->args[0] = rail << 28 | (uint32_t)MAX(lround(celsius), 0);
	return HSMP_STATUS_OK;
}
