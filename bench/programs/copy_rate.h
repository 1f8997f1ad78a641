/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PROGRAMS_COPY_RATE_H
#define INCLUDED_GPUFFT_BENCH_PROGRAMS_COPY_RATE_H

#include "bench/programs/median_rate.h"
#include "device/interface/device.h"

namespace gpufft::testing {

//! What the link between host and device carries, in bytes a second. No kernel runs.
struct copy_rates {
    rate up;       //!< to the device, nothing else going on
    rate down;     //!< from the device, nothing else going on
    rate each_way; //!< in each direction while both are busy: the better of the two ways
    bool beside = false; //!< that was with a queue for each direction
};

//! Four chunks of 4 MiB each way in flight, from and to page-locked memory: what a
//! flowgraph through the device cannot outdo.
copy_rates measure_copy_rates(device& on, double seconds);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_PROGRAMS_COPY_RATE_H */
