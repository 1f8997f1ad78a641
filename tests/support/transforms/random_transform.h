/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_RANDOM_TRANSFORM_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_RANDOM_TRANSFORM_H

#include <gpufft/transform.h>
#include <cstdint>
#include <random>

namespace gpufft::testing {

//! A seed, printed: another one in every run, unless $GPUFFT_TEST_SEED says which.
unsigned run_seed(const char* test);

struct random_choice {
    std::int64_t most_points = 2000; //!< of a row, loops included
    bool has_float64 = true;
    bool has_float16 = true;
    bool may_be_long = false; //!< one dimension alone, up to most_points
};

//! A valid transform, of any form that transforms may have.
transform
random_transform(std::mt19937& random, const random_choice& choice, std::size_t rows);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_RANDOM_TRANSFORM_H */
