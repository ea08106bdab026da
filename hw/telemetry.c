// SPDX-License-Identifier: LGPL-2.1-or-later
/* Theory in telemetry.h. */

#include "hw/telemetry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "base/util.h"

#define PLATFORM_DIR "sys/devices/platform"
#define ACPI_PREFIX "AMDI0097:"
#define UID_PREFIX "ID"
#define UID_SIZE 32
#define NAME_SIZE 16

/**
 * struct telemetry_socket - What is known of one socket
 * @fd:		Its metrics_bin, or negative
 * @decided:	@verdict and @layout hold, for firmware @smu_version
 * @smu_version: As hsmp_get_smu_version()
 * @verdict:	0 if @layout is its table, else negative errno
 * @layout:	Layout of its table
 */
struct telemetry_socket {
	int fd;
	bool decided;
	uint32_t smu_version;
	int verdict;
	const struct table_layout *layout;
};

struct telemetry {
	struct hw *hw;
	struct hsmp *hsmp;
	unsigned int n_sockets;
	struct telemetry_socket sockets[];
};

int telemetry_new(struct hw *hw, struct hsmp *hsmp, unsigned int n_sockets,
		  struct telemetry **ret)
{
	struct telemetry *t;

	if (!n_sockets)
		return -EINVAL;
	t = calloc(1, sizeof(*t) + n_sockets * sizeof(t->sockets[0]));
	if (!t)
		return -ENOMEM;
	t->hw = hw;
	t->hsmp = hsmp;
	t->n_sockets = n_sockets;
	for (unsigned int i = 0; i < n_sockets; i++)
		t->sockets[i].fd = -1;
	*ret = t;
	return 0;
}

void telemetry_free(struct telemetry *t)
{
	if (!t)
		return;
	for (unsigned int i = 0; i < t->n_sockets; i++)
		hw_close(t->hw, t->sockets[i].fd);
	free(t);
}

/* Protocols and what is documented of their tables; others are unknown. */
static const struct {
	uint32_t proto;
	enum { NO_TABLE, BY_FILE, BY_VERSION } how;
} protocols[] = {
	{ 2, NO_TABLE }, { 4, NO_TABLE },   { 5, NO_TABLE },
	{ 6, BY_FILE },	 { 7, BY_VERSION },
};

/* A message that fails so says nothing about the next one. */
static bool is_unsupported(int r)
{
	return r == -ENOMSG || r == -EINVAL;
}

/*
 * Decide by version and, where the driver tells it, by size. Returns 0 with a
 * verdict, or the failure of the mailbox, after which nothing is decided.
 */
static int ask_version(struct telemetry *t, unsigned int sock, int *ret_verdict)
{
	enum hsmp_platform platform = hsmp_get_platform(t->hsmp, sock);
	uint32_t words[HSMP_MAX_WORDS];
	int r;

	r = hsmp_get(t->hsmp, sock, HSMP_GET_METRIC_TABLE_VER, 0, words);
	if (is_unsupported(r)) {
		/* Is it the platform that lacks it, or the driver? */
		*ret_verdict = hsmp_support(platform, NULL,
					    HSMP_GET_METRIC_TABLE_VER) ==
					       HSMP_SUPPORT_YES
				       ? -EOPNOTSUPP
				       : -ENODEV;
		return 0;
	}
	if (r < 0)
		return r;
	*ret_verdict = -EPROTONOSUPPORT;
	if (words[0] != METRIC_TABLE_7V_VERSION)
		return 0;
	r = hsmp_get(t->hsmp, sock, HSMP_GET_METRIC_TABLE_DRAM_ADDR, 0, words);
	if (r < 0 && !is_unsupported(r))
		return r;
	/* Third word: size, 0 where the driver does not tell it. */
	if (r < 0 || !words[2] || words[2] == METRIC_TABLE_7V_SIZE)
		*ret_verdict = 0;
	return 0;
}

static int decide(struct telemetry *t, unsigned int sock)
{
	uint32_t version = hsmp_get_smu_version(t->hsmp, sock);
	uint32_t proto = hsmp_get_proto(t->hsmp, sock);
	struct telemetry_socket *s = &t->sockets[sock];
	int r, verdict = -EPROTONOSUPPORT;

	if (s->decided && s->smu_version == version)
		return s->verdict;
	if (!proto)
		return -EAGAIN;
	for (size_t i = 0; i < ARRAY_SIZE(protocols); i++) {
		if (protocols[i].proto != proto)
			continue;
		switch (protocols[i].how) {
		case NO_TABLE:
			verdict = -ENODEV;
			break;
		case BY_FILE:
			verdict = 0;
			s->layout = &table_layouts[METRIC_TABLE_6];
			break;
		case BY_VERSION:
			r = ask_version(t, sock, &verdict);
			if (r < 0)
				return r;
			s->layout = &table_layouts[METRIC_TABLE_7V];
			break;
		}
	}
	/*
	 * What the driver lacks is asked again: another one may come. It costs
	 * nothing, since the mailbox remembers what is unsupported.
	 */
	s->decided = verdict == 0 || verdict == -EPROTONOSUPPORT;
	s->smu_version = version;
	s->verdict = verdict;
	return verdict;
}

/**
 * struct acpi_search - Search for a socket's ACPI device
 * @t:		Handle
 * @sock:	Socket that is looked for
 * @name:	Name of its device, once found
 */
struct acpi_search {
	struct telemetry *t;
	unsigned int sock;
	char name[NAME_SIZE];
};

/*
 * The device's unique id is "IDnn" with the number of the socket. Where sysfs
 * has no such file, devices are numbered as the sockets.
 */
static int match_device(void *arg, const char *name)
{
	struct acpi_search *search = arg;
	const char *p = name;
	char uid[UID_SIZE];
	uint64_t number;
	uint32_t sock;

	if (!parse_lit(&p, ACPI_PREFIX) || !parse_hex64(&p, &number) ||
	    !parse_end(p) || strlen(name) >= NAME_SIZE)
		return 0;
	sock = (uint32_t)number;
	if (hw_read_text(search->t->hw, uid, sizeof(uid),
			 PLATFORM_DIR "/%s/firmware_node/uid", name) >= 0) {
		p = uid;
		if (!parse_lit(&p, UID_PREFIX) || !parse_u32(&p, &sock) ||
		    !parse_end(p))
			return 0;
	}
	if (sock != search->sock)
		return 0;
	memcpy(search->name, name, strlen(name) + 1);
	return 1;
}

static int open_file(struct telemetry *t, unsigned int sock)
{
	struct acpi_search search = { .t = t, .sock = sock };
	int fd;

	if (hw_list(t->hw, match_device, &search, PLATFORM_DIR) == 1) {
		fd = hw_open(t->hw, PLATFORM_DIR "/%s/metrics_bin",
			     search.name);
		if (fd != -ENOENT)
			return fd;
	}
	fd = hw_open(t->hw, PLATFORM_DIR "/amd_hsmp/socket%u/metrics_bin",
		     sock);
	return fd == -ENOENT ? -ENODEV : fd;
}

static int read_file(struct telemetry *t, unsigned int sock, void *buf)
{
	struct telemetry_socket *s = &t->sockets[sock];
	int r;

	if (s->fd < 0) {
		r = open_file(t, sock);
		if (r < 0)
			return r;
		s->fd = r;
	}
	r = hw_pread(t->hw, s->fd, buf, METRIC_TABLE_6_SIZE, 0);
	if (r < 0) {
		/* Another driver may have taken its place. */
		hw_close(t->hw, s->fd);
		s->fd = -1;
	}
	return r;
}

/* A table with more CCDs than it has room for is not what it says. */
static int check_table(const struct table_layout *layout, const void *table)
{
	const struct table_field *ccds = table_find(layout, "num_active_ccds");

	if (ccds && table_raw(table, ccds, 0, 0) > METRIC_TABLE_7V_CCDS)
		return -EBADMSG;
	return 0;
}

int telemetry_read(struct telemetry *t, unsigned int sock, void *buf,
		   const struct table_layout **ret_layout)
{
	const struct table_layout *layout;
	int r;

	if (sock >= t->n_sockets)
		return -ENODEV;
	r = decide(t, sock);
	if (r < 0)
		return r;
	layout = t->sockets[sock].layout;
	if (layout->kind == METRIC_TABLE_6)
		r = read_file(t, sock, buf);
	else
		r = hsmp_telemetry(t->hsmp, sock, buf, layout->size);
	if (r == 0)
		r = check_table(layout, buf);
	if (r == 0)
		*ret_layout = layout;
	return r;
}
