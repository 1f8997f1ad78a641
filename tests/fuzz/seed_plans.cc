/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz/seed_plans.h"
#include "plan/choice/builtin_plans_text.h"
#include "plan/ir/plan.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include "support/transforms/vector_forms.h"
#include <gpufft/error.h>
#include <sstream>

namespace gpufft::testing {

namespace {

//! Short, with all that a transform may be asked for.
const char* const TRANSFORMS[] = { "c2c forward 60",
                                   "c2c inverse 31, planar input, windowed",
                                   "c2c forward 12x5, loops 3, scaled by 0.5",
                                   "r2c forward 90, windowed, orthonormal",
                                   "c2r inverse 48, by length, float64",
                                   "dct2 forward 8x8, orthonormal, orthogonalized",
                                   "dst1 forward 22, loops 2",
                                   "dct4 inverse 7, float16",
                                   "dst3 forward 30, input strides 2, output distance 40",
                                   "c2c forward 47, in place, input rotated by 3" };

//! Each as four kinds of device have it.
void add_planned(std::vector<std::string>& lines)
{
    for (const auto* text : TRANSFORMS) {
        for (const auto& row : LIMITS) {
            auto limits = row.limits;
            limits.has_float64 = true;
            try {
                lines.push_back(plan_text(model_plan(parse_transform(text), limits)));
            } catch (const plan_error&) {
                // Too long for so small a device.
            }
        }
    }
}

void add_known(std::vector<std::string>& lines)
{
    for (const auto& file : BUILTIN_PLANS) {
        std::istringstream all(file.lines);
        for (std::string line; std::getline(all, line);)
            if (!line.empty() && line[0] != '#')
                lines.push_back(line);
    }
}

} // namespace

std::vector<std::string> seed_plans()
{
    std::vector<std::string> lines;
    for (const auto& f : every_form())
        lines.push_back(f.line);
    add_planned(lines);
    add_known(lines);
    return lines;
}

} // namespace gpufft::testing
