// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What the kernel's HSMP driver does with an ioctl, see the header
 */
#include "sim/driver_hsmp.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* Size of the attribute metrics_bin, and of the table of protocol 6. */
#define METRICS_BIN_SIZE 1404

/* One row a status that the driver tells apart; any other is EIO. */
static const struct {
	uint8_t status;
	int result;
} statuses[] = {
	{ HSMP_STATUS_OK, 0 },
	{ HSMP_STATUS_NOT_READY, -ETIMEDOUT },
	{ HSMP_STATUS_UNKNOWN_MSG, -ENOMSG },
	{ HSMP_STATUS_BAD_ARG, -EINVAL },
	{ HSMP_STATUS_PREREQ, -EREMOTEIO },
	{ HSMP_STATUS_BUSY, -EBUSY },
};

bool hsmp_driver_is_get(enum hsmp_gen gen, const struct hsmp_message *msg)
{
	enum hsmp_kind kind = hsmp_gen_kind(gen, msg->msg_id);

	return kind == HSMP_KIND_GET ||
	       (kind == HSMP_KIND_SET_GET && (msg->args[0] & HSMP_GET_BIT));
}

static bool has_socket(uint32_t sockets, uint32_t sock)
{
	return sock < 32 && (sockets >> sock & 1);
}

int hsmp_driver_validate(enum hsmp_gen gen, const struct hsmp_message *msg,
			 uint32_t sockets)
{
	if (msg->msg_id < HSMP_TEST || msg->msg_id > hsmp_gens[gen].last_id)
		return -ENOMSG;
	if (hsmp_gen_kind(gen, msg->msg_id) == HSMP_KIND_RESERVED)
		return -ENOMSG;
	if (msg->num_args != hsmp_gen_num_args(gen, msg->msg_id))
		return -EINVAL;
	if (!hsmp_gen_response_fits(gen, msg->msg_id, msg->response_sz))
		return -EINVAL;
	return has_socket(sockets, msg->sock_ind) ? 0 : -ENODEV;
}

int hsmp_driver_check(enum hsmp_gen gen, int accmode,
		      const struct hsmp_message *msg, uint32_t sockets)
{
	if (msg->msg_id < HSMP_TEST || msg->msg_id > hsmp_gens[gen].last_id)
		return -ENOMSG;
	/*
	 * The mode rule looks at the table before anybody asks whether the
	 * row is one: a reserved message is not a get.
	 */
	if (accmode == O_RDONLY && !hsmp_driver_is_get(gen, msg))
		return -EPERM;
	if (accmode == O_WRONLY && hsmp_driver_is_get(gen, msg))
		return -EPERM;
	/* Linux has a fourth mode, which may neither read nor write. */
	if (accmode == O_ACCMODE)
		return -EPERM;
	return hsmp_driver_validate(gen, msg, sockets);
}

void hsmp_driver_arguments(const struct hsmp_message *msg,
			   uint32_t ret_words[HSMP_MAX_WORDS])
{
	for (unsigned int i = 0; i < HSMP_MAX_WORDS; i++)
		ret_words[i] = i < msg->num_args ? msg->args[i] : 0;
}

int hsmp_driver_finish(struct hsmp_message *msg, uint8_t status,
		       const uint32_t words[HSMP_MAX_WORDS])
{
	int r = -EIO;

	for (size_t i = 0; i < ARRAY_SIZE(statuses); i++)
		if (statuses[i].status == status)
			r = statuses[i].result;
	if (r == 0)
		memcpy(msg->args, words,
		       MIN(msg->response_sz, HSMP_MAX_WORDS) * sizeof(*words));
	return r;
}

bool hsmp_driver_copies_back(enum hsmp_gen gen, const struct hsmp_message *msg)
{
	return hsmp_gen_response_sz(gen, msg->msg_id) > 0;
}

int hsmp_driver_telemetry(int accmode, const struct hsmp_telemetry_data *req,
			  uint32_t sockets, size_t table_size)
{
	if (accmode == O_WRONLY || accmode == O_ACCMODE)
		return -EPERM;
	if (req->reserved)
		return -EINVAL;
	if (!has_socket(sockets, req->sock_ind) || table_size == 0)
		return -ENODEV;
	return req->size == 0 || req->size > table_size ? -EINVAL : 0;
}

bool hsmp_driver_shows_table(enum hsmp_gen gen, uint32_t protocol)
{
	switch (gen) {
	case HSMP_GEN_A:
	case HSMP_N_GENS:
		return false;
	case HSMP_GEN_B:
	case HSMP_GEN_C:
	case HSMP_GEN_OOT:
		return protocol == 6;
	case HSMP_GEN_D:
		return protocol >= 6;
	}
	return false;
}

int hsmp_driver_table_part(uint32_t protocol, size_t table_size, size_t size,
			   uint64_t off)
{
	/* As sysfs does for a binary attribute that has a size. */
	if (off >= METRICS_BIN_SIZE || size == 0)
		return 0;
	if (protocol != 6)
		return -EOPNOTSUPP;
	if (table_size == 0)
		return -ENOMEM;
	if (MIN(size, METRICS_BIN_SIZE - off) != table_size)
		return -EINVAL;
	return (int)table_size;
}
