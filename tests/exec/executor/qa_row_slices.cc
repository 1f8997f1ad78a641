/* SPDX-License-Identifier: GPL-3.0-or-later */
// How rows of a call are sliced, and the workspace that the slices need.
#include "exec/executor/row_slices.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;

namespace {

constexpr std::size_t THREADS = 3;

plan sliced(const char* what, std::uint32_t rows, int concurrent_slices)
{
    device_limits limits;
    limits.local_memory_bytes = 4096;
    auto p = model_plan(parse_transform(what), limits);
    p.slice_rows = rows;
    p.concurrent_slices = concurrent_slices;
    return p;
}

//! \return slices of a device whose threads take \p rows rows each
row_slices threads_with(std::uint32_t rows)
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = 8;
    limits.subgroup = 1;
    limits.local_memory_bytes = 1 << 20;
    limits.max_work_items = 4096;
    limits.registers = 128;
    limits.compute_units = THREADS;
    limits.threads_take_rows = true;
    auto p = model_plan(parse_transform("c2c forward 524288"), limits);
    p.slice_rows = rows;
    return row_slices(p, limits, false);
}

} // namespace

class qa_row_slices : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_row_slices);
    CPPUNIT_TEST(all_rows_go_at_once_unless_a_plan_says_otherwise);
    CPPUNIT_TEST(slices_share_the_workspace_of_their_chain);
    CPPUNIT_TEST(a_device_without_slices_takes_all);
    CPPUNIT_TEST(slices_in_place_do_not_write_what_later_ones_read);
    CPPUNIT_TEST(threads_take_rows_that_keep_all_of_them_busy);
    CPPUNIT_TEST_SUITE_END();

    static void has_no_slices(const row_slices& s)
    {
        CPPUNIT_ASSERT_EQUAL(100U, s.at_once(100));
        CPPUNIT_ASSERT_EQUAL(std::size_t(100), s.in_workspace(100));
        CPPUNIT_ASSERT(!s.go_by_threads(100));
    }

    void all_rows_go_at_once_unless_a_plan_says_otherwise()
    {
        has_no_slices(row_slices());
        has_no_slices(row_slices(sliced("c2c forward 65536", 0, 1), {}, true));
    }

    void slices_share_the_workspace_of_their_chain()
    {
        const row_slices s(sliced("c2c forward 65536", 4, 2), {}, true);
        CPPUNIT_ASSERT_EQUAL(4U, s.at_once(100));
        CPPUNIT_ASSERT_EQUAL(3U, s.at_once(3));
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), s.in_workspace(3));
        CPPUNIT_ASSERT_EQUAL(std::size_t(7),
                             s.in_workspace(7)); // the second one is short
        CPPUNIT_ASSERT_EQUAL(std::size_t(8), s.in_workspace(100));
        CPPUNIT_ASSERT_EQUAL(0, s.chain_of(0));
        CPPUNIT_ASSERT_EQUAL(1, s.chain_of(1));
        CPPUNIT_ASSERT_EQUAL(0, s.chain_of(2));
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), s.workspace_row(0));
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), s.workspace_row(1));
    }

    void a_device_without_slices_takes_all()
    {
        has_no_slices(row_slices(sliced("c2c forward 65536", 4, 2), {}, false));
    }

    //! A row of bins is longer than the reals that it comes from, unless they are padded.
    void slices_in_place_do_not_write_what_later_ones_read()
    {
        const row_slices padded(sliced("r2c forward 65536, in place", 4, 1), {}, true);
        CPPUNIT_ASSERT_EQUAL(4U, padded.at_once(100));
        auto p = sliced("r2c forward 65536", 4, 1);
        p.request = packed(p.request);
        p.request.in_place = true;
        has_no_slices(row_slices(p, {}, true));
    }

    void threads_take_rows_that_keep_all_of_them_busy()
    {
        const auto s = threads_with(2);
        CPPUNIT_ASSERT_EQUAL(2U, s.of_a_thread());
        const struct {
            const char* why;
            std::size_t rows;
            bool by_threads;
            std::size_t in_workspace;
        } CALLS[] = {
            { "fewer than threads", 4, false, 4 },
            { "a slice each", 6, true, 6 },
            { "a slice each, the last one short", 5, true, 6 },
            { "a thread would take two, the others one", 8, false, 8 },
            { "two slices each", 12, true, 12 },
            { "many, of which it matters little", 23, true, 23 },
            { "more than four each", 1000, true, 24 },
        };
        for (const auto& c : CALLS) {
            CPPUNIT_ASSERT_EQUAL_MESSAGE(c.why, c.by_threads, s.go_by_threads(c.rows));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(c.why, c.in_workspace, s.in_workspace(c.rows));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_row_slices);
