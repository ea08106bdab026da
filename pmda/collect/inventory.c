// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in inventory.h. */

#include "pmda/collect/inventory.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACES_CCD 64
#define PLACES_DIMM 256
#define PLACES_LINK 16
#define PLACES_NBIO 8
#define PLACES_RAIL 8

#define FAMILY_1A 0x1A

/**
 * struct inventory - What is there
 * @n_sockets:	Sockets
 * @generation:	Changes
 * @there:	By kind: one flag for each place of each socket
 */
struct inventory {
	uint32_t n_sockets;
	unsigned int generation;
	bool *there[PER_N];
};

/**
 * struct link_name - One link
 * @name:	Name
 * @bit:	One-hot number of protocols 5 and 7
 * @code:	Number of protocol 6, 0 for none
 */
struct link_name {
	const char *name;
	uint8_t bit;
	uint8_t code;
};

/* AMD's library numbers links so; no driver does. */
static const struct link_name links[] = {
	{ "P0", 0, 0 },	     { "P1", 1, 0 },	  { "P2", 2, 0x3 },
	{ "P3", 3, 0x4 },    { "G0", 4, 0x8 },	  { "G1", 5, 0x9 },
	{ "G2", 6, 0xA },    { "G3", 7, 0xB },	  { "P4", 8, 0 },
	{ "P5", 9, 0 },	     { "G4", 0xFF, 0xC }, { "G5", 0xFF, 0xD },
	{ "G6", 0xFF, 0xE }, { "G7", 0xFF, 0xF },
};

static const char *const rails[] = {
	"VDDCR_CPU0", "VDDCR_CPU1", "VDDCR_SOC", "VDDIO", "VDDIO_MEM_S3",
};

/**
 * struct platform_links - Which links a platform can have
 * @family:	CPU family, 0 for any
 * @first:	First model
 * @last:	Last model
 * @proto:	Protocol, 0 for any
 * @names:	Links, with a blank between
 */
struct platform_links {
	uint32_t family;
	uint32_t first;
	uint32_t last;
	int proto;
	const char *names;
};

/* By AMD's library; where it is silent, all that the protocol can name. */
static const struct platform_links platform_links[] = {
	{ 0, 0, UINT32_MAX, 6, "G0 G1 G2 G3 G4 G5 G6 G7" },
	{ FAMILY_1A, 0x00, 0x1F, 0, "P1 P3 G0 G1 G2 G3" },
	{ FAMILY_1A, 0x50, 0x5F, 0, "P0 P1 P2 G0 G1 G2" },
	{ 0, 0, UINT32_MAX, 5, "P0 P1 P2 P3 G0 G1 G2 G3" },
};

static const uint32_t places[PER_N] = {
	[PER_CCD] = PLACES_CCD,	  [PER_DIMM] = PLACES_DIMM,
	[PER_LINK] = PLACES_LINK, [PER_NBIO] = PLACES_NBIO,
	[PER_RAIL] = PLACES_RAIL,
};

uint32_t inventory_places(enum per per)
{
	return places[per];
}

uint32_t inventory_socket(enum per per, uint32_t index)
{
	assert(places[per]);
	return index / places[per];
}

uint32_t inventory_place(enum per per, uint32_t index)
{
	assert(places[per]);
	return index % places[per];
}

int inventory_new(const struct topology *topo, struct inventory **ret)
{
	struct inventory *inv;

	inv = calloc(1, sizeof(*inv));
	if (!inv)
		return -ENOMEM;
	inv->n_sockets = topo->n_sockets;
	for (unsigned int per = 0; per < PER_N; per++) {
		uint32_t n = inventory_places((enum per)per);

		if (!n)
			continue;
		inv->there[per] = calloc(topo->n_sockets, n);
		if (!inv->there[per]) {
			inventory_free(inv);
			return -ENOMEM;
		}
	}
	for (uint32_t c = 0; c < topo->n_cores; c++) {
		const struct topo_core *tc = &topo->cores[c];

		if (tc->ccd < PLACES_CCD)
			inventory_set(inv, PER_CCD,
				      tc->socket * PLACES_CCD + tc->ccd, true);
	}
	*ret = inv;
	return 0;
}

void inventory_free(struct inventory *inv)
{
	if (!inv)
		return;
	for (unsigned int per = 0; per < PER_N; per++)
		free(inv->there[per]);
	free(inv);
}

static bool inventory_in_range(const struct inventory *inv, enum per per,
			       uint32_t index)
{
	return index < inv->n_sockets * inventory_places(per);
}

void inventory_set(struct inventory *inv, enum per per, uint32_t index,
		   bool there)
{
	if (!inventory_in_range(inv, per, index) ||
	    inv->there[per][index] == there)
		return;
	inv->there[per][index] = there;
	inv->generation++;
}

bool inventory_has(const struct inventory *inv, enum per per, uint32_t index)
{
	return inventory_in_range(inv, per, index) && inv->there[per][index];
}

unsigned int inventory_generation(const struct inventory *inv)
{
	return inv->generation;
}

void inventory_name(enum per per, uint32_t place, char buf[INVENTORY_NAME])
{
	buf[0] = '\0';
	if (per == PER_CCD)
		(void)snprintf(buf, INVENTORY_NAME, "ccd%u", place);
	else if (per == PER_DIMM)
		(void)snprintf(buf, INVENTORY_NAME, "dimm0x%02X", place);
	else if (per == PER_NBIO)
		(void)snprintf(buf, INVENTORY_NAME, "nbio%u", place);
	else if (per == PER_LINK && place < ARRAY_SIZE(links))
		(void)snprintf(buf, INVENTORY_NAME, "%s", links[place].name);
	else if (per == PER_RAIL && place < ARRAY_SIZE(rails))
		(void)snprintf(buf, INVENTORY_NAME, "%s", rails[place]);
}

int inventory_link_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(links); i++)
		if (strcmp(links[i].name, name) == 0)
			return (int)i;
	return -ENOENT;
}

uint32_t inventory_link_arg(uint32_t place, int proto)
{
	if (place >= ARRAY_SIZE(links))
		return 0;
	if (proto == 6)
		return (uint32_t)links[place].code << 8;
	return links[place].bit == 0xFF ? 0
					: UINT32_C(1) << (links[place].bit + 8);
}

static bool names_has(const char *names, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = names; (p = strstr(p, name)) != NULL; p += len)
		if ((p == names || p[-1] == ' ') &&
		    (p[len] == ' ' || p[len] == '\0'))
			return true;
	return false;
}

static bool link_candidate(uint32_t place, const struct topology *topo,
			   int proto)
{
	if (!inventory_link_arg(place, proto))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(platform_links); i++) {
		const struct platform_links *pl = &platform_links[i];

		if ((!pl->family || pl->family == topo->family) &&
		    topo->model >= pl->first && topo->model <= pl->last &&
		    (!pl->proto || pl->proto == proto))
			return names_has(pl->names, links[place].name);
	}
	return false;
}

bool inventory_candidate(enum per per, uint32_t place,
			 const struct topology *topo, int proto)
{
	/* Naples to Genoa have four; of later parts no document says. */
	if (per == PER_NBIO)
		return place < 4;
	if (per == PER_LINK)
		return link_candidate(place, topo, proto);
	return per == PER_RAIL && place < ARRAY_SIZE(rails);
}
