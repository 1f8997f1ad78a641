/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_CASES_UNSEEN_CASES_H
#define INCLUDED_GPUFFT_BENCH_CASES_UNSEEN_CASES_H

#include "bench/cases/bench_case.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft::app {

//! What is drawn.
struct unseen_draw {
    std::uint64_t seed = 1;
    std::size_t count = 200;
    std::int64_t most_points = std::int64_t(1) << 24;
    //! Bytes of the input of a call, about; a few are of one transform alone.
    std::size_t call_bytes = std::size_t(1) << 28;
    bool has_float64 = true; //!< the device has it
};

/*!
 * \brief Transforms that no suite has, drawn at random: an equal seed draws equal ones
 * everywhere, within equal bounds
 *
 * Every kind and form, in one to three dimensions. Lengths are as often in each octave;
 * nine in ten have no prime factor above 13.
 */
std::vector<bench_case> unseen_cases(const unseen_draw& how);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_CASES_UNSEEN_CASES_H */
