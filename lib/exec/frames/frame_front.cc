/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "codegen/helpers/power_kernels.h"
#include "exec/executor/device_key.h"
#include "exec/executor/first_that_builds.h"
#include "exec/frames/frame_front.h"
#include "exec/memory/grow.h"
#include "plan/choice/choose_power_plan.h"
#include "plan/choice/power_choice.h"
#include "plan/text/plan_text.h"
#include "plan/wisdom/wisdom_store.h"
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

chosen_power_plan chosen_for(const power_request& request, const device& on, effort how)
{
    return choose_power_plan(request,
                             on.info().limits,
                             device_key_of(on.info()),
                             how,
                             *wisdom_store::of_user().book());
}

//! The model's plan, not a built-in plan for the device's architecture.
chosen_power_plan models_choice(const power_request& request, const device& on)
{
    auto limits = on.info().limits;
    limits.architecture.clear();
    chosen_power_plan chosen = { choose_power_plan(request, limits),
                                 plan_origin::model,
                                 "the model" };
    chosen.result.front.limits = on.info().limits;
    return chosen;
}

chosen_power_plan
choice_by(std::optional<effort> by, const power_request& request, const device& on)
{
    return by ? chosen_for(request, on, *by) : models_choice(request, on);
}

std::string line_of_choice(const chosen_power_plan& c)
{
    return plan_text(c.result.front);
}

} // namespace

frame_front::frame_front(const power_request& request,
                         std::shared_ptr<device> on,
                         effort how,
                         const front_check& check)
{
    const auto choose = [&](std::optional<effort> by) {
        return choice_by(by, request, *on);
    };
    const auto take = [&](const chosen_power_plan& chosen, std::optional<effort>) {
        d_plan = chosen.result;
        d_origin = chosen.says;
        build(on);
        if (check)
            check(*this);
    };
    leave_aside(first_that_builds(how, on->info(), choose, line_of_choice, take),
                on->info());
}

frame_front
frame_front::planned(const power_request& request, std::shared_ptr<device> on, effort how)
{
    const auto choose = [&](std::optional<effort> by) {
        return choice_by(by, request, *on);
    };
    frame_front result;
    const auto take = [&](const chosen_power_plan& chosen, std::optional<effort>) {
        result.d_plan = chosen.result;
        result.d_origin = chosen.says;
        result.d_passes =
            std::make_shared<executor>(executor::planned(chosen.result.front, on));
    };
    first_that_builds(how, on->info(), choose, line_of_choice, take);
    return result;
}

void frame_front::build(std::shared_ptr<device> on)
{
    d_passes = std::make_shared<executor>(d_plan.front, on);
    if (d_plan.is_fused)
        return;
    const auto& words = on->kernel_dialect();
    if (converts())
        d_convert = on->build(generate_convert(d_plan.request, words));
    const auto form = helper_form_for(on->info().limits);
    d_accumulate = on->build(generate_accumulate(d_plan.request, words, form));
}

bool frame_front::is_outdated() const
{
    const auto choose = [&](std::optional<effort> by) {
        return choice_by(by, d_plan.request, *on());
    };
    const auto chosen =
        first_choice(effort::wisdom, on()->info(), choose, line_of_choice);
    return plan_text(chosen.result.front) != plan_text(d_plan.front);
}

std::string frame_front::id() const
{
    return stable_hash({ d_passes->id(),
                         d_convert ? d_convert->source().text : "",
                         d_accumulate ? d_accumulate->source().text : "" });
}

std::size_t frame_front::samples_of(std::size_t frames) const
{
    return (frames - 1) * d_plan.request.hop + d_plan.request.frame_samples();
}

std::size_t frame_front::shared_bytes() const
{
    const auto hop = static_cast<std::size_t>(d_plan.request.hop);
    const auto of_a_frame = samples_of(1);
    return (of_a_frame - std::min(of_a_frame, hop)) *
           gpufft::sample_bytes(d_plan.request.samples);
}

std::size_t frame_front::sample_bytes(std::size_t frames) const
{
    return samples_of(frames) * gpufft::sample_bytes(d_plan.request.samples);
}

std::size_t frame_front::partial_bytes(std::size_t rows) const
{
    return rows * d_plan.request.values() * sizeof(float);
}

std::size_t frame_front::converted_bytes(std::size_t frames) const
{
    return converts() ? samples_of(frames) * 2 * sizeof(float) : 0;
}

std::size_t frame_front::spectra_bytes(std::size_t frames) const
{
    return !d_plan.is_fused ? frames * d_plan.request.bins() * 2 * sizeof(float) : 0;
}

std::size_t frame_front::workspace_bytes(std::size_t frames) const
{
    return converted_bytes(frames) + spectra_bytes(frames) +
           d_passes->workspace_bytes(frames);
}

void frame_front::fit(frame_workspace& s, std::size_t frames) const
{
    const auto grow_to = [&](std::shared_ptr<buffer>& b, std::size_t bytes) {
        if (bytes)
            grow(*on(), b, bytes);
    };
    grow_to(s.converted, converted_bytes(frames));
    grow_to(s.spectra, spectra_bytes(frames));
    grow_to(s.between, d_passes->workspace_bytes(frames));
}

std::size_t frame_front::max_frames() const
{
    // Converted samples are counted in parts, two a sample.
    const std::size_t most = std::numeric_limits<std::uint32_t>::max();
    const std::size_t samples = most / 2 - d_plan.request.frame_samples();
    const auto by_samples = converts() ? 1 + samples / d_plan.request.hop : most;
    return std::min(d_passes->max_rows(), by_samples);
}

void frame_front::enqueue(queue& q, const frame_memory& m, const grouping& g) const
{
    executor_memory passes;
    passes.in[0] = m.samples;
    passes.window = m.window;
    buffer* const converted = m.workspace.converted.get();
    buffer* const spectra = m.workspace.spectra.get();
    passes.workspace = m.workspace.between.get();
    if (d_plan.is_fused) {
        passes.out[0] = m.partials;
        passes.runs = { m.runs, g.longest, g.keep };
        d_passes->enqueue(q, passes, g.rows);
        return;
    }
    if (d_convert) {
        const auto elements = static_cast<std::uint32_t>(2 * samples_of(g.frames));
        q.launch(*d_convert, groups_for(elements), { m.samples, converted, elements });
        passes.in[0] = converted;
    }
    passes.out[0] = spectra;
    d_passes->enqueue(q, passes, g.frames);
    q.launch(*d_accumulate,
             groups_for(d_plan.request.bins(), g.rows),
             { spectra, m.partials, m.runs, g.keep, g.rows });
}

} // namespace gpufft
