/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/filters/filter_set.h"
#include <algorithm>
#include <limits>
#include <utility>

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

filter_request request_of(const std::vector<std::complex<double>>& taps)
{
    filter_request request;
    request.taps = taps;
    return request;
}

std::vector<filter_set::filter_ptr> filters_of(const filter_set_request& request,
                                               const std::string& device,
                                               effort how,
                                               startup begins)
{
    std::vector<filter_set::filter_ptr> filters;
    for (const auto& taps : request.taps)
        filters.push_back(
            std::make_shared<stream_filter>(request_of(taps), device, how, begins));
    return filters;
}

//! What \p all says of one filter.
filter_places places_of(const filter_places& all, std::size_t filter)
{
    filter_places result(all.in);
    result.before = all.before;
    result.is_only_there = all.is_only_there;
    result.downloads = all.downloads;
    if (filter < all.out_streams.size())
        result.out = all.out_streams[filter];
    return result;
}

} // namespace

void validate(const filter_set_request& request)
{
    for (const auto& taps : request.taps)
        validate(request_of(taps));
}

filter_set::filter_set(std::vector<filter_ptr> filters)
    : d_filters(std::move(filters)), d_early(d_filters.size())
{
}

filter_set::filter_set(const filter_set_request& request,
                       const std::string& device,
                       effort how,
                       startup begins)
    : filter_set(filters_of(request, device, how, begins))
{
}

//! Has \p act work on each filter whose output somebody wants. Where one fails, nothing
//! stays in flight.
template <class action>
void filter_set::for_each(const std::vector<void*>& out, const action& act)
{
    try {
        for (std::size_t i = 0; i < d_filters.size(); ++i)
            if (out[i])
                act(i, out[i]);
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
    for_each(out, [&](std::size_t i, void* to) {
        d_filters[i]->send_pieces(
            in, to, outputs, past, piece_outputs, places_of(on_device, i));
    });
    auto done = outputs;
    for_each(out, [&](std::size_t i, void*) {
        done = std::min(done, d_filters[i]->finish_pieces());
    });
    for_each(out, [&](std::size_t i, void*) {
        d_filters[i]->give_outputs(done, !on_device.is_only_there);
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
    for_each(out, [&](std::size_t i, void* to) {
        d_filters[i]->compute(in, to, outputs, past, places_of(on_device, i));
    });
    keep(past, in, outputs, on_device);
}

//! Sends the piece of one filter: whole rows, and what they leave of it.
void filter_set::send(std::size_t filter,
                      const void* in,
                      std::size_t ahead,
                      std::size_t outputs,
                      const filter_past& past,
                      const filter_places& on_device)
{
    auto& by = *d_filters[filter];
    auto places = places_of(on_device, filter);
    for (std::size_t sent = 0; sent < outputs;) {
        while (!by.executor().can_submit())
            d_early[filter] += by.finish_oldest();
        const auto part = by.submit(in, ahead + sent, outputs - sent, past, places, 0);
        places.out.bytes.begin += part * sizeof(std::complex<float>);
        sent += part;
    }
}

void filter_set::submit(const void* in,
                        std::size_t ahead,
                        std::size_t outputs,
                        const filter_past& past,
                        const filter_places& on_device)
{
    try {
        for (std::size_t i = 0; i < on_device.out_streams.size(); ++i)
            if (on_device.out_streams[i].of)
                send(i, in, ahead, outputs, past, on_device);
    } catch (...) {
        abandon();
        throw;
    }
    d_pieces.push_back(outputs);
}

// A filter that nobody wants has nothing in flight, and none of its outputs count.
std::size_t filter_set::finish_oldest()
{
    if (d_pieces.empty())
        return 0;
    const auto outputs = d_pieces.front();
    try {
        for (std::size_t i = 0; i < d_filters.size(); ++i) {
            while (d_early[i] < outputs && d_filters[i]->executor().in_flight())
                d_early[i] += d_filters[i]->finish_oldest();
            d_early[i] -= std::min(d_early[i], outputs);
        }
    } catch (...) {
        abandon();
        throw;
    }
    d_pieces.pop_front();
    return outputs;
}

void filter_set::wait_for_past()
{
    for (const auto& each : d_filters)
        each->wait_for_past();
}

// Pieces are cut for rows of one length: filters that have others send whole rows and a
// part of one.
bool filter_set::can_submit() const
{
    const auto of_a_row = d_filters.front()->shape().outputs();
    const bool are_alike =
        std::all_of(d_filters.begin(), d_filters.end(), [&](const auto& each) {
            return each->shape().outputs() == of_a_row;
        });
    const std::size_t parts = are_alike ? 1 : 2;
    return std::all_of(d_filters.begin(), d_filters.end(), [&](const auto& each) {
        const auto& rows = each->executor();
        return !rows.in_flight() || rows.in_flight() + parts <= rows.depth();
    });
}

bool filter_set::oldest_is_done() const
{
    return !d_pieces.empty() &&
           std::all_of(d_filters.begin(), d_filters.end(), [](const auto& each) {
               const auto& rows = each->executor();
               return !rows.in_flight() || rows.oldest_is_done();
           });
}

void filter_set::abandon() noexcept
{
    for (const auto& each : d_filters)
        each->abandon();
    d_pieces.clear();
    std::fill(d_early.begin(), d_early.end(), 0);
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

std::size_t filter_set::reach() const
{
    std::size_t most = 0;
    for (const auto& each : d_filters)
        most = std::max(most, static_cast<std::size_t>(each->shape().first));
    return most;
}

std::size_t filter_set::past_to_keep() const
{
    std::size_t most = 0;
    for (const auto& each : d_filters)
        most = std::max(most, each->past_to_keep());
    return most;
}

std::size_t filter_set::row_outputs() const
{
    std::size_t most = 1;
    for (const auto& each : d_filters)
        most = std::max(most, static_cast<std::size_t>(each->shape().outputs()));
    return most;
}

std::size_t filter_set::most_piece_outputs() const
{
    auto least = std::numeric_limits<std::size_t>::max();
    for (const auto& each : d_filters)
        least = std::min(least,
                         each->linked_rows() *
                             static_cast<std::size_t>(each->shape().outputs()));
    return least;
}

} // namespace gpufft
