/* SPDX-License-Identifier: GPL-3.0-or-later */
// Threads of a CPU device that each take rows of their own through all passes leave what
// a call with all rows at once leaves, in a workspace of as many rows as there are
// threads.
#include "plan/planner/model_plan.h"
#include "plan/planner/row_per_thread.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/devices/cpu_device.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct sample {
    const char* why;
    const char* request;
};

const sample SAMPLES[] = {
    { "workspace between two passes", "c2c forward 524288" },
    { "rows that do not lie behind each other",
      "c2c inverse 524288, input distance 524300, output distance 524304" },
    { "a pass of bins, whose workgroups are not shared", "r2c forward 2097152" },
    { "passes that go on in the output", "c2c forward 512x512, in place" },
    { "dimensions with workspace between them", "c2c forward 512x512" },
    { "three dimensions, rows apart", "c2c inverse 64x64x64, input distance 262150" },
    { "tiles that overlap, rows that begin inside lines", "c2c inverse 18225" },
};

plan sliced(const char* request, const device_limits& limits, std::uint32_t rows)
{
    auto p = model_plan(parse_transform(request), limits);
    p.slice_rows = rows;
    auto again = parse_plan(plan_text(p));
    again.limits = limits;
    return again;
}

} // namespace

class qa_row_per_thread : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_row_per_thread);
    CPPUNIT_TEST(give_what_is_right);
    CPPUNIT_TEST(need_workspace_of_small_batch);
    CPPUNIT_TEST(are_what_the_model_takes);
    CPPUNIT_TEST(are_short_beside_a_workspace);
    CPPUNIT_TEST(are_whole_tiles);
    CPPUNIT_TEST_SUITE_END();

public:
    void give_what_is_right()
    {
        const auto on = cpu_device();
        if (!on || !on->info().limits.threads_take_rows)
            skip("there is no device whose threads take rows");
        const auto units = std::size_t(on->info().limits.compute_units);
        for (const auto& s : some_of(SAMPLES)) {
            // Two rows are also run as one slice of two, of which the last one has a row.
            for (const std::uint32_t slice : { 1U, 2U }) {
                const auto p = sliced(s.request, on->info().limits, slice);
                CPPUNIT_ASSERT_MESSAGE(s.why, threads_may_take_rows(p, p.limits));
                const auto e = std::make_shared<executor>(p, on);
                check(s.why, e, units * slice); // a slice each
            }
            const auto e =
                std::make_shared<executor>(sliced(s.request, on->info().limits, 1), on);
            check(s.why, e, 1); // which all share
        }
        const auto e = std::make_shared<executor>(
            sliced("c2c forward 524288", on->info().limits, 2), on);
        check("many, the last slice half a one", e, 8 * units - 1);
    }

    void need_workspace_of_small_batch()
    {
        const auto on = cpu_device();
        if (!on || !on->info().limits.threads_take_rows)
            skip("there is no device whose threads take rows");
        const auto units = std::size_t(on->info().limits.compute_units);
        const executor e(sliced("c2c forward 524288", on->info().limits, 1), on);
        const auto row = e.workspace_bytes(1);
        CPPUNIT_ASSERT_EQUAL(3 * row, e.workspace_bytes(3));
        CPPUNIT_ASSERT_EQUAL(4 * units * row, e.workspace_bytes(100 * units));
    }

    //! What a pass leaves for the next stays in the caches.
    void are_what_the_model_takes()
    {
        auto limits = of_a_cpu();
        const auto request = parse_transform("c2c forward 524288");
        const auto without = model_plan(request, limits);
        CPPUNIT_ASSERT_EQUAL(0U, without.slice_rows);
        CPPUNIT_ASSERT(without.passes.front().vector().nt_store_rows > 0);
        limits.threads_take_rows = true;
        const auto with = model_plan(request, limits);
        CPPUNIT_ASSERT_EQUAL(1U, with.slice_rows);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), with.passes.front().vector().nt_store_rows);
        CPPUNIT_ASSERT(with.passes.back().vector().nt_store_rows > 0);
    }

    //! Short rows take longer where passes go on in the output.
    void are_short_beside_a_workspace()
    {
        auto limits = of_a_cpu();
        limits.threads_take_rows = true;
        const auto slice = [&](const char* request) {
            return model_plan(parse_transform(request), limits).slice_rows;
        };
        CPPUNIT_ASSERT_EQUAL(1U, slice("c2c forward 11025"));
        CPPUNIT_ASSERT_EQUAL(0U, slice("c2c forward 65x72"));
        CPPUNIT_ASSERT_EQUAL(1U, slice("c2c forward 512x512"));
    }

    //! A tile of rows of several transforms belongs to no thread alone.
    void are_whole_tiles()
    {
        auto limits = of_a_cpu();
        limits.threads_take_rows = true;
        CPPUNIT_ASSERT(threads_may_take_rows(
            model_plan(parse_transform("dct2 forward 64x64"), limits), limits));
        CPPUNIT_ASSERT(!threads_may_take_rows(
            model_plan(parse_transform("dct2 forward 12x8"), limits), limits));
    }

private:
    static device_limits of_a_cpu()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.vector_width = 8;
        limits.compute_units = 2;
        return limits;
    }

    static void
    check(const char* why, const std::shared_ptr<executor>& e, std::size_t rows)
    {
        const auto v = run_noise(e, rows);
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}, {} rows: {}", why, rows, text_of(v)),
                               v.is_good());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_row_per_thread);
