/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/cosine.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <cmath>

using namespace gpufft;

class qa_cosine : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cosine);
    CPPUNIT_TEST(evaluates_to_the_definition);
    CPPUNIT_TEST(takes_few_operations);
    CPPUNIT_TEST(refuses_what_it_cannot_make);
    CPPUNIT_TEST_SUITE_END();

    static double input(int n) { return std::sin(1.0 + 3.7 * n * n); }

    //! Angles in units of pi / 4N; SciPy's sums.
    static double expected(cosine_kind kind, int length, int k)
    {
        const double unit = std::acos(-1.0) / (4 * length);
        const int one = kind.is_sine;
        double sum = 0;
        for (int n = 0; n < length; ++n) {
            const int angle = kind.type == 2   ? (2 * n + 1) * 2 * (k + one)
                              : kind.type == 3 ? 2 * (n + one) * (2 * k + 1)
                                               : (2 * n + 1) * (2 * k + 1);
            const bool is_once = kind.type == 3 && n == (kind.is_sine ? length - 1 : 0);
            const double turned =
                kind.is_sine ? std::sin(angle * unit) : std::cos(angle * unit);
            sum += (is_once ? 1 : 2) * input(n) * turned;
        }
        return sum;
    }

    void evaluates_to_the_definition()
    {
        int made = 0;
        for (const int type : { 2, 3, 4 }) {
            for (const bool is_sine : { false, true }) {
                for (int length = 1; length <= MAX_CODELET_LENGTH; ++length) {
                    const cosine_kind kind{ type, is_sine };
                    if (has_cosine_codelet(kind, length)) {
                        check(kind, length);
                        ++made;
                    }
                }
            }
        }
        CPPUNIT_ASSERT(made > 200);
    }

    void check(cosine_kind kind, int length)
    {
        const auto& c = cosine_codelet(kind, length);
        std::vector<std::complex<double>> x(c.length()), y(c.length());
        for (int n = 0; n < length; ++n) {
            auto& point = x[n / 2];
            point = n % 2 ? std::complex<double>(point.real(), input(n)) : input(n);
        }
        c.evaluate(x.data(), y.data());
        for (int k = 0; k < length; ++k) {
            const double value = k % 2 ? y[k / 2].imag() : y[k / 2].real();
            CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(
                fmt::format("{} length {} output {}", c.algorithm(), length, k),
                expected(kind, length, k),
                value,
                1e-14 * length);
        }
    }

    void takes_few_operations()
    {
        // A DFT of half the points and its twiddles, not the definition's squares.
        for (const auto& [length, most] :
             { std::pair(8, 40), { 16, 110 }, { 32, 270 }, { 64, 640 } }) {
            const auto count = cosine_codelet({ 2, false }, length).count();
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format("length {}: {}", length, count.instructions()),
                count.instructions() <= most);
        }
    }

    void refuses_what_it_cannot_make()
    {
        CPPUNIT_ASSERT_THROW(cosine_codelet({ 2, false }, 65), plan_error);
        CPPUNIT_ASSERT_THROW(cosine_codelet({ 2, false }, 37), plan_error);
        CPPUNIT_ASSERT_THROW(cosine_codelet({ 4, true }, 15), plan_error);
        CPPUNIT_ASSERT_THROW(cosine_codelet({ 1, false }, 8), plan_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cosine);
