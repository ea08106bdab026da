// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Zones by the name of their package
 *
 * The folder is listed once. Subzones (intel-rapl:0:1) and other control
 * types (intel-rapl-mmio) have other names, "psys" is not a package.
 */
#include "hw/powercap.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/parse.h"
#include "base/util.h"

#define CLASS_DIR "sys/class/powercap"
#define ZONE_PREFIX "intel-rapl:"
#define ZONE_PATH CLASS_DIR "/" ZONE_PREFIX "%u/%s"

/**
 * struct powercap_zone - The zone of a socket
 * @zone:	N of intel-rapl:N, TOPO_NONE if there is none
 * @energy:	energy_uj
 * @range:	max_energy_range_uj
 */
struct powercap_zone {
	uint32_t zone;
	struct hw_file energy;
	struct hw_file range;
};

/**
 * struct powercap - All of them
 * @files:	Cache
 * @hw:		Context
 * @topo:	Topology, while zones are sought
 * @status:	0, or why none can be used
 * @n_sockets:	Length of @zones
 * @zones:	By index of the socket
 */
struct powercap {
	struct hw_files *files;
	struct hw *hw;
	const struct topology *topo;
	int status;
	uint32_t n_sockets;
	struct powercap_zone zones[];
};

/* Index of the socket of a package, or TOPO_NONE. */
static uint32_t socket_of(const struct topology *t, uint32_t package_id)
{
	for (uint32_t i = 0; i < t->n_sockets; i++)
		if (t->sockets[i].package_id == package_id)
			return i;
	return TOPO_NONE;
}

/* Take a zone by its name: 0, or why all zones are useless. */
static int take_zone(struct powercap *p, uint32_t zone, const char *name)
{
	const char *at = name;
	uint32_t package_id, sock;

	if (!parse_lit(&at, "package-"))
		return 0;
	if (!parse_u32(&at, &package_id) || !parse_end(at))
		return -EUCLEAN;
	sock = socket_of(p->topo, package_id);
	if (sock == TOPO_NONE || p->zones[sock].zone != TOPO_NONE)
		return -EUCLEAN;
	p->zones[sock].zone = zone;
	return 0;
}

static int add_zone(void *arg, const char *entry)
{
	struct powercap *p = arg;
	const char *at = entry;
	char name[64];
	uint32_t zone;
	int r;

	if (!parse_lit(&at, ZONE_PREFIX) || !parse_u32(&at, &zone) ||
	    !parse_end(at))
		return 0;
	r = hw_read_text(p->hw, name, sizeof(name), ZONE_PATH, zone, "name");
	/* It has gone meanwhile. */
	if (r == -ENOENT)
		return 0;
	return r < 0 ? r : take_zone(p, zone, name);
}

int powercap_new(struct hw_files *files, struct hw *hw,
		 const struct topology *topo, struct powercap **ret)
{
	const struct hw_file closed = HW_FILE_INIT;
	struct powercap *p;

	p = calloc(1, sizeof(*p) + topo->n_sockets * sizeof(p->zones[0]));
	if (!p)
		return -ENOMEM;
	p->files = files;
	p->hw = hw;
	p->topo = topo;
	p->n_sockets = topo->n_sockets;
	for (uint32_t i = 0; i < p->n_sockets; i++)
		p->zones[i] = (struct powercap_zone){
			.zone = TOPO_NONE,
			.energy = closed,
			.range = closed,
		};
	p->status = hw_list(hw, add_zone, p, CLASS_DIR);
	*ret = p;
	return 0;
}

void powercap_free(struct powercap *p)
{
	if (!p)
		return;
	for (uint32_t i = 0; i < p->n_sockets; i++) {
		hw_file_close(p->files, &p->zones[i].energy);
		hw_file_close(p->files, &p->zones[i].range);
	}
	free(p);
}

static int zone_of(struct powercap *p, uint32_t sock,
		   struct powercap_zone **ret)
{
	if (p->status < 0)
		return p->status;
	if (sock >= p->n_sockets || p->zones[sock].zone == TOPO_NONE)
		return -ENOENT;
	*ret = &p->zones[sock];
	return 0;
}

int powercap_pkg_uj(struct powercap *p, uint32_t sock, uint64_t *ret_uj)
{
	struct powercap_zone *z;
	int r = zone_of(p, sock, &z);

	if (r < 0)
		return r;
	return hw_file_u64(p->files, &z->energy, ret_uj, ZONE_PATH, z->zone,
			   "energy_uj");
}

int powercap_pkg_range_uj(struct powercap *p, uint32_t sock, uint64_t *ret_uj)
{
	struct powercap_zone *z;
	int r = zone_of(p, sock, &z);

	if (r < 0)
		return r;
	return hw_file_u64(p->files, &z->range, ret_uj, ZONE_PATH, z->zone,
			   "max_energy_range_uj");
}
