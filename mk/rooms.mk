# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Rooms and what is built from them. Libraries in the order of dependence,
# the most basic last: base <- hw <- ... as in ARCHITECTURE.md.

base_SRCS := $(wildcard base/*.c)
# Who carries mailbox messages: AMD's E-SMI library where it is given.
ifeq ($(ESMI_LIB_DIR),)
hw_SRCS := $(filter-out hw/backend_esmi.c,$(wildcard hw/*.c))
else
hw_SRCS := $(filter-out hw/backend_kernel.c,$(wildcard hw/*.c))
ESMI_LIBS := $(or $(firstword $(wildcard $(ESMI_LIB_DIR)/libe_smi64*.a)),\
	$(error $(ESMI_LIB_DIR) has no libe_smi64*.a: build E-SMI with \
	-DENABLE_STATIC_LIB=1, or unset ESMI_LIB_DIR))
endif
model_SRCS := $(wildcard sim/model/*.c)
sim_SRCS := $(filter-out sim/epycsim.c,$(wildcard sim/*.c))
# collect = the part of the agents that knows nothing of PCP.
collect_SRCS := $(wildcard pmda/collect/*.c)
# The metric table, linked into the agent and into the printer.
metrics_SRCS := pmda/metrics.c $(wildcard pmda/metrics/*.c)
pmda_SRCS := $(filter-out pmda/metrics.c pmda/pmdaesmi.c pmda/gen.c,\
	$(wildcard pmda/*.c))
mock_SRCS := $(wildcard tests/mock/*.c)

ROOMS := mock sim model pmda metrics collect hw base
lib = $(O)/lib/lib$(1).a
objs = $(patsubst %.c,$(O)/obj/%.o,$(1))

define room_rule
$(call lib,$(1)): $(call objs,$($(1)_SRCS))
endef
$(foreach r,$(ROOMS),$(eval $(call room_rule,$(r))))

$(O)/lib/lib%.a:
	$(call say,AR,$@)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(O)/obj/%.o: %.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(OBJ_CFLAGS) -MMD -MP -c -o $@ $<

$(call objs,$(base_SRCS) $(model_SRCS) $(wildcard hw/rapl*.c) hw/hsmp_msgs.c \
	hw/hsmp_support.c hw/metric_table.c): OBJ_CFLAGS = $(WARN_NUMBERS)
$(call objs,$(sim_SRCS) sim/epycsim.c): OBJ_CFLAGS = $(FUSE_CFLAGS)

# Programs: main file, libraries, system libraries.
PROGRAMS := hwdump epycsim pmdaesmi
BINS := $(PROGRAMS:%=$(O)/bin/%)

$(O)/bin/hwdump: $(call objs,$(wildcard tools/hwdump/*.c)) $(call lib,hw) \
	$(call lib,base)
$(O)/bin/epycsim: $(call objs,sim/epycsim.c) $(call lib,sim) \
	$(call lib,model) $(call lib,hw) $(call lib,base)
$(O)/bin/epycsim: LIBS = $(FUSE_LIBS) -lm
$(O)/bin/pmdaesmi: $(call objs,pmda/pmdaesmi.c) $(call lib,pmda) \
	$(call lib,metrics) $(call lib,collect) $(call lib,hw) $(call lib,base)
$(O)/bin/pmdaesmi: LIBS = $(PCP_LIBS)
$(O)/bin/gen: $(call objs,pmda/gen.c) $(call lib,metrics) \
	$(call lib,collect) $(call lib,hw) $(call lib,base)
$(O)/bin/gen_hsmp: $(call objs,tools/gen_hsmp.c) $(call lib,hw) \
	$(call lib,base)
# Prints what the model says, for tests/integration/model-ref.t.
$(O)/bin/modeldump: $(call objs,tests/unit/sim/model_dump.c \
	hw/hsmp_msgs.c) $(call lib,model) $(call lib,base)
$(O)/bin/modeldump: LIBS = -lm

# The peer of benchmarks, not part of `all`.
$(O)/bin/value_loop: $(call objs,bench/value_loop.c) $(call lib,base)

$(O)/bin/%:
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) \
		$(ESMI_LIBS) $(ALL_LDFLAGS) $(LIBS) $(ESMI_LIBS:%=-lm)

# The agent as a DSO, for pminfo -L and dbpmda; its only symbol is esmi_init.
DSO := $(O)/lib/pmda_esmi.so
$(DSO): $(call objs,$(pmda_SRCS)) $(call lib,metrics) $(call lib,collect) \
	$(call lib,hw) $(call lib,base)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -shared -Wl,--no-undefined \
		-Wl,--exclude-libs,ALL -o $@ $(filter %.o,$^) \
		$(filter %.a,$^) $(ESMI_LIBS) $(ALL_LDFLAGS) $(PCP_LIBS) \
		$(ESMI_LIBS:%=-lm)

# What is printed from the metric table, and from the table of messages.
GEN := $(O)/gen/pmns $(O)/gen/root_esmi $(O)/gen/help $(O)/gen/METRICS.md \
	$(O)/gen/HSMP.md
$(O)/gen/HSMP.md: $(O)/bin/gen_hsmp
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)$(O)/bin/gen_hsmp >$@

$(O)/gen/%: $(O)/bin/gen
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)$(O)/bin/gen $* >$@

-include $(shell find $(O)/obj -name '*.d' 2>/dev/null)
