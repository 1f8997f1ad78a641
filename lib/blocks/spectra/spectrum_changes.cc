/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/spectrum_changes.h"
#include "exec/frames/make/make_frames.h"
#include "plan/request/refuse.h"

namespace gr {
namespace gpufft {

void spectrum_changes::change(const edit& change)
{
    const std::lock_guard<std::mutex> one_change(d_change_mutex);
    const auto before = take().settings;
    auto after = before;
    change(after);
    validate(after);
    if (output_bins(after) != output_bins(before)) {
        ::gpufft::refuse("bins is {} as long as the block lives, because the size of its "
                         "items is; make another block for {}",
                         output_bins(before),
                         output_bins(after));
    }
    executor_ptr spare;
    const auto on = device();
    if (after.hop != before.hop)
        spare = make_executor(after, on, effort(), ::gpufft::startup::compiled);
    else if (after.how != before.how)
        executor()->prepare(after.how);

    const std::lock_guard<std::mutex> guard(d_mutex);
    change(d_wanted.settings);
    if (spare)
        d_spare = { std::move(spare), on, after.hop };
    ++d_version;
}

void spectrum_changes::reset()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    ++d_wanted.resets;
    ++d_version;
}

void spectrum_changes::skip(std::uint64_t samples)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    ++d_wanted.skips;
    d_wanted.to_skip = samples;
    ++d_version;
}

std::uint64_t spectrum_changes::version() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_version;
}

spectrum_changes::wanted spectrum_changes::take() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_wanted;
}

void spectrum_changes::note(const edit& change)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    change(d_wanted.settings);
}

spectrum_changes::executor_ptr spectrum_changes::executor() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_executor;
}

std::string spectrum_changes::device() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_device;
}

::gpufft::effort spectrum_changes::effort() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_effort;
}

void spectrum_changes::set_executor(executor_ptr executor,
                                    const std::string& device,
                                    ::gpufft::effort how)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_executor.swap(executor); // the other goes when the lock has gone
    d_device = device;
    d_effort = how;
}

// Frames go on meanwhile, and so do changes: what they make outdated is thrown away.
bool spectrum_changes::plan_switch()
{
    const auto before = executor();
    before->wait_for_kernels(); // two compilers at a time take as long
    if (!before->is_outdated())
        return false;
    const auto s = settings();
    const auto on = device();
    auto spare =
        make_executor(s, on, ::gpufft::effort::wisdom, ::gpufft::startup::compiled);
    if (spare->is_outdated())
        return false; // wisdom was of no use
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (d_executor != before || d_device != on || d_wanted.settings.hop != s.hop)
        return false;
    d_spare = { std::move(spare), on, s.hop };
    ++d_version;
    return true;
}

spectrum_changes::executor_ptr spectrum_changes::next_for(const spectrum_settings& s,
                                                          bool has_other_hop)
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        const auto spare = std::move(d_spare);
        d_spare = {};
        if (spare.executor && spare.device == d_device && spare.hop == s.hop)
            return spare.executor;
    }
    if (!has_other_hop)
        return nullptr;
    return make_executor(s, device(), effort(), ::gpufft::default_startup());
}

spectrum_changes::executor_ptr make_executor(const spectrum_settings& s,
                                             const std::string& device,
                                             ::gpufft::effort how,
                                             ::gpufft::startup begins)
{
    if (s.histogram) {
        const ::gpufft::persistence_request request{
            s.length, s.hop, s.histogram->levels, s.taps_per_branch
        };
        return make_frames(request, scaled_taps(s), device, how, begins);
    }
    ::gpufft::spectrum_request request{ s.length, s.hop, s.samples };
    request.taps_per_branch = s.taps_per_branch;
    if (s.shows_single_frames())
        request.single_frames_centered = s.centered && !is_real(s.samples);
    return make_frames(request, scaled_taps(s), s.how, device, how, begins);
}

} // namespace gpufft
} // namespace gr
