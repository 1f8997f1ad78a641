/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

class qa_factor : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_factor);
    CPPUNIT_TEST(factors_multiply_back);
    CPPUNIT_TEST(divisors_are_all_and_in_order);
    CPPUNIT_TEST(smooth_neighbours_enclose_the_number);
    CPPUNIT_TEST(smooth_numbers_between_are_all_and_in_order);
    CPPUNIT_TEST(stages_cover_primes_to_31);
    CPPUNIT_TEST_SUITE_END();

    void factors_multiply_back()
    {
        for (std::int64_t n = 1; n <= 5000; ++n) {
            std::int64_t product = 1;
            std::int64_t previous = 2;
            for (const auto p : prime_factors(n)) {
                CPPUNIT_ASSERT(p >= previous);
                product *= p;
                previous = p;
            }
            CPPUNIT_ASSERT_EQUAL(n, product);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(26), prime_factors(1 << 26).size());
    }

    void divisors_are_all_and_in_order()
    {
        for (std::int64_t n = 1; n <= 1000; ++n) {
            std::vector<std::int64_t> expected;
            for (std::int64_t d = 1; d <= n; ++d) {
                if (n % d == 0)
                    expected.push_back(d);
            }
            CPPUNIT_ASSERT(expected == divisors(n));
            for (const std::int64_t most : { 1, 2, 7, 100 }) {
                auto few = expected;
                while (few.back() > most)
                    few.pop_back();
                CPPUNIT_ASSERT(few == divisors(n, most));
            }
        }
    }

    void smooth_neighbours_enclose_the_number()
    {
        for (std::int64_t n = 1; n <= 5000; ++n) {
            const bool smooth = prime_factors(n).empty() || prime_factors(n).back() <= 13;
            CPPUNIT_ASSERT_EQUAL(smooth, is_smooth(n));
            CPPUNIT_ASSERT(previous_smooth(n) <= n && n <= next_smooth(n));
            CPPUNIT_ASSERT_EQUAL(smooth, next_smooth(n) == n);
            CPPUNIT_ASSERT_EQUAL(smooth, previous_smooth(n) == n);
        }
    }

    void smooth_numbers_between_are_all_and_in_order()
    {
        for (std::int64_t low = 1; low <= 3000; low += 37) {
            std::vector<std::int64_t> expected;
            for (auto n = next_smooth(low); n <= 2 * low; n = next_smooth(n + 1))
                expected.push_back(n);
            CPPUNIT_ASSERT(expected == smooth_between(low, 2 * low));
        }
        CPPUNIT_ASSERT(smooth_between(17, 17).empty());
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1) << 28,
                             smooth_between((1 << 28) - 1, 1 << 28).back());
    }

    void stages_cover_primes_to_31()
    {
        for (std::int64_t n = 1; n <= 5000; ++n)
            CPPUNIT_ASSERT_EQUAL(n == 1 || prime_factors(n).back() <= 31, is_covered(n));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_factor);
