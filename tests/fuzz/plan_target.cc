/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plan lines: a line that is taken prints as one that is taken, makes kernels, and reads
// and writes within its arrays.
#include "codegen/generate/generate.h"
#include "fuzz/seed_plans.h"
#include "fuzz/target.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/run_on.h"
#include <gpufft/error.h>
#include <algorithm>
#include <stdexcept>

namespace gpufft::testing {

namespace {

//! Points of a row, those of all passes together: larger plans take seconds each.
constexpr std::int64_t MOST_POINTS = 3000;
constexpr std::int64_t ROWS = 3;

bool is_small(const plan& p)
{
    std::int64_t all = p.workspace_points();
    for (const auto& each : p.passes) {
        const auto rows = each.row_factor;
        if (each.points() > MOST_POINTS || rows > MOST_POINTS)
            return false;
        all += each.points() * each.columns.size * rows;
    }
    const auto& t = p.request;
    return all <= MOST_POINTS && p.passes.size() < 20 &&
           std::max(input_extent(t, ROWS), output_extent(t, ROWS)) <= 1 << 20;
}

//! Line breaks of a plan line would end the comment that it stands in.
void check_text(const kernel_source& k)
{
    for (const unsigned char c : k.text)
        if (c == '\r' || c == 0)
            throw std::logic_error("a kernel holds control bytes");
}

void make_kernels(const plan& p)
{
    for (const auto* d : { &opencl_dialect(), &cuda_dialect() }) {
        try {
            for (const auto& k : generate_kernels(p, *d))
                check_text(k);
        } catch (const plan_error&) {
            // Not in this language, or not for so small a device.
        }
    }
}

//! The fake device throws where a place lies outside of its array. Weights of a plan may
//! be others' errors, so that values may be wrong; the self test finds these.
void interpret(const plan& p)
{
    try {
        const auto on = make_fake_device({}, std::make_shared<fake_control>());
        run_noise(std::make_shared<executor>(p, on), ROWS);
    } catch (const plan_error&) {
    } catch (const build_error&) {
        // Larger than the device's workgroups.
    }
}

bool feed(const std::string& line)
{
    plan p;
    try {
        p = parse_plan(line);
    } catch (const plan_error&) {
        return false;
    }
    const auto text = plan_text(p);
    if (plan_text(parse_plan(text)) != text)
        throw std::logic_error("printed otherwise the second time: " + text);
    if (!is_small(p))
        return true;
    make_kernels(p);
    interpret(p);
    return true;
}

} // namespace

const fuzz_target PLAN_LINES = { "plan_lines", seed_plans, feed };

} // namespace gpufft::testing
