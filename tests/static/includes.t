#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The include matrix of ARCHITECTURE.md: data flows down, knowledge does not.
# Checked twice, by what is included and by what is linked, since a prototype
# written by hand needs no header.

# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/static/files.sh
. tests/static/files.sh

# Room, then what it may include: rooms, or single headers of a room.
cat >"$TMP/matrix" <<'END'
base		base
hw		base hw
sim/model	base sim/model hw/hsmp_abi.h hw/hsmp_msgs.h hw/msr_regs.h
sim		base sim sim/model hw/hsmp_abi.h hw/hsmp_msgs.h hw/msr_regs.h hw/msr_batch_abi.h
pmda/collect	base hw pmda/collect
pmda		base hw pmda pmda/collect
tools		base hw tools
END

# Headers of others, and the one room that may know them.
cat >"$TMP/foreign" <<'END'
pcp/	pmda
fuse	sim
linux/	hw
asm/	hw
cmocka	tests
END

# Prints "file:line: what" for each breach in the C files named on stdin.
breaches()
{
	xargs grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]' |
	awk -v matrix="$TMP/matrix" -v foreign="$TMP/foreign" '
	function room(path) {
		if (path ~ /^(sim\/model|pmda\/collect)\//)
			return substr(path, 1, index(substr(path, 5), "/") + 3)
		return path ~ /\// ? substr(path, 1, index(path, "/") - 1) : ""
	}
	BEGIN {
		while ((getline line < matrix) > 0) {
			n = split(line, w, /[ \t]+/)
			known[w[1]] = 1
			for (i = 2; i <= n; i++)
				may[w[1], w[i]] = 1
		}
		while ((getline line < foreign) > 0) {
			split(line, w, /[ \t]+/)
			owner[w[1]] = w[2]
		}
	}
	{
		split($0, at, ":")
		from = room(at[1])
		what = $0
		sub(/^[^:]*:[^:]*:[^"<]*["<]/, "", what)
		sub(/[">].*/, "", what)
		where = at[1] ":" at[2] ": "
		if ($0 ~ /include[ \t]*"/) {
			if (what !~ /\// && from != "tests")
				print where what " is not named from the top"
			else if ((from in known) &&
				 !((from, room(what)) in may) &&
				 !((from, what) in may))
				print where from " may not include " what
		} else {
			for (f in owner)
				if (index(what, f) == 1 && owner[f] != from &&
				    from != "tests" && from != "bench")
					print where from " may not include " what
		}
	}'
}

# Prints "room: symbol of other room" for each breach by linking.
link_breaches() # archive...
{
	nm -g -A "$@" 2>/dev/null | awk -v matrix="$TMP/matrix" '
	BEGIN {
		split("base hw model:sim/model sim collect:pmda/collect pmda " \
		      "metrics:pmda", names, " ")
		for (i in names) {
			n = split(names[i], w, ":")
			folder[w[1]] = w[n]
		}
		while ((getline line < matrix) > 0) {
			n = split(line, w, /[ \t]+/)
			for (i = 2; i <= n; i++)
				may[w[1], w[i]] = 1
		}
	}
	NF < 2 { next }
	{
		split($1, at, ":")
		lib = at[1]
		sub(/.*\/lib/, "", lib)
		sub(/\.a$/, "", lib)
		object = at[2]
		sub(/\.o$/, ".h", object)
		if ($(NF - 1) == "U")
			wanted[folder[lib] " " $NF] = 1
		else {
			home[$NF] = folder[lib]
			header[$NF] = folder[lib] "/" object
		}
	}
	END {
		for (k in wanted) {
			split(k, w, " ")
			if (!(w[2] in home) || home[w[2]] == w[1])
				continue
			if (!((w[1], home[w[2]]) in may) &&
			    !((w[1], header[w[2]]) in may))
				print w[1] ": " w[2] " of " header[w[2]]
		}
	}'
}

empty "$(c_files | breaches)" "every room includes only what it may"

mkdir -p "$TMP/bad/base" "$TMP/bad/sim/model" "$TMP/bad/hw"
echo '#include "hw/hw.h"' >"$TMP/bad/base/a.c"
echo '#include "hw/hw.h"' >"$TMP/bad/sim/model/b.c"
echo '#include <pcp/pmapi.h>' >"$TMP/bad/hw/c.c"
echo '#include "near.h"' >"$TMP/bad/hw/d.c"
echo '#include "hw/hsmp_abi.h"' >"$TMP/bad/sim/model/good.c"
got=$(cd "$TMP/bad" && find . -name '*.c' -printf '%P\n' | sort | breaches)
is "$(echo "$got" | cut -d: -f1 | xargs)" \
	"base/a.c hw/c.c hw/d.c sim/model/b.c" "breaches by include are seen"

requires nm gcc
libs=()
for room in base hw model sim collect pmda metrics; do
	# The make variable tells where the sources of a room lie.
	sources=$(make -s --no-print-directory "print-${room}_SRCS")
	# shellcheck disable=SC2086 # a list of files without blanks
	if [ -n "$sources" ] && ls $sources >/dev/null 2>&1; then
		libs+=("$O/lib/lib$room.a")
	fi
done
if build "${libs[@]}"; then
	empty "$(link_breaches "${libs[@]}")" \
		"every room is linked only with what it may"
else
	not_ok "the libraries can be built"
fi

mkdir -p "$TMP/lib"
echo 'int lower(void) { extern int upper(void); return upper(); }' >"$TMP/l.c"
echo 'int upper(void) { return 1; }' >"$TMP/u.c"
(cd "$TMP" && gcc -c l.c u.c && ar rcs lib/libbase.a l.o && ar rcs lib/libhw.a u.o)
is "$(link_breaches "$TMP/lib/libbase.a" "$TMP/lib/libhw.a")" \
	"base: upper of hw/u.h" "breaches by linking are seen"
