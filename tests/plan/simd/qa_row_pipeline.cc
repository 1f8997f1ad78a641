/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which passes pipeline rows: the last stage of a row interleaved with the first one of
// the next.
#include "plan/choice/choose_plan.h"
#include "plan/ir/plan.h"
#include "plan/request/parse_transform.h"
#include "plan/simd/row_pipeline.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

namespace {

device_limits cpu(int vector_width)
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = vector_width;
    limits.has_float64 = true;
    return limits;
}

bool overlaps(const char* what, int vector_width = 16)
{
    return pipelines_rows(
        choose_plan(parse_transform(what), cpu(vector_width)).passes.back());
}

} // namespace

class qa_row_pipeline : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_row_pipeline);
    CPPUNIT_TEST(rows_along_lanes_do);
    CPPUNIT_TEST(rows_of_a_single_tile_do_not);
    CPPUNIT_TEST(what_is_no_row_along_lanes_does_not);
    CPPUNIT_TEST(what_does_not_stream_does_not);
    CPPUNIT_TEST_SUITE_END();

public:
    void rows_along_lanes_do()
    {
        for (const char* what : { "c2c forward 512",
                                  "c2c inverse 6000, windowed",
                                  "c2c forward 65536",
                                  "c2c forward 1024, float64",
                                  "c2r inverse 2048" })
            CPPUNIT_ASSERT_MESSAGE(what, overlaps(what));
        CPPUNIT_ASSERT(overlaps("c2c forward 256", 8));
    }

    void rows_of_a_single_tile_do_not()
    {
        CPPUNIT_ASSERT(!overlaps("c2c forward 256"));
        CPPUNIT_ASSERT(!overlaps("c2c forward 64", 8));
    }

    void what_is_no_row_along_lanes_does_not()
    {
        for (const char* what : { "c2c forward 60", // lanes are rows
                                  "c2c forward 64x64",
                                  "c2c forward 1021",      // convolved
                                  "r2c forward 4096",      // bins pair outputs k and -k
                                  "c2c forward 1048576" }) // lanes are columns
            CPPUNIT_ASSERT_MESSAGE(what, !overlaps(what));
    }

    void what_does_not_stream_does_not()
    {
        CPPUNIT_ASSERT(!overlaps("c2c forward 1024, in place"));
        CPPUNIT_ASSERT(!overlaps("c2c forward 1024, planar output"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_row_pipeline);
