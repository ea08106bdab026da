# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Test binaries and fuzzers. Every unit test links against all rooms (archives
# give only what is asked for) and cmocka; every fuzzer is built twice: with
# libFuzzer under O=build/fuzz, and with a replay main as a unit test that runs
# the committed corpus.

UNIT_SRCS := $(wildcard tests/unit/*/test_*.c)
UNIT_BINS := $(UNIT_SRCS:%.c=$(O)/%)
# What ThreadSanitizer is for.
THREAD_BINS := $(filter %_threads,$(UNIT_BINS))
FUZZ_SRCS := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_BINS := $(FUZZ_SRCS:tests/fuzz/%.c=$(O)/fuzz/%)
REPLAY_BINS := $(FUZZ_SRCS:tests/fuzz/fuzz_%.c=$(O)/tests/replay/replay_%)

# A room without sources has no library.
existing_libs = $(foreach r,$(1),$(if $(wildcard $($(r)_SRCS)),$(call lib,$(r))))
TEST_LIBS := $(call existing_libs,mock sim model pmda collect metrics hw base)
# Fuzzers look at parsers; nothing of FUSE gets pulled out of the archives.
FUZZ_LIBS := $(call existing_libs,mock sim model collect metrics hw base)

# Asserts stay; the dependency file names what it is for.
test_cflags = $(ALL_CFLAGS) -UNDEBUG -MMD -MP -MF $@.d -MT $@

# System libraries by room, so that a test of base needs no FUSE and no PCP.
$(O)/tests/unit/sim/%: UNIT_LIBS = $(FUSE_LIBS)
$(O)/tests/unit/pmda/%: UNIT_LIBS = $(PCP_LIBS)

# Its calloc() fails on demand.
$(O)/tests/unit/hw/test_nomem: TEST_LDFLAGS = -Wl,--wrap=calloc

$(O)/tests/unit/%: tests/unit/%.c $(TEST_LIBS)
	$(call say,TEST,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(test_cflags) $(FUSE_CFLAGS) -o $@ $< \
		-Wl,--start-group $(TEST_LIBS) -Wl,--end-group \
		$(ALL_LDFLAGS) $(TEST_LDFLAGS) -lcmocka $(UNIT_LIBS) -lm

$(O)/tests/replay/replay_%: tests/fuzz/fuzz_%.c tests/fuzz/replay.c $(FUZZ_LIBS)
	$(call say,TEST,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(test_cflags) -DFUZZ_NAME='"$*"' -o $@ \
		tests/fuzz/replay.c $< -Wl,--start-group $(FUZZ_LIBS) \
		-Wl,--end-group $(ALL_LDFLAGS) -lm

# libFuzzer itself comes in at the link only: its main calls the harness.
$(O)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(FUZZ_LIBS)
	$(call say,FUZZ,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(test_cflags) -o $@ $< \
		-Wl,--start-group $(FUZZ_LIBS) -Wl,--end-group \
		-fsanitize=fuzzer $(ALL_LDFLAGS) -lm

-include $(shell find $(O)/tests $(O)/fuzz -name '*.d' 2>/dev/null)
