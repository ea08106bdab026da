// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Prints what is derived from the metric table
 *
 * gen pmns | root_esmi | help | METRICS.md. Nothing of this is kept by hand;
 * a static test compares the committed files with fresh ones.
 */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/util.h"
#include "pmda/metrics.h"

/* Length of the first @depth components of a name, 0 if it has fewer. */
static size_t prefix_length(const char *name, unsigned int depth)
{
	const char *p = name;

	for (unsigned int i = 0; i < depth; i++) {
		p += strcspn(p, ".");
		if (i + 1 < depth && *p++ != '.')
			return 0;
	}
	return (size_t)(p - name);
}

static bool same_prefix(const char *a, const char *b, size_t len)
{
	return strncmp(a, b, len) == 0 && (a[len] == '.' || a[len] == '\0') &&
	       (b[len] == '.' || b[len] == '\0');
}

/* Is row @i the first whose name has these @len characters as a prefix? */
static bool first_with_prefix(size_t i, size_t len)
{
	for (size_t j = 0; j < i; j++)
		if (same_prefix(metric_at(j)->name, metric_at(i)->name, len))
			return false;
	return true;
}

static void print_node(size_t first, unsigned int depth)
{
	size_t len = prefix_length(metric_at(first)->name, depth);

	printf("\n%.*s {\n", (int)len, metric_at(first)->name);
	for (size_t i = 0; i < metrics_count(); i++) {
		size_t below = prefix_length(metric_at(i)->name, depth + 1);
		const char *leaf = metric_at(i)->name + len + 1;

		if (!same_prefix(metric_at(i)->name, metric_at(first)->name,
				 len) ||
		    !first_with_prefix(i, below))
			continue;
		if (metric_at(i)->name[below] == '\0')
			printf("    %s\t%d:%u:%u\n", leaf, ESMI_DOMAIN,
			       (unsigned int)metric_at(i)->cluster,
			       metric_at(i)->item);
		else
			printf("    %.*s\n", (int)(below - len - 1), leaf);
	}
	printf("}\n");
	for (size_t i = 0; i < metrics_count(); i++) {
		size_t below = prefix_length(metric_at(i)->name, depth + 1);

		if (same_prefix(metric_at(i)->name, metric_at(first)->name,
				len) &&
		    metric_at(i)->name[below] == '.' &&
		    first_with_prefix(i, below))
			print_node(i, depth + 1);
	}
}

static void print_pmns(void)
{
	print_node(0, 1);
}

static void print_root(void)
{
	printf("root {\n    %s\n}\n", ESMI_NAME);
	print_pmns();
}

static void print_help(void)
{
	for (size_t i = 0; i < metrics_count(); i++)
		printf("@ %s %s\n%s\n\n", metric_at(i)->name,
		       metric_at(i)->oneline, metric_at(i)->help);
	for (unsigned int per = PER_MACHINE + 1; per < PER_N; per++)
		printf("@ %d.%u %s\n%s\n\n", ESMI_DOMAIN, indoms[per].serial,
		       indoms[per].oneline, indoms[per].help);
}

static void print_metrics_md(void)
{
	printf("# Metrics\n\nPrinted from the metric table "
	       "(pmda/metrics.c); do not edit.\n\n"
	       "| Metric | PMID | Type | Unit | Semantics | Instances | What "
	       "it is |\n|---|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < metrics_count(); i++) {
		const struct metric *m = metric_at(i);

		printf("| %s | %d.%u.%u | %s | %s | %s | %s | %s |\n", m->name,
		       ESMI_DOMAIN, (unsigned int)m->cluster, m->item,
		       metric_type_text(m->type), metric_unit_text(m->unit),
		       metric_semantics_text(m->semantics),
		       m->per == PER_MACHINE ? "-" : indoms[m->per].name,
		       m->oneline);
	}
	printf("\n## Instance domains\n\n");
	for (unsigned int per = PER_MACHINE + 1; per < PER_N; per++)
		printf("* **%s** (%d.%u), %s: %s\n", indoms[per].name,
		       ESMI_DOMAIN, indoms[per].serial, indoms[per].oneline,
		       indoms[per].help);
	printf("\n## Texts\n");
	for (size_t i = 0; i < metrics_count(); i++)
		printf("\n### %s\n\n%s\n", metric_at(i)->name,
		       metric_at(i)->help);
}

static const struct {
	const char *name;
	void (*print)(void);
} outputs[] = {
	{ "pmns", print_pmns },
	{ "root_esmi", print_root },
	{ "help", print_help },
	{ "METRICS.md", print_metrics_md },
};

int main(int argc, char *argv[])
{
	for (size_t i = 0; argc == 2 && i < ARRAY_SIZE(outputs); i++)
		if (strcmp(argv[1], outputs[i].name) == 0) {
			outputs[i].print();
			return ferror(stdout) || fflush(stdout) ? 1 : 0;
		}
	fprintf(stderr, "usage: gen pmns|root_esmi|help|METRICS.md\n");
	return 2;
}
