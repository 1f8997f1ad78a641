/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/host_fft.h"
#include "math/roots.h"
#include "support/is_timed.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>
#include <ctime>
#include <random>

using gpufft::host_fft;
using gpufft::root_of_unity;

namespace {

using complex = std::complex<double>;

std::vector<complex> uniform(std::size_t n)
{
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<double> sample(-1, 1);
    std::vector<complex> x(n);
    for (auto& v : x)
        v = { sample(random), sample(random) };
    return x;
}

//! Output k by definition, summed in long double.
std::complex<long double> output(const std::vector<complex>& x, std::int64_t k)
{
    const auto n = static_cast<std::int64_t>(x.size());
    std::complex<long double> sum = 0;
    for (std::int64_t i = 0; i < n; ++i)
        sum += std::complex<long double>(x[i]) *
               std::complex<long double>(root_of_unity(-(i * k % n), n));
    return sum;
}

//! Relative RMS error of the outputs 0, step, 2 step, ...
double error_of(const std::vector<complex>& x, std::size_t step)
{
    const auto y = host_fft(x);
    CPPUNIT_ASSERT_EQUAL(x.size(), y.size());
    long double difference = 0, size = 0;
    for (std::size_t k = 0; k < x.size(); k += step) {
        const auto expected = output(x, static_cast<std::int64_t>(k));
        difference += std::norm(expected - std::complex<long double>(y[k]));
        size += std::norm(expected);
    }
    return static_cast<double>(std::sqrt(difference / size));
}

//! Half a unit in the last place, growing as the root of the number of roundings.
double tolerance(std::size_t n)
{
    return 1.1e-16 * std::sqrt(std::log2(static_cast<double>(n) + 1));
}

class qa_host_fft : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_host_fft);
    CPPUNIT_TEST(matches_the_definition);
    CPPUNIT_TEST(long_ones_match_at_some_outputs);
    CPPUNIT_TEST(nothing_and_one_point_stay);
    CPPUNIT_TEST(four_million_points_take_little_time);
    CPPUNIT_TEST_SUITE_END();

    void check(std::size_t n, std::size_t step, double factor)
    {
        const double error = error_of(uniform(n), step);
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} points: {:.2e}", n, error),
                               error <= factor * tolerance(n));
    }

    void matches_the_definition()
    {
        for (std::size_t n = 1; n <= 256; ++n)
            check(n, 1, 2.5); // primes to 251 go by their definition, in double
        for (const std::size_t n : { 512, 1000, 1024, 2310, 4096, 30030 })
            check(n, n > 2400 ? 101 : 1, 1.2);
    }

    void long_ones_match_at_some_outputs()
    {
        for (const std::size_t n : { 1 << 18, 160000, 177147, 262440 })
            check(n, 30011, 1.2);
    }

    void nothing_and_one_point_stay()
    {
        CPPUNIT_ASSERT(host_fft({}).empty());
        CPPUNIT_ASSERT(host_fft({ { 3, -4 } }).front() == complex(3, -4));
    }

    void four_million_points_take_little_time()
    {
        const auto x = uniform(1 << 22);
        const auto begin = std::clock(); // of this process: others may be busy
        const auto y = host_fft(x);
        const double spent_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        const double most_s = gpufft::testing::is_timed_closely() ? 1 : 5;
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{:.2f} s", spent_s),
                               spent_s < most_s || !gpufft::testing::is_timed());
        CPPUNIT_ASSERT(std::abs(std::complex<long double>(y[1]) - output(x, 1)) < 1e-11);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_host_fft);

} // namespace
