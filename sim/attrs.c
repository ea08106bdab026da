// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Attributes of the HSMP driver in sysfs, see the header
 */
#include "sim/attrs.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/parse.h"
#include "base/util.h"

#define FORMAT(name) \
	static void name(const uint32_t words[HSMP_MAX_WORDS], struct text *out)

FORMAT(format_uw)
{
	text_add(out, "%" PRIu64 "\n", (uint64_t)words[0] * 1000);
}

FORMAT(format_word)
{
	text_add(out, "%u\n", words[0]);
}

FORMAT(format_second_word)
{
	text_add(out, "%u\n", words[1]);
}

FORMAT(format_version)
{
	text_add(out, "%u.%u.%u\n", words[0] >> 16 & 0xFF, words[0] >> 8 & 0xFF,
		 words[0] & 0xFF);
}

FORMAT(format_ddr_max)
{
	text_add(out, "%u\n", words[0] >> 20);
}

FORMAT(format_ddr_used)
{
	text_add(out, "%u\n", words[0] >> 8 & 0xFFF);
}

FORMAT(format_ddr_percent)
{
	text_add(out, "%u\n", words[0] & 0xFF);
}

FORMAT(format_upper)
{
	text_add(out, "%u\n", words[0] >> 16);
}

FORMAT(format_lower)
{
	text_add(out, "%u\n", words[0] & 0xFFFF);
}

/* By bit; the driver knows no names for those above. */
static const char *const sources[] = {
	"cHTC-Active", "PROCHOT",	    "TDC limit",  "PPT Limit",
	"OPN Max",     "Reliability Limit", "APML Agent", "HSMP Agent",
};

FORMAT(format_sources)
{
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		if (words[0] >> i & 1)
			text_add(out, "%s\n", sources[i]);
}

#define ATTR(name, message, words, make, set) \
	const struct hsmp_attr name = { message, words, make, set }

ATTR(attr_power1_input, HSMP_GET_SOCKET_POWER, 1, format_uw, 0);
ATTR(attr_power1_cap, HSMP_GET_SOCKET_POWER_LIMIT, 1, format_uw,
     HSMP_SET_SOCKET_POWER_LIMIT);
ATTR(attr_power1_cap_max, HSMP_GET_SOCKET_POWER_LIMIT_MAX, 1, format_uw, 0);
ATTR(attr_c0_residency, HSMP_GET_C0_PERCENT, 1, format_word, 0);
ATTR(attr_prochot, HSMP_GET_PROC_HOT, 1, format_word, 0);
ATTR(attr_smu_version, HSMP_GET_SMU_VER, 1, format_version, 0);
ATTR(attr_protocol, HSMP_GET_PROTO_VER, 1, format_word, 0);
ATTR(attr_cclk_limit, HSMP_GET_CCLK_THROTTLE_LIMIT, 1, format_word, 0);
ATTR(attr_ddr_max, HSMP_GET_DDR_BANDWIDTH, 1, format_ddr_max, 0);
ATTR(attr_ddr_used, HSMP_GET_DDR_BANDWIDTH, 1, format_ddr_used, 0);
ATTR(attr_ddr_percent, HSMP_GET_DDR_BANDWIDTH, 1, format_ddr_percent, 0);
ATTR(attr_fclk, HSMP_GET_FCLK_MCLK, 2, format_word, 0);
ATTR(attr_mclk, HSMP_GET_FCLK_MCLK, 2, format_second_word, 0);
ATTR(attr_fmax, HSMP_GET_SOCKET_FMAX_FMIN, 1, format_upper, 0);
ATTR(attr_fmin, HSMP_GET_SOCKET_FMAX_FMIN, 1, format_lower, 0);
ATTR(attr_freq_limit, HSMP_GET_SOCKET_FREQ_LIMIT, 1, format_upper, 0);
ATTR(attr_freq_source, HSMP_GET_SOCKET_FREQ_LIMIT, 1, format_sources, 0);

int attr_parse(const char *buf, size_t len, uint32_t *ret_mw)
{
	char text[32];
	const char *p = text;
	uint64_t uw;

	if (len >= sizeof(text) || memchr(buf, '\0', len))
		return -EINVAL;
	memcpy(text, buf, len);
	text[len] = '\0';
	if (!parse_u64(&p, &uw) || !parse_end(p) || uw / 1000 > UINT32_MAX)
		return -EINVAL;
	*ret_mw = (uint32_t)(uw / 1000);
	return 0;
}
