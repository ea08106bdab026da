/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: THE table of HSMP messages
 *
 * One row a message: how many words go in and come out, whether the driver
 * takes it as a get or a set, which protocol brought it, and how its response
 * is cut into fields. The exchange, the simulator, hwdump and the documents
 * use this table and no other list. A message without a row (reserved) is not
 * sent.
 */
#ifndef HW_HSMP_MSGS_H
#define HW_HSMP_MSGS_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/hsmp_abi.h"

/**
 * enum hsmp_kind - The driver's view of a message's direction
 * @HSMP_KIND_RESERVED:	No such message
 * @HSMP_KIND_GET:	Reads; allowed on a descriptor opened O_RDONLY
 * @HSMP_KIND_SET:	Writes; never sent by this library
 * @HSMP_KIND_SET_GET:	Reads when bit 31 of args[0] is set
 */
enum hsmp_kind {
	HSMP_KIND_RESERVED,
	HSMP_KIND_GET,
	HSMP_KIND_SET,
	HSMP_KIND_SET_GET,
};

/**
 * enum hsmp_gen - Generations of the driver's message table
 *
 * What a running kernel accepts; newer firmware does not help an older table.
 *
 * @HSMP_GEN_A:		First mainline, up to about 6.5: ids to 22h, no SET_GET
 * @HSMP_GEN_B:		MI300A, 6.6: ids to 25h
 * @HSMP_GEN_C:		Protocol 7: ids to 32h, 29h to 2Fh reserved; SET_GET are
 *			21h, 27h, 28h
 * @HSMP_GEN_D:		Mainline of 2026: ids to 3Ch, 2Bh to 2Fh reserved; SET_GET
 *			are 0Ch, 0Dh, 21h, 22h, 27h to 2Ah, 38h, 3Ah to 3Ch
 * @HSMP_GEN_OOT:	Out of tree 4.0: ids to 3Ah; as D without 3Bh, 3Ch, and
 *			26h is SET_GET too
 */
enum hsmp_gen {
	HSMP_GEN_A,
	HSMP_GEN_B,
	HSMP_GEN_C,
	HSMP_GEN_D,
	HSMP_GEN_OOT,
	HSMP_N_GENS,
};

/**
 * enum hsmp_scope - What the argument of a get selects
 * @HSMP_SCOPE_SOCKET:	Nothing; the value is the socket's
 * @HSMP_SCOPE_CORE:	A core by APIC id
 * @HSMP_SCOPE_OTHER:	Something else, see the message's row
 */
enum hsmp_scope {
	HSMP_SCOPE_SOCKET,
	HSMP_SCOPE_CORE,
	HSMP_SCOPE_OTHER,
};

#define HSMP_MAX_FIELDS 4

/**
 * struct hsmp_field - A value inside a response
 * @name:	Lower case, as hwdump prints it; NULL ends the list
 * @word:	Response word
 * @shift:	Lowest bit
 * @width:	Number of bits, 1 to 32
 * @unit:	Unit of the raw value, "" for a plain number
 */
struct hsmp_field {
	const char *name;
	uint8_t word;
	uint8_t shift;
	uint8_t width;
	const char *unit;
};

/**
 * struct hsmp_msg_desc - One row
 * @name:	Name as in enum hsmp_id, without HSMP_
 * @kind:	Direction
 * @num_args:	Argument words
 * @response_sz: Response words
 * @scope:	Meaning of the argument
 * @min_proto:	First protocol version that has it
 * @only_proto:	If not 0, the only protocol version that has it
 * @not_proto:	If not 0, a later protocol version that lacks it
 * @fields:	Decode of the response
 */
struct hsmp_msg_desc {
	const char *name;
	enum hsmp_kind kind;
	uint8_t num_args;
	uint8_t response_sz;
	enum hsmp_scope scope;
	uint8_t min_proto;
	uint8_t only_proto;
	uint8_t not_proto;
	struct hsmp_field fields[HSMP_MAX_FIELDS];
};

/* Indexed by enum hsmp_id; rows that are not filled are HSMP_KIND_RESERVED. */
extern const struct hsmp_msg_desc hsmp_msgs[HSMP_N_IDS];

/**
 * hsmp_msg_in_proto() - Whether a protocol version has a message
 * @msg:	Row
 * @proto:	Protocol version
 *
 * Return: true if it is documented to have it
 */
static inline bool hsmp_msg_in_proto(const struct hsmp_msg_desc *msg,
				     unsigned int proto)
{
	return msg->kind != HSMP_KIND_RESERVED && proto >= msg->min_proto &&
	       (!msg->only_proto || proto == msg->only_proto) &&
	       (!msg->not_proto || proto != msg->not_proto);
}

/**
 * hsmp_field_get() - Cut a field out of a response
 * @field:	Field
 * @words:	Response words
 *
 * Return: the field's raw value
 */
static inline uint32_t hsmp_field_get(const struct hsmp_field *field,
				      const uint32_t *words)
{
	uint32_t mask = field->width >= 32 ? UINT32_MAX
					   : (UINT32_C(1) << field->width) - 1;

	return words[field->word] >> field->shift & mask;
}

#endif
