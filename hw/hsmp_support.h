/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Whether a socket has a message, as far as that can be known
 *
 * Best is what the firmware says of itself: HSMP_GET_ENABLED_HSMP_CMDS, which
 * only family 1Ah models 50h-5Fh are documented to have. Next best is the
 * documented set of a platform, which is recognised by family, model and
 * protocol version together: a version that does not belong to the model is
 * somebody else's. For everything else nobody knows, so it is worth one try;
 * an unknown platform is never taken for one that is known. (AMD's E-SMI takes
 * each for Turin.)
 *
 * Says nothing about the driver, whose table may be older than the firmware:
 * that shows only when a message is sent, and hw/hsmp.h remembers it.
 *
 * No I/O, no clock, no allocation.
 */
#ifndef HW_HSMP_SUPPORT_H
#define HW_HSMP_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/hsmp_msgs.h"

/**
 * enum hsmp_support - What is known about a message
 * @HSMP_SUPPORT_NO:	It is not there; not worth a try
 * @HSMP_SUPPORT_YES:	It is there
 * @HSMP_SUPPORT_PROBE:	Unknown; one try tells
 */
enum hsmp_support {
	HSMP_SUPPORT_NO,
	HSMP_SUPPORT_YES,
	HSMP_SUPPORT_PROBE,
};

/* Response words of HSMP_GET_ENABLED_HSMP_CMDS. */
#define HSMP_CAPS_WORDS 3

/**
 * struct hsmp_caps - What the firmware says that it answers
 * @known:	It has said so; else the rest is void
 * @gets:	Bit map of messages that read
 */
struct hsmp_caps {
	bool known;
	uint64_t gets;
};

/**
 * hsmp_caps_set() - Take in the answer to HSMP_GET_ENABLED_HSMP_CMDS
 * @words:	Answer to the question for gets, bits indexed by message id
 * @ret:	Capabilities
 *
 * Return: 0, -EBADMSG if it denies the message by which it came
 */
int hsmp_caps_set(const uint32_t words[HSMP_CAPS_WORDS], struct hsmp_caps *ret);

/**
 * hsmp_platform_find() - Recognise a platform
 * @family:	CPU family of an AMD processor
 * @model:	CPU model
 * @proto:	Protocol version, 0 if unknown
 *
 * Return: platform, HSMP_N_PLATFORMS for none that is documented
 */
enum hsmp_platform hsmp_platform_find(uint32_t family, uint32_t model,
				      uint32_t proto);

/**
 * hsmp_support() - Whether a platform has a message
 * @platform:	Platform, HSMP_N_PLATFORMS for an unknown one
 * @caps:	What the firmware says, NULL for nothing
 * @id:		Any number
 *
 * The firmware's word is about gets; sets go by the platform.
 *
 * Return: support; HSMP_SUPPORT_NO for ids without a row
 */
enum hsmp_support hsmp_support(enum hsmp_platform platform,
			       const struct hsmp_caps *caps, unsigned int id);

#endif
