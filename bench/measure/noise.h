/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_MEASURE_NOISE_H
#define INCLUDED_GPUFFT_BENCH_MEASURE_NOISE_H

#include "device/interface/device.h"
#include <cstddef>
#include <vector>

namespace gpufft::app {

//! Numbers between -1 and 1, the same ones each time, that fill memory of any size:
//! number i of it is one of about 8 million, which come round again.
class noise
{
public:
    noise();
    float at(std::size_t i) const { return d_values[i % d_values.size()]; }
    //! Fills \p to; returns when it is done.
    void fill(buffer& to, queue& q) const;

private:
    std::vector<float> d_values;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_MEASURE_NOISE_H */
