// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in units.h. */

#include "pmda/units.h"

#include "base/util.h"

/* clang-format off */
static const pmUnits unit_table[METRIC_N_UNITS] = {
	[UNIT_MEGAHERTZ]	= PMDA_PMUNITS(0, -1, 1, 0, PM_TIME_USEC, PM_COUNT_ONE),
	[UNIT_KILOHERTZ]	= PMDA_PMUNITS(0, -1, 1, 0, PM_TIME_MSEC, PM_COUNT_ONE),
	[UNIT_MICROSECOND]	= PMDA_PMUNITS(0, 1, 0, 0, PM_TIME_USEC, 0),
	[UNIT_MILLISECOND]	= PMDA_PMUNITS(0, 1, 0, 0, PM_TIME_MSEC, 0),
	[UNIT_MEGATRANSFER_PER_SECOND] = PMDA_PMUNITS(0, -1, 1, 0, PM_TIME_USEC, PM_COUNT_ONE),
	[UNIT_COUNT]		= PMDA_PMUNITS(0, 0, 1, 0, 0, PM_COUNT_ONE),
#ifdef PM_UNIT_POWER
	[UNIT_WATT]		= PMDA_EXTRAUNITS(0, 0, 0, 0, 0, 0, PM_UNIT_POWER, PM_POWER_W),
	[UNIT_MILLIWATT]	= PMDA_EXTRAUNITS(0, 0, 0, 0, 0, 0, PM_UNIT_POWER, PM_POWER_mW),
	[UNIT_CELSIUS]		= PMDA_EXTRAUNITS(0, 0, 0, 0, 0, 0, PM_UNIT_TEMPERATURE, PM_TEMPERATURE_C),
#endif
};

static const int type_table[] = {
	[METRIC_U32]	= PM_TYPE_U32,
	[METRIC_U64]	= PM_TYPE_U64,
	[METRIC_DOUBLE]	= PM_TYPE_DOUBLE,
	[METRIC_STRING]	= PM_TYPE_STRING,
};

static const int semantics_table[] = {
	[METRIC_INSTANT]	= PM_SEM_INSTANT,
	[METRIC_DISCRETE]	= PM_SEM_DISCRETE,
	[METRIC_COUNTER]	= PM_SEM_COUNTER,
};
/* clang-format on */

void units_desc(const struct metric *m, int domain, pmDesc *ret)
{
	ret->pmid = pmID_build((unsigned int)domain, m->cluster, m->item);
	ret->type = type_table[m->type];
	ret->indom = m->per == PER_MACHINE
			     ? PM_INDOM_NULL
			     : pmInDom_build((unsigned int)domain,
					     indoms[m->per].serial);
	ret->sem = semantics_table[m->semantics];
	ret->units = unit_table[m->unit];
}

bool units_need_label(enum metric_unit unit)
{
	switch (unit) {
	case UNIT_MILLIWATT:
	case UNIT_WATT:
	case UNIT_MICROJOULE:
	case UNIT_JOULE_PER_COUNT:
	case UNIT_BITS:
	case UNIT_MEGABIT_PER_SECOND:
	case UNIT_GIGABYTE_PER_SECOND:
	case UNIT_PERCENT:
	case UNIT_CELSIUS:
	case UNIT_LANES:
		return true;
	case UNIT_NONE:
	case UNIT_MEGAHERTZ:
	case UNIT_KILOHERTZ:
	case UNIT_MEGATRANSFER_PER_SECOND:
	case UNIT_MICROSECOND:
	case UNIT_MILLISECOND:
	case UNIT_COUNT:
	case UNIT_FLAG:
	case UNIT_CODE:
	case UNIT_MASK:
	case UNIT_STATE:
	case UNIT_LEVEL:
	case UNIT_REFRESH:
	case UNIT_VERSION:
	case UNIT_HEX:
	case METRIC_N_UNITS:
		break;
	}
	return false;
}
