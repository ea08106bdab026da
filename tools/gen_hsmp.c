// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Prints docs/HSMP.md from the tables of messages and metric tables
 *
 * Nothing of it is kept by hand; a static test compares the committed file
 * with a fresh one.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/util.h"
#include "hw/hsmp_msgs.h"
#include "hw/hsmp_support.h"
#include "hw/metric_table.h"

static const char *const kind_names[] = {
	[HSMP_KIND_RESERVED] = "-",
	[HSMP_KIND_GET] = "get",
	[HSMP_KIND_SET] = "set",
	[HSMP_KIND_SET_GET] = "both",
};

static const char *const support_names[] = {
	[HSMP_SUPPORT_NO] = "-",
	[HSMP_SUPPORT_YES] = "yes",
	[HSMP_SUPPORT_PROBE] = "?",
};

static const char *const scope_names[] = {
	[HSMP_SCOPE_SOCKET] = "socket",	  [HSMP_SCOPE_CORE] = "core",
	[HSMP_SCOPE_CORE_FLOOR] = "core", [HSMP_SCOPE_CCD] = "CCD",
	[HSMP_SCOPE_NBIO] = "NBIO",	  [HSMP_SCOPE_DIMM] = "DIMM",
	[HSMP_SCOPE_LINK] = "link",	  [HSMP_SCOPE_RAIL] = "rail",
	[HSMP_SCOPE_MASK] = "mask",	  [HSMP_SCOPE_OTHER] = "other",
};
static_assert(ARRAY_SIZE(scope_names) == HSMP_N_SCOPES, "one name a scope");

static const char *const format_names[] = {
	[TABLE_UINT] = "unsigned",
	[TABLE_UQ10] = "unsigned, 1/1024",
	[TABLE_SQ10] = "signed, 1/1024",
	[TABLE_UQ16] = "unsigned, 1/65536",
};

static bool is_message(unsigned int id)
{
	return hsmp_msgs[id].kind != HSMP_KIND_RESERVED;
}

static void print_field(const struct hsmp_field *f, bool with_word)
{
	printf("%s ", f->name);
	if (with_word)
		printf("%u", f->word);
	if (f->width == 1)
		printf("[%u]", f->shift);
	else
		printf("[%u:%u]", f->shift + f->width - 1U, f->shift);
	if (f->is_signed)
		printf(" signed");
	if (f->unit[0])
		printf(" %s", f->unit);
}

static void print_fields(const struct hsmp_field *fields, size_t n,
			 bool with_word)
{
	size_t i;

	for (i = 0; i < n && fields[i].name; i++) {
		if (i)
			printf(", ");
		print_field(&fields[i], with_word);
	}
	if (i == 0)
		printf("-");
}

static void print_messages(void)
{
	printf("## Messages\n\n"
	       "Bits [high:low] of the argument, word[high:low] of the "
	       "response. A unit with a\ndivisor (degC/4) counts fractions. "
	       "Words: of argument and response, in the newest\ndriver.\n\n"
	       "| Id | Name | Words | Selects | Argument | Response |\n"
	       "|---|---|---|---|---|---|\n");
	for (unsigned int id = 0; id < HSMP_N_IDS; id++) {
		const struct hsmp_msg_desc *msg = &hsmp_msgs[id];

		if (!is_message(id))
			continue;
		printf("| %02Xh | %s | %u/%u | %s | ", id, msg->name,
		       msg->num_args, msg->response_sz,
		       scope_names[msg->scope]);
		print_fields(msg->args, HSMP_MAX_ARGS, false);
		printf(" | ");
		print_fields(msg->fields, HSMP_MAX_FIELDS, true);
		printf(" |\n");
	}
	printf("\n## Notes\n\n");
	for (unsigned int id = 0; id < HSMP_N_IDS; id++)
		if (hsmp_msgs[id].note)
			printf("* **%02Xh %s**: %s\n", id, hsmp_msgs[id].name,
			       hsmp_msgs[id].note);
}

static void print_generations(void)
{
	printf("\n## Generations of the driver\n\n"
	       "What a running kernel accepts; newer firmware does not help "
	       "an older table. *Both*\nreads when bit 31 of the argument is "
	       "set; a driver that takes such a message for\na set refuses the "
	       "read with EPERM on a node that was opened for reading.\n\n"
	       "| Generation | Where | Last id | Response words | Other "
	       "ioctls | Metric table by ioctl |\n|---|---|---|---|---|---|\n");
	for (unsigned int g = 0; g < HSMP_N_GENS; g++) {
		const struct hsmp_gen_desc *gen = &hsmp_gens[g];

		printf("| %s | %s | %02Xh | %s | %s | %s |\n", gen->name,
		       gen->where, gen->last_id,
		       gen->exact_response ? "exact, but of *both*"
					   : "at most the table's",
		       gen->any_ioctl ? "taken for messages" : "ENOTTY",
		       gen->has_telemetry ? "yes" : "-");
	}
	printf("\n| Id | Name |");
	for (unsigned int g = 0; g < HSMP_N_GENS; g++)
		printf(" %s |", hsmp_gens[g].name);
	printf("\n|---|---|");
	for (unsigned int g = 0; g < HSMP_N_GENS; g++)
		printf("---|");
	printf("\n");
	for (unsigned int id = 0; id < HSMP_N_IDS; id++) {
		if (!is_message(id))
			continue;
		printf("| %02Xh | %s |", id, hsmp_msgs[id].name);
		for (unsigned int g = 0; g < HSMP_N_GENS; g++) {
			enum hsmp_gen gen = (enum hsmp_gen)g;
			enum hsmp_kind kind = hsmp_gen_kind(gen, id);

			printf(" %s", kind_names[kind]);
			if (kind != HSMP_KIND_RESERVED)
				printf(" %u/%u", hsmp_gen_num_args(gen, id),
				       hsmp_gen_response_sz(gen, id));
			printf(" |");
		}
		printf("\n");
	}
}

static void print_platforms(void)
{
	printf("\n## Platforms\n\n"
	       "Family, model and protocol version together name a platform. "
	       "On any other each\nmessage is tried once an hour at most, and "
	       "none is taken for granted. *?*: the\nsources are in doubt, so "
	       "it is tried, too. Where the firmware lists its messages\n"
	       "(37h), that list counts instead.\n\n"
	       "| Platform | Family | Models | Protocol |\n|---|---|---|---|\n");
	for (unsigned int p = 0; p < HSMP_N_PLATFORMS; p++) {
		const struct hsmp_platform_desc *d = &hsmp_platforms[p];

		printf("| %s | %02Xh | %02Xh-%02Xh", d->name, d->family,
		       d->models[0].first, d->models[0].last);
		if (d->models[1].last)
			printf(", %02Xh-%02Xh", d->models[1].first,
			       d->models[1].last);
		printf(" | %u", d->proto);
		if (d->early_proto)
			printf(", early %u", d->early_proto);
		printf(" |\n");
	}
	printf("\n| Id | Name |");
	for (unsigned int p = 0; p < HSMP_N_PLATFORMS; p++)
		printf(" %s |", hsmp_platforms[p].name);
	printf("\n|---|---|");
	for (unsigned int p = 0; p < HSMP_N_PLATFORMS; p++)
		printf("---|");
	printf("\n");
	for (unsigned int id = 0; id < HSMP_N_IDS; id++) {
		if (!is_message(id))
			continue;
		printf("| %02Xh | %s |", id, hsmp_msgs[id].name);
		for (unsigned int p = 0; p < HSMP_N_PLATFORMS; p++)
			printf(" %s |",
			       support_names[hsmp_support((enum hsmp_platform)p,
							  NULL, id)]);
		printf("\n");
	}
}

static void print_table(const char *title, const struct table_layout *layout)
{
	printf("\n### %s, %u bytes\n\n"
	       "| Offset | Field | Bytes | Elements | Format | Unit | Sum |\n"
	       "|---|---|---|---|---|---|---|\n",
	       title, layout->size);
	for (size_t i = 0; i < layout->n_fields; i++) {
		const struct table_field *f = &layout->fields[i];

		printf("| %s%u | %s | %u | %u | %s | %s | %s |\n",
		       f->per_ccd ? "CCD + " : "", f->offset, f->name, f->width,
		       f->count, format_names[f->format],
		       f->unit[0] ? f->unit : "-",
		       f->accumulated ? "yes" : "-");
	}
}

static void print_tables(void)
{
	printf("\n## Metric tables\n\n"
	       "Little endian; members of 8 bytes are 4-aligned. A *sum* "
	       "divided by the growth of\nthe accumulation counter (modulo "
	       "2^32) is an average in the unit.\n");
	print_table("Protocol 6", &table_layouts[METRIC_TABLE_6]);
	print_table("Family 1Ah models 50h-5Fh, version 0x00700000",
		    &table_layouts[METRIC_TABLE_7V]);
	printf("\nCCD n begins at %d + n * %d, n = 0 to %d. A core that does "
	       "not exist has the\nAPIC id 0x%08" PRIX32 ".\n",
	       METRIC_TABLE_7V_IOD_SIZE, METRIC_TABLE_7V_CCD_SIZE,
	       METRIC_TABLE_7V_CCDS - 1, METRIC_TABLE_NO_CORE);
}

int main(void)
{
	printf("# HSMP\n\nPrinted from hw/hsmp_msgs.c and hw/metric_table.c; "
	       "do not edit.\n\n");
	print_messages();
	print_generations();
	print_platforms();
	print_tables();
	return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
