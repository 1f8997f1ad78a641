/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/request/steps.h"

namespace gpufft::fftw3 {

namespace {

//! Numbers of dimensions that one transform takes.
using group = std::vector<std::size_t>;

bool are_alike(const problem& p, std::size_t a, std::size_t b)
{
    return p.kind == problem_kind::dft || p.r2r_kinds[a] == p.r2r_kinds[b];
}

std::vector<group> groups_of(const problem& p)
{
    std::vector<group> groups;
    for (std::size_t d = 0; d < p.dimensions.size(); ++d) {
        bool is_taken = false;
        for (auto& g : groups) {
            if (is_taken || g.size() == MAX_RANK || !are_alike(p, g[0], d))
                continue;
            g.push_back(d);
            is_taken = true;
        }
        if (!is_taken)
            groups.push_back({ d });
    }
    return groups;
}

//! \p p along the dimensions of \p g alone; the others are loops.
problem along(const problem& p, const group& g)
{
    auto step = p;
    step.dimensions.clear();
    step.r2r_kinds.clear();
    std::size_t next = 0;
    for (std::size_t d = 0; d < p.dimensions.size(); ++d) {
        if (next == g.size() || g[next] != d) {
            step.loops.push_back(p.dimensions[d]);
            continue;
        }
        ++next;
        step.dimensions.push_back(p.dimensions[d]);
        if (p.kind == problem_kind::r2r)
            step.r2r_kinds.push_back(p.r2r_kinds[d]);
    }
    return step;
}

void put_on_output(problem& step)
{
    step.at = arrays_of_step(step.at, 1);
    for (auto* axes : { &step.dimensions, &step.loops })
        for (auto& a : *axes)
            a.input_stride = a.output_stride;
}

} // namespace

std::vector<problem> steps_of(const problem& p)
{
    const bool is_separable = p.kind == problem_kind::dft || p.kind == problem_kind::r2r;
    const auto groups = is_separable ? groups_of(p) : std::vector<group>();
    if (groups.size() < 2)
        return { p };
    std::vector<problem> steps;
    for (const auto& g : groups) {
        steps.push_back(along(p, g));
        if (steps.size() > 1)
            put_on_output(steps.back());
    }
    return steps;
}

arrays arrays_of_step(const arrays& at, std::size_t number)
{
    return number == 0 ? at : arrays{ at.out, at.out };
}

} // namespace gpufft::fftw3
