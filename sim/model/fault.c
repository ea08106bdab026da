// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Faults as text
 *
 * A fault has the same keys in a scenario's [fault NAME] section and in a
 * control command; both go through the table of keys.
 */
#include <errno.h>
#include <string.h>

#include "base/parse.h"
#include "hw/hsmp_msgs.h"
#include "sim/model/keys.h"

#define EVERYWHERE UINT32_MAX

/* What the imitated drivers and file systems can return, and no others. */
#define ERRNO(name)         \
	{                   \
#name, name \
	}
static const struct {
	const char *name;
	int number;
} errnos[] = {
	ERRNO(E2BIG),	   ERRNO(EACCES),  ERRNO(EAGAIN),    ERRNO(EBADE),
	ERRNO(EBADF),	   ERRNO(EBUSY),   ERRNO(EFAULT),    ERRNO(EFBIG),
	ERRNO(EINTR),	   ERRNO(EINVAL),  ERRNO(EIO),	     ERRNO(EISDIR),
	ERRNO(ELOOP),	   ERRNO(EMFILE),  ERRNO(ENFILE),    ERRNO(ENODATA),
	ERRNO(ENODEV),	   ERRNO(ENOENT),  ERRNO(ENOMEM),    ERRNO(ENOMSG),
	ERRNO(ENOSPC),	   ERRNO(ENOSYS),  ERRNO(ENOTDIR),   ERRNO(ENOTTY),
	ERRNO(ENXIO),	   ERRNO(EPERM),   ERRNO(EPROTO),    ERRNO(ERANGE),
	ERRNO(EREMOTEIO),  ERRNO(EROFS),   ERRNO(ESPIPE),    ERRNO(ESTALE),
	ERRNO(EOPNOTSUPP), ERRNO(ETXTBSY), ERRNO(ETIMEDOUT),
};

int fault_errno_parse(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(errnos); i++) {
		if (strcmp(errnos[i].name, name) == 0)
			return errnos[i].number;
	}
	return 0;
}

static bool parse_where(const char **p, uint32_t *ret)
{
	*ret = EVERYWHERE;
	return !parse_lit(p, "@") || parse_u32(p, ret);
}

/* A number, or "*" for all. */
static bool parse_id(const char *p, uint32_t *ret)
{
	uint64_t v = EVERYWHERE;

	if (!parse_lit(&p, "*") && (!parse_number(&p, &v) || v >= EVERYWHERE))
		return false;
	*ret = (uint32_t)v;
	return parse_end(p);
}

static bool message_by_name(const char *name, uint32_t *ret)
{
	for (uint32_t i = 0; i < HSMP_N_IDS; i++) {
		if (hsmp_msgs[i].name && strcmp(hsmp_msgs[i].name, name) == 0) {
			*ret = i;
			return true;
		}
	}
	return false;
}

static int parse_hsmp(const char *p, struct fault *fault,
		      struct scenario_error *err)
{
	if (!parse_where(&p, &fault->where) || !parse_lit(&p, ":"))
		return scenario_fail(err, "target: write hsmp:MESSAGE or "
					  "hsmp@SOCKET:MESSAGE");
	if (!message_by_name(p, &fault->id) && !parse_id(p, &fault->id))
		return scenario_fail(err,
				     "target: %.40s is not a message, write "
				     "e.g. GET_SOCKET_POWER, 0x04 or *",
				     p);
	return 0;
}

static int parse_msr(const char *p, struct fault *fault,
		     struct scenario_error *err)
{
	if (!parse_where(&p, &fault->where) || !parse_lit(&p, ":"))
		return scenario_fail(err, "target: write msr:REGISTER or "
					  "msr@CPU:REGISTER");
	if (!parse_id(p, &fault->id))
		return scenario_fail(err,
				     "target: %.40s is not a register, write "
				     "e.g. 0xC001029B or *",
				     p);
	return 0;
}

static int parse_file(const char *p, struct fault *fault,
		      struct scenario_error *err)
{
	if (!parse_lit(&p, ":") || *p != '/')
		return scenario_fail(err, "target: write file:/PATH, below the "
					  "mount point");
	if (strlen(p) >= sizeof(fault->path))
		return scenario_fail(err,
				     "target: the path is longer than %zu "
				     "characters",
				     sizeof(fault->path) - 1);
	memcpy(fault->path, p, strlen(p) + 1);
	return 0;
}

static const struct {
	const char *name;
	enum fault_target target;
	int (*parse)(const char *p, struct fault *fault,
		     struct scenario_error *err);
} targets[] = {
	{ "hsmp", FAULT_HSMP, parse_hsmp },
	{ "msr", FAULT_MSR, parse_msr },
	{ "file", FAULT_FILE, parse_file },
};

int fault_target_parse(const char *text, struct fault *fault,
		       struct scenario_error *err)
{
	fault->id = EVERYWHERE;
	fault->where = EVERYWHERE;
	memset(fault->path, 0, sizeof(fault->path));
	for (size_t i = 0; i < ARRAY_SIZE(targets); i++) {
		const char *p = text;

		if (!parse_lit(&p, targets[i].name) || (*p != ':' && *p != '@'))
			continue;
		fault->target = targets[i].target;
		return targets[i].parse(p, fault, err);
	}
	return scenario_fail(err,
			     "target: %.40s is not hsmp:..., msr:... or "
			     "file:/...",
			     text);
}

int fault_check(const struct fault *fault, struct scenario_error *err)
{
	bool mailbox = fault->fw_status || fault->dead;
	bool node = fault->missing || fault->forbidden;
	int answers = (fault->err != 0) + (fault->fw_status != 0) +
		      fault->dead + fault->missing + fault->forbidden;

	if (mailbox && fault->target != FAULT_HSMP)
		return scenario_fail(err,
				     "status and dead need a target hsmp:...");
	if (node && fault->target != FAULT_FILE)
		return scenario_fail(err, "missing and forbidden need a target "
					  "file:/...");
	if (answers > 1)
		return scenario_fail(err,
				     "more than one of errno, status, dead, "
				     "missing, forbidden");
	if (answers == 0 && fault->latency_ns == 0)
		return scenario_fail(err,
				     "nothing goes wrong: set errno, status, "
				     "dead, missing, forbidden or latency_ms");
	return 0;
}

/* One word "KEY=VALUE" of a command. */
static int parse_setting(struct slice word, struct fault *fault, bool *seen,
			 struct scenario_error *err)
{
	char text[160];
	char *value;
	int row;

	if (!slice_copy(word, text, sizeof(text)))
		return scenario_fail(err,
				     "a word is longer than %zu characters",
				     sizeof(text) - 1);
	value = strchr(text, '=');
	if (!value)
		return scenario_fail(err, "'%.40s' is not KEY=VALUE", text);
	*value++ = '\0';
	row = *text ? key_find("fault", text) : -ENOENT;
	if (row < 0)
		return scenario_fail(err, "a fault has no key '%.40s'", text);
	if (seen[row])
		return scenario_fail(err, "%s: is there twice", text);
	seen[row] = true;
	return key_set(key_row((size_t)row), text, value, fault, err);
}

static int parse_command(const char *p, struct fault *fault,
			 struct scenario_error *err)
{
	/* The target stands without its key. */
	bool seen[KEY_N_ROWS] = { false };
	char target[160];
	struct slice word;
	int r;

	seen[key_find("fault", "target")] = true;
	(void)parse_blanks(&p);
	if (!parse_word(&p, &word) ||
	    !slice_copy(word, fault->name, sizeof(fault->name)))
		return scenario_fail(err,
				     "a fault begins with a name of 1 to %zu "
				     "characters",
				     sizeof(fault->name) - 1);
	(void)parse_blanks(&p);
	if (!parse_word(&p, &word) || !slice_copy(word, target, sizeof(target)))
		return scenario_fail(err,
				     "after the name stands a target such as "
				     "hsmp:GET_SOCKET_POWER");
	r = fault_target_parse(target, fault, err);
	while (r == 0 && parse_blanks(&p) && !parse_end(p)) {
		if (!parse_word(&p, &word))
			return scenario_fail(err, "control character");
		r = parse_setting(word, fault, seen, err);
	}
	return r < 0 ? r : fault_check(fault, err);
}

int fault_parse(const char *text, struct fault *ret, struct scenario_error *err)
{
	struct fault fault;
	int r;

	memset(&fault, 0, sizeof(fault));
	fault.active = true;
	r = parse_command(text, &fault, err);
	if (r < 0) {
		err->line = 0;
		return r;
	}
	*ret = fault;
	return 0;
}
