/* SPDX-License-Identifier: GPL-3.0-or-later */
// DCTs and DSTs of types 2 and 3 in several dimensions, in one pass: as plans on fake
// devices, and as kernels on a real one, PoCL where there is no other.
#include "device/interface/registry.h"
#include "plan/check/check_plan.h"
#include "plan/choice/choose_plan.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/run_on.h"
#include "support/transforms/every_transform.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

const transform_kind KINDS[] = {
    transform_kind::dct2, transform_kind::dct3, transform_kind::dst2, transform_kind::dst3
};

struct shape {
    const char* why;
    std::vector<std::int64_t> lengths;
    std::size_t rows;
};

//! Shapes that kernels are built for: every kind takes a second each. No codelet of reals
//! takes all of the last dimension, so the others are folded.
const shape SHAPES[] = {
    { "an even dimension to be folded", { 8, 22 }, 9 },
    { "an odd dimension to be folded", { 5, 22 }, 7 },
    { "an odd last dimension: outputs are staged", { 8, 65 }, 5 },
    { "three dimensions", { 3, 5, 22 }, 3 },
};

//! Shapes that only plans and tables are checked for, on the fake device.
const shape MORE_SHAPES[] = {
    { "a picture's block, by codelets of reals", { 8, 8 }, 33 },
    { "odd dimensions, by codelets of reals", { 5, 7, 3 }, 5 },
    { "dimensions of one point", { 1, 6 }, 3 },
    { "dimensions of one point", { 6, 1 }, 3 },
    { "no points but one", { 1, 1 }, 2 },
    { "an inner DFT of one point along the last", { 4, 2 }, 3 },
    { "pairs alone", { 2, 2, 2, 2 }, 5 },
    { "four dimensions", { 3, 4, 2, 6 }, 2 },
    { "a full workgroup", { 64, 64 }, 2 },
    { "three dimensions", { 16, 16, 16 }, 1 },
};

std::shared_ptr<executor> on_fake(const transform& t, const device_limits& limits)
{
    device_info info;
    info.limits = limits;
    info.limits.has_float64 = true;
    return std::make_shared<executor>(
        t, make_fake_device(info, std::make_shared<fake_control>()));
}

transform orthogonal(transform_kind kind, const std::vector<std::int64_t>& lengths)
{
    return changed(transform_of(kind, lengths), [](transform& t) {
        t.orthogonalize = true;
        t.norm = normalization::orthonormal;
    });
}

} // namespace

class qa_folds : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_folds);
    CPPUNIT_TEST(are_taken_where_a_workgroup_has_room);
    CPPUNIT_TEST(are_the_definition);
    CPPUNIT_TEST(kernels_match_the_reference);
    CPPUNIT_TEST(kernels_find_their_elements);
    CPPUNIT_TEST(are_refused_without_local_memory);
    CPPUNIT_TEST_SUITE_END();

    void check(const std::shared_ptr<executor>& e, std::size_t rows, const char* why)
    {
        const auto& p = e->made_plan();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(to_string(p), std::size_t(1), p.passes.size());
        const auto v = run_noise(e, rows);
        // The fake computes in double precision, less exactly than the reference.
        const double most = p.request.number == precision::float64 ? 16 : 1;
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{}: {} rows of {}: {}", why, rows, to_string(p), text_of(v)),
            v.ratio <= most && v.has_kept_gaps);
    }

    static device_limits large() { return make_limits(false, 227, 1024, 128); }

    void are_taken_where_a_workgroup_has_room()
    {
        for (const auto kind : KINDS) {
            const auto passes = [&](const std::vector<std::int64_t>& lengths) {
                return choose_plan(transform_of(kind, lengths), large()).passes.size();
            };
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), passes({ 8, 8 }));
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), passes({ 64, 64 }));
            CPPUNIT_ASSERT_EQUAL(std::size_t(2), passes({ 256, 256 }));
            // A dimension without a codelet takes a convolution, and a pass of its own.
            CPPUNIT_ASSERT_EQUAL(std::size_t(2), passes({ 37, 8 }));
        }
        // The workgroup of a large square would have none beside it; two passes are still
        // faster, but three are not.
        for (const auto kind : KINDS) {
            const auto square = transform_of(kind, { 128, 128 });
            CPPUNIT_ASSERT_EQUAL(std::size_t(2),
                                 choose_plan(square, large()).passes.size());
            const auto cube = transform_of(kind, { 32, 32, 32 });
            CPPUNIT_ASSERT_EQUAL(std::size_t(1),
                                 choose_plan(cube, large()).passes.size());
        }
        const auto type_4 = transform_of(transform_kind::dct4, { 8, 8 });
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), choose_plan(type_4, large()).passes.size());
    }

    void are_the_definition()
    {
        const auto check_all = [&](const shape& s) {
            for (const auto kind : KINDS) {
                auto t = transform_of(kind, s.lengths);
                check(on_fake(t, large()), s.rows, s.why);
                t.number = precision::float64;
                check(on_fake(t, large()), s.rows, s.why);
                check(on_fake(orthogonal(kind, s.lengths), large()), s.rows, s.why);
            }
        };
        for (const auto& s : SHAPES)
            check_all(s);
        for (const auto& s : MORE_SHAPES)
            check_all(s);
    }

    //! The plan of a GPU, wherever the test runs.
    static std::shared_ptr<executor> planned(const transform& t)
    {
        static const auto on = open_device("auto");
        auto limits = make_limits(false, 32, 256, 128);
        limits.has_float64 = on->info().limits.has_float64;
        return std::make_shared<executor>(choose_plan(t, limits), on);
    }

    void kernels_match_the_reference()
    {
        for (const auto& s : SHAPES) {
            for (const auto kind : KINDS)
                check(planned(transform_of(kind, s.lengths)), s.rows, s.why);
        }
        check(planned(transform_of(transform_kind::dct2, { 64, 64 })), 2, "64 by 64");
        check(planned(transform_of(transform_kind::dct3, { 16, 16, 16 })), 2, "a cube");
        for (const auto kind : KINDS)
            check(planned(orthogonal(kind, { 4, 6 })), 9, "orthogonal");
    }

    void kernels_find_their_elements()
    {
        for (const auto kind : { transform_kind::dct2, transform_kind::dst3 }) {
            auto t = transform_of(kind, { 6, 4 });
            t.in_place = true;
            check(planned(t), 11, "in place");
            t.in_place = false;
            t.loops = { { 5 } };
            t.shape[0].input_stride = 5;
            t.shape[1].input_stride = 30;
            t.loops[0].input_stride = 1;
            t.shape[0].output_stride = 9;
            t.shape[1].output_stride = 2;
            t.loops[0].output_stride = 60;
            check(planned(t), 3, "strides");
            if (open_device("auto")->info().limits.has_float64) {
                t.number = precision::float64;
                check(planned(t), 3, "strides, in double precision");
            }
        }
    }

    void are_refused_without_local_memory()
    {
        struct {
            transform_kind kind;
            std::vector<std::int64_t> lengths;
            bool workgroup_kernel::*staged;
        } const cases[] = {
            { transform_kind::dct3, { 8, 22 }, &workgroup_kernel::staged_input },
            { transform_kind::dst2, { 8, 65 }, &workgroup_kernel::staged_output },
        };
        for (const auto& c : cases) {
            auto p = choose_plan(transform_of(c.kind, c.lengths), large());
            CPPUNIT_ASSERT(p.passes[0].workgroup().*c.staged);
            CPPUNIT_ASSERT_EQUAL(plan_text(p), plan_text(parse_plan(plan_text(p))));
            p.passes[0].change_workgroup().*c.staged = false;
            CPPUNIT_ASSERT_THROW(check_plan(p), plan_error);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_folds);
