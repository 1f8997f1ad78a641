/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "fftw3/request/worth.h"
#include <algorithm>

namespace gpufft::fftw3 {

namespace {

// Points of a call from which on it is done sooner by the device than by a thread of
// FFTW, see measurements.md, "Calls of FFTW's interface": there measured for a CPU
// device, and estimated for a GPU, whose data go through a link.
constexpr std::int64_t FEWEST_POINTS_OF_A_CPU = std::int64_t(1) << 16;
constexpr std::int64_t FEWEST_POINTS_OF_A_GPU = std::int64_t(1) << 18;

} // namespace

std::int64_t fewest_points(const device_info& on)
{
    if (const auto asked = env::fftw_points())
        return *asked;
    return on.limits.is_cpu ? FEWEST_POINTS_OF_A_CPU : FEWEST_POINTS_OF_A_GPU;
}

std::int64_t fewest_points_of_any()
{
    if (const auto asked = env::fftw_points())
        return *asked;
    return std::min(FEWEST_POINTS_OF_A_CPU, FEWEST_POINTS_OF_A_GPU);
}

bool is_worth_a_launch(const problem& p, const device_info& on)
{
    return p.points() >= fewest_points(on);
}

} // namespace gpufft::fftw3
