/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_MEASURE_CLOCKS_H
#define INCLUDED_GPUFFT_BENCH_MEASURE_CLOCKS_H

#include "device/interface/device.h"

namespace gpufft::app {

//! Clock rates of a GPU, in MHz; 0 where the driver does not say.
struct device_clocks {
    unsigned cores_mhz = 0; //!< now
    unsigned memory_mhz = 0;
    unsigned most_cores_mhz = 0; //!< at most
};

//! NVIDIA's, through the driver's management library where that is installed.
device_clocks read_clocks(const device_info& of);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_MEASURE_CLOCKS_H */
