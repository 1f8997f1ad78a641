/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_plan.h"
#include "tune/candidates/candidates.h"
#include "tune/candidates/pass_choices.h"
#include "tune/candidates/slice_choices.h"
#include <gpufft/error.h>

namespace gpufft {

namespace {

//! A pass reads the workspace in tiles, as wide as the columns of the pass that wrote it.
bool has_tiles(const plan& p)
{
    for (const auto& one : p.passes) {
        for (const auto& d : one.dimensions) {
            if (d.input_tile)
                return true;
        }
    }
    return false;
}

//! \p p with pass \p i replaced by each of \p choices.
void add_plans(std::vector<plan>& all,
               const plan& p,
               std::size_t i,
               const std::vector<pass>& choices)
{
    const bool is_tiled = has_tiles(p);
    for (const auto& choice : choices) {
        if (is_tiled && choice.columns.size != p.passes[i].columns.size)
            continue;
        auto other = p;
        other.passes[i] = choice;
        if (is_sound(other))
            all.push_back(std::move(other));
    }
}

} // namespace

bool is_sound(const plan& p)
{
    try {
        check_plan(p);
        return true;
    } catch (const plan_error&) {
        return false;
    }
}

std::vector<plan> stage_candidates(const plan& p, std::size_t i, std::size_t most)
{
    std::vector<plan> all;
    add_plans(all, p, i, other_stages(p.passes[i], p.limits, most));
    return all;
}

std::vector<plan> first_candidates(const plan& p, std::size_t most)
{
    std::vector<plan> all = { p };
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        const auto more = stage_candidates(p, i, most);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

std::vector<plan> neighbours_of(const plan& p, std::size_t i)
{
    std::vector<plan> all;
    add_plans(all, p, i, other_settings(p.passes[i], p.limits));
    return all;
}

std::vector<plan> neighbours_of(const plan& p)
{
    std::vector<plan> all;
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        const auto more = neighbours_of(p, i);
        all.insert(all.end(), more.begin(), more.end());
    }
    for (auto& other : other_slices(p)) {
        if (is_sound(other))
            all.push_back(std::move(other));
    }
    return all;
}

} // namespace gpufft
