/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * DOC: Mailboxes of two sockets on a scripted machine, for their tests
 */
#ifndef TESTS_UNIT_HW_HSMP_RIG_H
#define TESTS_UNIT_HW_HSMP_RIG_H

#include "hw/hsmp.h"
#include "tests/mock/fixture.h"
#include "tests/mock/hsmp.h"

#define NODE "dev/hsmp"
#define S NSEC_PER_SEC

/* What a probe asks after the protocol. */
#define SMU(...)                                                               \
	{                                                                      \
		.id = 0x02, .response_sz = 1, .out = { 0x2D5A07 }, __VA_ARGS__ \
	}

/**
 * struct rig - A fixture with two mailboxes
 * @f:		Fixture
 * @h:		Mailboxes
 */
struct rig {
	struct fixture *f;
	struct hsmp *h;
};

static inline int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));
	void *f = NULL;

	if (!rig || fixture_setup(&f) < 0)
		return -1;
	rig->f = f;
	mock_file(rig->f->m, NODE, "");
	if (hsmp_new(rig->f->hw, 2, &rig->h) < 0)
		return -1;
	*state = rig;
	return 0;
}

static inline int rig_teardown(void **state)
{
	struct rig *rig = *state;
	void *f = rig->f;

	hsmp_free(rig->h);
	free(rig);
	return fixture_teardown(&f);
}

static inline unsigned int ioctls(struct rig *rig)
{
	return mock_count(rig->f->m, MOCK_IOCTL, NULL);
}

static inline unsigned int opens(struct rig *rig)
{
	return mock_count(rig->f->m, MOCK_OPEN, NODE);
}

#define rig_test(fn) \
	cmocka_unit_test_setup_teardown(fn, rig_setup, rig_teardown)

#endif
