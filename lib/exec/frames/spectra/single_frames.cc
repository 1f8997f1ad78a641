/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/upload.h"
#include "exec/frames/spectra/single_frames.h"
#include "exec/memory/grow.h"
#include "plan/choice/choose_power_plan.h"
#include <vector>

namespace gpufft {

std::shared_ptr<const single_frames> single_frames::make(
    const power_request& request, bool centered, const std::shared_ptr<device>& on)
{
    const auto chosen = choose_shown_plan(request, centered, on->info().limits);
    if (!chosen)
        return nullptr;
    return std::shared_ptr<const single_frames>(
        new single_frames(*chosen, request, centered, on));
}

single_frames::single_frames(const plan& p,
                             const power_request& request,
                             bool centered,
                             const std::shared_ptr<device>& on)
    : d_request(request), d_centered(centered), d_passes(p, on)
{
    if (!is_real(request.samples))
        return;
    std::vector<float> edges(static_cast<std::size_t>(request.bins()));
    edges.front() = 1;
    if (request.length % 2 == 0)
        edges.back() = 1;
    d_edges = upload_now(*on, edges.data(), edges.size() * sizeof(float));
}

bool single_frames::can_show(const spectrum_output& output) const
{
    return (!output.bins || output.bins == d_request.bins()) &&
           output.centered == d_centered;
}

executor_memory single_frames::memory_of(const memory& m,
                                         const spectrum_output& output) const
{
    executor_memory passes;
    passes.in[0] = m.samples;
    passes.window = m.window;
    passes.out[0] = m.out;
    // As shown_arguments() has them.
    passes.given_numbers = { output.factor, output.decibels ? 1.0 : 0.0 };
    passes.given_buffers = { nullptr, nullptr };
    if (d_edges) {
        passes.given_numbers.insert(passes.given_numbers.end(),
                                    { output.factor * (output.edge_factor - 1), 0.0 });
        passes.given_buffers.insert(passes.given_buffers.end(),
                                    { nullptr, d_edges.get() });
    }
    return passes;
}

void single_frames::enqueue(queue& q,
                            const memory& m,
                            frame_workspace& workspace,
                            std::uint32_t frames,
                            const spectrum_output& output) const
{
    auto passes = memory_of(m, output);
    if (const auto bytes = d_passes.workspace_bytes(frames))
        grow(*d_passes.on(), workspace.between, bytes);
    passes.workspace = workspace.between.get();
    d_passes.enqueue(q, passes, frames);
}

std::optional<kernel_launch> single_frames::shared_launch(
    const memory& m, std::uint32_t frames, const spectrum_output& output) const
{
    if (d_passes.workspace_bytes(frames))
        return {};
    return d_passes.shared_launch(memory_of(m, output), frames);
}

} // namespace gpufft
