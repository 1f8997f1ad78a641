/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_plan.h"
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/choose_power_plan.h"
#include "plan/cost/occupancy.h"
#include "plan/request/refuse.h"
#include "plan/strategies/strategy.h"
#include <gpufft/error.h>
#include <algorithm>
#include <utility>

namespace gpufft {

namespace {

constexpr int MOST_REGISTERS = 255; // of a work-item

void check(const power_request& request)
{
    if (request.length < 1 || request.length > MAX_LENGTH)
        refuse("a frame has 1 .. {} (2^27) points, got {}", MAX_LENGTH, request.length);
    const auto most = MAX_LENGTH / request.length;
    if (request.taps_per_branch < 1 || request.taps_per_branch > most)
        refuse("taps_per_branch must be 1 .. {} for frames of {} points (2^27 taps in "
               "all), got {}",
               most,
               request.length,
               request.taps_per_branch);
    if (request.hop < 1)
        refuse("hop must be at least 1 sample, got {}; length ({}) for frames that do "
               "not overlap",
               request.hop,
               request.length);
    if (request.hop > MAX_HOP)
        refuse("hop must be at most {} (2^30) samples, got {}", MAX_HOP, request.hop);
}

//! The transform that makes spectra of frames: windowed, input distance hop, outputs
//! packed behind each other.
transform front_transform(const power_request& request)
{
    transform t(request.length);
    if (is_real(request.samples))
        t.kind = transform_kind::r2c;
    t.windowed = true;
    t.taps_per_branch = request.taps_per_branch;
    t.shape[0].input_stride = 1;
    t.input_distance = request.hop;
    return t;
}

//! From raw samples to accumulated power.
dft_problem problem_of(const power_request& request)
{
    const auto kind =
        is_real(request.samples) ? transform_kind::r2c : transform_kind::c2c;
    dft_problem r;
    r.dimensions.resize(1);
    r.dimensions[0].length = r.dimensions[0].caller_length = request.length;
    r.in = { buffer_role::input, 0, request.hop, { 1 }, {} };
    r.out = { buffer_role::output, 0, request.bins(), { 1 }, {} };
    r.load.kind = r.store.kind = kind;
    r.load.stored = is_real(request.samples) ? element::real : element::complex;
    r.load.samples = format_of(request.samples);
    r.load.windowed = true;
    r.load.taps_per_branch = request.taps_per_branch;
    r.store.power = request.how;
    return r;
}

//! Registers hold the powers of all planes beside the points of a frame: 16384 points
//! and four planes on an sm_90 would spill 1200 bytes a work-item.
bool has_room_for_planes(const pass& p,
                         const power_request& request,
                         const device_limits& limits)
{
    const auto planes = static_cast<int>(request.how.count());
    if (planes == 1 || !limits.workgroup_registers)
        return true;
    const int most =
        std::min(MOST_REGISTERS, limits.workgroup_registers / whole_subgroups(p, limits));
    return needed_registers(p) + planes * p.points_per_item() <= most;
}

//! One pass of a workgroup that holds a frame; none: no workgroup can hold it, or vectors
//! serve this device better.
std::vector<pass> fused_pass(const power_request& request, const device_limits& limits)
{
    if (limits.is_cpu)
        return {};
    auto passes = make_single_pass(problem_of(request), limits);
    if (!passes.empty() && !has_room_for_planes(passes.front(), request, limits))
        passes.clear();
    return passes;
}

//! Gives the only pass of \p front the settings that are known for such frames.
void take_known_settings(plan& front, const power_request& request)
{
    // Frames of several taps a branch slide over samples, which those settings do not.
    if (request.taps_per_branch > 1)
        return;
    auto known = builtin_power_front(front);
    if (known && known->passes.size() == 1 &&
        has_room_for_planes(known->passes.front(), request, front.limits))
        front = *std::move(known);
}

//! Makes the first pass of \p front on a CPU device load whole numbers directly, where it
//! can. On other devices a front of several passes is rare, and its plans are tuned for
//! floats.
bool takes_samples(plan& front, sample_format format)
{
    auto& load = front.passes.front().load;
    if (format == load.samples)
        return true;
    if (!front.limits.is_cpu)
        return false;
    load.samples = format;
    try {
        check_plan(front);
    } catch (const plan_error&) {
        load.samples = sample_format::number;
        return false;
    }
    return true;
}

//! Has the runs of the only pass lie as far apart as their planes take.
void spread_planes(plan& front, const power_request& request)
{
    if (request.how.count() == 1)
        return;
    auto& p = front.passes.front();
    p.output_distance = p.columns.output_weight = request.values();
    front.request.output_distance = request.values();
}

//! Lets the only pass of \p front, in vectors along a frame, accumulate the powers as it
//! stores them: its rows are runs then. \return false: it cannot
bool fuse_vectors(plan& front, const power_request& request)
{
    if (front.passes.size() != 1 || !front.passes.front().is_vector())
        return false;
    auto fused = front;
    fused.passes.front().store.power = request.how;
    spread_planes(fused, request);
    fused.passes.front().change_vector().nt_store_rows = 0;
    try {
        check_plan(fused);
    } catch (const plan_error&) {
        return false;
    }
    front = std::move(fused);
    return true;
}

//! \p front with lanes along a frame: where lanes that are frames transform faster,
//! storing spectra and reading them again takes more than that.
plan along_frames(const power_request& request, plan front)
{
    auto r = problem_of(request);
    r.store.power.reset();
    front.passes = is_real(request.samples) ? std::vector<pass>()
                                            : make_vector_pass(r, front.limits);
    front.strategy = "vectors";
    return front;
}

//! \return whether p.front was made to accumulate in vectors
bool fuse_vectors(power_plan& p)
{
    if (!p.front.limits.is_cpu)
        return false;
    if (!p.converts_first && fuse_vectors(p.front, p.request))
        return true;
    auto along = along_frames(p.request, p.front);
    // Fewer lanes than half of a vector's lose more than that.
    if (along.passes.empty() ||
        2 * along.passes.front().lanes() < p.front.limits.vector_width ||
        !fuse_vectors(along, p.request))
        return false;
    p.front = std::move(along);
    p.converts_first = false;
    return true;
}

} // namespace

power_plan choose_power_plan(const power_request& request, const device_limits& limits)
{
    check(request);
    power_plan p;
    p.request = request;
    if (const auto passes = fused_pass(request, limits); !passes.empty()) {
        p.is_fused = true;
        p.front.request = front_transform(request);
        p.front.limits = limits;
        p.front.passes = passes;
        p.front.strategy = "stockham";
        spread_planes(p.front, request);
        take_known_settings(p.front, request);
        return p;
    }
    p.front = choose_plan(front_transform(request), limits);
    p.converts_first = !takes_samples(p.front, format_of(request.samples));
    p.is_fused = fuse_vectors(p);
    return p;
}

std::vector<expression_argument> shown_arguments(const power_request& request)
{
    std::vector<expression_argument> all = { { "factor", argument_kind::number },
                                             { "decibels", argument_kind::number } };
    if (is_real(request.samples)) {
        all.push_back({ "edge_excess", argument_kind::number });
        all.push_back({ "edges", argument_kind::real_buffer, request.bins() });
    }
    return all;
}

std::optional<plan> choose_shown_plan(const power_request& request,
                                      bool centered,
                                      const device_limits& limits)
{
    check(request);
    if (!limits.is_cpu)
        return {};
    auto t = front_transform(request);
    const std::string power = is_real(request.samples)
                                  ? "(factor + edge_excess * edges[k]) * norm(y)"
                                  : "factor * norm(y)";
    t.store = "select(decibels > 0.5, 10 * log10(" + power + "), " + power + ")";
    t.real_output = true;
    t.arguments = shown_arguments(request);
    if (centered)
        t.shape[0].output_rotation = request.length / 2;
    auto result = choose_plan(t, limits);
    const bool are_vectors = std::all_of(result.passes.begin(),
                                         result.passes.end(),
                                         [](const pass& p) { return p.is_vector(); });
    if (!are_vectors || !takes_samples(result, format_of(request.samples)))
        return {};
    return result;
}

} // namespace gpufft
