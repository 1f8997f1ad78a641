/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plans of three passes on GPUs go through them in slices that the second-level cache
// holds.
#include "plan/planner/cached_slices.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include "tune/candidates/slice_choices.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

namespace {

constexpr std::int64_t MIB = std::int64_t(1) << 20;

//! A GPU with clusters and so much second-level cache, of which no plans are known.
device_limits with_cache(std::int64_t l2_bytes = 50 * MIB)
{
    auto limits = testing::hopper();
    limits.l2_bytes = l2_bytes;
    return limits;
}

plan planned(const std::string& request, const device_limits& limits = with_cache())
{
    return model_plan(parse_transform(request), limits);
}

} // namespace

class qa_cached_slices : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cached_slices);
    CPPUNIT_TEST(rows_between_passes_fit_the_cache);
    CPPUNIT_TEST(what_no_cache_holds_has_no_slices);
    CPPUNIT_TEST(a_search_tries_slices_of_what_lies_in_the_output);
    CPPUNIT_TEST_SUITE_END();

public:
    // 32 MiB of rows in all, as searches found for other plans on an H200.
    void rows_between_passes_fit_the_cache()
    {
        const struct {
            const char* request;
            std::uint32_t rows;
        } cases[] = {
            { "r2c forward 128x128x128", 2 },
            { "c2r inverse 128x128x128", 2 },
            { "c2r inverse 128x128x128, scaled by 2", 2 },
            { "dct2 forward 128x128x128", 2 },
            { "dst3 forward 100x100x100", 4 },
            { "r2c forward 160x160x160", 1 },
        };
        for (const auto& c : cases) {
            const auto p = planned(c.request);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(c.request, c.rows, p.slice_rows);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(c.request, 2, p.concurrent_slices);
            CPPUNIT_ASSERT_EQUAL(plan_text(p), plan_text(parse_plan(plan_text(p))));
            const auto bytes = c.rows * p.concurrent_slices * bytes_between_passes(p);
            CPPUNIT_ASSERT_MESSAGE(c.request, bytes > 24 * MIB && bytes < 35 * MIB);
        }
    }

    void what_no_cache_holds_has_no_slices()
    {
        CPPUNIT_ASSERT_EQUAL(std::uint32_t(0), planned("c2c forward 4096").slice_rows);
        CPPUNIT_ASSERT_EQUAL(std::uint32_t(0),
                             planned("c2c forward 16777216").slice_rows);
        // Passes of a convolution are bound by arithmetic.
        CPPUNIT_ASSERT_EQUAL(std::uint32_t(0), planned("c2c forward 65537").slice_rows);
        for (const auto bytes : { std::int64_t(0), 8 * MIB })
            CPPUNIT_ASSERT_EQUAL(
                std::uint32_t(0),
                planned("c2c forward 1048576", with_cache(bytes)).slice_rows);
    }

    void a_search_tries_slices_of_what_lies_in_the_output()
    {
        const auto p = planned("c2c forward 1024x1024", with_cache(0));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), p.workspace_points());
        CPPUNIT_ASSERT_EQUAL(8 * MIB, bytes_between_passes(p));
        CPPUNIT_ASSERT(!other_slices(p).empty());
        CPPUNIT_ASSERT(other_slices(planned("c2c forward 4096")).empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cached_slices);
