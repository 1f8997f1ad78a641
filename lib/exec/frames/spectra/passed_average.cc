/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/spectra/passed_average.h"

namespace gpufft {

void passed_average::make_memory(device& on, std::size_t bytes, std::size_t depth)
{
    for (std::size_t i = 0; i < depth + 1; ++i) {
        d_on_device.push_back(on.make_buffer(bytes));
        d_on_host.push_back(on.make_host_buffer(bytes));
    }
}

state_passage passed_average::passage(const spectrum_batch& b) const
{
    const auto count = d_on_device.size();
    state_passage s;
    s.in = d_on_device[(d_started + count - 1) % count].get();
    s.out = d_on_device[d_started % count].get();
    s.out_on_host = d_on_host[d_started % count]->data();
    if (b.is_fresh || !d_frames || (d_kind && *d_kind != b.how))
        return s;
    s.frames = d_frames;
    s.before = d_combined;
    s.from_host = d_from_host;
    return s;
}

void passed_average::has_started(average how, const spectrum_slot& slot)
{
    ++d_started;
    d_frames = slot.frames_left();
    d_kind = how;
    d_combined = slot.combined();
    d_from_host.reset();
}

void passed_average::has_finished(const spectrum_slot& slot)
{
    d_finished_frames = slot.frames_left();
    d_finished =
        static_cast<const float*>(d_on_host[d_finished_count % d_on_host.size()]->data());
    d_finished_from_host.reset();
    ++d_finished_count;
}

void passed_average::forget_device()
{
    d_frames = 0;
    d_combined.reset();
}

average_state passed_average::state() const
{
    average_state s;
    s.frames = d_finished_frames;
    if (d_finished_frames)
        s.powers.assign(d_finished, d_finished + d_on_device[0]->bytes() / sizeof(float));
    return s;
}

void passed_average::go_on_from(const average_state& s)
{
    d_from_host = std::make_shared<std::vector<float>>(s.powers);
    d_frames = s.powers.empty() ? 0 : s.frames;
    d_kind.reset();
    d_combined.reset();
    d_finished_frames = d_frames;
    d_finished = d_from_host->data();
    d_finished_from_host = d_from_host;
}

} // namespace gpufft
