// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: What the kernel's HSMP driver does with an ioctl, see the header
 */
#include "sim/driver_hsmp.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "hw/hsmp_msgs.h"

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

bool hsmp_driver_is_get(const struct hsmp_message *msg)
{
	enum hsmp_kind kind = hsmp_msgs[msg->msg_id].kind;

	return kind == HSMP_KIND_GET ||
	       (kind == HSMP_KIND_SET_GET && (msg->args[0] & HSMP_GET_BIT));
}

int hsmp_driver_check(int accmode, const struct hsmp_message *msg,
		      uint32_t n_sockets)
{
	const struct hsmp_msg_desc *row;

	if (msg->msg_id < HSMP_TEST || msg->msg_id >= HSMP_N_IDS)
		return -ENOMSG;
	row = &hsmp_msgs[msg->msg_id];
	/*
	 * The mode rule looks at the table before anybody asks whether the
	 * row is one: a reserved message is not a get.
	 */
	if (accmode == O_RDONLY && !hsmp_driver_is_get(msg))
		return -EPERM;
	if (accmode == O_WRONLY && hsmp_driver_is_get(msg))
		return -EPERM;
	/* Linux has a fourth mode, which may neither read nor write. */
	if (accmode == O_ACCMODE)
		return -EPERM;
	if (row->kind == HSMP_KIND_RESERVED)
		return -ENOMSG;
	if (msg->num_args != row->num_args)
		return -EINVAL;
	if (msg->response_sz > row->response_sz)
		return -EINVAL;
	if (msg->sock_ind >= n_sockets)
		return -ENODEV;
	return 0;
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

bool hsmp_driver_copies_back(const struct hsmp_message *msg)
{
	return hsmp_msgs[msg->msg_id].response_sz > 0;
}

int hsmp_driver_telemetry(int accmode, const struct hsmp_telemetry_data *req)
{
	if (accmode == O_WRONLY || accmode == O_ACCMODE)
		return -EPERM;
	if (req->reserved)
		return -EINVAL;
	return -ENODEV;
}
