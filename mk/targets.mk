# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What can be asked for.

SAN_DEFAULT := address,undefined
SCRIPT_TESTS := $(wildcard tests/static/*.t)
INTEGRATION_TESTS := $(wildcard tests/integration/*.t)
ASAN := build/asan
TSAN := build/tsan
CLANG := build/clang
FUZZ := build/fuzz
FUZZ_SECONDS ?= 5
PROVE := tests/lib/prove

.PHONY: all tests check check-quick check-full demo deps lint format \
	format-check fuzz fuzz-smoke generated clean summary help

all: $(BINS) $(DSO) $(GEN) summary ## build programs, libraries and generated files

tests: $(UNIT_BINS) $(REPLAY_BINS) ## build the test programs

summary: $(BINS) $(DSO) $(GEN)
	@printf '%-12s %s\n' \
		Joulepath '$(VERSION)' \
		compiler '$(shell $(CC) --version | head -1)' \
		output '$(O)/bin $(O)/lib $(O)/gen' \
		sanitizers '$(or $(SAN),none)' \
		PCP '$(or $(shell sed -n 's/^PCP_VERSION=//p' /etc/pcp.conf 2>/dev/null),not found)' \
		FUSE '$(shell pkg-config --modversion fuse3 2>/dev/null || echo not found)' \
		/dev/fuse '$(if $(wildcard /dev/fuse),present,absent: the simulator cannot mount)' \
		/dev/hsmp '$(if $(wildcard /dev/hsmp),present,absent: use epycsim)' \
		msr-safe '$(if $(wildcard /dev/cpu/0/msr_safe),present,absent)'

deps: ## install the Debian packages that are missing (as root)
	@tools/install-deps

demo: ## everything on this machine: agent, private pmcd, live metrics
	@tools/install-deps build run
	@$(MAKE) --no-print-directory -s all
	@tools/demo

check: ## what CI runs: build, sanitizers, integration, lint, 5 s of each fuzzer
	@tools/install-deps
	@+tests/run check

check-quick: ## static and unit tests only, less than a minute
	@+tests/run quick

check-full: ## check, and everything slow
	@tools/install-deps build run test full
	@+tests/run full

bench: ## measure, and write docs/PERFORMANCE.md
	@bench/agent-scale

.PHONY: check-pcp7
check-pcp7: ## build and integration tests with PCP 7 in a throw-away root
	@TEST_TIMEOUT=3000 $(PROVE) tests/full/pcp7.t

generated: all ## refresh the committed files that are printed from tables
	cp $(O)/gen/METRICS.md docs/METRICS.md
	cp $(O)/gen/HSMP.md docs/HSMP.md

C_FILES = $(shell git ls-files '*.c' '*.h')

format: ## run clang-format over the tree
	clang-format -i $(C_FILES)

format-check:
	clang-format --dry-run -Werror $(C_FILES)

lint: ## clang-format, clang-tidy, cppcheck, shellcheck, codespell, mandoc
	@$(PROVE) $(SCRIPT_TESTS)

fuzz-smoke: ## 5 s of each fuzzer
	@$(MAKE) --no-print-directory O=$(FUZZ) CC=clang \
		SAN=fuzzer-no-link,address,undefined fuzz-bins
	@tests/fuzz/run $(FUZZ)/fuzz $(FUZZ_SECONDS)

fuzz: ## each fuzzer for FUZZ_SECONDS (default 60)
	@$(MAKE) --no-print-directory FUZZ_SECONDS=$(if $(filter 5,$(FUZZ_SECONDS)),60,$(FUZZ_SECONDS)) fuzz-smoke

.PHONY: fuzz-bins
fuzz-bins: $(FUZZ_BINS)

clean: ## remove everything that was built
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1\t/p' mk/targets.mk | \
		awk -F'\t' '{ printf "  %-14s %s\n", $$1, $$2 }'

# What a variable holds, for scripts: make -s print-hw_SRCS
print-%:
	@echo '$($*)'
