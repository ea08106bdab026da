/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Inside of the firmware
 *
 * firmware.c has the table of messages and answers what concerns power and
 * clocks, firmware_sensors.c what is measured elsewhere, firmware_settings.c
 * what is set and read back.
 */
#ifndef SIM_MODEL_FIRMWARE_H
#define SIM_MODEL_FIRMWARE_H

#include "hw/hsmp_abi.h"
#include "sim/model/machine_internal.h"

/**
 * enum platform - What decides which messages a firmware knows
 * @PLATFORM_MILAN:	Protocol 2, and 3, of which nothing is known
 * @PLATFORM_TRENTO:	Protocol 4
 * @PLATFORM_GENOA:	Protocol 5
 * @PLATFORM_MI300A:	Protocol 6
 * @PLATFORM_TURIN:	Protocol 7, or 5 on family 1Ah models up to 1Fh
 * @PLATFORM_VENICE:	Protocol 7 on family 1Ah models 50h to 5Fh
 *
 * Bits, so that a row of the table can have several.
 */
enum platform {
	PLATFORM_MILAN = 1 << 0,
	PLATFORM_TRENTO = 1 << 1,
	PLATFORM_GENOA = 1 << 2,
	PLATFORM_MI300A = 1 << 3,
	PLATFORM_TURIN = 1 << 4,
	PLATFORM_VENICE = 1 << 5,
};

/**
 * struct request - A message that arrived
 * @m:		Machine
 * @sock:	Socket
 * @t_ns:	Model time
 * @args:	Eight words, arguments in, responses out
 */
struct request {
	struct machine *m;
	uint32_t sock;
	uint64_t t_ns;
	uint32_t *args;
};

/**
 * typedef answer_fn - Answers one message
 * @rq:		Request; its words are touched on success only
 *
 * Return: what the status register says
 */
typedef enum hsmp_status (*answer_fn)(const struct request *rq);

/**
 * struct firmware_message - Row of the firmware's table
 * @platforms:	enum platform bits that know it
 * @get:	It can be read: bit of message 37h's read mask
 * @set:	It can be written: bit of its write mask
 * @answer:	Answers
 */
struct firmware_message {
	uint8_t platforms;
	bool get;
	bool set;
	answer_fn answer;
};

/**
 * firmware_platform() - Platform of a machine
 * @m:		Machine
 *
 * Return: one bit
 */
enum platform firmware_platform(const struct machine *m);

/**
 * firmware_message() - Row of a message that a machine's firmware knows
 * @m:		Machine
 * @id:		Message
 *
 * Return: row, or NULL
 */
const struct firmware_message *firmware_message(const struct machine *m,
						uint32_t id);

/**
 * core_of_apicid() - A core of a socket by the APIC id of a thread
 * @rq:		Request; APIC ids of other sockets are as unknown as those of
 *		nobody
 * @apicid:	APIC id
 *
 * Return: core, or NO_CORE
 */
uint32_t core_of_apicid(const struct request *rq, uint32_t apicid);

/**
 * bits() - Some bits of a word
 * @word:	Word
 * @shift:	Lowest bit
 * @width:	Number of bits, 1 to 31
 *
 * Return: their value
 */
static inline uint32_t bits(uint32_t word, unsigned int shift,
			    unsigned int width)
{
	return word >> shift & ((UINT32_C(1) << width) - 1);
}

/**
 * link_read_mbps() - What a link carries inwards
 * @link:	Number of the link's bit in struct scenario
 * @load:	Load of the socket
 *
 * Return: Mbit/s
 */
double link_read_mbps(uint32_t link, double load);

/**
 * link_write_mbps() - What it carries outwards
 * @link:	As link_read_mbps()
 * @load:	As link_read_mbps()
 *
 * Return: Mbit/s
 */
double link_write_mbps(uint32_t link, double load);

/**
 * ddr_max_gbs() - What a socket's memory can carry
 * @sc:		Scenario
 *
 * Return: GB/s: 8 bytes on each channel twice a clock
 */
double ddr_max_gbs(const struct scenario *sc);

/* Of which full load uses so much. Plausible. */
#define DDR_BUSY_SHARE 0.75

/* Sensors; as answer_fn(). */
enum hsmp_status answer_ddr_bandwidth(const struct request *rq);
enum hsmp_status answer_temperature(const struct request *rq);
enum hsmp_status answer_dimm_range(const struct request *rq);
enum hsmp_status answer_dimm_power(const struct request *rq);
enum hsmp_status answer_dimm_thermal(const struct request *rq);
enum hsmp_status answer_io_bandwidth(const struct request *rq);
enum hsmp_status answer_xgmi_bandwidth(const struct request *rq);
enum hsmp_status answer_sideband_read(const struct request *rq);
enum hsmp_status answer_sideband_write(const struct request *rq);
enum hsmp_status answer_vr_temperature(const struct request *rq);

/* Settings; as answer_fn(). */
enum hsmp_status answer_power_limit_set(const struct request *rq);
enum hsmp_status answer_power_limit(const struct request *rq);
enum hsmp_status answer_power_limit_max(const struct request *rq);
enum hsmp_status answer_boost_set(const struct request *rq);
enum hsmp_status answer_boost_set_socket(const struct request *rq);
enum hsmp_status answer_boost(const struct request *rq);
enum hsmp_status answer_xgmi_width(const struct request *rq);
enum hsmp_status answer_df_pstate(const struct request *rq);
enum hsmp_status answer_auto_df_pstate(const struct request *rq);
enum hsmp_status answer_nbio_set(const struct request *rq);
enum hsmp_status answer_nbio(const struct request *rq);
enum hsmp_status answer_gmi3_width(const struct request *rq);
enum hsmp_status answer_pci_rate(const struct request *rq);
enum hsmp_status answer_power_mode(const struct request *rq);
enum hsmp_status answer_df_range(const struct request *rq);
enum hsmp_status answer_xgmi_pstate(const struct request *rq);
enum hsmp_status answer_cpurail_iso(const struct request *rq);
enum hsmp_status answer_dfc(const struct request *rq);
enum hsmp_status answer_pc6(const struct request *rq);
enum hsmp_status answer_cc6(const struct request *rq);
enum hsmp_status answer_floor(const struct request *rq);
enum hsmp_status answer_sdps(const struct request *rq);

#endif
