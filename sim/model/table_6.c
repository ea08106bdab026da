// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The metric table of protocol 6 (MI300A)
 *
 * There is no model of the accelerator: its clocks and its share of activity
 * move with the load of the cores, and the parts of the uncore's energy (half
 * accelerator, 30 % base dies, 20 % memory) are plausible, as are the
 * temperatures of regulators and memory, which rise 90 % and 80 % as much as
 * the socket.
 *
 * The bandwidth of memory stands in the table as GB/s, although AMD's tools
 * print it as Gbps: they show 5324.8 for the 5.3 TB/s of a real part.
 */
#include "sim/model/firmware.h"
#include "sim/model/table.h"

/* Offsets. */
enum {
	COUNTER = 0,
	TEMP_SOCKET = 4,
	TEMP_SOCKET_ACC = 16,
	LIMIT = 40,
	LIMIT_MAX = 44,
	POWER = 48,
	TIMESTAMP = 52,
	ENERGY_SOCKET = 60,
	ENERGY_CCD = 68,
	ENERGY_XCD = 76,
	ENERGY_AID = 84,
	ENERGY_HBM = 92,
	CCLK_LIMIT = 100,
	GFXCLK_LIMIT = 104,
	FCLK = 108,
	UCLK = 112,
	SOCCLK = 116,
	VCLK = 132,
	DCLK = 148,
	LCLK = 164,
	GFXCLK_ACC = 180,
	CCLK_ACC = 244,
	CCLK_MAX = 1012,
	CCLK_MIN = 1016,
	GFXCLK_MAX = 1020,
	GFXCLK_MIN = 1024,
	FCLK_TABLE = 1028,
	UCLK_TABLE = 1044,
	SOCCLK_TABLE = 1060,
	VCLK_TABLE = 1076,
	DCLK_TABLE = 1092,
	LCLK_TABLE = 1108,
	LCLK_DPM_MAX = 1124,
	LCLK_DPM_MIN = 1128,
	XGMI_WIDTH = 1132,
	XGMI_BITRATE = 1136,
	XGMI_READ_ACC = 1140,
	XGMI_WRITE_ACC = 1204,
	C0 = 1268,
	GFX_BUSY = 1272,
	DRAM_SHARE = 1276,
	C0_ACC = 1280,
	GFX_BUSY_ACC = 1288,
	DRAM_ACC = 1296,
	DRAM_MAX = 1304,
	DRAM_SHARE_ACC = 1308,
	PCIE_ACC = 1316,
	PROCHOT_MS = 1348,
	PPT_MS = 1352,
	SOCKET_THM_MS = 1356,
	GFXCLK = 1372,
};

#define N_TEMPERATURES 3
#define N_CLOCKS 4
#define N_XCDS 6
#define N_LINKS 8
#define N_PCIE 4
#define GFX_MIN_MHZ 132
#define GFX_MAX_MHZ 2100
#define SOC_MHZ 1200
#define MEDIA_MHZ 800
#define XGMI_LANES 16
#define XGMI_GBPS 32

static void put_temperatures(const struct snapshot *snap, uint8_t *t)
{
	static const double share[N_TEMPERATURES] = { 1, 0.9, 0.8 };
	const struct scenario *sc = &snap->m->sc;
	double now = machine_temp_mc(snap->m, snap->sock, snap->ms_ns) / 1000.0;
	long double joule =
		(long double)(snap->cores + snap->uncore) / 0x1p50L / 1e9L;

	for (uint32_t i = 0; i < N_TEMPERATURES; i++) {
		table_q10(table_at(t, TEMP_SOCKET, 4, i),
			  sc->ambient_c + share[i] * (now - sc->ambient_c));
		table_sum(
			table_at(t, TEMP_SOCKET_ACC, 8, i),
			(long double)sc->ambient_c * snap->ms +
				(long double)(share[i] * sc->thermal_c_per_w) *
					joule * 1000);
	}
}

static void put_power(const struct snapshot *snap, uint8_t *t)
{
	const struct socket_state *s = &snap->m->sockets[snap->sock];

	table_q10(t + LIMIT, s->limit_mw / 1000.0);
	table_q10(t + LIMIT_MAX, snap->m->sc.limit_max_w);
	table_q10(t + POWER, machine_avg_pkg_w(snap->m, snap->sock, snap->ms_ns,
					       FIRMWARE_WINDOW_NS));
	table_joule(t + ENERGY_SOCKET, snap->cores + snap->uncore);
	table_joule(t + ENERGY_CCD, snap->cores);
	table_joule(t + ENERGY_XCD, snap->uncore / 2);
	table_joule(t + ENERGY_AID, snap->uncore * 3 / 10);
	table_joule(t + ENERGY_HBM, snap->uncore / 5);
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
	bool hot = machine_prochot(snap->m, snap->sock, snap->ms_ns);
	const struct scenario *sc = &snap->m->sc;
	uint32_t limit = 0;

	for (uint32_t i = 0; i < MIN(sc->cores_per_socket, TABLE_6_CORES);
	     i++) {
		uint32_t core = first_core(snap->m, snap->sock) + i;
		struct core_sums sums;

		(void)core_sums_at_ms(snap->m, core, snap->ms_ns, &sums);
		table_clock_sum(table_at(t, CCLK_ACC, 8, i), sums.clock);
		limit = MAX(limit, core_limit_mhz(snap->m, core, hot));
	}
	table_q10(t + CCLK_LIMIT, limit / 1000.0);
	table_q10(t + CCLK_MAX, sc->max_mhz / 1000.0);
	table_q10(t + CCLK_MIN, sc->min_mhz / 1000.0);
	table_q10(t + GFXCLK_LIMIT, GFX_MAX_MHZ);
	table_q10(t + GFXCLK_MAX, GFX_MAX_MHZ);
	table_q10(t + GFXCLK_MIN, GFX_MIN_MHZ);
	for (uint32_t i = 0; i < N_XCDS; i++) {
		table_sum(table_at(t, GFXCLK_ACC, 8, i),
			  table_linear(snap, GFX_MIN_MHZ, GFX_MAX_MHZ));
		table_q10(table_at(t, GFXCLK, 4, i),
			  GFX_MIN_MHZ +
				  (GFX_MAX_MHZ - GFX_MIN_MHZ) * snap->load);
	}
	table_q10(t + FCLK, sc->fclk_mhz);
	table_q10(t + UCLK, sc->mclk_mhz);
	for (uint32_t i = 0; i < N_CLOCKS; i++) {
		table_q10(table_at(t, SOCCLK, 4, i), SOC_MHZ);
		table_q10(table_at(t, VCLK, 4, i), MEDIA_MHZ);
		table_q10(table_at(t, DCLK, 4, i), MEDIA_MHZ);
		table_q10(table_at(t, LCLK, 4, i), table_lclk_mhz(snap->load));
	}
	put_clock_table(t + FCLK_TABLE, sc->fclk_mhz);
	put_clock_table(t + UCLK_TABLE, sc->mclk_mhz);
	put_clock_table(t + SOCCLK_TABLE, SOC_MHZ);
	put_clock_table(t + VCLK_TABLE, MEDIA_MHZ);
	put_clock_table(t + DCLK_TABLE, MEDIA_MHZ);
	put_clock_table(t + LCLK_TABLE, table_lclk_mhz(1));
}

/* Gbit/s. */
static void put_links(const struct snapshot *snap, uint8_t *t)
{
	const struct settings *set = &snap->m->sockets[snap->sock].set;

	table_u32(t + LCLK_DPM_MAX, set->nbio[0].max);
	table_u32(t + LCLK_DPM_MIN, set->nbio[0].min);
	table_q10(t + XGMI_WIDTH, XGMI_LANES);
	table_q10(t + XGMI_BITRATE, XGMI_GBPS);
	for (uint32_t i = 0; i < SCENARIO_N_LINKS; i++) {
		long double in = table_linear(snap, link_read_mbps(i, 0),
					      link_read_mbps(i, 1)) /
				 1000;
		long double out = table_linear(snap, link_write_mbps(i, 0),
					       link_write_mbps(i, 1)) /
				  1000;

		if (!(snap->m->sc.links & UINT32_C(1) << i))
			continue;
		if (i < N_PCIE)
			table_sum(table_at(t, PCIE_ACC, 8, i), in + out);
		if (i < 6 || snap->m->sc.n_sockets < 2)
			continue;
		table_sum(table_at(t, XGMI_READ_ACC, 8, i - 6), in);
		table_sum(table_at(t, XGMI_WRITE_ACC, 8, i - 6), out);
	}
}

static void put_activity(const struct snapshot *snap, uint8_t *t)
{
	double max = ddr_max_gbs(&snap->m->sc);

	table_q10(t + C0, snap->load * 100);
	table_q10(t + GFX_BUSY, snap->load * 100);
	table_q10(t + DRAM_SHARE, snap->load * DDR_BUSY_SHARE * 100);
	table_sum(t + C0_ACC, table_linear(snap, 0, 100));
	table_sum(t + GFX_BUSY_ACC, table_linear(snap, 0, 100));
	table_sum(t + DRAM_SHARE_ACC,
		  table_linear(snap, 0, DDR_BUSY_SHARE * 100));
	table_sum(t + DRAM_ACC, table_linear(snap, 0, DDR_BUSY_SHARE * max));
	table_q10(t + DRAM_MAX, max);
}

void table_6(const struct snapshot *snap, uint8_t *t)
{
	uint64_t prochot = snap->throttled.prochot_ns / NSEC_PER_MSEC;

	table_u32(t + COUNTER, (uint32_t)snap->ms);
	/* Steps of 10 ns. */
	table_u64(t + TIMESTAMP, snap->ms_ns / 10);
	put_temperatures(snap, t);
	put_power(snap, t);
	put_clocks(snap, t);
	put_links(snap, t);
	put_activity(snap, t);
	table_u32(t + PROCHOT_MS, (uint32_t)prochot);
	table_u32(t + PPT_MS,
		  (uint32_t)(snap->throttled.ppt_ns / NSEC_PER_MSEC));
	/* PROCHOT is asserted because of the socket; nothing else gets hot. */
	table_u32(t + SOCKET_THM_MS, (uint32_t)prochot);
}
