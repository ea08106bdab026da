/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: THE table of HSMP messages
 *
 * One row a message: how many words go in and come out, whether the driver
 * takes it as a get or a set, which platforms and which generations of the
 * driver know it, and how its argument and its response are cut into fields.
 * The exchange, the simulator, hwdump and docs/HSMP.md use this table and no
 * other list. A message without a row (reserved) is not sent.
 *
 * Three parties decide whether a message works, and they differ: the firmware
 * (struct hsmp_platform_desc says what is documented, hw/hsmp_support.h
 * decides), the driver's table (hsmp_gen_...() below), and the mode in which
 * the node was opened.
 *
 * Sources: the drivers of mainline and out of tree, and AMD's E-SMI library
 * 5.2. Where they contradict each other, the field keeps raw bits and the
 * row's note says so.
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
 * @HSMP_GEN_A:		First mainline, up to about 6.5: ids to 22h, no SET_GET
 * @HSMP_GEN_B:		MI300A, 6.6: ids to 25h
 * @HSMP_GEN_C:		Protocol 7: ids to 32h, 29h to 2Fh reserved; SET_GET are
 *			21h, 27h, 28h
 * @HSMP_GEN_D:		Mainline of 2026: ids to 3Ch, 2Bh to 2Fh reserved; SET_GET
 *			are 0Ch, 0Dh, 21h, 22h, 27h to 2Ah, 38h, 3Ah to 3Ch
 * @HSMP_GEN_OOT:	Out of tree 4.0: ids to 3Ah; as D without 3Bh, 3Ch, and
 *			26h is SET_GET too
 * @HSMP_N_GENS:	How many there are
 *
 * What a running kernel accepts; newer firmware does not help an older table.
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
 * struct hsmp_gen_desc - One generation of the driver
 * @name:	"A" to "D", "oot"; scenarios and documents use it
 * @where:	Where it is found
 * @last_id:	Highest message of its table
 * @exact_response: response_sz must equal the table's for GET and SET, and
 *		must not exceed it for SET_GET; else it must not exceed it for any
 * @any_ioctl:	The number of the ioctl is not looked at: each is taken for
 *		HSMP_IOCTL_CMD; else others are ENOTTY
 * @has_telemetry: It has HSMP_IOCTL_GET_TELEMETRY_DATA
 */
struct hsmp_gen_desc {
	const char *name;
	const char *where;
	uint8_t last_id;
	bool exact_response;
	bool any_ioctl;
	bool has_telemetry;
};

extern const struct hsmp_gen_desc hsmp_gens[HSMP_N_GENS];

/**
 * enum hsmp_platform - Processors whose messages are documented
 * @HSMP_PLATFORM_MILAN:	19h 00h-0Fh, protocol 2
 * @HSMP_PLATFORM_TRENTO:	19h 30h-3Fh, protocol 4
 * @HSMP_PLATFORM_GENOA:	19h 10h-1Fh, A0h-AFh (Genoa, Bergamo, Siena),
 *				protocol 5
 * @HSMP_PLATFORM_MI300A:	19h 90h-9Fh, protocol 6
 * @HSMP_PLATFORM_TURIN:	1Ah 00h-1Fh, protocol 7, early ones 5
 * @HSMP_PLATFORM_1AH_50:	1Ah 50h-5Fh, protocol 7
 * @HSMP_N_PLATFORMS:		How many there are; also "none of these"
 */
enum hsmp_platform {
	HSMP_PLATFORM_MILAN,
	HSMP_PLATFORM_TRENTO,
	HSMP_PLATFORM_GENOA,
	HSMP_PLATFORM_MI300A,
	HSMP_PLATFORM_TURIN,
	HSMP_PLATFORM_1AH_50,
	HSMP_N_PLATFORMS,
};

/**
 * struct hsmp_models - A range of CPU models
 * @first:	Lowest
 * @last:	Highest; 0 for an empty range behind the first one
 */
struct hsmp_models {
	uint8_t first;
	uint8_t last;
};

/**
 * struct hsmp_platform_desc - How a platform is recognised
 * @name:	Name
 * @family:	CPU family
 * @models:	CPU models
 * @proto:	Protocol version
 * @early_proto: Protocol version of early firmware, 0 if there is none
 * @disputed:	Bit map of messages about which the sources are in doubt
 *
 * What it has is in the rows of the messages.
 */
struct hsmp_platform_desc {
	const char *name;
	uint8_t family;
	struct hsmp_models models[2];
	uint8_t proto;
	uint8_t early_proto;
	uint64_t disputed;
};

extern const struct hsmp_platform_desc hsmp_platforms[HSMP_N_PLATFORMS];

/**
 * enum hsmp_scope - What the argument of a message selects
 * @HSMP_SCOPE_SOCKET:	Nothing; the value is the socket's
 * @HSMP_SCOPE_CORE:	A core; args[0] is its APIC id and nothing else
 * @HSMP_SCOPE_CORE_FLOOR: A core by APIC id in [27:16], and an operation
 * @HSMP_SCOPE_CCD:	A CCD by the APIC id of any of its cores
 * @HSMP_SCOPE_NBIO:	An NBIO in [23:16]
 * @HSMP_SCOPE_DIMM:	A DIMM by its address, which only the PPR defines
 * @HSMP_SCOPE_LINK:	A link and a type of traffic
 * @HSMP_SCOPE_RAIL:	A rail of the voltage regulator
 * @HSMP_SCOPE_MASK:	One of several answers
 * @HSMP_SCOPE_OTHER:	Something else, see the message's row
 * @HSMP_N_SCOPES:	How many there are
 *
 * A set takes what it sets besides.
 */
enum hsmp_scope {
	HSMP_SCOPE_SOCKET,
	HSMP_SCOPE_CORE,
	HSMP_SCOPE_CORE_FLOOR,
	HSMP_SCOPE_CCD,
	HSMP_SCOPE_NBIO,
	HSMP_SCOPE_DIMM,
	HSMP_SCOPE_LINK,
	HSMP_SCOPE_RAIL,
	HSMP_SCOPE_MASK,
	HSMP_SCOPE_OTHER,
	HSMP_N_SCOPES,
};

#define HSMP_MAX_FIELDS 4
#define HSMP_MAX_ARGS 5

/* Name of the argument that selects a core. */
#define HSMP_ARG_APICID "apic_id"

/* Operation of a get of HSMP_SET_GET_FLOOR_LIMIT: the effective one. */
#define HSMP_FLOOR_EFFECTIVE UINT32_C(0x40000000)

/**
 * struct hsmp_field - A value inside an argument or a response
 * @name:	Lower case, as hwdump prints it; NULL ends the list
 * @word:	Word
 * @shift:	Lowest bit
 * @width:	Number of bits, 1 to 32
 * @unit:	Unit of the raw value, "" for a plain number; "degC/4" if it
 *		counts quarters of a degree, @divisor is 4 then
 * @divisor:	Raw values in one unit, 1 or more
 * @is_signed:	Two's complement in @width bits
 */
struct hsmp_field {
	const char *name;
	uint8_t word;
	uint8_t shift;
	uint8_t width;
	const char *unit;
	uint8_t divisor;
	bool is_signed;
};

/**
 * struct hsmp_msg_desc - One row
 * @name:	Name as in enum hsmp_id, without HSMP_
 * @kind:	Direction; HSMP_KIND_SET_GET if any driver takes it so
 * @num_args:	Argument words
 * @response_sz: Response words, in the newest driver that has it
 * @old_response_sz: If not 0, response words in drivers before generation D
 * @scope:	Meaning of the argument
 * @generations: Drivers that have it, a bit for each enum hsmp_gen
 * @get_generations: Those in which it is HSMP_KIND_SET_GET, if that is its
 *		kind; in the others it is a set without response
 * @platforms:	Platforms that are documented to have it, a bit for each enum
 *		hsmp_platform
 * @args:	Meaning of the argument's bits
 * @fields:	Decode of the response
 * @note:	What else must be known, or NULL
 */
struct hsmp_msg_desc {
	const char *name;
	enum hsmp_kind kind;
	uint8_t num_args;
	uint8_t response_sz;
	uint8_t old_response_sz;
	enum hsmp_scope scope;
	uint8_t generations;
	uint8_t get_generations;
	uint8_t platforms;
	struct hsmp_field args[HSMP_MAX_ARGS];
	struct hsmp_field fields[HSMP_MAX_FIELDS];
	const char *note;
};

/* Indexed by enum hsmp_id; rows that are not filled are HSMP_KIND_RESERVED. */
extern const struct hsmp_msg_desc hsmp_msgs[HSMP_N_IDS];

/**
 * hsmp_msg_in_proto() - Whether a protocol version has a message
 * @msg:	Row
 * @proto:	Protocol version
 *
 * For those who know no more than the version: 5 is taken for Genoa, 7 for
 * Turin and 1Ah 50h-5Fh together. hsmp_support() decides better.
 *
 * Return: true if a platform of that version is documented to have it
 */
bool hsmp_msg_in_proto(const struct hsmp_msg_desc *msg, unsigned int proto);

/**
 * hsmp_gen_kind() - A message in the driver's table
 * @gen:	Generation
 * @id:		Any number
 *
 * Return: kind; HSMP_KIND_RESERVED for ids that this driver lacks, whether
 * inside of its table or behind its end
 */
enum hsmp_kind hsmp_gen_kind(enum hsmp_gen gen, unsigned int id);

/**
 * hsmp_gen_num_args() - Argument words in the driver's table
 * @gen:	Generation
 * @id:		Any number
 *
 * Return: num_args that this driver demands, 0 for ids that it lacks
 */
unsigned int hsmp_gen_num_args(enum hsmp_gen gen, unsigned int id);

/**
 * hsmp_gen_response_sz() - Response words in the driver's table
 * @gen:	Generation
 * @id:		Any number
 *
 * Return: response_sz of this driver's table, 0 for ids that it lacks
 */
unsigned int hsmp_gen_response_sz(enum hsmp_gen gen, unsigned int id);

/**
 * hsmp_gen_response_fits() - Whether a request's response_sz is accepted
 * @gen:	Generation
 * @id:		Any number
 * @response_sz: Of the request
 *
 * Return: true if so, else the driver says EINVAL
 */
bool hsmp_gen_response_fits(enum hsmp_gen gen, unsigned int id,
			    unsigned int response_sz);

/**
 * hsmp_gen_find() - A generation by its name
 * @name:	"A" to "D", "oot"
 * @ret:	Generation
 *
 * Return: 0, -EINVAL
 */
int hsmp_gen_find(const char *name, enum hsmp_gen *ret);

/**
 * hsmp_field_get() - Cut a field out of words
 * @field:	Field
 * @words:	Response words
 *
 * Return: the field's raw value, zero-extended
 */
static inline uint32_t hsmp_field_get(const struct hsmp_field *field,
				      const uint32_t *words)
{
	uint32_t mask = field->width >= 32 ? UINT32_MAX
					   : (UINT32_C(1) << field->width) - 1;

	return words[field->word] >> field->shift & mask;
}

/**
 * hsmp_field_int() - A field as the number that it stands for
 * @field:	Field
 * @words:	Response words
 *
 * Return: the raw value with its sign; divide by the field's divisor
 */
int64_t hsmp_field_int(const struct hsmp_field *field, const uint32_t *words);

/**
 * hsmp_arg_put() - Put a value into an argument
 * @id:		Message
 * @name:	Name of one of its arguments, such as HSMP_ARG_APICID
 * @value:	Value
 * @arg:	args[0], of which the named bits are replaced
 *
 * Return: 0; -EINVAL if the message has no such argument, -ERANGE if the value
 * does not fit: APIC ids have 32, 16 or 12 bits
 */
int hsmp_arg_put(enum hsmp_id id, const char *name, uint32_t value,
		 uint32_t *arg);

#endif
