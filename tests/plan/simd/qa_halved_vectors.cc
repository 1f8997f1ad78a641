/* SPDX-License-Identifier: GPL-3.0-or-later */
// Lanes where arithmetic units issue a vector in two halves; other devices keep theirs.
#include "plan/ir/plan.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>
#include <string>

using namespace gpufft;

namespace {

struct expectation {
    const char* request;
    const char* halved; //!< strategy
    int halved_lanes;
    const char* whole;
    int whole_lanes;
};

const expectation EXPECTED[] = {
    // Rows in lanes, where half a vector makes points.
    { "c2c forward 128", "vectors", 8, "vector rows", 16 },
    { "c2c inverse 1000", "vectors", 8, "vector rows", 16 },
    { "c2c forward 512", "vectors", 8, "vectors", 16 },
    { "c2c forward 4096", "vectors", 8, "vectors", 16 },
    { "c2c forward 65536", "vectors", 8, "vectors", 16 },
    // A row of two stages, which would be three in half vectors.
    { "c2c forward 256", "vectors", 16, "vectors", 16 },
    // Bins of reals.
    { "r2c forward 128", "vectors", 8, "real rows", 16 },
    { "r2c forward 144", "real rows", 16, "real rows", 16 },
    { "r2c forward 384", "vectors", 8, "real rows", 16 },
    { "r2c forward 2048", "vectors", 16, "vectors", 16 },
    // Doubles keep their lanes.
    { "c2c forward 512, float64", "vectors", 8, "vectors", 8 },
    // A rotation that only whole vectors take as it lies.
    { "c2c forward 1024, input rotated by 64", "vectors", 16, "vectors", 16 },
    // Lengths without lanes along points, even in half a vector.
    { "c2c forward 100", "vector rows", 16, "vector rows", 16 },
    { "c2c forward 16", "vector rows", 16, "vector rows", 16 },
    // Rows of one stage that begin inside a cache line.
    { "c2c forward 3", "vector rows", 8, "vector rows", 16 },
    { "c2c inverse 12", "vector rows", 8, "vector rows", 16 },
    { "c2c forward 60", "vector rows", 16, "vector rows", 16 },
    { "c2c forward 12, float64", "vector rows", 8, "vector rows", 8 },
    // Several dimensions of several stages, as long as they are small.
    { "c2c forward 32x32", "vector dimensions", 8, "vector dimensions", 16 },
    { "c2c forward 32x64", "vector dimensions", 8, "vector dimensions", 16 },
    { "c2c forward 16x16", "vector dimensions", 16, "vector dimensions", 16 },
    { "c2c forward 64x64", "vector dimensions", 16, "vector dimensions", 16 },
};

device_limits cpu(bool halves_vectors)
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = 16;
    limits.architecture = halves_vectors ? "zen4" : "";
    limits.has_float64 = true;
    limits.compute_units = 2;
    return limits;
}

void check(const char* request, bool halves_vectors, const char* strategy, int lanes)
{
    const auto made = model_plan(parse_transform(request), cpu(halves_vectors));
    CPPUNIT_ASSERT_EQUAL_MESSAGE(request, std::string(strategy), made.strategy);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(plan_text(made), lanes, made.passes.front().lanes());
}

} // namespace

class qa_halved_vectors : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_halved_vectors);
    CPPUNIT_TEST(points_take_half_a_vector);
    CPPUNIT_TEST(others_take_whole_ones);
    CPPUNIT_TEST(narrower_ones_stay_whole);
    CPPUNIT_TEST_SUITE_END();

public:
    void points_take_half_a_vector()
    {
        for (const auto& e : EXPECTED)
            check(e.request, true, e.halved, e.halved_lanes);
    }

    void others_take_whole_ones()
    {
        for (const auto& e : EXPECTED)
            check(e.request, false, e.whole, e.whole_lanes);
    }

    // Vectors that are narrower, as where a driver gives no wider ones, are not halved.
    void narrower_ones_stay_whole()
    {
        for (const int width : { 4, 8 }) {
            auto limits = cpu(true);
            limits.vector_width = width;
            const auto made = model_plan(parse_transform("c2c forward 512"), limits);
            CPPUNIT_ASSERT_EQUAL(width, made.passes.front().lanes());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_halved_vectors);
