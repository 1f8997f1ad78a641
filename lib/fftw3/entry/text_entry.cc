/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/entry/entry.h"
#include "fftw3/planner/plan.h"
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace gpufft::fftw3 {

namespace {

//! FFTW where it has a plan of \p handle, which becomes that plan; else nullptr.
const underneath* maker_of(precision p, void*& handle)
{
    const auto* const own = plan::ours(handle);
    if (own)
        handle = own->by_fftw();
    return handle ? fftw_underneath(p) : nullptr;
}

/*!
 * Operations of a plan of the device, as they are usually counted: N log2 N butterflies'
 * worth, half of them where a side is real. The engine's kernels have no such counts.
 */
double nominal_points(const void* handle)
{
    const auto* const own = plan::ours(handle);
    if (!own)
        return 0;
    double length = 1;
    for (const auto& d : own->posed().dimensions)
        length *= static_cast<double>(d.length);
    const auto points = static_cast<double>(own->posed().points()) * std::log2(length);
    return own->posed().kind == problem_kind::dft ? points : points / 2;
}

} // namespace

void destroy_plan(precision p, void* handle) noexcept
{
    if (auto* const own = plan::ours(handle)) {
        delete own;
    } else if (const auto* by = maker_of(p, handle)) {
        const planner_lock lock;
        by->destroy_plan(handle);
    }
}

void flops(precision p, const void* plan, double* add, double* mul, double* fma) noexcept
{
    auto* handle = const_cast<void*>(plan);
    if (const auto* by = maker_of(p, handle))
        return by->flops(handle, add, mul, fma);
    const auto points = nominal_points(plan);
    *add = 3 * points;
    *mul = 2 * points;
    *fma = 0;
}

double estimate_cost(precision p, const void* plan) noexcept
{
    auto* handle = const_cast<void*>(plan);
    const auto* by = maker_of(p, handle);
    return by ? by->estimate_cost(handle) : 5 * nominal_points(plan);
}

double cost(precision p, const void* plan) noexcept
{
    auto* handle = const_cast<void*>(plan);
    const auto* by = maker_of(p, handle);
    return by ? by->cost(handle) : 5 * nominal_points(plan);
}

void fprint_plan(precision p, const void* plan, std::FILE* to) noexcept
{
    if (char* text = sprint_plan(p, plan)) {
        std::fputs(text, to);
        std::free(text);
    }
}

char* sprint_plan(precision p, const void* handle) noexcept
try {
    auto* plan_of_fftw = const_cast<void*>(handle);
    if (const auto* by = maker_of(p, plan_of_fftw))
        return by->sprint_plan(plan_of_fftw);
    const auto* const own = plan::ours(handle);
    return strdup(own ? own->text().c_str() : "");
} catch (...) {
    return nullptr; // there is no memory for the text
}

} // namespace gpufft::fftw3
