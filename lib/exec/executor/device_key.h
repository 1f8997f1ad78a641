/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_DEVICE_KEY_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_DEVICE_KEY_H

#include "plan/wisdom/wisdom_record.h"
#include <gpufft/devices.h>

namespace gpufft {

//! What wisdom of the device is kept under.
device_key device_key_of(const device_info& info);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_DEVICE_KEY_H */
