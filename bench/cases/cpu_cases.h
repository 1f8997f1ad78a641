/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_CASES_CPU_CASES_H
#define INCLUDED_GPUFFT_BENCH_CASES_CPU_CASES_H

#include "bench/cases/bench_case.h"
#include "bench/peers/fftw.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft::app {

//! Points in all: beyond the caches, and within them.
constexpr std::int64_t CPU_MANY_POINTS = std::int64_t(1) << 22;
constexpr std::int64_t CPU_FEW_POINTS = std::int64_t(1) << 16;

//! Kinds and sizes that are timed on CPU devices, batch 1: powers of two, other smooth
//! lengths, primes, real, 2D and 3D, DCT-II.
std::vector<bench_case> cpu_cases();

//! \return what the geometric mean of our rates over \p peer's is to reach with all
//! threads, in the cases of \p group with \p points points in all; 0: nothing is asked
//! for
double cpu_target(const std::string& group, std::int64_t points, fftw_maker peer);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_CASES_CPU_CASES_H */
