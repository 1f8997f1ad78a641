/* SPDX-License-Identifier: GPL-3.0-or-later */
// Transforms of as many elements as kernels can address: what is planned stays within 32
// bits in every pass, counted here in 128, or is refused with a reason. No device.
#include "plan/check/check_plan.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/small_batch.h"
#include "plan/ir/pass_io_view.h"
#include "plan/ir/row_limit.h"
#include "plan/planner/slice_workspace.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using wide = __int128;

//! A plan that the planner once made for CPU devices: loops 8 to 14 write over 0 to 6, at
//! places that are twice as large as 32 bits hold.
const char WRAPPED[] =
    "c2c forward 134217689x15: vector rows + vector bluestein | 15 to=output "
    "row-factor=134217689 columns=row:16 simd lanes=16 lane-columns workgroups=32 | "
    "pointwise "
    "from=output length=134217689 input-stride=15 input-distance=2013265335 "
    "output-distance=8053062510 grid=loop1:15:w1/134217689 columns=k:134217689:s1/1 | "
    "4.16.16.16 load=c2c.bluestein length=268435456 caller-length=134217689 "
    "input-step=16384 output-step=16384 output-offset=4026530670 "
    "grid=column_tile:4096:s4/4,loop1:15:w134217689/268435456 columns=column:4:s1/1 simd "
    "lanes=4 lane-columns workgroups=32 | 4.16.16.16 convolves store=c2c.swap "
    "caller-length=134217689 output-offset=4026530670 "
    "grid=column_tile:4096:s65536/65536:t4,loop1:15:w268435456/268435456 "
    "columns=column:4:s16384/16384:t1 twiddle-order=268435456 simd lanes=4 lane-columns "
    "workgroups=32 | 4.16.16.16 store=c2c.bluestein caller-length=134217689 "
    "input-step=16384 "
    "output-step=16384 output-offset=2013265335 "
    "grid=column_tile:4096:s4/4,loop1:15:w268435456/134217689 columns=column:4:s1/1 simd "
    "lanes=4 lane-columns workgroups=32 | pointwise length=134217689 output-stride=15 "
    "grid=loop1:15:w134217689/1 columns=k:134217689:s1/1";

constexpr wide PLACES = wide(1) << 31; // of elements: two reals of each have 32 bits

//! Limits with memory for anything, so that nothing is refused for want of it.
std::vector<named_limits> devices()
{
    std::vector<named_limits> all(std::begin(LIMITS), std::end(LIMITS));
    all.push_back({ "clusters", with_clusters() });
    auto lanes = make_limits(true, 1024, 4096, 512);
    lanes.threads_take_rows = true;
    all.push_back({ "a CPU whose threads take rows", lanes });
    for (auto& each : all) {
        each.limits.has_float64 = true;
        each.limits.compute_units = 16;
        each.limits.global_memory_bytes = each.limits.max_allocation_bytes =
            std::int64_t(1) << 50;
    }
    return all;
}

//! 134217728 is 2^27; 134217689 the greatest prime below it, 67108859 below 2^26.
std::vector<std::string> shapes()
{
    std::vector<std::string> all = {
        "c2c forward 134217689x15", // 15 columns of 2^28 padded points
        "c2c inverse 134217689x15",         "c2c forward 134217689x7",
        "c2c forward 134217689x8",          "c2c forward 134217689x16",
        "c2c forward 67108859x31",          "c2c forward 67108859x32",
        "c2c forward 8388593x255",          "c2c forward 15x134217689",
        "c2c forward 3x134217689x5",        "c2c forward 2147483647",
        "c2c forward 2147483648",           "c2c forward 1, loops 2147483647",
        "c2c forward 2, loops 1073741824",  "c2c forward 2x1073741824",
        "c2c forward 65536x32768",          "c2c forward 65537x32749",
        "c2c forward 1290x1290x1290",       "c2c forward 134217689x15 in place",
        "c2c forward 134217689x15 float64", "c2c forward 134217689x15 float16",
    };
    for (const auto* kind : { "c2c forward",
                              "r2c forward",
                              "c2r inverse",
                              "dct2 forward",
                              "dst1 forward",
                              "dct4 forward" }) {
        for (const auto* length :
             { "134217728", "134217727", "134217689", "67108859", "131071", "1009" }) {
            const std::int64_t points = std::stol(length);
            const auto most = (std::int64_t(1) << 31) / points;
            for (const auto loops : { std::int64_t(1), std::int64_t(7), most - 1, most })
                all.push_back(fmt::format("{} {}, loops {}", kind, length, loops));
            if (most <= (1 << 27)) {
                all.push_back(fmt::format("{} {}x{}", kind, most, length));
                all.push_back(fmt::format("{} {}x{}", kind, length, most - 1));
                all.push_back(fmt::format("{} {}x{}", kind, length, most));
            }
        }
    }
    return all;
}

//! Transforms of columns, whose loop lies within the row.
std::vector<transform> columns()
{
    std::vector<transform> all;
    for (const std::int64_t length : { 134217689, 67108859, 8388593, 1 << 27, 1 << 20 }) {
        const auto most = (std::int64_t(1) << 31) / length;
        for (const auto count : { most - 1, most, std::int64_t(3) }) {
            transform t(length);
            t.shape[0].input_stride = t.shape[0].output_stride = count;
            t.loops = { { count, 1, 1 } };
            all.push_back(t);
            // Transforms with gaps that no plan can close.
            t = transform(length);
            t.shape[0].input_stride = t.shape[0].output_stride = 1;
            t.loops = { { count, length + 1, length + 1 } };
            if (count * (length + 1) < std::int64_t(1) << 31)
                all.push_back(t);
        }
    }
    return all;
}

//! The distance from where the row begins, or its part of the workspace, to the last
//! element.
wide reach(const pass& p, const pass_io_view& s)
{
    wide last = p.vector().inner_batch - 1;
    for (std::size_t i = 0; i < p.dimensions.size(); ++i)
        last += wide(io_elements(p, s, i) - 1) * (p.dimensions[i].*s.stride);
    if (p.columns_are_rows() && !p.is_pointwise())
        return last;
    for (const auto& a : whole_axes(p)) {
        if (!(a.*s.axis_step))
            last += wide(a.size - 1) * (a.*s.weight);
    }
    return last;
}

//! Where the last row of a call of \p rows ends, and what its launch counts.
void expect_room(const std::string& of, const plan& whole, const pass& p)
{
    for (const auto* s : { &PASS_INPUT, &PASS_OUTPUT }) {
        CPPUNIT_ASSERT_MESSAGE(of, reach(p, *s) < PLACES);
        if (p.*s->at != buffer_role::workspace)
            continue;
        const wide unit = s->op(p).stored == element::real ? 1 : 2;
        CPPUNIT_ASSERT_MESSAGE(of, p.*s->offset + reach(p, *s) < p.*s->distance);
        CPPUNIT_ASSERT_MESSAGE(of,
                               unit * p.row_factor * (p.*s->distance) <=
                                   2 * wide(whole.workspace_points()));
    }
    const auto rows = most_rows(p);
    CPPUNIT_ASSERT_MESSAGE(of, rows >= 1);
    CPPUNIT_ASSERT_MESSAGE(of, wide(rows) * p.row_factor < wide(1) << 32);
    CPPUNIT_ASSERT_MESSAGE(of,
                           p.groups(static_cast<std::uint64_t>(rows)) <=
                               static_cast<std::uint64_t>(MOST_GROUPS));
}

void expect_room(const std::string& of, const plan& p)
{
    for (const auto& one : p.passes)
        expect_room(of + ": " + plan_text(p), p, one);
    try {
        check_plan(p); // as it is when read back from wisdom
    } catch (const plan_error& e) {
        CPPUNIT_FAIL(fmt::format("{}: {}: {}", of, plan_text(p), e.what()));
    }
}

//! On how many devices a transform was planned, and on how many it was refused.
struct outcome {
    int planned = 0;
    int refused = 0;
    std::string reason; //!< of the last refusal
};

outcome plan_everywhere(const transform& t)
{
    outcome made;
    for (const auto& [why, limits] : devices()) {
        const auto of = fmt::format("{} on {}", to_string(t), why);
        plan p;
        try {
            p = choose_plan(t, limits);
        } catch (const plan_error& e) {
            ++made.refused;
            made.reason = e.what();
            CPPUNIT_ASSERT_MESSAGE(of, made.reason.size() > 20);
            continue;
        }
        ++made.planned;
        expect_room(of, p);
        if (const auto few = choose_plan_for_small_batch(p))
            expect_room(of + ", few rows", few->result);
    }
    return made;
}

//! A reader must take the line of any shape.
bool is_valid(const std::string& text)
{
    try {
        parse_transform(text);
    } catch (const plan_error&) {
        return false;
    }
    return true;
}

} // namespace

class qa_extreme_shapes : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_extreme_shapes);
    CPPUNIT_TEST(places_have_32_bits);
    CPPUNIT_TEST(columns_have_32_bits);
    CPPUNIT_TEST(rows_side_by_side_are_planned_one_by_one);
    CPPUNIT_TEST(what_does_not_fit_is_refused_with_a_reason);
    CPPUNIT_TEST(lines_that_do_not_fit_are_refused);
    CPPUNIT_TEST_SUITE_END();

public:
    void places_have_32_bits()
    {
        int planned = 0, refused = 0;
        for (const auto& text : shapes()) {
            if (!is_valid(text))
                continue;
            const auto made = plan_everywhere(parse_transform(text));
            planned += made.planned;
            refused += made.refused;
        }
        fmt::print("{} planned, {} refused\n", planned, refused);
        CPPUNIT_ASSERT(planned > 500);
    }

    void columns_have_32_bits()
    {
        int planned = 0;
        for (const auto& t : columns())
            planned += plan_everywhere(t).planned;
        CPPUNIT_ASSERT(planned > 120);
    }

    //! Each row has a workspace of its own, of 2^28 elements.
    void rows_side_by_side_are_planned_one_by_one()
    {
        const auto made =
            plan_everywhere(parse_transform("c2c forward 134217689, loops 15"));
        const auto one = plan_everywhere(transform(134217689));
        CPPUNIT_ASSERT_EQUAL(one.refused, made.refused);
        CPPUNIT_ASSERT(made.planned > 4);
    }

    void what_does_not_fit_is_refused_with_a_reason()
    {
        const auto made = plan_everywhere(parse_transform("c2c forward 134217689x15"));
        CPPUNIT_ASSERT_EQUAL(0, made.planned);
        CPPUNIT_ASSERT_MESSAGE(made.reason,
                               made.reason.find("2^31") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(made.reason,
                               made.reason.find("loops") != std::string::npos);
    }

    void lines_that_do_not_fit_are_refused()
    {
        try {
            parse_plan(WRAPPED);
            CPPUNIT_FAIL("taken");
        } catch (const plan_error& e) {
            const std::string why = e.what();
            CPPUNIT_ASSERT_MESSAGE(why, why.find("pass 3") != std::string::npos);
            CPPUNIT_ASSERT_MESSAGE(why, why.find("2147483648") != std::string::npos);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_extreme_shapes);
