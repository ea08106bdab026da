#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The simulated devices through the kernel's real open, ioctl and pread.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

# hsmp MODE ID NUM_ARGS RESPONSE_SZ SOCK [ARG]: the result without the time
hsmp()
{
	client hsmp "$dir/dev/hsmp" "$@" | awk '{ $2 = ""; print }' |
		tr -s ' ' | sed 's/ *$//'
}

hex() { od -An -v -tx1 | tr -d ' \n'; }

milli() # the time of a message, ms
{
	client hsmp "$dir/dev/hsmp" "$@" | cut -d' ' -f2
}

sim_start --scenario sparse-ids || exit 1

# --- /dev/hsmp

is "$(stat -c %a "$dir/dev/hsmp")" 644 "/dev/hsmp has the driver's mode"
is "$(hsmp ro 1 1 1 0 0xDEADBEEF)" 'OK deadbef0 0 0 0 0 0 0 0' 'the test message adds one'
is "$(hsmp ro 3 0 1 1)" 'OK 2 0 0 0 0 0 0 0' 'the protocol version is that of Milan'
is "$(client open-nobody "$dir/dev/hsmp" ro)" OK 'anybody may open /dev/hsmp for reading'
is "$(client open-nobody "$dir/dev/hsmp" wo)" EACCES 'only root may open it for writing'
is "$(hsmp ro 5 1 0 0 150000)" EPERM 'a set on O_RDONLY is EPERM'
is "$(hsmp ro 5 0 0 0)" EPERM 'also with a wrong num_args'
is "$(hsmp wo 4 0 1 0)" EPERM 'a get on O_WRONLY is EPERM'
is "$(hsmp rw 5 1 0 0 150000)" 'OK 249f0 0 0 0 0 0 0 0' 'a set on O_RDWR goes through'
is "$(hsmp ro 6 0 1 0)" 'OK 249f0 0 0 0 0 0 0 0' 'and is read back'
is "$(hsmp ro 6 0 1 1)" 'OK 25d78 0 0 0 0 0 0 0' 'on its socket only'
is "$(hsmp ro 0 0 0 0)" ENOMSG 'message 0 is ENOMSG'
is "$(hsmp ro 0x3D 0 0 0)" ENOMSG 'the first message behind the table is ENOMSG'
is "$(hsmp rw 0x2B 0 0 0)" ENOMSG 'a reserved message is ENOMSG'
is "$(hsmp ro 0x2B 0 0 0)" EPERM 'a reserved message on O_RDONLY is EPERM'
is "$(hsmp ro 4 1 1 0)" EINVAL 'a wrong num_args is EINVAL'
is "$(hsmp ro 4 0 2 9)" EINVAL 'a wrong response_sz is EINVAL before ENODEV'
is "$(hsmp ro 4 0 1 2)" ENODEV 'a socket that is not there is ENODEV'
is "$(hsmp ro 0x15 0 1 0)" ENOMSG 'what the firmware does not know is ENOMSG'
is "$(hsmp ro 0x0A 1 1 0 0xFFFF)" EINVAL 'what the firmware rejects is EINVAL'
is "$(hsmp ro 0x0C 1 1 0 0x80000000 | cut -d' ' -f1)" OK 'bit 31 makes a set-or-get a get'
is "$(hsmp ro 0x0C 1 1 0 0)" EPERM 'without it, it is a set'

is "$(client ioctl "$dir/dev/hsmp" ro 0xC02CF801 "$(printf '00%.0s' {1..44})")" ENOTTY 'another ioctl number is ENOTTY'
is "$(client ioctl "$dir/dev/hsmp" ro 0xC030F800 "$(printf '00%.0s' {1..48})")" ENOTTY 'another size is another number'
is "$(client ioctl "$dir/dev/hsmp" ro 0x4010F801 00000000000000007c05000000000000)" ENODEV 'there is no metric table'
is "$(client ioctl "$dir/dev/hsmp" ro 0x4010F801 00000000000000007c05000000000100)" EINVAL 'the reserved field is checked'
is "$(client ioctl "$dir/dev/hsmp" wo 0x4010F801 00000000000000007c05000000000100)" EPERM 'and the mode before it'
# Message 3 to socket 1 at offset 40: 2 comes back at offset 8, the rest as sent.
zeros=$(printf '00%.0s' {1..28})
is "$(client ioctl "$dir/dev/hsmp" ro 0xC02CF800 "030000000000010000000000${zeros}0100beef")" \
	"OK 030000000000010002000000${zeros}0100beef" 'a message is laid out in 44 bytes'
is "$(client pread "$dir/dev/hsmp" 0 8)" EINVAL '/dev/hsmp cannot be read'
is "$(client ioctl "$dir/sys/devices/system/cpu/online" ro 0xC02CF800 "$(printf '00%.0s' {1..44})")" ENOTTY 'a file of sysfs has no ioctl'

# --- MSRs

msr=$dir/dev/cpu/0/msr
safe=$dir/dev/cpu/0/msr_safe
is "$(stat -c %a "$msr" "$safe" | tr '\n' ' ')" '600 440 ' 'MSR nodes have their modes'
is "$(client pread "$msr" 0xC0010299 8)" 'OK 03100a0000000000' 'the unit register has the usual units'
is "$(client pread "$safe" 0xC0010299 8)" 'OK 03100a0000000000' 'msr_safe says the same'
is "$(client pread "$msr" 0xC0010299 16)" 'OK 03100a000000000003100a0000000000' 'a read of 16 bytes repeats the register'
is "$(client pread "$safe" 0xC0010299 16)" EINVAL 'msr_safe wants exactly 8 bytes'
is "$(client pread "$msr" 0xC0010299 12)" EINVAL 'msr wants a multiple of 8'
is "$(client pread "$msr" 0x10 8)" EIO 'an unknown register faults'
is "$(client pread "$safe" 0x10 8)" EACCES 'msr_safe does not list it'
is "$(client pread "$safe" 0x10 4)" EINVAL 'and checks the size first'
is "$(client pwrite "$msr" 0xC001029B 0000000000000000)" EIO 'an energy register cannot be written'
is "$(client pread "$dir/dev/cpu/5/msr" 0xC0010299 8)" ENXIO 'an offline CPU is ENXIO'
is "$(client pread "$dir/dev/cpu/5/msr_safe" 0xC0010299 8)" ENXIO 'by msr_safe too'
is "$(client open-nobody "$msr" ro)" EACCES 'others may not open msr'
chmod 444 "$msr" && is "$(client open-nobody "$msr" ro)" EPERM 'nor with permission, without the capability'
chmod 444 "$safe" && is "$(client open-nobody "$safe" ro)" OK 'msr_safe goes by permission alone'

# --- sysfs and /proc

cd "$dir/sys/devices/system/cpu" || exit 1
is "$(cat online)" '0-4,6-15' 'online lists the CPUs'
is "$(cat cpu4/topology/physical_package_id)" 3 'package ids are sparse'
is "$(cat cpu5/online; ls cpu5)" "$(printf '0\nonline')" 'an offline CPU has no more files'
is "$(echo cpu0/* | sed 's!cpu0/!!g') " 'cache cpufreq cpuidle topology ' "the first CPU can't be switched"
is "$(grep -c ^processor "$dir/proc/cpuinfo")" 15 '/proc/cpuinfo lists online CPUs'
is "$(client pread online 0 4)" "OK $(printf '0-4,' | hex)" 'a short read gets the beginning'
is "$(client pread online 4 100)" "OK $(printf '6-15\n' | hex)" 'a read in the middle gets the rest'
is "$(client pread online 4096 100)" 'OK ' 'a read behind the end gets nothing'
is "$(client open online wo)" EACCES "what can't be stored can't be opened for writing"
is "$(find "$dir" -name 'no such file' | wc -l; find "$dir" | sort | uniq -d)" 0 'listings show each name once'
cd "$TOP" || exit 1
is "$(client ioctl "$dir" ro 0xC02CF800 "$(printf '00%.0s' {1..44})")" ENOTTY 'a folder has no ioctl'
truth=$(dd if="$dir/epycsim/truth" bs=7 status=none | wc -l)
is "$truth" $((1 + 2 * 2 + 2 * 8)) 'a long text is read in small pieces as one'

# --- the mailbox takes its time

control 'fault slow hsmp:TEST latency_ms=20'
ms=$(client parallel "$dir/dev/hsmp" 10 0 0 | cut -d' ' -f2)
if [ "$ms" -ge 400 ]; then
	ok "20 messages to one socket are served one after the other"
else
	not_ok "20 messages to one socket are served one after the other" "$ms ms"
fi
control 'fault slow hsmp@0:TEST latency_ms=60000'
# Not by client(): the process itself is to be killed.
/usr/bin/python3 tests/integration/simclient.py hsmp "$dir/dev/hsmp" ro 1 1 1 0 7 >"$TMP/stuck" 2>&1 &
stuck=$!
until grep -q '^fault slow on calls 1' "$dir/epycsim/status"; do sleep 0.01; done
is "$(client parallel "$dir/dev/hsmp" 5 1 1 | cut -d' ' -f1)" OK 'sockets are served side by side'
is "$(cat "$TMP/stuck")" '' 'while the other one is still busy'
kill -KILL $stuck
wait $stuck 2>/dev/null
control 'fault slow off' 'fault dead hsmp@1:* dead=yes'
is "$(hsmp ro 4 0 1 1)" ETIMEDOUT 'a dead mailbox is ETIMEDOUT'
ms=$(milli ro 4 0 1 1)
if [ "$ms" -ge 100 ]; then ok "after 100 ms"; else not_ok "after 100 ms" "$ms"; fi
is "$(hsmp ro 1 1 1 0 7 | cut -d' ' -f1-2)" 'OK 8' 'the other socket lives'
