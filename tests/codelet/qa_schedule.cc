/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/algorithm.h"
#include "codelet/schedule.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;

namespace {

struct small_program {
    const char* why;
    program p;
    int live_values;
};

const small_program SMALL[] = {
    { "nothing to do: the output copies the input",
      { 1, { { { 1, 0 }, {} } }, { 0 } },
      1 },
    { "an input nobody reads is not alive", { 2, { { { 1, 1 }, {} } }, { 0 } }, 1 },
    { "an input read twice stays until the second time",
      { 1, { { { 2, 0 }, {} }, { { 3, 0 }, {} } }, { 0, 1 } },
      2 },
    { "butterfly: the sum beside both inputs",
      { 2, { { { 1, 0 }, { 1, 1 } }, { { 1, 0 }, { -1, 1 } } }, { 0, 1 } },
      3 },
    { "an output is alive to the end, though nothing reads it",
      { 2, { { { 2, 0 }, {} }, { { 2, 1 }, {} }, { { 1, 3 }, {} } }, { 0, 2 } },
      2 },
    { "a constant reads nothing", { 1, { {}, { { 1, 0 }, {} } }, { 0, 1 } }, 2 },
};

//! Two butterflies, both sums first
const program BREADTH_FIRST{ 4,
                             { { { 1, 0 }, { 1, 1 } },
                               { { 1, 2 }, { 1, 3 } },
                               { { 1, 0 }, { -1, 1 } },
                               { { 1, 2 }, { -1, 3 } } },
                             { 0, 1, 2, 3 } };

class qa_schedule : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_schedule);
    CPPUNIT_TEST(counts_live_values);
    CPPUNIT_TEST(finishes_one_butterfly_before_the_next);
    CPPUNIT_TEST(keeps_every_operation_and_needs_no_more_values);
    CPPUNIT_TEST(reads_nothing_before_it_is_there);
    CPPUNIT_TEST_SUITE_END();

    void counts_live_values()
    {
        for (const small_program& s : SMALL)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, s.live_values, count_live_values(s.p));
    }

    void finishes_one_butterfly_before_the_next()
    {
        CPPUNIT_ASSERT_EQUAL(6, count_live_values(BREADTH_FIRST));
        const program p = schedule(BREADTH_FIRST);
        CPPUNIT_ASSERT_EQUAL(5, count_live_values(p));
        const std::vector<double> expected{ 11, 44, -9, -36 };
        CPPUNIT_ASSERT(expected == run_program(p, { 1, 10, 4, 40 }));
    }

    void keeps_every_operation_and_needs_no_more_values()
    {
        for (int length = 1; length <= 24; ++length) {
            for (const algorithm& a : candidate_algorithms(length)) {
                const program before = to_program(build_network(length, a));
                const program after = schedule(before);
                const auto what = fmt::format("length {} by {}", length, to_string(a));
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    what, before.statements.size(), after.statements.size());
                CPPUNIT_ASSERT_EQUAL_MESSAGE(what,
                                             count_operations(before).multiplications,
                                             count_operations(after).multiplications);
                CPPUNIT_ASSERT_MESSAGE(
                    what, count_live_values(after) <= count_live_values(before));
            }
        }
    }

    void reads_nothing_before_it_is_there()
    {
        for (int length = 1; length <= 24; ++length) {
            const program p =
                schedule(to_program(build_network(length, choose_algorithm(length))));
            for (int i = 0; i < static_cast<int>(p.statements.size()); ++i)
                for (const term& t : { p.statements[i].first, p.statements[i].second })
                    CPPUNIT_ASSERT(t.operand < p.inputs + i);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_schedule);

} // namespace
