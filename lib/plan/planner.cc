/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/plan.h"
#include "plan/strategy.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft {

namespace {

// Fewest trips through global memory first; on CPU devices vectors where they apply.
const strategy STRATEGIES[] = {
    { "vectors", make_vector_pass },
    { "vector passes", make_vector_passes },
    { "stockham", make_single_pass },
    { "multi-pass", make_multi_pass },
};

//! The forward transform with parts exchanged at both ends is the inverse one.
void fuse_ends(plan& p)
{
    const bool inverse = p.what.dir == direction::inverse;
    auto& load = p.passes.front().load;
    load.format = p.what.input;
    load.windowed = p.what.windowed;
    load.rotation = p.what.input_rotation;
    load.swap_parts = inverse;
    auto& store = p.passes.back().store;
    store.scale = scale_of(p.what);
    store.rotation = p.what.output_rotation;
    store.swap_parts = inverse;
}

} // namespace

plan choose_plan(const transform& what, const device_limits& limits)
{
    validate(what);
    for (const auto& s : STRATEGIES) {
        plan made;
        made.what = what;
        made.limits = limits;
        made.strategy = s.name;
        made.passes = s.make_passes(what, limits);
        if (made.passes.empty())
            continue;
        for (auto& p : made.passes) {
            p.length = what.length;
            if (made.passes.size() == 1)
                p.in_place = what.in_place;
        }
        fuse_ends(made);
        return made;
    }
    throw plan_error(fmt::format(
        "length {} does not fit this device: no split keeps a pass within {} bytes of "
        "local memory and {} work-items a workgroup",
        what.length,
        limits.local_memory_bytes,
        limits.max_work_items));
}

} // namespace gpufft
