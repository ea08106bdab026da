/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Steps of HSMP messages for the script of a mock
 */
#ifndef TESTS_MOCK_HSMP_H
#define TESTS_MOCK_HSMP_H

#include "tests/mock/mock.h"

/**
 * struct hsmp_step - A message and what comes back
 * @id:		Message
 * @sock:	Socket
 * @num_args:	Argument words
 * @response_sz: Response words
 * @arg:	args[0]; the other seven are 0
 * @err:	0 or negative errno
 * @out:	First two response words
 */
struct hsmp_step {
	uint32_t id;
	uint16_t sock;
	uint16_t num_args;
	uint16_t response_sz;
	uint32_t arg;
	int err;
	uint32_t out[2];
};

static inline void expect_step(struct mock *m, const struct hsmp_step *s)
{
	const uint32_t words[HSMP_MAX_WORDS] = { s->out[0], s->out[1] };
	const struct hsmp_message msg = {
		.msg_id = s->id,
		.num_args = s->num_args,
		.response_sz = s->response_sz,
		.args = { s->arg },
		.sock_ind = s->sock,
	};

	mock_expect(m, &msg, s->err, words);
}

#define expect_steps(m, ...)                                       \
	do {                                                       \
		const struct hsmp_step steps_[] = { __VA_ARGS__ }; \
                                                                   \
		for (size_t i_ = 0; i_ < ARRAY_SIZE(steps_); i_++) \
			expect_step((m), &steps_[i_]);             \
	} while (0)

/* The message that asks a socket's power, from hardware to mW. */
#define POWER(...)                                        \
	{                                                 \
		.id = 0x04, .response_sz = 1, __VA_ARGS__ \
	}
#define TEST(...)                                            \
	{                                                    \
		.id = 0x01, .num_args = 1, .response_sz = 1, \
		.arg = 0xDEADBEEF, __VA_ARGS__               \
	}
#define PROTO(...)                                        \
	{                                                 \
		.id = 0x03, .response_sz = 1, __VA_ARGS__ \
	}

#endif
