/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/modular.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>

using namespace gpufft;

namespace {

class qa_modular : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_modular);
    CPPUNIT_TEST(primes_are_those_of_the_sieve);
    CPPUNIT_TEST(powers_follow_fermat);
    CPPUNIT_TEST(a_generator_reaches_every_remainder);
    CPPUNIT_TEST(known_generators_are_found);
    CPPUNIT_TEST(generators_are_told_from_others);
    CPPUNIT_TEST_SUITE_END();

    void primes_are_those_of_the_sieve()
    {
        std::vector<bool> composite(5000);
        for (std::int64_t n = 2; n < 5000; ++n) {
            CPPUNIT_ASSERT_EQUAL(!composite[n], is_prime(n));
            for (auto multiple = 2 * n; multiple < 5000; multiple += n)
                composite[multiple] = true;
        }
        CPPUNIT_ASSERT(!is_prime(1) && !is_prime(0) && !is_prime(-7));
    }

    void powers_follow_fermat()
    {
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), power_modulo(5, 0, 1));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(445), power_modulo(4, 13, 497));
        for (const std::int64_t p : { 2, 3, 65537, 2147483647 })
            CPPUNIT_ASSERT_EQUAL(std::int64_t(1), power_modulo(p - 1, 2, p));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1), power_modulo(7, 2147483646, 2147483647));
    }

    void a_generator_reaches_every_remainder()
    {
        for (std::int64_t p = 2; p < 1200; ++p) {
            if (!is_prime(p))
                continue;
            auto powers = powers_modulo(generator_modulo(p), p);
            std::sort(powers.begin(), powers.end());
            CPPUNIT_ASSERT_EQUAL(static_cast<std::size_t>(p - 1), powers.size());
            for (std::int64_t i = 0; i < p - 1; ++i)
                CPPUNIT_ASSERT_EQUAL_MESSAGE(fmt::format("{}", p), i + 1, powers[i]);
        }
    }

    void known_generators_are_found()
    {
        struct row {
            const char* why;
            std::int64_t prime;
            std::int64_t generator;
        };
        const row ROWS[] = {
            { "the group of one", 2, 1 },
            { "two does not do", 7, 3 },
            { "a large least one", 191, 19 },
            { "a Fermat prime", 65537, 3 },
            { "products near 2^62", 2147483647, 7 },
        };
        for (const auto& r : ROWS)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, r.generator, generator_modulo(r.prime));
    }

    void generators_are_told_from_others()
    {
        for (const std::int64_t p : { 3, 5, 31, 127 }) {
            for (std::int64_t g = 1; g < 2 * p; ++g) {
                auto powers = powers_modulo(g % p, p);
                std::sort(powers.begin(), powers.end());
                const bool generates =
                    powers.front() == 1 &&
                    std::adjacent_find(powers.begin(), powers.end()) == powers.end();
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    fmt::format("{} modulo {}", g, p), generates, is_generator(g, p));
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_modular);

} // namespace
