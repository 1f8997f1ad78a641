/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectrum_changes.h"
#include "exec/persistence_executor.h"
#include "exec/spectrum_executor.h"
#include "plan/refuse.h"

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
        spare = make_executor(after, on);
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

void spectrum_changes::set_executor(executor_ptr executor, const std::string& device)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_executor.swap(executor); // the other goes when the lock has gone
    d_device = device;
}

spectrum_changes::executor_ptr spectrum_changes::spare_for(const spectrum_settings& s)
{
    std::string on;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (d_spare.executor && d_spare.device == d_device && d_spare.hop == s.hop)
            return std::move(d_spare.executor);
        on = d_device;
    }
    return make_executor(s, on);
}

spectrum_changes::executor_ptr make_executor(const spectrum_settings& s,
                                             const std::string& device)
{
    if (s.histogram) {
        const ::gpufft::persistence_request what{ s.length, s.hop, s.histogram->levels };
        return std::make_shared<::gpufft::persistence_executor>(what, *s.window, device);
    }
    const ::gpufft::spectrum_request what{ s.length, s.hop, s.samples };
    return std::make_shared<::gpufft::spectrum_executor>(what, *s.window, s.how, device);
}

} // namespace gpufft
} // namespace gr
