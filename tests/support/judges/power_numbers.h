/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_POWER_NUMBERS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_POWER_NUMBERS_H

#include "plan/ir/power.h"
#include "support/judges/reference.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

//! Numbers for the kernels around power spectra, and how theirs are compared.
namespace gpufft::testing {

constexpr float NOT_A_NUMBER = std::numeric_limits<float>::quiet_NaN();
constexpr float INFINITE = std::numeric_limits<float>::infinity();

using floats = std::vector<float>;
using counts = std::vector<std::uint32_t>;

//! Numbers between 0.5 and 2.5, no two alike.
inline floats uneven(std::size_t size, unsigned seed)
{
    floats values;
    for (const auto& z : noise(size, seed))
        values.push_back(1.5F + z.real());
    return values;
}

//! What \p how makes of two powers, a NaN counting as none in all but a sum.
inline double joined(accumulation how, double a, double b)
{
    if (!accumulations(how).has_extremes())
        return a + b;
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) ? b : a;
    return how == accumulation::highest ? std::max(a, b) : std::min(a, b);
}

//! Checks that each number is right within rounding; what is not finite is the same.
inline void check_numbers(const std::string& why,
                          const std::vector<double>& expected,
                          const floats& got)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, expected.size(), got.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        const bool is_same =
            std::isnan(expected[i]) ? std::isnan(got[i])
            : std::isinf(expected[i])
                ? got[i] == static_cast<float>(expected[i])
                : std::fabs(got[i] - expected[i]) <= 2e-6 * (1 + std::fabs(expected[i]));
        if (!is_same)
            CPPUNIT_FAIL(fmt::format(
                "{}: number {} is {}, expected {}", why, i, got[i], expected[i]));
    }
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_POWER_NUMBERS_H */
