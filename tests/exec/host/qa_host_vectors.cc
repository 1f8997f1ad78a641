/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the host computes of many numbers, by Volk or without: exact, or within its bound,
// for counts around what is done at a time, from addresses that no vector begins at.
#include "exec/host/host_vectors.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

using namespace gpufft;

namespace {

const std::size_t COUNTS[] = { 0, 1, 7, 64, 4095, 4096, 4097, 10001 };

constexpr float INFINITE = std::numeric_limits<float>::infinity();
constexpr float NONE = std::numeric_limits<float>::quiet_NaN();

} // namespace

class qa_host_vectors : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_host_vectors);
    CPPUNIT_TEST(numbers_become_doubles_exactly);
    CPPUNIT_TEST(products_are_exact);
    CPPUNIT_TEST(complex_products_are_near);
    CPPUNIT_TEST(decibels_are_within_their_bound);
    CPPUNIT_TEST(decibels_of_what_is_no_power);
    CPPUNIT_TEST(raises_what_is_less_and_leaves_nan);
    CPPUNIT_TEST_SUITE_END();

public:
    void numbers_become_doubles_exactly()
    {
        widened<float>(1.1F, 0);
        widened<std::int16_t>(101, 0);
        widened<std::int8_t>(3, 0);
        widened<std::uint8_t>(3, 127.5);
    }

    template <typename T>
    void widened(T step, double zero)
    {
        for (const auto count : COUNTS) {
            std::vector<T> from(count + 1);
            for (std::size_t i = 0; i <= count; ++i)
                from[i] = static_cast<T>(static_cast<T>(i) * step);
            std::vector<double> to(count + 2, -1);
            widen(from.data() + 1, count, to.data() + 1);
            CPPUNIT_ASSERT_EQUAL(-1.0, to.front());
            CPPUNIT_ASSERT_EQUAL(-1.0, to.back());
            for (std::size_t i = 0; i < count; ++i)
                CPPUNIT_ASSERT_EQUAL(static_cast<double>(from[i + 1]) - zero, to[i + 1]);
        }
    }

    void products_are_exact()
    {
        for (const auto count : COUNTS) {
            std::vector<double> x(count + 2, 3), by(count + 2, 0.7);
            for (std::size_t i = 0; i < count; ++i)
                x[i + 1] = std::sin(static_cast<double>(i));
            const auto before = x;
            multiply(x.data() + 1, by.data() + 1, count);
            CPPUNIT_ASSERT_EQUAL(3.0, x.front());
            CPPUNIT_ASSERT_EQUAL(3.0, x.back());
            for (std::size_t i = 1; i <= count; ++i)
                CPPUNIT_ASSERT_EQUAL(before[i] * by[i], x[i]);
        }
    }

    void complex_products_are_near()
    {
        using complex = std::complex<float>;
        for (const auto count : COUNTS) {
            std::vector<complex> x(count + 1), by(count + 1), to(count + 2, -1);
            for (std::size_t i = 0; i <= count; ++i) {
                const auto angle = static_cast<float>(i);
                x[i] = std::polar(2.0F, angle);
                by[i] = std::polar(1.5F, 3 * angle);
            }
            multiply(x.data() + 1, by.data() + 1, count, to.data() + 1);
            CPPUNIT_ASSERT_EQUAL(complex(-1), to.front());
            CPPUNIT_ASSERT_EQUAL(complex(-1), to.back());
            for (std::size_t i = 1; i <= count; ++i)
                CPPUNIT_ASSERT(std::abs(x[i] * by[i] - to[i]) < 1e-6F);
            multiply(x.data(), by.data(), count, x.data()); // in place
            for (std::size_t i = 1; i < count; ++i)
                CPPUNIT_ASSERT_EQUAL(to[i], x[i]);
        }
    }

    void decibels_are_within_their_bound()
    {
        std::vector<float> powers;
        for (double p = 1.2e-38; p < 3.4e38; p *= 1.0007)
            powers.push_back(static_cast<float>(p));
        CPPUNIT_ASSERT(powers.size() > 200000);
        std::vector<float> result(powers.size());
        decibels(powers.data(), powers.size(), result.data());
        for (std::size_t i = 0; i < powers.size(); ++i) {
            const double expected = 10 * std::log10(static_cast<double>(powers[i]));
            CPPUNIT_ASSERT_DOUBLES_EQUAL(expected, result[i], 1e-4);
        }
        decibels(powers.data(), powers.size(), powers.data()); // in place
        CPPUNIT_ASSERT(powers == result);
    }

    void decibels_of_what_is_no_power()
    {
        std::vector<float> x = { 0, INFINITE, NONE, -1, 1e-40F, 1 };
        decibels(x.data(), x.size(), x.data());
        CPPUNIT_ASSERT_EQUAL(-INFINITE, x[0]);
        CPPUNIT_ASSERT_EQUAL(INFINITE, x[1]);
        CPPUNIT_ASSERT(std::isnan(x[2]) && std::isnan(x[3]));
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-400, x[4], 1e-2); // a denormal has few digits
        CPPUNIT_ASSERT_EQUAL(0.0F, x[5]);
    }

    void raises_what_is_less_and_leaves_nan()
    {
        for (const std::size_t count : { 1, 7, 16, 100, 5000 })
            for (const std::size_t first : { 0, 1, 3 }) {
                std::vector<float> x(first + count + 1);
                for (std::size_t i = 0; i < x.size(); ++i)
                    x[i] = i % 5 == 4 ? NONE : static_cast<float>(i % 7) - 3;
                const auto before = x;
                raise(x.data() + first, count, -0.5F);
                for (std::size_t i = 0; i < x.size(); ++i) {
                    const bool is_in = i >= first && i < first + count;
                    if (std::isnan(before[i]))
                        CPPUNIT_ASSERT(std::isnan(x[i]));
                    else
                        CPPUNIT_ASSERT_EQUAL(
                            is_in ? std::max(before[i], -0.5F) : before[i], x[i]);
                }
            }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_host_vectors);
