/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/filters/filter_set.h"
#include <algorithm>

namespace gpufft {

namespace {

//! The host's samples of a call that is done become the past.
void keep(filter_past& past,
          const void* in,
          std::size_t samples,
          const filter_places& on_device)
{
    if (!on_device.is_only_there)
        past.samples.append(in, samples);
}

} // namespace

//! Has \p act work on each filter whose output somebody wants. Where one fails, nothing
//! stays in flight.
template <class action>
void filter_set::for_each(const std::vector<void*>& out, const action& act)
{
    try {
        for (std::size_t i = 0; i < d_filters.size(); ++i)
            if (out[i])
                act(*d_filters[i], out[i]);
    } catch (...) {
        abandon();
        throw;
    }
}

std::size_t filter_set::advance(const void* in,
                                const std::vector<void*>& out,
                                std::size_t outputs,
                                filter_past& past,
                                std::size_t piece_outputs,
                                const filter_places& on_device)
{
    if (d_filters.front()->executor().on()->info().limits.is_cpu) {
        run(in, out, outputs, past, on_device);
        return outputs;
    }
    for_each(out, [&](auto& filter, void* to) {
        filter.send_pieces(in, to, outputs, past, piece_outputs, on_device);
    });
    auto done = outputs;
    for_each(out,
             [&](auto& filter, void*) { done = std::min(done, filter.finish_pieces()); });
    for_each(out, [&](auto& filter, void*) {
        filter.give_outputs(done, !on_device.is_only_there);
    });
    keep(past, in, done, on_device);
    return done;
}

void filter_set::run(const void* in,
                     const std::vector<void*>& out,
                     std::size_t outputs,
                     filter_past& past,
                     const filter_places& on_device)
{
    for_each(out, [&](auto& filter, void* to) {
        filter.compute(in, to, outputs, past, on_device);
    });
    keep(past, in, outputs, on_device);
}

void filter_set::abandon() noexcept
{
    for (const auto& each : d_filters)
        each->abandon();
}

std::size_t filter_set::in_flight() const
{
    std::size_t all = 0;
    for (const auto& each : d_filters)
        all += each->executor().in_flight();
    return all;
}

bool filter_set::is_idle() const
{
    return std::all_of(d_filters.begin(), d_filters.end(), [](const auto& each) {
        return each->is_idle();
    });
}

void filter_set::renew_slots()
{
    for (const auto& each : d_filters)
        each->executor().renew_slots();
}

std::size_t filter_set::reach() const
{
    std::size_t most = 0;
    for (const auto& each : d_filters)
        most = std::max(most, static_cast<std::size_t>(each->shape().first));
    return most;
}

} // namespace gpufft
