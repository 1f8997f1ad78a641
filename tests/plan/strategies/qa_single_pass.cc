/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which rows go through local memory before their first stage, and how many a workgroup
// has.
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

class qa_single_pass : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_single_pass);
    CPPUNIT_TEST(short_rows_are_loaded_from_where_they_lie);
    CPPUNIT_TEST(rows_of_few_bytes_are_twice_as_many);
    CPPUNIT_TEST(tiles_begin_with_the_fast_dimension);
    CPPUNIT_TEST_SUITE_END();

public:
    // See measurements.md, "Loads of short rows".
    void short_rows_are_loaded_from_where_they_lie()
    {
        const struct {
            const char* transform;
            bool is_staged;
        } ROWS[] = {
            { "r2c forward 13, windowed", false },
            { "c2r inverse 11", false },
            { "r2c forward 30, float16", false },
            { "c2c forward 2x2, float16", false },
            { "c2c forward 27, float16", true }, // held by one work-item
            { "c2c forward 21", true },
            { "r2c forward 20", true },
        };
        for (const auto& row : ROWS) {
            const auto p =
                model_plan(parse_transform(row.transform), testing::with_clusters());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                plan_text(p), row.is_staged, p.passes[0].workgroup().staged_input);
            CPPUNIT_ASSERT_MESSAGE(plan_text(p), p.passes[0].workgroup().staged_output);
        }
    }

    // See measurements.md, "Short runs of loads and stores" and "Rows in bulk".
    void tiles_begin_with_the_fast_dimension()
    {
        for (const char* text : { "c2c forward 22x22", "c2r inverse 8x7" }) {
            const auto p = model_plan(parse_transform(text), testing::with_clusters());
            const auto& only = p.passes.front();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(plan_text(p), 1, only.stages.front().dimension);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(plan_text(p), 0, only.stages.back().dimension);
            CPPUNIT_ASSERT_MESSAGE(plan_text(p), only.workgroup().bulk_input);
            CPPUNIT_ASSERT_MESSAGE(plan_text(p), !only.workgroup().staged_output);
        }
    }

    // See measurements.md, "Rows of few bytes". A workgroup has 32 lanes, or 64.
    void rows_of_few_bytes_are_twice_as_many()
    {
        const struct {
            const char* transform;
            std::int64_t rows;
        } ROWS[] = {
            { "c2c forward 6", 64 },          { "c2c forward 7", 32 },
            { "c2c forward 7, float16", 64 }, { "c2c forward 15, float16", 32 },
            { "r2c forward 9", 64 },          { "c2r inverse 9", 64 },
            { "r2c forward 17", 32 },
        };
        for (const auto& row : ROWS) {
            const auto p =
                model_plan(parse_transform(row.transform), testing::with_clusters());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                plan_text(p), row.rows, p.passes[0].columns.size);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_single_pass);
