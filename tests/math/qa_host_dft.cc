/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/host_dft.h"
#include "math/host_fft.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>
#include <random>

using gpufft::host_dft;
using gpufft::host_fft;

namespace {

std::vector<std::complex<double>> uniform(std::int64_t n)
{
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<double> sample(-1, 1);
    std::vector<std::complex<double>> x(static_cast<std::size_t>(n));
    for (auto& v : x)
        v = { sample(random), sample(random) };
    return x;
}

} // namespace

class qa_host_dft : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_host_dft);
    CPPUNIT_TEST(agrees_with_host_fft);
    CPPUNIT_TEST(large_primes_cost_little);
    CPPUNIT_TEST_SUITE_END();

public:
    void agrees_with_host_fft()
    {
        for (const std::int64_t n :
             { 1, 2, 31, 37, 64, 74, 127, 720, 1021, 4099, 5402 }) {
            const host_dft dft(n);
            const auto x = uniform(n), expected = host_fft(x), y = dft(x);
            CPPUNIT_ASSERT_EQUAL(x.size(), y.size());
            double difference = 0, size = 0;
            for (std::size_t k = 0; k < y.size(); ++k) {
                difference += std::norm(y[k] - expected[k]);
                size += std::norm(expected[k]);
            }
            const auto error = std::sqrt(difference / size);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{} points: {:.1e}", n, error),
                                   error < 2e-15);
        }
    }

    void large_primes_cost_little()
    {
        CPPUNIT_ASSERT_EQUAL(std::int64_t(480), host_dft::fft_points(480));
        for (const std::int64_t n : { 37, 127, 1021, 65537 })
            CPPUNIT_ASSERT(host_dft::fft_points(n) <= 8 * n);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_host_dft);
