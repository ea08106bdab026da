# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Compiler and linker flags. CFLAGS and LDFLAGS stay the user's.

is_clang := $(findstring clang,$(shell $(CC) --version 2>/dev/null | head -1))

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wold-style-definition -Wpointer-arith \
	-Wwrite-strings -Wcast-qual -Wcast-align -Wformat=2 -Wundef -Wvla \
	-Wimplicit-fallthrough -Wnull-dereference -Wdouble-promotion \
	-Wredundant-decls -Wnested-externs -Wdate-time \
	-Werror=format-security -Werror=return-type \
	-Werror=implicit-function-declaration \
	-Werror=incompatible-pointer-types -Werror=int-conversion
ifeq ($(is_clang),)
WARN += -Wjump-misses-init -Wduplicated-cond -Wduplicated-branches \
	-Wlogical-op -Wformat-overflow=2 -Wformat-truncation=2 \
	-Wformat-signedness -Wstringop-overflow=4 -Walloca -Walloc-zero \
	-Wcast-align=strict -Wtrampolines -Wshift-overflow=2 -Warray-bounds=2
else
WARN += -Wcomma -Wconditional-uninitialized -Wunreachable-code-aggressive \
	-Wmissing-variable-declarations -Wextra-semi-stmt -Wassign-enum \
	-Wshorten-64-to-32 -Wover-aligned -Wthread-safety -Wnewline-eof
endif
ifeq ($(WERROR),1)
WARN += -Werror
endif

# Where numbers are the product, no conversion is implicit.
WARN_NUMBERS := -Wconversion -Wsign-conversion

HARDEN := -fstack-protector-strong -fstack-clash-protection \
	-fcf-protection=full
ifeq ($(SAN),)
CFLAGS ?= -O2 -g
# Valgrind and debuggers are better off with the real calls at -O0.
HARDEN += $(if $(findstring -O0,$(CFLAGS)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
else
CFLAGS ?= -O1 -g -fno-omit-frame-pointer
HARDEN += -fsanitize=$(SAN) -fno-sanitize-recover=all
LINK_SAN := -fsanitize=$(SAN)
endif

ALL_CFLAGS = -std=gnu11 $(WARN) $(HARDEN) -fPIC -fvisibility=hidden -pthread \
	-D_GNU_SOURCE -DJOULEPATH_VERSION='"$(VERSION)"' -I. $(CFLAGS)
ALL_LDFLAGS = -pthread -Wl,-z,relro,-z,now $(LINK_SAN) $(LDFLAGS)

FUSE_CFLAGS := $(shell pkg-config --cflags fuse3 2>/dev/null)
FUSE_LIBS := $(shell pkg-config --libs fuse3 2>/dev/null)
# PCP 6 and 7 install their headers below /usr/include/pcp without a .pc file
# for the agent library.
PCP_LIBS := -lpcp_pmda -lpcp

ifeq ($(V),0)
Q := @
say = @printf '  %-7s %s\n' $(1) $(2)
endif
