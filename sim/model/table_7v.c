// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The metric table of family 1Ah models 50h to 5Fh (Zen 6)
 *
 * One part for the IO die, then one for each of eight CCDs of up to 32 cores.
 * Idle time is 1/10 CC1 and 9/10 CC6, as cpuidle's shares are; the data fabric
 * sleeps in half of the time in which the average core is idle. A core's
 * effective clock counts idle time as 0: max_mhz x the share of time that
 * limit and load leave. Bandwidths are GB/s. Nobody says in what unit a core's
 * residencies count; here it is percent, while the socket's C0 is the number
 * of cores that are awake, as AMD's library takes it.
 */
#include "sim/model/firmware.h"
#include "sim/model/table.h"

/* Offsets in the IO die's part. */
enum {
	N_CCDS = 0,
	COUNTER = 4,
	TEMP_ACC = 8,
	LIMIT = 16,
	LIMIT_MAX = 20,
	POWER_SOCKET_ACC = 24,
	POWER_CORE_ACC = 32,
	POWER_UNCORE_ACC = 40,
	TIMESTAMP = 48,
	ENERGY_SOCKET = 56,
	ENERGY_CORE = 64,
	ENERGY_UNCORE = 72,
	FCLK_ACC = 80,
	UCLK_ACC = 88,
	DDR_ACC = 96,
	LCLK_ACC = 104,
	FCLK_TABLE = 136,
	UCLK_TABLE = 152,
	DDR_TABLE = 168,
	DF_PSTATE_MAX = 184,
	DF_PSTATE_MIN = 188,
	LCLK_TABLE = 192,
	LCLK_DPM_MAX = 208,
	LCLK_DPM_MIN = 212,
	XGMI_RATE_ACC = 216,
	XGMI_READ_ACC = 280,
	XGMI_WRITE_ACC = 344,
	C0_ACC = 408,
	DF_CSTATE_ACC = 416,
	DRAM_READ_ACC = 424,
	DRAM_WRITE_ACC = 432,
	DRAM_MAX = 440,
	PCIE_ACC = 444,
	PROCHOT_MS = 508,
	PPT_MS = 512,
	THM_MS = 516,
	IOD_SIZE = 540,
};

/* Offsets in a CCD's part. */
enum {
	APICID = 0,
	CORE_C0_ACC = 128,
	CORE_CC1_ACC = 384,
	CORE_CC6_ACC = 640,
	CORE_CLOCK_ACC = 896,
	CORE_EFFECTIVE_ACC = 1152,
	CORE_POWER_ACC = 1408,
	CCD_SIZE = 1664,
};

#define NO_APICID UINT32_MAX
#define N_CLOCKS 4
#define CC1_PERCENT 10
#define CC6_PERCENT 90
#define DF_SLEEP_SHARE 0.5
#define XGMI_GBPS 32
#define XGMI_LANES 16
/* Of what memory carries, two thirds are reads. */
#define DRAM_READ_SHARE (2.0 / 3)

/* Power summed over ms is energy: 1000 W ms to the joule. */
static void put_power_sum(uint8_t *p, uint128_t energy)
{
	table_sum(p, (long double)energy / 0x1p50L / 1e6L);
}

static void put_power(const struct snapshot *snap, uint8_t *t)
{
	const struct scenario *sc = &snap->m->sc;
	uint128_t pkg = snap->cores + snap->uncore;
	long double joule = (long double)pkg / 0x1p50L / 1e9L;

	table_sum(t + TEMP_ACC,
		  (long double)sc->ambient_c * snap->ms +
			  (long double)sc->thermal_c_per_w * joule * 1000);
	table_q10(t + LIMIT, snap->m->sockets[snap->sock].limit_mw / 1000.0);
	table_q10(t + LIMIT_MAX, sc->limit_max_w);
	put_power_sum(t + POWER_SOCKET_ACC, pkg);
	put_power_sum(t + POWER_CORE_ACC, snap->cores);
	put_power_sum(t + POWER_UNCORE_ACC, snap->uncore);
	table_joule(t + ENERGY_SOCKET, pkg);
	table_joule(t + ENERGY_CORE, snap->cores);
	table_joule(t + ENERGY_UNCORE, snap->uncore);
}

/* Steps of a clock: all, 3/4, 1/2, 1/4 of it. */
static void put_clock_table(uint8_t *p, double mhz)
{
	for (uint32_t i = 0; i < N_CLOCKS; i++)
		table_q10(table_at(p, 0, 4, i),
			  mhz * (N_CLOCKS - i) / N_CLOCKS);
}

static void put_clocks(const struct snapshot *snap, uint8_t *t)
{
	const struct settings *set = &snap->m->sockets[snap->sock].set;
	const struct scenario *sc = &snap->m->sc;

	table_sum(t + FCLK_ACC, (long double)sc->fclk_mhz * snap->ms);
	table_sum(t + UCLK_ACC, (long double)sc->mclk_mhz * snap->ms);
	table_sum(t + DDR_ACC, (long double)sc->mclk_mhz * 2 * snap->ms);
	for (uint32_t i = 0; i < N_CLOCKS; i++)
		table_sum(table_at(t, LCLK_ACC, 8, i),
			  table_linear(snap, table_lclk_mhz(0),
				       table_lclk_mhz(1)));
	put_clock_table(t + FCLK_TABLE, sc->fclk_mhz);
	put_clock_table(t + UCLK_TABLE, sc->mclk_mhz);
	put_clock_table(t + DDR_TABLE, sc->mclk_mhz * 2.0);
	put_clock_table(t + LCLK_TABLE, table_lclk_mhz(1));
	table_u32(t + DF_PSTATE_MAX, set->df_range.max);
	table_u32(t + DF_PSTATE_MIN, set->df_range.min);
	table_u32(t + LCLK_DPM_MAX, set->nbio[0].max);
	table_u32(t + LCLK_DPM_MIN, set->nbio[0].min);
}

static void put_links(const struct snapshot *snap, uint8_t *t)
{
	for (uint32_t i = 0; i < SCENARIO_N_LINKS; i++) {
		long double in = table_linear(snap, link_read_mbps(i, 0),
					      link_read_mbps(i, 1)) /
				 8000;
		long double out = table_linear(snap, link_write_mbps(i, 0),
					       link_write_mbps(i, 1)) /
				  8000;

		if (!(snap->m->sc.links & UINT32_C(1) << i))
			continue;
		if (i < 6)
			table_sum(table_at(t, PCIE_ACC, 8, i), in + out);
		if (i < 6 || snap->m->sc.n_sockets < 2)
			continue;
		table_sum(table_at(t, XGMI_RATE_ACC, 8, i - 6),
			  (long double)XGMI_GBPS * XGMI_LANES / 8 * snap->ms);
		table_sum(table_at(t, XGMI_READ_ACC, 8, i - 6), in);
		table_sum(table_at(t, XGMI_WRITE_ACC, 8, i - 6), out);
	}
}

static void put_activity(const struct snapshot *snap, uint8_t *t)
{
	double max = ddr_max_gbs(&snap->m->sc);
	double used = DDR_BUSY_SHARE * max;

	/* The sum over all cores, of which each counts 1 when busy. */
	table_sum(t + C0_ACC,
		  table_linear(snap, 0, snap->m->sc.cores_per_socket));
	table_sum(t + DF_CSTATE_ACC,
		  table_linear(snap, DF_SLEEP_SHARE * 100, 0));
	table_sum(t + DRAM_READ_ACC,
		  table_linear(snap, 0, used * DRAM_READ_SHARE));
	table_sum(t + DRAM_WRITE_ACC,
		  table_linear(snap, 0, used * (1 - DRAM_READ_SHARE)));
	table_q10(t + DRAM_MAX, max);
}

static void put_core(const struct snapshot *snap, uint32_t core, uint8_t *ccd,
		     uint32_t i)
{
	const struct machine *m = snap->m;
	struct core_sums sums;
	uint64_t at = core_sums_at_ms(m, core, snap->ms_ns, &sums);
	long double busy = (long double)sums.busy / 0x1p60L / NSEC_PER_MSEC;
	long double idle = (long double)at / NSEC_PER_MSEC - busy;

	table_u32(table_at(ccd, APICID, 4, i), machine_apicid(m, core));
	table_sum(table_at(ccd, CORE_C0_ACC, 8, i), busy * 100);
	table_sum(table_at(ccd, CORE_CC1_ACC, 8, i), idle * CC1_PERCENT);
	table_sum(table_at(ccd, CORE_CC6_ACC, 8, i), idle * CC6_PERCENT);
	table_clock_sum(table_at(ccd, CORE_CLOCK_ACC, 8, i), sums.clock);
	table_clock_sum(table_at(ccd, CORE_EFFECTIVE_ACC, 8, i),
			power_of_share(sums.active,
				       (uint64_t)m->sc.max_mhz << CLOCK_BITS));
	put_power_sum(table_at(ccd, CORE_POWER_ACC, 8, i),
		      core_energy_of(m, &sums, at));
}

static void put_ccds(const struct snapshot *snap, uint8_t *t)
{
	uint32_t per_ccd = snap->m->sc.cores_per_ccd;
	uint32_t n = snap->m->sc.cores_per_socket;

	for (uint32_t c = 0; c < TABLE_7V_CCDS; c++) {
		uint8_t *ccd = table_at(t, IOD_SIZE, CCD_SIZE, c);

		for (uint32_t i = 0; i < TABLE_7V_CORES; i++) {
			uint32_t core = c * per_ccd + i;

			if (i < per_ccd && core < n)
				put_core(snap,
					 first_core(snap->m, snap->sock) + core,
					 ccd, i);
			else
				table_u32(table_at(ccd, APICID, 4, i),
					  NO_APICID);
		}
	}
	table_u32(t + N_CCDS, n / per_ccd);
}

void table_7v(const struct snapshot *snap, uint8_t *t)
{
	uint64_t prochot = snap->throttled.prochot_ns / NSEC_PER_MSEC;

	table_u32(t + COUNTER, (uint32_t)snap->ms);
	/* Steps of 10 ns. */
	table_u64(t + TIMESTAMP, snap->ms_ns / 10);
	put_power(snap, t);
	put_clocks(snap, t);
	put_links(snap, t);
	put_activity(snap, t);
	put_ccds(snap, t);
	table_u32(t + PROCHOT_MS, (uint32_t)prochot);
	table_u32(t + PPT_MS,
		  (uint32_t)(snap->throttled.ppt_ns / NSEC_PER_MSEC));
	table_u32(t + THM_MS, (uint32_t)prochot);
}
