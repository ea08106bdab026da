#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The nodes with pointers in them, msr-safe's list, the HSMP driver's sysfs, and
# the driver's generations, through the kernel's real system calls.

# shellcheck source=tests/integration/epycsim-lib.sh
. "$(dirname "$0")/epycsim-lib.sh"

zeros() { printf '00%.0s' $(seq "$1"); } # bytes
hsmp() { client hsmp "$dir/dev/hsmp" "$@" | awk '{ $2 = ""; print }' | tr -s ' ' | sed 's/ *$//'; }
PLATFORM=sys/devices/platform

# --- msr_batch

sim_start --scenario sparse-ids || exit 1
batch=$dir/dev/cpu/msr_batch
list=$dir/dev/cpu/msr_allowlist
control 'clock stop'

is "$(stat -c %a "$batch" "$list" "$dir/dev/cpu/msr_safe_version" | tr '\n' ' ')" '660 660 440 ' "msr-safe's nodes have their modes"
is "$(client batch-equals "$dir" 0xC0010299 0xC001029A 0xC001029B)" 'OK 45 of 45' 'one batch reads what msr_safe reads, of all CPUs'
is "$(client batch "$batch" ro 0:0xC0010299 5:0xC0010299 | tr '\n' ' ')" 'ENXIO 0 0 ENXIO 0 ' 'an offline CPU stops the whole batch'
is "$(client batch "$batch" ro 0:0x10 0:0xC0010299 | tr '\n' ' ')" 'EACCES EACCES 0 0 0 ' 'so does a register that is not listed'
is "$(client batch "$batch" rw 0:0xC0010299=1 | tr '\n' ' ')" 'EROFS EROFS 1 ' 'and a write without a mask'
is "$(client batch "$batch" wo 0:0xC0010299 | head -1)" EBADF 'a batch needs a descriptor that can be read'
is "$(client batch "$batch" ro)" EINVAL 'an empty batch is EINVAL'
is "$(client batch-raw "$batch" 0 1)" EFAULT 'operations at a bad address are EFAULT'
is "$(client batch-raw "$batch" 0 131073)" E2BIG 'more than the kernel can hold are E2BIG'
is "$(client ioctl "$batch" ro 0xC01063A3 "$(zeros 16)")" ENOTTY 'another ioctl is ENOTTY'
control 'fault f msr@1:0xC001029A errno=EIO'
is "$(client batch "$batch" ro 0:0xC001029A 1:0xC001029A | sed 's/ .*//' | tr '\n' ' ')" 'EIO 0 EIO ' 'a fault strikes one operation, the others have values'
control 'fault f off'
like "$(cat "$dir/epycsim/status")" 'batch_operations [1-9]' 'status counts them'

sim_start --scenario milan-2p || exit 1
control 'clock stop'
is "$(client batch-equals "$dir" 0xC001029A)" 'OK 256 of 256' 'one batch reads the energy of all cores of milan-2p'
sim_start --scenario sparse-ids || exit 1
list=$dir/dev/cpu/msr_allowlist

# --- the list

is "$(cat "$list")" "$(printf '#MSR       Write mask        \n0xC0010299 0x0000000000000000\n0xC001029A 0x0000000000000000\n0xC001029B 0x0000000000000000')" 'the list reads as msr-safe prints it'
is "$(client reads "$list" 60 3 | sed 's/.*\(0x[0-9A-F]*\) .*/\1/' | tr '\n' ' ')" '0xC0010299 0xC001029A 0xC001029B ' 'each read returns one entry'
is "$(client reads "$list" 59 1)" E2BIG 'a buffer that is too small for an entry is E2BIG'
is "$(client reads "$list" 200 6 | grep -c "OK b''")" 1 'after an empty read it begins anew'
printf '0xC001029B 0x0 # energy\n' >"$list"
safe=$dir/dev/cpu/0/msr_safe
is "$(client pread "$safe" 0xC001029A 8)" EACCES 'what is no longer listed is EACCES'
like "$(client pread "$safe" 0xC001029B 8)" '^OK' 'what is, is read'
listed() { # text : what writing it says
	client pwrite "$list" 0 "$(printf '%b' "$1" | od -An -v -tx1 | tr -d ' \n')"
}
is "$(listed '0x10 0x0')" EILSEQ 'a list that ends early is EILSEQ'
is "$(listed '0x10 none\n')" EINVAL 'a word is EINVAL'
is "$(listed '0x10 0x10000000000000000\n')" ERANGE 'more than 64 bits are ERANGE'
is "$(listed '# nothing\n')" ENOMSG 'comments alone are ENOMSG'
is "$(head -c 131073 /dev/zero | tr '\0' ' ' >"$TMP/big"; dd if="$TMP/big" of="$list" bs=131073 2>&1 | grep -c 'Argument list too long')" 1 'more than 128 KiB are E2BIG'
is "$(tail -n 1 "$list")" '0xC001029B 0x0000000000000000' 'and all that changes nothing'
is "$(listed '1 0\n1 0\n')" ENOTUNIQ 'a register that is there twice is ENOTUNIQ'
is "$(cat "$list")" '' 'and leaves an empty list'
is "$(listed '0xC0010299 0\n0x10 0\n')" 'OK 20' 'a new list is taken'
is "$(client pread "$safe" 0x10 8)" EIO 'a listed register that is none faults'
echo >"$list"
is "$(cat "$list")" '' 'a newline clears it'
is "$(client pread "$dir/dev/cpu/msr_safe_version" 0 100)" 'OK 312e382e3000' 'the version comes with its NUL'

# --- the driver's sysfs

cd "$dir" || exit 1
is "$(cat sys/class/hwmon/hwmon3/name)" amd_hsmp_hwmon "the driver's hwmon of socket 1"
is "$(cat sys/class/hwmon/hwmon3/power1_cap)" 155000000 'shows the limit in microwatts'
echo 120000000 >sys/class/hwmon/hwmon3/power1_cap
is "$(hsmp ro 6 0 1 1)" 'OK 1d4c0 0 0 0 0 0 0 0' 'a limit that is written there is that of the mailbox'
is "$(cat $PLATFORM/AMDI0097:01/hwmon/hwmon3/power1_cap $PLATFORM/AMDI0097:00/hwmon/hwmon2/power1_cap | tr '\n' ' ')" '120000000 155000000 ' 'of that socket only'
is "$(cat $PLATFORM/AMDI0097:00/protocol_version)" 2 'attributes are messages'
is "$(client pread $PLATFORM/AMDI0097:00/clk_fmax 0 100)" ENOMSG 'those that the firmware lacks fail as it does'
is "$(client open $PLATFORM/AMDI0097:00/protocol_version rw)" EACCES "and can't be written"
control 'fault dead hsmp@1:* dead=yes'
is "$(client pread sys/class/hwmon/hwmon3/power1_input 0 100)" ETIMEDOUT 'a dead mailbox is dead for them too'
control 'fault dead off'
cd "$TOP" || exit 1
control 'short file:/dev/cpu/1/msr 4'
is "$(client pread "$dir/dev/cpu/1/msr" 0xC0010299 8)" EINVAL 'a read can be cut to what the driver refuses'
control 'short file:/dev/cpu/1/msr off' "short file:/$PLATFORM/AMDI0097:00/modalias 3"
is "$(client pread "$dir/$PLATFORM/AMDI0097:00/modalias" 0 100)" 'OK 616370' 'or to its beginning'

# --- telemetry

sim_start --scenario venice-1p || exit 1
node=$dir/dev/hsmp
control 'clock stop'
like "$(client telemetry "$node" ro 0 13852)" '^OK [0-9a-f]{16}$' 'the table of 13852 bytes comes by the second ioctl'
is "$(client telemetry "$node" ro 0 13852)" "$(client telemetry "$node" ro 0 8)" 'a shorter request gets the same beginning'
is "$(client telemetry "$node" ro 0 13852 0)" EFAULT 'a bad pointer is EFAULT'
is "$(client telemetry "$node" ro 0 13852 0x7000)" EFAULT 'and any other'
is "$(client telemetry "$node" ro 0 13853)" EINVAL 'more than there is, is EINVAL'
is "$(client telemetry "$node" ro 0 0)" EINVAL 'nothing is EINVAL'
is "$(client telemetry "$node" ro 1 13852)" ENODEV 'a socket that is not there is ENODEV'
is "$(client telemetry "$node" wo 0 13852)" EPERM 'write-only is EPERM'
is "$(client pread "$dir/$PLATFORM/AMDI0097:00/metrics_bin" 0 1404)" ENOTSUP 'the file is there and says EOPNOTSUPP'
like "$(cat "$dir/epycsim/status")" 'pointers_refused 2' 'bad pointers are counted'

# --- generations: mi300a is B, old-kernel A

sim_start --scenario mi300a || exit 1
bin=$(find "$dir/$PLATFORM" -name metrics_bin | head -1)
is "$(stat -c '%a %s' "$bin")" '444 1404' 'metrics_bin has its mode and size'
is "$(client pread "$bin" 0 1404 | wc -c)" $((3 + 2 * 1404 + 1)) 'it is read as a whole'
is "$(client pread "$bin" 0 4096 | wc -c)" $((3 + 2 * 1404 + 1)) 'a longer read gets as much'
is "$(client pread "$bin" 0 100)" EINVAL 'a part is EINVAL'
is "$(client pread "$bin" 1404 100)" 'OK ' 'behind it is the end'
is "$(client telemetry "$dir/dev/hsmp" ro 0 1404)" ENOMSG 'the old driver takes the second ioctl for a message'

sim_start --scenario old-kernel || exit 1
is "$(hsmp ro 0x0C 1 1 0 0x80000000)" EPERM 'a get that this driver takes for a set is EPERM'
is "$(hsmp rw 0x0C 1 1 0 0x80000000)" EINVAL 'or EINVAL'
is "$(hsmp ro 0x30 0 1 0)" ENOMSG 'a message behind the end of its table is ENOMSG, whatever the firmware has'
is "$(hsmp ro 0x0F 0 1 0)" EINVAL 'fewer responses than there are, are EINVAL'
for request in 0xC02CF801 0x0000F800 0x8004F800 0x12345678; do
	is "$(client any-ioctl "$dir/dev/hsmp" $request)" 'OK 42' "ioctl $request is a message like any other"
done
is "$(ls "$dir/sys/module")" amd_hsmp 'its module has the old name'
is "$(ls "$dir/$PLATFORM" 2>/dev/null)" '' 'and no attributes'
