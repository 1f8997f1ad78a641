/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_CORES_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_CORES_H

#include "math/roots.h"
#include "plan/ir/dft_problem.h"
#include <cmath>
#include <complex>
#include <random>
#include <vector>

//! Inner DFTs by themselves, for the strategies, and what they should give.
namespace gpufft::testing {

using complex_points = std::vector<std::complex<double>>;

//! A complex DFT along one dimension, rows next to each other on both sides.
inline dft_problem packed_core(std::int64_t length, precision number = precision::float32)
{
    dft_problem r;
    pass_dimension along;
    along.length = along.caller_length = length;
    r.dimensions = { along };
    r.in.strides = r.out.strides = { 1 };
    r.in.distance = r.out.distance = length;
    r.out.at = buffer_role::output;
    r.number = number;
    return r;
}

//! Points uniform in the square of side 2, the same for the same length.
inline complex_points random_points(std::int64_t length)
{
    std::mt19937 random(static_cast<unsigned>(length));
    std::uniform_real_distribution<double> sample(-1, 1);
    complex_points x(length);
    for (auto& v : x)
        v = { sample(random), sample(random) };
    return x;
}

//! ||got - expected|| / ||expected|| over outputs 0, step, 2 step, ... of x' DFT.
inline double
dft_error(const complex_points& x, const complex_points& got, std::int64_t step)
{
    const auto n = static_cast<std::int64_t>(x.size());
    const roots_of_order root(n);
    double difference = 0, size = 0;
    for (std::int64_t k = 0; k < n; k += step) {
        std::complex<long double> sum = 0;
        std::int64_t place = 0; // n k modulo the length
        for (std::int64_t i = 0; i < n; ++i) {
            sum += std::complex<long double>(x[i] * root(place));
            place = (place + k) % n;
        }
        difference += std::norm(std::complex<double>(sum) - got[k]);
        size += std::norm(std::complex<double>(sum));
    }
    return std::sqrt(difference / size);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_CORES_H */
