# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Test binaries and fuzzers. Every unit test links against all rooms (archives
# give only what is asked for) and cmocka; every fuzzer is built twice: with
# libFuzzer under O=build/fuzz, and with a replay main as a unit test that runs
# the committed corpus.

UNIT_SRCS := $(wildcard tests/unit/*/test_*.c)
UNIT_BINS := $(UNIT_SRCS:%.c=$(O)/%)
FUZZ_SRCS := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_BINS := $(FUZZ_SRCS:tests/fuzz/%.c=$(O)/fuzz/%)
REPLAY_BINS := $(FUZZ_SRCS:tests/fuzz/fuzz_%.c=$(O)/tests/replay/replay_%)

TEST_LIBS = $(foreach r,mock sim model collect metrics hw base,$(call lib,$(r)))

$(O)/tests/unit/%: tests/unit/%.c $(TEST_LIBS)
	$(call say,TEST,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(FUSE_CFLAGS) -UNDEBUG -MMD -MP -o $@ $< \
		-Wl,--start-group $(TEST_LIBS) -Wl,--end-group \
		$(ALL_LDFLAGS) -lcmocka $(FUSE_LIBS) -lm

$(O)/tests/replay/replay_%: tests/fuzz/fuzz_%.c tests/fuzz/replay.c $(TEST_LIBS)
	$(call say,TEST,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -DFUZZ_NAME='"$*"' -MMD -MP -MF $@.d -o $@ \
		tests/fuzz/replay.c $< -Wl,--start-group $(TEST_LIBS) \
		-Wl,--end-group $(ALL_LDFLAGS) -lm

$(O)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(filter-out %/libmock.a %/libsim.a,$(TEST_LIBS))
	$(call say,FUZZ,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $< \
		-Wl,--start-group $(filter %.a,$^) -Wl,--end-group \
		$(ALL_LDFLAGS) -lm

-include $(shell find $(O)/tests -name '*.d' 2>/dev/null)
