// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: From sysfs to one event a package
 *
 * A scale is digits and a power of ten. As an integer M x 10^-n it is 2^-k
 * just if M = 2^(n-k) x 5^n, so M is divided by 5 and by 2 until 1 is left,
 * and the divisions are counted. 2^-32 has 23 significant digits, which fit
 * into 128 bits; a number with more than 38 is refused.
 */
#include "hw/perf.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "base/util.h"

#define PMU_DIR "sys/bus/event_source/devices/power"
#define EVENT PMU_DIR "/events/energy-pkg"

/* Digits that are sure to fit into 128 bits. */
#define DIGITS_MAX 38

#define SHIFT_MAX 63

/* More is no scale of an energy. */
#define EXPONENT_MAX 64

__extension__ typedef unsigned __int128 mantissa_t;

/**
 * struct perf_socket - The event of a socket
 * @cpu:	CPU that counts it, TOPO_NONE if cpumask has none
 * @no_ipi:	It is isolated
 * @fd:		Descriptor or negative
 * @err:	Negative errno of the last try to open it
 * @retry_ns:	It is not opened before
 */
struct perf_socket {
	uint32_t cpu;
	bool no_ipi;
	int fd;
	int err;
	uint64_t retry_ns;
};

/**
 * struct perf_power - All of them
 * @hw:		Context
 * @status:	0, or why it can't be used
 * @type:	Number of the PMU
 * @config:	Number of the event
 * @shift:	It counts 2^-shift J
 * @n_sockets:	Length of @sockets
 * @sockets:	By index of the socket
 */
struct perf_power {
	struct hw *hw;
	int status;
	uint32_t type;
	uint64_t config;
	unsigned int shift;
	uint32_t n_sockets;
	struct perf_socket sockets[];
};

/* Digits, a full stop among them, as an integer and a power of ten. */
static bool parse_digits(const char **p, mantissa_t *ret, int *ret_exponent)
{
	mantissa_t m = 0;
	bool stop = false;
	int n = 0, exponent = 0;
	const char *s;

	for (s = *p; (*s >= '0' && *s <= '9') || (*s == '.' && !stop); s++) {
		if (*s == '.') {
			stop = true;
			continue;
		}
		if (++n > DIGITS_MAX)
			return false;
		m = m * 10 + (mantissa_t)(*s - '0');
		exponent -= stop;
	}
	if (!n || s[-1] == '.' || **p == '.')
		return false;
	*p = s;
	*ret = m;
	*ret_exponent = exponent;
	return true;
}

static bool parse_exponent(const char **p, int *ret)
{
	int64_t v;

	if (!parse_lit(p, "e") && !parse_lit(p, "E"))
		return true;
	(void)parse_lit(p, "+");
	if (!parse_s64(p, &v) || v < -EXPONENT_MAX || v > EXPONENT_MAX)
		return false;
	*ret += (int)v;
	return true;
}

/* How often a number can be divided; it is. */
static int divide_out(mantissa_t *m, unsigned int by)
{
	int n = 0;

	for (; *m % by == 0; n++)
		*m /= by;
	return n;
}

int perf_scale_parse(const char *text, unsigned int *ret_shift)
{
	const char *p = text;
	int exponent, twos, fives;
	mantissa_t m;

	if (!parse_digits(&p, &m, &exponent) ||
	    !parse_exponent(&p, &exponent) || !parse_end(p) || !m)
		return -EINVAL;
	twos = exponent + divide_out(&m, 2);
	fives = exponent + divide_out(&m, 5);
	if (m != 1 || fives != 0 || twos > 0 || twos < -SHIFT_MAX)
		return -EINVAL;
	*ret_shift = (unsigned int)-twos;
	return 0;
}

int perf_event_parse(const char *text, uint64_t *ret_config)
{
	const char *p = text;
	uint64_t v;

	if (!parse_lit(&p, "event=") || !parse_number(&p, &v) ||
	    !parse_end(p) || v > UINT8_MAX)
		return -EINVAL;
	*ret_config = v;
	return 0;
}

/* What the PMU's files say about the event. */
static int read_event(struct perf_power *p)
{
	char text[64];
	uint64_t type;
	int r;

	r = hw_read_u64(p->hw, &type, PMU_DIR "/type");
	if (r < 0)
		return r;
	if (type > UINT32_MAX)
		return -EINVAL;
	p->type = (uint32_t)type;
	r = hw_read_text(p->hw, text, sizeof(text), EVENT);
	if (r >= 0)
		r = perf_event_parse(text, &p->config);
	if (r < 0)
		return r;
	r = hw_read_text(p->hw, text, sizeof(text), EVENT ".unit");
	if (r < 0)
		return r;
	if (strcmp(text, "Joules") != 0)
		return -EINVAL;
	r = hw_read_text(p->hw, text, sizeof(text), EVENT ".scale");
	if (r >= 0)
		r = perf_scale_parse(text, &p->shift);
	/* Sums are kept in 2^-32 J. */
	if (r == 0 && p->shift > 32)
		return -EINVAL;
	return r;
}

/* One CPU a package, or it is not what it seems. */
static int read_cpumask(struct perf_power *p, const struct topology *topo)
{
	struct cpuset mask;
	unsigned int cpu;
	char text[4096];
	int r;

	r = hw_read_text(p->hw, text, sizeof(text), PMU_DIR "/cpumask");
	if (r >= 0)
		r = cpulist_parse(text, &mask);
	if (r < 0)
		return r;
	cpuset_for_each(cpu, &mask)
	{
		const struct topo_cpu *c = topology_cpu(topo, cpu);

		if (!c || !c->online)
			continue;
		if (p->sockets[c->socket].cpu != TOPO_NONE)
			return -EUCLEAN;
		p->sockets[c->socket].cpu = cpu;
		p->sockets[c->socket].no_ipi = c->no_ipi;
	}
	return 0;
}

int perf_power_new(struct hw *hw, const struct topology *topo,
		   struct perf_power **ret)
{
	struct perf_power *p;

	p = calloc(1, sizeof(*p) + topo->n_sockets * sizeof(p->sockets[0]));
	if (!p)
		return -ENOMEM;
	p->hw = hw;
	p->n_sockets = topo->n_sockets;
	for (uint32_t i = 0; i < p->n_sockets; i++)
		p->sockets[i] = (struct perf_socket){
			.cpu = TOPO_NONE,
			.fd = -1,
		};
	p->status = read_event(p);
	if (p->status == 0)
		p->status = read_cpumask(p, topo);
	*ret = p;
	return 0;
}

void perf_power_free(struct perf_power *p)
{
	if (!p)
		return;
	for (uint32_t i = 0; i < p->n_sockets; i++)
		hw_close(p->hw, p->sockets[i].fd);
	free(p);
}

static int open_event(struct perf_power *p, struct perf_socket *s)
{
	const struct hw_perf_event event = {
		.type = p->type,
		.config = p->config,
		.cpu = s->cpu,
	};
	uint64_t now_ns;
	int fd;

	if (s->fd >= 0)
		return 0;
	now_ns = hw_now_ns(p->hw);
	if (s->err && now_ns < s->retry_ns)
		return s->err;
	fd = hw_perf_open(p->hw, &event);
	if (fd < 0) {
		s->err = fd;
		s->retry_ns = now_ns + PERF_RETRY_NS;
		return fd;
	}
	s->err = 0;
	s->fd = fd;
	return 0;
}

int perf_power_pkg(struct perf_power *p, uint32_t sock, uint64_t *ret_count,
		   unsigned int *ret_esu)
{
	struct perf_socket *s;
	uint64_t count;
	int r;

	if (p->status < 0)
		return p->status;
	if (sock >= p->n_sockets || p->sockets[sock].cpu == TOPO_NONE)
		return -ENOENT;
	s = &p->sockets[sock];
	if (s->no_ipi)
		return -EBUSY;
	r = open_event(p, s);
	if (r < 0)
		return r;
	r = hw_pread(p->hw, s->fd, &count, sizeof(count), 0);
	if (r < 0)
		return r;
	*ret_count = count;
	*ret_esu = p->shift;
	return 0;
}
