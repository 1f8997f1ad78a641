/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_MEASURE_NOISE_H
#define INCLUDED_GPUFFT_BENCH_MEASURE_NOISE_H

#include "device/interface/device.h"
#include <gpufft/transform.h>
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
    //! at(i) as memory holds it in precision \p as.
    double at(std::size_t i, precision as) const;
    //! Fills \p to with numbers in precision \p as, from number \p first on; returns when
    //! it is done.
    void fill(buffer& to,
              queue& q,
              precision as = precision::float32,
              std::size_t first = 0) const;

private:
    std::vector<float> d_values;
};

//! The number that the second array of a planar side begins with, so that it differs from
//! the first one.
constexpr std::size_t SECOND_PLANE_NOISE = 1000003;

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_MEASURE_NOISE_H */
