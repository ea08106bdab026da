// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * DOC: Finding the sensors of k10temp
 *
 * The driver's folder lists the PCI functions that it drives. Their device
 * numbers, in ascending order, are the sockets, provided that there are
 * as many of them as sockets; otherwise an assignment would be a guess.
 */
#include "hw/hwmon.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/parse.h"
#include "base/util.h"

#define DRIVER_DIR "sys/bus/pci/drivers/k10temp"
#define DEVICE_DIR DRIVER_DIR "/0000:00:%02x.3/hwmon"

/* Device numbers of the data fabric functions: 18h + node. */
#define FIRST_DEVICE 0x18
#define N_DEVICES 8

/**
 * struct k10temp_sensor - One socket
 * @device:	PCI device
 * @hwmon:	X of hwmonX
 * @found:	There is one
 * @temp1:	temp1_input
 */
struct k10temp_sensor {
	unsigned int device;
	uint32_t hwmon;
	bool found;
	struct hw_file temp1;
};

/**
 * struct k10temp - All sockets
 * @files:	Cache
 * @n_sockets:	Length of @sensors
 * @sensors:	By index of the socket
 */
struct k10temp {
	struct hw_files *files;
	unsigned int n_sockets;
	struct k10temp_sensor sensors[];
};

/* Collects the devices in a bit mask, bit n for 18h + n. */
static int add_device(void *arg, const char *name)
{
	uint32_t *devices = arg;
	const char *p = name;
	uint64_t device;

	if (parse_lit(&p, "0000:00:") && parse_hex64(&p, &device) &&
	    parse_lit(&p, ".3") && parse_end(p) && device >= FIRST_DEVICE &&
	    device < FIRST_DEVICE + N_DEVICES)
		*devices |= UINT32_C(1) << (device - FIRST_DEVICE);
	return 0;
}

static int find_hwmon(void *arg, const char *name)
{
	struct k10temp_sensor *sensor = arg;
	const char *p = name;

	if (!parse_lit(&p, "hwmon") || !parse_u32(&p, &sensor->hwmon) ||
	    !parse_end(p))
		return 0;
	sensor->found = true;
	return 1;
}

static void find_sensors(struct k10temp *k, struct hw *hw, uint32_t devices)
{
	unsigned int sock = 0;

	if ((unsigned int)__builtin_popcount(devices) != k->n_sockets)
		return;
	for (unsigned int n = 0; n < N_DEVICES; n++) {
		struct k10temp_sensor *sensor = &k->sensors[sock];

		if (!(devices >> n & 1))
			continue;
		sensor->device = FIRST_DEVICE + n;
		(void)hw_list(hw, find_hwmon, sensor, DEVICE_DIR,
			      sensor->device);
		sock++;
	}
}

int k10temp_new(struct hw_files *files, struct hw *hw, unsigned int n_sockets,
		struct k10temp **ret)
{
	const struct hw_file closed = HW_FILE_INIT;
	uint32_t devices = 0;
	struct k10temp *k;

	k = calloc(1, sizeof(*k) + n_sockets * sizeof(k->sensors[0]));
	if (!k)
		return -ENOMEM;
	k->files = files;
	k->n_sockets = n_sockets;
	for (unsigned int i = 0; i < n_sockets; i++)
		k->sensors[i].temp1 = closed;
	if (hw_list(hw, add_device, &devices, DRIVER_DIR) == 0)
		find_sensors(k, hw, devices);
	*ret = k;
	return 0;
}

void k10temp_free(struct k10temp *k)
{
	if (!k)
		return;
	for (unsigned int i = 0; i < k->n_sockets; i++)
		hw_file_close(k->files, &k->sensors[i].temp1);
	free(k);
}

int k10temp_tctl_mc(struct k10temp *k, unsigned int sock, int64_t *ret_mc)
{
	struct k10temp_sensor *sensor;
	const char *p;
	char text[32];
	int64_t mc;
	int r;

	if (sock >= k->n_sockets || !k->sensors[sock].found)
		return -ENOENT;
	sensor = &k->sensors[sock];
	r = hw_file_text(k->files, &sensor->temp1, text, sizeof(text),
			 DEVICE_DIR "/hwmon%u/temp1_input", sensor->device,
			 sensor->hwmon);
	if (r < 0)
		return r == -EMSGSIZE || r == -EILSEQ ? -EINVAL : r;
	p = text;
	if (!parse_s64(&p, &mc) || !parse_end(p))
		return -EINVAL;
	*ret_mc = mc;
	return 0;
}
