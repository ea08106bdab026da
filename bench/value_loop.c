// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: The peer of the agent's sweep: a loop over values
 *
 * Reads each value as a library without a memory does: open the node, ask for
 * one value, close it. The list of values comes by standard input, a line each:
 *
 *	r PATH			a file, read once
 *	h SOCKET ID ARGS RESPONSES ARG	a mailbox message
 *
 * usage: value_loop ROOT PASSES <LIST
 * Prints passes, values, system calls, and CPU and wall time in microseconds.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/parse.h"
#include "base/util.h"
#include "hw/hsmp_abi.h"

#define MAX_LINE 256

/**
 * struct loop - What was done
 * @root:	Descriptor of the root directory
 * @values:	Values that came
 * @calls:	System calls
 */
struct loop {
	int root;
	unsigned long values;
	unsigned long calls;
};

static void read_file(struct loop *l, const char *path)
{
	char buf[4096];
	int fd = openat(l->root, path, O_RDONLY | O_CLOEXEC);

	l->calls++;
	if (fd < 0)
		return;
	l->values += read(fd, buf, sizeof(buf)) > 0;
	(void)close(fd);
	l->calls += 2;
}

static void send_message(struct loop *l, const char *p)
{
	struct hsmp_message msg = { 0 };
	uint32_t v[5] = { 0 };
	int fd;

	for (size_t i = 0; i < ARRAY_SIZE(v); i++)
		if (!parse_blanks(&p) || !parse_u32(&p, &v[i]))
			return;
	msg.sock_ind = (uint16_t)v[0];
	msg.msg_id = v[1];
	msg.num_args = (uint16_t)v[2];
	msg.response_sz = (uint16_t)v[3];
	msg.args[0] = v[4];
	fd = openat(l->root, "dev/hsmp", O_RDONLY | O_CLOEXEC);
	l->calls++;
	if (fd < 0)
		return;
	l->values += ioctl(fd, HSMP_IOCTL_CMD, &msg) == 0;
	(void)close(fd);
	l->calls += 2;
}

static double seconds(struct timeval tv)
{
	return (double)tv.tv_sec + (double)tv.tv_usec / 1e6;
}

static int bad_call(void)
{
	fprintf(stderr, "usage: value_loop ROOT PASSES <LIST\n");
	return 2;
}

int main(int argc, char *argv[])
{
	struct loop l = { .root = -1 };
	char(*lines)[MAX_LINE] = NULL, (*more)[MAX_LINE];
	struct timespec begin, end;
	size_t n = 0, room = 0;
	struct rusage ru;
	uint32_t passes;
	const char *p;

	if (argc != 3)
		return bad_call();
	p = argv[2];
	l.root = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (l.root < 0 || !parse_u32(&p, &passes) || !parse_end(p))
		return bad_call();
	for (;;) {
		if (n == room) {
			room = room ? 2 * room : 1024;
			more = realloc(lines, room * sizeof(*lines));
			if (!more) {
				free(lines);
				return 1;
			}
			lines = more;
		}
		if (!fgets(lines[n], MAX_LINE, stdin))
			break;
		lines[n][strcspn(lines[n], "\n")] = '\0';
		n++;
	}
	(void)clock_gettime(CLOCK_MONOTONIC, &begin);
	for (uint32_t pass = 0; pass < passes; pass++)
		for (size_t i = 0; i < n; i++) {
			if (lines[i][0] == 'r')
				read_file(&l, lines[i] + 2);
			else
				send_message(&l, lines[i] + 1);
		}
	(void)clock_gettime(CLOCK_MONOTONIC, &end);
	(void)getrusage(RUSAGE_SELF, &ru);
	printf("passes %u\nvalues %lu\ncalls %lu\nuser_us %.0f\nsystem_us %.0f\n"
	       "wall_us %.0f\n",
	       passes, l.values, l.calls, seconds(ru.ru_utime) * 1e6,
	       seconds(ru.ru_stime) * 1e6,
	       (double)(end.tv_sec - begin.tv_sec) * 1e6 +
		       (double)(end.tv_nsec - begin.tv_nsec) / 1e3);
	free(lines);
	(void)close(l.root);
	return 0;
}
