/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plan lines with numbers that no device has room for: refused, or every place of every
// pass is within what the plan says it needs, counted here in 128 bits.
#include "base/saturated.h"
#include "codegen/generate/generate.h"
#include "plan/check/check_plan.h"
#include "plan/choice/choose_plan.h"
#include "plan/ir/pass_io_view.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <cctype>
#include <limits>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using wide = __int128;

const std::int64_t EXTREMES[] = {
    (std::int64_t(1) << 31) - 1,
    std::int64_t(1) << 31,
    (std::int64_t(1) << 32) - 1,
    std::int64_t(1) << 32,
    std::int64_t(1) << 45,
    std::int64_t(1) << 60,
    (std::int64_t(1) << 61) - 1,
    std::int64_t(1) << 61,
    (std::int64_t(1) << 61) + 1,
    std::int64_t(1) << 62,
    INT64_MAX / 3,
    INT64_MAX - 1,
    INT64_MAX,
};

//! Plans with slices, tiles, rows of their own, lanes, and separate I/O passes.
std::vector<plan> samples()
{
    const auto tiny = half_a_kib();
    auto cpu = make_limits(true, 1024, 4096, 512);
    cpu.compute_units = 4;
    std::vector<plan> all;
    for (const auto* text : { "c2c forward 4096, loops 8",
                              "c2c forward 16x24, loops 3",
                              "r2c forward 30x36",
                              "c2c forward 1009, loops 5",
                              "dct2 forward 60x44" }) {
        for (const auto& limits : { device_limits(), tiny, cpu })
            all.push_back(choose_plan(parse_transform(text), limits));
    }
    return all;
}

//! From the first element of the row on, the last one that \p p touches at \p s.
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

//! Whether \p p stays in the workspace that \p whole says a row takes, and in the numbers
//! that kernels count with.
bool stays_within(const plan& whole, const pass& p, const pass_io_view& s)
{
    constexpr wide PLACES = wide(1) << 31;
    if (reach(p, s) >= PLACES)
        return false;
    if (p.*s.at != buffer_role::workspace)
        return true; // an error if it leaves the row, which validate() bounds
    const wide unit = s.op(p).stored == element::real ? 1 : 2;
    const wide rows = wide(p.row_factor) * (p.*s.distance) * unit;
    return p.*s.offset + reach(p, s) < p.*s.distance &&
           rows <= 2 * wide(whole.workspace_points());
}

//! \return workgroups of \p p for one row
wide workgroups(const pass& p)
{
    wide all = wide(p.row_factor) * p.workgroup().cluster.size;
    for (const auto& a : p.grid)
        all *= a.size;
    return all;
}

void expect_within(const plan& p, const std::string& line)
{
    for (const auto& one : p.passes) {
        for (const auto* s : { &PASS_INPUT, &PASS_OUTPUT })
            CPPUNIT_ASSERT_MESSAGE(line, stays_within(p, one, *s));
        CPPUNIT_ASSERT_MESSAGE(line, workgroups(one) < wide(1) << 31);
    }
    // In bytes, of as many rows as a call may have.
    CPPUNIT_ASSERT_MESSAGE(line, p.workspace_points() <= std::int64_t(1) << 40);
}

//! Refused with a plan_error, or within. True: refused.
bool is_refused(const std::string& line)
{
    plan p;
    try {
        p = parse_plan(line);
    } catch (const plan_error&) {
        return true;
    }
    expect_within(p, line);
    return false;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

//! The line of \p p once for each number behind the transform, which is \p put instead.
std::vector<std::string> changed_lines(const plan& p, std::int64_t put)
{
    const auto line = plan_text(p);
    std::vector<std::string> all;
    for (auto at = line.find(": "); at < line.size();) {
        if (!is_digit(line[at])) {
            ++at;
            continue;
        }
        auto end = at;
        while (end < line.size() && is_digit(line[end]))
            ++end;
        all.push_back(line.substr(0, at) + std::to_string(put) + line.substr(end));
        at = end;
    }
    return all;
}

//! \p p with rows of the workspace so far apart, in each pass that stores or loads it.
plan with_workspace_distance(plan p, std::int64_t distance)
{
    for (auto& one : p.passes) {
        if (one.from == buffer_role::workspace)
            one.input_distance = distance;
        if (one.to == buffer_role::workspace)
            one.output_distance = distance;
        if (one.columns_are_rows()) {
            one.columns.input_weight = one.input_distance;
            one.columns.output_weight = one.output_distance;
        }
    }
    return p;
}

plan with_workspace_offset(plan p, std::int64_t offset)
{
    for (auto& one : p.passes) {
        if (one.from == buffer_role::workspace)
            one.input_offset = offset;
        if (one.to == buffer_role::workspace)
            one.output_offset = offset;
    }
    return p;
}

} // namespace

class qa_extreme_lines : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_extreme_lines);
    CPPUNIT_TEST(products_do_not_overflow);
    CPPUNIT_TEST(rows_of_the_workspace_far_apart_are_refused);
    CPPUNIT_TEST(offsets_beyond_the_workspace_are_refused);
    CPPUNIT_TEST(every_number_may_be_extreme);
    CPPUNIT_TEST_SUITE_END();

public:
    void products_do_not_overflow()
    {
        constexpr auto MOST = std::numeric_limits<std::int64_t>::max();
        const auto half = std::int64_t(1) << 61;
        CPPUNIT_ASSERT_EQUAL(half, saturated_product(half, 1));
        CPPUNIT_ASSERT_EQUAL(MOST, saturated_product(half, 8)); // 0 otherwise
        CPPUNIT_ASSERT_EQUAL(MOST, saturated_product(half, 2, 2, 2));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(24), saturated_product(2, 3, 4));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), saturated_product(-3, 5));
        CPPUNIT_ASSERT_EQUAL(MOST, saturated_sum(MOST, 1));
        CPPUNIT_ASSERT_EQUAL(MOST, saturated_sum(MOST - 1, 1));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(-1), saturated_sum(-3, 2));
    }

    //! Times a row factor of 8 they come to 0 elements in 64 bits.
    void rows_of_the_workspace_far_apart_are_refused()
    {
        const auto p =
            choose_plan(parse_transform("c2c forward 4096, loops 8"), half_a_kib());
        CPPUNIT_ASSERT_EQUAL(std::int64_t(8), p.passes.front().row_factor);
        for (const auto distance : EXTREMES) {
            const auto far = with_workspace_distance(p, distance);
            if (distance > std::int64_t(1) << 32) {
                CPPUNIT_ASSERT_THROW_MESSAGE(
                    std::to_string(distance), check_plan(far), plan_error);
                CPPUNIT_ASSERT(far.workspace_points() >= distance);
            }
            is_refused(plan_text(far));
        }
    }

    void offsets_beyond_the_workspace_are_refused()
    {
        for (const auto& p : samples()) {
            for (const auto offset : EXTREMES) {
                const auto far = with_workspace_offset(p, offset);
                if (p.workspace_points() && offset > std::int64_t(1) << 32)
                    CPPUNIT_ASSERT_MESSAGE(plan_text(far), is_refused(plan_text(far)));
            }
        }
    }

    void every_number_may_be_extreme()
    {
        int refused = 0, accepted = 0;
        for (const auto& p : samples()) {
            for (const auto put : EXTREMES) {
                for (const auto& line : changed_lines(p, put))
                    ++(is_refused(line) ? refused : accepted);
            }
        }
        fmt::print("{} lines refused, {} accepted\n", refused, accepted);
        CPPUNIT_ASSERT(refused > 1000);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_extreme_lines);
