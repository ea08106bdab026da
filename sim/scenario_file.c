// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Where scenarios are found, see the header
 */
#include "sim/scenario_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/util.h"

#define SUFFIX ".scenario"

/* Seen from the program's own folder; build variants lie one deeper. */
static const char *const folders[] = {
	"../../sim/scenarios",
	"../../../sim/scenarios",
	"../share/joulepath/scenarios",
};

/* Folders to look into: the one of the environment, then those above. */
#define N_FOLDERS (ARRAY_SIZE(folders) + 1)

/* The i-th folder, to be freed, or NULL. */
static char *folder_path(size_t i)
{
	const char *env = getenv("JOULEPATH_SCENARIOS");
	char exe[PATH_MAX];
	char *path, *slash;
	ssize_t n;

	if (i == 0)
		return env && *env ? strdup(env) : NULL;
	n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	if (n < 0)
		return NULL;
	exe[n] = '\0';
	slash = strrchr(exe, '/');
	if (slash)
		*slash = '\0';
	return asprintf(&path, "%s/%s", exe, folders[i - 1]) < 0 ? NULL : path;
}

static bool is_file_name(const char *word)
{
	size_t len = strlen(word);

	return strchr(word, '/') ||
	       (len > strlen(SUFFIX) &&
		strcmp(word + len - strlen(SUFFIX), SUFFIX) == 0);
}

/* The file that is meant, to be freed, or NULL if there is none. */
static char *find_file(const char *word)
{
	if (is_file_name(word))
		return strdup(word);
	for (size_t i = 0; i < N_FOLDERS; i++) {
		cleanup_free char *folder = folder_path(i);
		cleanup_free char *path = NULL;

		if (!folder)
			continue;
		if (asprintf(&path, "%s/%s" SUFFIX, folder, word) < 0) {
			path = NULL;
			continue;
		}
		if (access(path, F_OK) == 0)
			return take_ptr(path);
	}
	return NULL;
}

static int read_file(const char *path, char **ret)
{
	cleanup_close int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	cleanup_free char *text = NULL;
	struct stat st;
	size_t len = 0;

	if (fd < 0 || fstat(fd, &st))
		return -errno;
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	text = malloc(SCENARIO_FILE_MAX + 1);
	if (!text)
		return -ENOMEM;
	while (len < SCENARIO_FILE_MAX) {
		ssize_t n = read(fd, text + len, SCENARIO_FILE_MAX - len);

		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		len += (size_t)n;
	}
	if (len == SCENARIO_FILE_MAX)
		return -EFBIG;
	text[len] = '\0';
	*ret = take_ptr(text);
	return 0;
}

int scenario_file_text(const char *word, char **ret, char *err, size_t size)
{
	cleanup_free char *path = find_file(word);
	int r;

	if (!path) {
		(void)snprintf(err, size, "no scenario %s; --list shows them",
			       word);
		return -ENOENT;
	}
	r = read_file(path, ret);
	if (r)
		(void)snprintf(err, size, "%s: %s", path, strerror(-r));
	return r;
}

static int parse_file(const char *word, struct scenario_file *f, char *err,
		      size_t size)
{
	cleanup_free char *path = find_file(word);
	struct scenario_error why = { .reason = "" };
	int r;

	r = scenario_parse(f->text, strlen(f->text), &f->sc, &why);
	if (r && why.line)
		(void)snprintf(err, size, "%s:%u: %s", path ? path : word,
			       why.line, why.reason);
	else if (r)
		(void)snprintf(err, size, "%s: %s", path ? path : word,
			       why.reason);
	return r;
}

int scenario_file_load(const char *word, struct scenario_file **ret, char *err,
		       size_t size)
{
	struct scenario_file *f = calloc(1, sizeof(*f));
	int r;

	if (!f) {
		(void)snprintf(err, size, "%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	r = scenario_file_text(word, &f->text, err, size);
	if (!r)
		r = parse_file(word, f, err, size);
	if (r) {
		scenario_file_free(f);
		return r;
	}
	*ret = f;
	return 0;
}

void scenario_file_free(struct scenario_file *f)
{
	if (!f)
		return;
	free(f->text);
	free(f);
}

static int is_scenario(const struct dirent *d)
{
	return d->d_name[0] != '.' && is_file_name(d->d_name);
}

static void print_name(FILE *out, const char *folder, const char *file)
{
	cleanup_free char *path = NULL;
	cleanup_free char *text = NULL;
	size_t len = 0;

	if (asprintf(&path, "%s/%s", folder, file) < 0) {
		path = NULL;
		return;
	}
	if (read_file(path, &text) == 0 && text && text[0] == '#')
		len = strcspn(text, "\n");
	fprintf(out, "%-16.*s %.*s\n", (int)(strlen(file) - strlen(SUFFIX)),
		file, len > 2 ? (int)len - 2 : 0, len > 2 ? text + 2 : "");
}

int scenario_file_list(FILE *out)
{
	struct dirent **names;
	int n_all = 0;

	for (size_t i = 0; i < N_FOLDERS; i++) {
		cleanup_free char *folder = folder_path(i);
		int n;

		if (!folder)
			continue;
		n = scandir(folder, &names, is_scenario, alphasort);
		for (int k = 0; k < n; k++) {
			print_name(out, folder, names[k]->d_name);
			free(names[k]);
		}
		if (n >= 0)
			free(names);
		n_all += MAX(n, 0);
	}
	return n_all > 0 ? n_all : -ENOENT;
}
