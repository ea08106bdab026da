# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Joulepath. `make help` lists what can be asked for.
#
# One Makefile, no configure step. Objects of one build variant live under O,
# so that variants lie side by side: build (release, the default), build/asan,
# build/tsan, build/clang, build/cov, build/fuzz. What belongs to a room is
# found by its folder: a new .c in base/ is part of libbase, a new
# tests/unit/ROOM/test_x.c is a test, a new tests/fuzz/fuzz_x.c a fuzzer.

.DEFAULT_GOAL := all
.SUFFIXES:
.DELETE_ON_ERROR:

O ?= build
CC ?= gcc
AR ?= ar
VERSION := 0.1.0
WERROR ?= 0
SAN ?=
V ?= 0

ifeq ($(origin CC),default)
CC := gcc
endif

include mk/flags.mk
include mk/rooms.mk
include mk/tests.mk
include mk/targets.mk
