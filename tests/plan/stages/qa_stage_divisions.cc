/* SPDX-License-Identifier: GPL-3.0-or-later */
// How lengths divide into stages, against trial division.
#include "codelet/codelet.h"
#include "math/factor.h"
#include "plan/stages/stage_divisions.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <set>

using namespace gpufft;

namespace {

constexpr std::size_t MOST_STAGES = 8;

const std::int64_t LENGTHS[] = { 1,    2,    24,   37,    62,      97 * 4, 480,
                                 1024, 3125, 5040, 30030, 1 << 20, 720720, 9699690 };

//! Stages that all of \p points take at least.
std::size_t fewest(std::int64_t points, int most_held)
{
    if (points == 1)
        return 0;
    std::size_t least = MOST_STAGES + 1;
    const auto alone =
        std::min<std::int64_t>(prime_factors(points).back(), MAX_CODELET_PRIME);
    for (std::int64_t radix = 2; radix <= std::max<std::int64_t>(most_held, alone);
         ++radix) {
        if (points % radix == 0 && (radix <= most_held || radix == alone))
            least = std::min(least, 1 + fewest(points / radix, most_held));
    }
    return least;
}

} // namespace

class qa_stage_divisions : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_stage_divisions);
    CPPUNIT_TEST(radices_are_those_that_divide);
    CPPUNIT_TEST(reals_take_a_dimension_whole);
    CPPUNIT_TEST_SUITE_END();

    //! Whether \p d divides \p points, and so on with all that it leaves.
    static void check(const stage_division& d,
                      std::int64_t points,
                      int most_held,
                      std::set<std::int64_t>& checked)
    {
        if (!checked.insert(points).second)
            return;
        const auto why = fmt::format("{} points, {} held", points, most_held);
        const auto alone =
            points == 1
                ? 1
                : std::min<std::int64_t>(prime_factors(points).back(), MAX_CODELET_PRIME);
        const auto* next = d.first.begin();
        for (std::int64_t radix = 2; radix <= MAX_CODELET_LENGTH; ++radix) {
            if (points % radix || (radix > most_held && radix != alone))
                continue;
            CPPUNIT_ASSERT_MESSAGE(why, next != d.first.end());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(why, static_cast<int>(radix), next->radix);
            check(*next->rest, points / radix, most_held, checked);
            ++next;
        }
        CPPUNIT_ASSERT_MESSAGE(why, next == d.first.end());
        // A division leaves nothing to divide, or has as many stages as it takes.
        if (points == 1 || points < 4096)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(why, fewest(points, most_held), d.fewest);
    }

public:
    void radices_are_those_that_divide()
    {
        for (const int most_held : { 8, 13, 16, 32 }) {
            stage_divisions divided(most_held, MOST_STAGES, false);
            for (const auto length : LENGTHS) {
                std::set<std::int64_t> checked;
                check(divided.of(length), length, most_held, checked);
                CPPUNIT_ASSERT(&divided.of(length) == &divided.of(length));
            }
        }
    }

    void reals_take_a_dimension_whole()
    {
        stage_divisions divided(32, MOST_STAGES, true);
        for (const auto length : { 2, 24, 37, 64 }) {
            const auto& whole = divided.of(length);
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), whole.fewest);
            CPPUNIT_ASSERT_EQUAL(length, whole.first.begin()->radix);
            CPPUNIT_ASSERT_EQUAL(std::size_t(0), whole.first.begin()->rest->fewest);
            CPPUNIT_ASSERT(whole.first.begin() + 1 == whole.first.end());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_stage_divisions);
