# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
#
# Which files the static tests look at: those of the repository, and those
# that are about to be added. Without git, or where git distrusts the owner of
# the folder, everything that is not below build/.

all_files()
{
	git ls-files -co --exclude-standard 2>/dev/null | grep . ||
		find . -type f -not -path './build/*' -not -path './.git/*' \
			-printf '%P\n'
}

# Text that people wrote: no seeds, no captured machines, no licence.
text_files()
{
	all_files | grep -vE '^(tests/fuzz/corpus|tests/fixtures)/|^LICENSE$' |
		while IFS= read -r f; do
			# A file that was deleted and not yet committed.
			if [ -f "$f" ]; then printf '%s\n' "$f"; fi
		done
}

c_sources() { text_files | grep '\.c$'; }
c_headers() { text_files | grep '\.h$'; }
c_files() { text_files | grep '\.[ch]$'; }

scripts() # interpreter : files whose first line names it
{
	text_files | while IFS= read -r f; do
		if head -n 1 "$f" | grep -aqE "^#!.*\\b($1)\\b"; then
			printf '%s\n' "$f"
		fi
	done
}
