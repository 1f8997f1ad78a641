/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CAMPAIGN_TRANSFORM_CASE_H
#define INCLUDED_GPUFFT_TESTS_CAMPAIGN_TRANSFORM_CASE_H

#include <gpufft/transform.h>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace gpufft::testing {

//! A transform, how many rows of it are run, and with which values.
struct transform_case {
    transform request;
    std::vector<std::size_t> rows; //!< of each run, the most first
    unsigned data = 1;             //!< seed of the values

    //! "rows=5,1 data=17 of dst4 forward 3, float16"
    std::string text() const;
    //! \throws std::invalid_argument, plan_error
    static transform_case parsed(const std::string& text);
    //! Fewer rows, fewer runs, smaller transforms.
    std::vector<transform_case> smaller() const;
};

//! A random transform of up to 2000 points a row, one in four of them longer; a few rows,
//! at times many.
transform_case any_transform_case(std::mt19937& random, bool has_float64);

//! A random transform of up to 2000 points, in one run of up to five rows.
transform_case any_short_case(std::mt19937& random);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_CAMPAIGN_TRANSFORM_CASE_H */
