/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/roots.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>
#include <limits>

using gpufft::root_of_unity;
using gpufft::roots_of_order;

namespace {

struct exact_root {
    const char* why;
    std::int64_t k;
    std::int64_t n;
    double re;
    double im;
};

const double ROOT_HALF = std::sqrt(0.5);
const double ROOT_THREE_QUARTERS = std::sqrt(0.75);

const exact_root EXACT[] = {
    { "one", 0, 1, 1.0, 0.0 },
    { "one, of a long transform", 0, 1 << 26, 1.0, 0.0 },
    { "minus one", 1, 2, -1.0, 0.0 },
    { "i", 1, 4, 0.0, 1.0 },
    { "minus i", -1, 4, 0.0, -1.0 },
    { "k beyond a turn", 4 * 1000 + 1, 4, 0.0, 1.0 },
    { "k below minus a turn", -9, 8, ROOT_HALF, -ROOT_HALF },
    { "45 degrees", 1, 8, ROOT_HALF, ROOT_HALF },
    { "135 degrees", 3, 8, -ROOT_HALF, ROOT_HALF },
    { "45 degrees, n not divisible by 8 as written", 3, 24, ROOT_HALF, ROOT_HALF },
    { "30 degrees", 1, 12, ROOT_THREE_QUARTERS, 0.5 },
    { "60 degrees", 1, 6, 0.5, ROOT_THREE_QUARTERS },
    { "120 degrees", 1, 3, -0.5, ROOT_THREE_QUARTERS },
    { "240 degrees", 2, 3, -0.5, -ROOT_THREE_QUARTERS },
    { "300 degrees", 5, 6, 0.5, -ROOT_THREE_QUARTERS },
};

const std::int64_t LENGTHS[] = { 1, 2, 3, 5, 7, 8, 13, 60, 64, 1001, 4096 };

class qa_roots : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_roots);
    CPPUNIT_TEST(exact_values_are_exact);
    CPPUNIT_TEST(all_roots_are_right_to_the_last_bit);
    CPPUNIT_TEST(mirrored_roots_are_equal_to_the_bit);
    CPPUNIT_TEST(the_first_root_of_a_long_transform_is_not_rounded_away);
    CPPUNIT_TEST(roots_from_tables_are_those_made_one_by_one);
    CPPUNIT_TEST_SUITE_END();

    void exact_values_are_exact()
    {
        for (const exact_root& e : EXACT) {
            const auto root = root_of_unity(e.k, e.n);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(e.why, e.re, root.real());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(e.why, e.im, root.imag());
        }
    }

    void all_roots_are_right_to_the_last_bit()
    {
        const long double turn = 2 * std::acos(-1.0L);
        for (const auto n : LENGTHS) {
            for (std::int64_t k = 0; k < n; ++k) {
                const auto root = root_of_unity(k, n);
                // The reference is no better than long double at angles up to a turn.
                const double bound = 0.6 * std::numeric_limits<double>::epsilon();
                const double re =
                    static_cast<double>(std::abs(std::cos(turn * k / n) - root.real()));
                const double im =
                    static_cast<double>(std::abs(std::sin(turn * k / n) - root.imag()));
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{} of {}: {} {}", k, n, re, im),
                                       re < bound && im < bound);
            }
        }
    }

    void mirrored_roots_are_equal_to_the_bit()
    {
        for (const auto n : LENGTHS) {
            for (std::int64_t k = 0; k < n; ++k) {
                const auto where = fmt::format("{} of {}", k, n);
                const auto root = root_of_unity(k, n);
                CPPUNIT_ASSERT_MESSAGE(where, std::conj(root) == root_of_unity(n - k, n));
                CPPUNIT_ASSERT_MESSAGE(where, -root == root_of_unity(2 * k + n, 2 * n));
                const auto turned = root_of_unity(4 * k + n, 4 * n); // times i
                CPPUNIT_ASSERT_MESSAGE(
                    where, turned.real() == -root.imag() && turned.imag() == root.real());
            }
        }
    }

    void the_first_root_of_a_long_transform_is_not_rounded_away()
    {
        const std::int64_t n = std::int64_t(1) << 40;
        const auto root = root_of_unity(1, n);
        CPPUNIT_ASSERT_EQUAL(1.0, root.real());
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            2 * std::acos(-1.0) / static_cast<double>(n), root.imag(), 1e-27);
    }

    void check_root(const roots_of_order& roots, std::int64_t e, std::int64_t n)
    {
        const auto expected = root_of_unity(-e, n);
        const auto got = roots(e);
        constexpr double ULP = std::numeric_limits<double>::epsilon() / 2;
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} of {}", e, n),
                               std::abs(got.real() - expected.real()) <= ULP &&
                                   std::abs(got.imag() - expected.imag()) <= ULP);
    }

    void roots_from_tables_are_those_made_one_by_one()
    {
        for (const auto n : LENGTHS) {
            const roots_of_order roots(n);
            for (std::int64_t e = 0; e < n; ++e)
                check_root(roots, e, n);
        }
        const std::int64_t long_one = (1 << 28) - 57; // no power of two
        const roots_of_order roots(long_one);
        for (std::int64_t e = 1; e < long_one; e = 3 * e + 1)
            check_root(roots, e, long_one);
        check_root(roots, long_one - 1, long_one);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_roots);

} // namespace
