/* SPDX-License-Identifier: GPL-3.0-or-later */
// What lanes of CPU devices do not take as it lies: rows that copy passes move, and the
// order of dimensions that saves the copy.
#include "plan/check/check_plan.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

device_limits cpu()
{
    auto limits = make_limits(true, 1024, 4096, 512);
    limits.compute_units = 2;
    limits.has_float64 = true;
    return limits;
}

//! "p" of a pointwise pass, "v" of vectors, "w" of work-items, in order.
std::string forms_of(const char* request)
{
    const auto p = model_plan(parse_transform(request), cpu());
    check_plan(p);
    CPPUNIT_ASSERT_EQUAL(plan_text(p), plan_text(parse_plan(plan_text(p))));
    std::string forms;
    for (const auto& one : p.passes)
        forms += one.is_pointwise() ? "p" : one.is_vector() ? "v" : "w";
    return forms;
}

struct sample {
    const char* request;
    const char* forms;
};

const sample SAMPLES[] = {
    { "c2c forward 64", "v" },
    { "c2c forward 64, input strides 2, input distance 136", "pv" },
    { "c2c forward 64, output strides 2, output distance 136", "vp" },
    { "c2c forward 60, input strides 3, output strides 2", "pvp" },
    // Rotations that lanes along a row take, and others.
    { "c2c forward 8192, output rotated by 4096", "v" },
    { "c2c forward 8192, output rotated by 4097", "vp" },
    // Lanes that are rows take any rotation.
    { "c2c forward 60, output rotated by 7, input strides 2", "pv" },
    { "c2c forward 509, input rotated by 3", "pv" },
    // Rader's lanes take any rotation, too.
    { "c2c forward 127, input rotated by 3", "v" },
    // Columns before rows, or by way of the workspace.
    { "c2c forward 512x512, input distance 300000", "vv" },
    { "c2c forward 512x512, output distance 300000", "vv" },
    { "c2c forward 250x250, output rotated by 125x125", "vv" },
    { "c2c forward 250x250, output rotated by 125x125, in place", "vv" },
    // Columns that are copied, and Rader's columns, which need no copy.
    { "c2c forward 509x16, output rotated by 254x8", "vpvp" },
    { "c2c forward 127x16, output rotated by 63x8", "vv" },
    // Expressions that vectors compute, and those that a copy does for them.
    { "c2c forward 64, load x*2, store y*3", "v" },
    { "c2c forward 64, load x*2, store norm(y), real output", "v" },
    { "c2c forward 63, load x*2, store norm(y), real output", "vp" },
    { "c2c forward 63, planar input, load x*2, store y*3", "pv" },
    { "c2c forward 262144, load x*2, store y*3", "vv" },
    { "c2c forward 262144, load x*2, store norm(y), real output", "vvp" },
    { "c2c forward 64, output strides 2, load x*2, store y*3", "vp" },
};

} // namespace

class qa_copy_passes : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_copy_passes);
    CPPUNIT_TEST(no_more_is_copied_than_lies_apart);
    CPPUNIT_TEST(gpus_take_all_as_it_lies);
    CPPUNIT_TEST_SUITE_END();

public:
    void no_more_is_copied_than_lies_apart()
    {
        for (const auto& s : SAMPLES)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                s.request, std::string(s.forms), forms_of(s.request));
    }

    void gpus_take_all_as_it_lies()
    {
        auto limits = cpu();
        limits.is_cpu = false;
        const auto p = model_plan(
            parse_transform("c2c forward 64, input strides 2, input distance 136"),
            limits);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), p.passes.size());
        CPPUNIT_ASSERT(!p.passes[0].is_vector());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_copy_passes);
