// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Texts of /proc files, see values.h
 *
 * /proc/cpuinfo lists online CPUs only. Lines whose value the model does not
 * know (microcode, bogomips, address sizes) are not there. /proc/stat has the
 * lines of CPUs and no others.
 */
#include <inttypes.h>

#include "base/util.h"
#include "sim/layout.h"
#include "sim/sim.h"
#include "sim/values.h"

/* A tick of /proc/stat, USER_HZ is 100. */
#define US_PER_TICK 10000

/* What programs look for in a processor of these families. */
static const char amd_flags[] =
	"fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat "
	"pse36 clflush mmx fxsr sse sse2 ht syscall nx mmxext fxsr_opt pdpe1gb "
	"rdtscp lm constant_tsc rep_good nopl nonstop_tsc cpuid extd_apicid "
	"aperfmperf rapl pni pclmulqdq monitor ssse3 fma cx16 pcid sse4_1 "
	"sse4_2 movbe popcnt aes xsave avx f16c rdrand lahf_lm cmp_legacy svm "
	"extapic cr8_legacy abm sse4a misalignsse 3dnowprefetch osvw ibs "
	"skinit wdt tce topoext perfctr_core perfctr_nb bpext perfctr_llc "
	"mwaitx cpb cat_l3 cdp_l3 hw_pstate ssbd ibrs ibpb stibp vmmcall "
	"fsgsbase bmi1 avx2 smep bmi2 erms invpcid cqm rdt_a rdseed adx smap "
	"clflushopt clwb sha_ni xsaveopt xsavec xgetbv1 xsaves cqm_llc "
	"cqm_occup_llc cqm_mbm_total cqm_mbm_local clzero irperf xsaveerptr "
	"wbnoinvd arat npt lbrv svm_lock nrip_save tsc_scale vmcb_clean "
	"flushbyasid decodeassists pausefilter pfthreshold v_vmsave_vmload "
	"vgif umip pku ospke vaes vpclmulqdq rdpid overflow_recov succor smca";

static const char intel_flags[] =
	"fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat "
	"pse36 clflush dts acpi mmx fxsr sse sse2 ss ht tm pbe syscall nx "
	"pdpe1gb rdtscp lm constant_tsc arch_perfmon pebs bts rep_good nopl "
	"xtopology nonstop_tsc cpuid aperfmperf pni pclmulqdq dtes64 monitor "
	"ds_cpl vmx smx est tm2 ssse3 sdbg fma cx16 xtpr pdcm pcid dca sse4_1 "
	"sse4_2 x2apic movbe popcnt tsc_deadline_timer aes xsave avx f16c "
	"rdrand lahf_lm abm 3dnowprefetch";

/**
 * struct package - What is the same for all CPUs of a socket
 * @siblings:	Online CPUs
 * @cores:	Cores with an online thread
 */
struct package {
	uint32_t siblings;
	uint32_t cores;
};

static void add_processor(const struct moment *now, uint32_t cpu,
			  const struct package *package, struct text *out)
{
	const struct scenario *sc = machine_scenario(now->m);
	uint32_t sock = layout_socket(sc, cpu);
	uint32_t khz =
		machine_core_khz(now->m, layout_core(sc, cpu), now->t_ns);

	text_add(out,
		 "processor\t: %u\n"
		 "vendor_id\t: %s\n"
		 "cpu family\t: %u\n"
		 "model\t\t: %u\n"
		 "model name\t: %s\n"
		 "stepping\t: %u\n"
		 "cpu MHz\t\t: %u.%03u\n"
		 "cache size\t: %u KB\n",
		 cpu, sc->vendor, sc->family, sc->model, sc->model_name,
		 sc->stepping, khz / 1000, khz % 1000, cache_kb(sc, 2));
	text_add(out,
		 "physical id\t: %u\n"
		 "siblings\t: %u\n"
		 "core id\t\t: %u\n"
		 "cpu cores\t: %u\n"
		 "apicid\t\t: %u\n"
		 "initial apicid\t: %u\n",
		 sc->package_ids[sock], package->siblings,
		 layout_core_id(now->m, cpu), package->cores,
		 machine_apicid(now->m, cpu), machine_apicid(now->m, cpu));
	text_add(out,
		 "fpu\t\t: yes\n"
		 "fpu_exception\t: yes\n"
		 "cpuid level\t: 16\n"
		 "wp\t\t: yes\n"
		 "flags\t\t: %s\n"
		 "clflush size\t: 64\n"
		 "cache_alignment\t: 64\n"
		 "\n",
		 scenario_is_intel(sc) ? intel_flags : amd_flags);
}

void show_cpuinfo(const struct moment *now, const uint32_t index[2],
		  struct text *out)
{
	const struct scenario *sc = machine_scenario(now->m);
	struct package packages[SCENARIO_MAX_SOCKETS];

	UNUSED(index);
	for (uint32_t sock = 0; sock < sc->n_sockets; sock++) {
		struct cpuset set;

		layout_sharing(sc, sock * sc->cores_per_socket, SHARE_SOCKET,
			       &set);
		packages[sock].siblings = cpuset_count(&set);
		packages[sock].cores = layout_online_cores(sc, sock);
	}
	for (uint32_t cpu = 0; cpu < scenario_n_cpus(sc); cpu++)
		if (!cpuset_has(&sc->offline, cpu))
			add_processor(now, cpu,
				      &packages[layout_socket(sc, cpu)], out);
}

static uint64_t idle_ticks(const struct moment *now, uint32_t cpu)
{
	uint64_t us = 0;

	for (int state = 0; state < IDLE_N_STATES; state++)
		us += hotplug_idle_us(&now->sim->hot, now->m, cpu,
				      (enum idle_state)state, now->t_ns);
	return us / US_PER_TICK;
}

void show_stat(const struct moment *now, const uint32_t index[2],
	       struct text *out)
{
	const struct scenario *sc = machine_scenario(now->m);
	uint64_t user = 0, idle = 0;

	UNUSED(index);
	/* Two passes: the sum comes first and stands for the same moment. */
	for (int pass = 0; pass < 2; pass++) {
		if (pass == 1)
			text_add(out,
				 "cpu  %" PRIu64 " 0 0 %" PRIu64
				 " 0 0 0 0 0 0\n",
				 user, idle);
		for (uint32_t cpu = 0; cpu < scenario_n_cpus(sc); cpu++) {
			uint64_t i, ticks, u;

			if (cpuset_has(&sc->offline, cpu))
				continue;
			ticks = hotplug_online_ns(&now->sim->hot, now->m, cpu,
						  now->t_ns) /
				NSEC_PER_USEC / US_PER_TICK;
			i = MIN(idle_ticks(now, cpu), ticks);
			u = ticks - i;
			idle += i;
			user += u;
			if (pass == 1)
				text_add(out,
					 "cpu%u %" PRIu64 " 0 0 %" PRIu64
					 " 0 0 0 0 0 0\n",
					 cpu, u, i);
		}
	}
}
