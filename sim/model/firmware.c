// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The firmware behind the mailbox
 *
 * One row a message: the protocol versions that know it and the function that
 * answers. Everything else is HSMP_STATUS_UNKNOWN_MSG. This is the firmware's
 * own view, on purpose not that of hw/hsmp_msgs.h: the two must be able to
 * disagree, as a kernel and a firmware can.
 *
 * What is reported about power and C0 is an average over the last
 * FIRMWARE_WINDOW_NS; the window of real firmware is not documented. Limits
 * are stored and reported but throttle nothing: energy follows from the load
 * alone, and a clamp would leave no closed form of its integral. The boost
 * limit caps clocks.
 */
#include <math.h>

#include "hw/hsmp_abi.h"
#include "sim/model/machine.h"
#include "sim/model/machine_internal.h"

/* Plausible: eight channels of DDR4, of which full load uses three quarters. */
#define DDR_CHANNELS 8
#define DDR_BYTES 8
#define DDR_BUSY_SHARE 0.75

#define DF_PSTATE_MAX 2
#define XGMI_CODE_MAX 2
#define NBIO_DPM_MAX 3
#define NO_CORE UINT32_MAX

typedef enum hsmp_status (*answer_fn)(struct machine *m, uint32_t sock,
				      uint32_t *args, uint64_t t_ns);

static uint32_t bits(uint32_t word, unsigned int shift, unsigned int width)
{
	return word >> shift & ((UINT32_C(1) << width) - 1);
}

/* An APIC id of another socket is as unknown as one of none. */
static uint32_t core_of_apicid(const struct machine *m, uint32_t sock,
			       uint32_t apicid)
{
	uint32_t first = sock * m->sc.cores_per_socket;

	for (uint32_t t = 0; t < m->sc.threads_per_core; t++) {
		for (uint32_t i = 0; i < m->sc.cores_per_socket; i++) {
			uint32_t cpu = first + i + t * m->n_cores;

			if (machine_apicid(m, cpu) == apicid)
				return first + i;
		}
	}
	return NO_CORE;
}

static enum hsmp_status test(struct machine *m, uint32_t sock, uint32_t *args,
			     uint64_t t_ns)
{
	UNUSED(m);
	UNUSED(sock);
	UNUSED(t_ns);
	args[0] += HSMP_TEST_INCREMENT;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_smu_ver(struct machine *m, uint32_t sock,
				    uint32_t *args, uint64_t t_ns)
{
	UNUSED(sock);
	UNUSED(t_ns);
	args[0] = m->sc.smu_version;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_proto_ver(struct machine *m, uint32_t sock,
				      uint32_t *args, uint64_t t_ns)
{
	UNUSED(sock);
	UNUSED(t_ns);
	args[0] = m->sc.protocol;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_power(struct machine *m, uint32_t sock,
				  uint32_t *args, uint64_t t_ns)
{
	double watt = machine_avg_pkg_w(m, sock, t_ns, FIRMWARE_WINDOW_NS);

	args[0] = (uint32_t)lround(watt * 1000);
	return HSMP_STATUS_OK;
}

static uint32_t limit_max_mw(const struct machine *m)
{
	return (uint32_t)lround(m->sc.limit_max_w * 1000);
}

static enum hsmp_status set_power_limit(struct machine *m, uint32_t sock,
					uint32_t *args, uint64_t t_ns)
{
	UNUSED(t_ns);
	if (args[0] == 0 || args[0] > limit_max_mw(m))
		return HSMP_STATUS_BAD_ARG;
	m->sockets[sock].limit_mw = args[0];
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_power_limit(struct machine *m, uint32_t sock,
					uint32_t *args, uint64_t t_ns)
{
	UNUSED(t_ns);
	args[0] = m->sockets[sock].limit_mw;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_power_limit_max(struct machine *m, uint32_t sock,
					    uint32_t *args, uint64_t t_ns)
{
	UNUSED(sock);
	UNUSED(t_ns);
	args[0] = limit_max_mw(m);
	return HSMP_STATUS_OK;
}

static bool is_boost_limit(const struct machine *m, uint32_t mhz)
{
	return mhz >= m->sc.min_mhz && mhz <= m->sc.max_mhz;
}

static enum hsmp_status set_boost(struct machine *m, uint32_t sock,
				  uint32_t *args, uint64_t t_ns)
{
	uint32_t core = core_of_apicid(m, sock, bits(args[0], 16, 16));
	uint32_t mhz = bits(args[0], 0, 16);

	UNUSED(t_ns);
	if (core == NO_CORE || !is_boost_limit(m, mhz))
		return HSMP_STATUS_BAD_ARG;
	m->cores[core].boost_mhz = mhz;
	return HSMP_STATUS_OK;
}

static enum hsmp_status set_boost_socket(struct machine *m, uint32_t sock,
					 uint32_t *args, uint64_t t_ns)
{
	uint32_t first = sock * m->sc.cores_per_socket;

	UNUSED(t_ns);
	if (!is_boost_limit(m, args[0]))
		return HSMP_STATUS_BAD_ARG;
	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++)
		m->cores[first + i].boost_mhz = args[0];
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_boost(struct machine *m, uint32_t sock,
				  uint32_t *args, uint64_t t_ns)
{
	uint32_t core = core_of_apicid(m, sock, args[0]);

	UNUSED(t_ns);
	if (core == NO_CORE)
		return HSMP_STATUS_BAD_ARG;
	args[0] = m->cores[core].boost_mhz;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_prochot(struct machine *m, uint32_t sock,
				    uint32_t *args, uint64_t t_ns)
{
	args[0] = machine_prochot(m, sock, t_ns);
	return HSMP_STATUS_OK;
}

static enum hsmp_status xgmi_width(struct machine *m, uint32_t sock,
				   uint32_t *args, uint64_t t_ns)
{
	struct socket_state *s = &m->sockets[sock];
	uint32_t min = bits(args[0], 8, 8);
	uint32_t max = bits(args[0], 0, 8);

	UNUSED(t_ns);
	/* There are no links between sockets. */
	if (m->sc.n_sockets < 2)
		return HSMP_STATUS_PREREQ;
	if (args[0] & HSMP_GET_BIT) {
		args[0] = (uint32_t)s->xgmi_min << 8 | s->xgmi_max;
		return HSMP_STATUS_OK;
	}
	if (min > max || max > XGMI_CODE_MAX)
		return HSMP_STATUS_BAD_ARG;
	s->xgmi_min = (uint8_t)min;
	s->xgmi_max = (uint8_t)max;
	return HSMP_STATUS_OK;
}

static enum hsmp_status df_pstate(struct machine *m, uint32_t sock,
				  uint32_t *args, uint64_t t_ns)
{
	struct socket_state *s = &m->sockets[sock];

	UNUSED(t_ns);
	if (args[0] & HSMP_GET_BIT) {
		args[0] = (uint32_t)s->apb_disabled << 8 | s->df_pstate;
		return HSMP_STATUS_OK;
	}
	if (args[0] > DF_PSTATE_MAX)
		return HSMP_STATUS_BAD_ARG;
	s->apb_disabled = true;
	s->df_pstate = (uint8_t)args[0];
	return HSMP_STATUS_OK;
}

static enum hsmp_status auto_df_pstate(struct machine *m, uint32_t sock,
				       uint32_t *args, uint64_t t_ns)
{
	UNUSED(args);
	UNUSED(t_ns);
	m->sockets[sock].apb_disabled = false;
	m->sockets[sock].df_pstate = 0;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_fclk_mclk(struct machine *m, uint32_t sock,
				      uint32_t *args, uint64_t t_ns)
{
	UNUSED(sock);
	UNUSED(t_ns);
	args[0] = m->sc.fclk_mhz;
	args[1] = m->sc.mclk_mhz;
	return HSMP_STATUS_OK;
}

/* A socket that is too hot runs at its lowest clock. */
static uint32_t core_limit_mhz(const struct machine *m, uint32_t sock,
			       uint32_t core, uint64_t t_ns)
{
	return machine_prochot(m, sock, t_ns) ? m->sc.min_mhz
					      : m->cores[core].boost_mhz;
}

static enum hsmp_status get_cclk_limit(struct machine *m, uint32_t sock,
				       uint32_t *args, uint64_t t_ns)
{
	uint32_t first = sock * m->sc.cores_per_socket;
	uint32_t best = first;

	for (uint32_t i = 0; i < m->sc.cores_per_socket; i++) {
		if (m->cores[first + i].boost_mhz > m->cores[best].boost_mhz)
			best = first + i;
	}
	args[0] = core_limit_mhz(m, sock, best, t_ns);
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_c0_percent(struct machine *m, uint32_t sock,
				       uint32_t *args, uint64_t t_ns)
{
	double load = machine_avg_load(m, sock, t_ns, FIRMWARE_WINDOW_NS);

	args[0] = (uint32_t)lround(load * 100);
	return HSMP_STATUS_OK;
}

static enum hsmp_status nbio_dpm(struct machine *m, uint32_t sock,
				 uint32_t *args, uint64_t t_ns)
{
	uint32_t nbio = bits(args[0], 16, 8);
	uint32_t max = bits(args[0], 8, 8);
	uint32_t min = bits(args[0], 0, 8);

	UNUSED(t_ns);
	if (nbio >= SOCKET_N_NBIOS || min > max || max > NBIO_DPM_MAX)
		return HSMP_STATUS_BAD_ARG;
	m->sockets[sock].nbio[nbio].min = (uint8_t)min;
	m->sockets[sock].nbio[nbio].max = (uint8_t)max;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_nbio_dpm(struct machine *m, uint32_t sock,
				     uint32_t *args, uint64_t t_ns)
{
	uint32_t nbio = bits(args[0], 16, 8);
	const struct nbio_state *state;

	UNUSED(t_ns);
	if (nbio >= SOCKET_N_NBIOS)
		return HSMP_STATUS_BAD_ARG;
	state = &m->sockets[sock].nbio[nbio];
	args[0] = (uint32_t)state->max << 8 | state->min;
	return HSMP_STATUS_OK;
}

/* GB/s: DDR moves DDR_BYTES twice a clock on each channel. */
static enum hsmp_status get_ddr_bandwidth(struct machine *m, uint32_t sock,
					  uint32_t *args, uint64_t t_ns)
{
	double load = machine_avg_load(m, sock, t_ns, FIRMWARE_WINDOW_NS);
	uint32_t max = m->sc.mclk_mhz * 2 * DDR_BYTES * DDR_CHANNELS / 1000;
	double share = load * DDR_BUSY_SHARE;

	args[0] = max << 20 | (uint32_t)lround(max * share) << 8 |
		  (uint32_t)lround(share * 100);
	return HSMP_STATUS_OK;
}

/* Whole degrees in 15:8, eighths in 7:5. */
static enum hsmp_status get_temperature(struct machine *m, uint32_t sock,
					uint32_t *args, uint64_t t_ns)
{
	int32_t eighths = machine_temp_mc(m, sock, t_ns) / 125;

	/* The field is unsigned and saturates. */
	args[0] = (uint32_t)MIN(MAX(eighths, 0), 0xFF * 8 + 7) << 5;
	return HSMP_STATUS_OK;
}

static enum hsmp_status get_core_limit(struct machine *m, uint32_t sock,
				       uint32_t *args, uint64_t t_ns)
{
	uint32_t core = core_of_apicid(m, sock, args[0]);

	if (core == NO_CORE)
		return HSMP_STATUS_BAD_ARG;
	args[0] = core_limit_mhz(m, sock, core, t_ns);
	return HSMP_STATUS_OK;
}

/*
 * Protocols 2 (Milan) to 7 (Turin). Protocol 6 (MI300A) lacks the data fabric
 * and DDR messages.
 */
#define ANY_PROTOCOL 0xFE
#define BIT_OF(protocol) (UINT32_C(1) << (protocol))
#define NOT_6 (ANY_PROTOCOL & ~BIT_OF(6))
#define FROM_5 (ANY_PROTOCOL & ~(BIT_OF(5) - 1))

static const struct {
	uint32_t protocols;
	answer_fn answer;
} messages[] = {
	[HSMP_TEST] = { ANY_PROTOCOL, test },
	[HSMP_GET_SMU_VER] = { ANY_PROTOCOL, get_smu_ver },
	[HSMP_GET_PROTO_VER] = { ANY_PROTOCOL, get_proto_ver },
	[HSMP_GET_SOCKET_POWER] = { ANY_PROTOCOL, get_power },
	[HSMP_SET_SOCKET_POWER_LIMIT] = { ANY_PROTOCOL, set_power_limit },
	[HSMP_GET_SOCKET_POWER_LIMIT] = { ANY_PROTOCOL, get_power_limit },
	[HSMP_GET_SOCKET_POWER_LIMIT_MAX] = { ANY_PROTOCOL,
					      get_power_limit_max },
	[HSMP_SET_BOOST_LIMIT] = { ANY_PROTOCOL, set_boost },
	[HSMP_SET_BOOST_LIMIT_SOCKET] = { ANY_PROTOCOL, set_boost_socket },
	[HSMP_GET_BOOST_LIMIT] = { ANY_PROTOCOL, get_boost },
	[HSMP_GET_PROC_HOT] = { ANY_PROTOCOL, get_prochot },
	[HSMP_SET_XGMI_LINK_WIDTH] = { ANY_PROTOCOL, xgmi_width },
	[HSMP_SET_DF_PSTATE] = { NOT_6, df_pstate },
	[HSMP_SET_AUTO_DF_PSTATE] = { NOT_6, auto_df_pstate },
	[HSMP_GET_FCLK_MCLK] = { ANY_PROTOCOL, get_fclk_mclk },
	[HSMP_GET_CCLK_THROTTLE_LIMIT] = { ANY_PROTOCOL, get_cclk_limit },
	[HSMP_GET_C0_PERCENT] = { ANY_PROTOCOL, get_c0_percent },
	[HSMP_SET_NBIO_DPM_LEVEL] = { ANY_PROTOCOL, nbio_dpm },
	[HSMP_GET_NBIO_DPM_LEVEL] = { ANY_PROTOCOL, get_nbio_dpm },
	[HSMP_GET_DDR_BANDWIDTH] = { NOT_6, get_ddr_bandwidth },
	[HSMP_GET_TEMP_MONITOR] = { BIT_OF(4), get_temperature },
	[HSMP_GET_CCLK_CORE_LIMIT] = { FROM_5, get_core_limit },
};

uint8_t machine_hsmp(struct machine *m, uint32_t sock, uint32_t id,
		     uint32_t args[8], uint64_t t_ns)
{
	if (id >= ARRAY_SIZE(messages) || !messages[id].answer ||
	    !(messages[id].protocols & BIT_OF(m->sc.protocol)))
		return HSMP_STATUS_UNKNOWN_MSG;
	return (uint8_t)messages[id].answer(m, sock, args, t_ns);
}
