/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "exec/frames/spectra/kernels_by_average.h"
#include "exec/frames/spectra/passed_average.h"
#include "exec/frames/spectra/spectrum_executor.h"
#include "exec/frames/spectra/spectrum_size.h"
#include "exec/frames/spectra/spectrum_slot.h"
#include "exec/memory/renewed.h"
#include "plan/text/plan_summary.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

namespace gpufft {

struct spectrum_executor::parts {
    parts(const spectrum_request& request, const std::shared_ptr<device>& on, effort by)
        : kernels(request, on, by)
    {
    }

    kernels_by_average kernels;
    std::shared_ptr<const frame_front> front; // the first that was built
    std::size_t max_frames = 1;
    std::size_t max_linked_frames = 1;
    passed_average under_way;              // before the slots, which use its memory
    std::unique_ptr<locked_memory> locked; // before the slots, which look at it
    std::vector<std::unique_ptr<spectrum_slot>> slots; // nullptr: could not be renewed
    std::deque<spectrum_slot*> in_flight;              // oldest first
    spectrum_slot* last = nullptr; // that was started; nullptr: nothing follows that

    void make_memory(int depth)
    {
        max_frames = spectrum_frames(*front);
        max_linked_frames = linked_spectrum_frames(*front);
        locked = std::make_unique<locked_memory>(kernels.on());
        const auto count = spectra_in_flight(*front, max_frames, depth);
        for (std::size_t i = 0; i < count; ++i)
            slots.push_back(make_slot());
        under_way.make_memory(*kernels.on(), front->partial_bytes(1), count);
    }

    std::unique_ptr<spectrum_slot> make_slot() const
    {
        return std::make_unique<spectrum_slot>(kernels.on(), *locked);
    }

    spectrum_slot& next_slot()
    {
        return present(slots[under_way.started() % slots.size()],
                       [this] { return make_slot(); });
    }

    void check(const spectrum_batch& b, const power_request& request) const
    {
        const auto bins = static_cast<std::size_t>(request.bins());
        const auto refuse = [](const std::string& why) {
            throw std::logic_error("submit() of spectra: " + why);
        };
        if (in_flight.size() >= slots.size())
            refuse("every slot is in flight, wait_oldest() first");
        if (b.frames < 1 || b.frames > max_linked_frames)
            refuse(fmt::format("{} frames, 1 .. {} fit", b.frames, max_linked_frames));
        if (!std::is_sorted(b.ends.begin(), b.ends.end()) ||
            (!b.ends.empty() && (b.ends.front() < 1 || b.ends.back() > b.frames)))
            refuse(fmt::format("ends ascend from 1 to {}, the frames", b.frames));
        const bool takes_counts =
            request.how.has(accumulation::square) ||
            (request.how.has(accumulation::sum) && b.how != average::exponential);
        if (takes_counts && b.counts.size() != b.ends.size())
            refuse(fmt::format(
                "{} counts of frames for {} averages", b.counts.size(), b.ends.size()));
        if (b.output.bins < 0 || static_cast<std::size_t>(b.output.bins) > bins)
            refuse(fmt::format("{} bins of {}", b.output.bins, bins));
        if (b.output.decibels && request.how.has(accumulation::square))
            refuse("squares are not shown in decibels");
        if (b.output.centered && is_real(kernels.request().samples))
            refuse("spectra of real samples have no middle");
    }

    void abandon_all() noexcept
    {
        for (auto* s : in_flight)
            s->abandon();
        in_flight.clear();
        last = nullptr;
        under_way.abandon_all();
    }
};

spectrum_executor::spectrum_executor(const spectrum_request& request,
                                     const window_taps& window,
                                     average how,
                                     const std::string& device,
                                     int depth,
                                     effort by)
    : d_parts(std::make_unique<parts>(request, open_device(device), by))
{
    auto& p = *d_parts;
    p.kernels.prepare(how);
    p.kernels.set_window(window.values);
    p.front = p.kernels.find(how)->front;
    p.make_memory(depth);
}

spectrum_executor::~spectrum_executor()
{
    if (d_parts)
        d_parts->abandon_all();
}

void spectrum_executor::prepare(average how) { d_parts->kernels.prepare(how); }

void spectrum_executor::set_window(const window_taps& taps)
{
    d_parts->kernels.set_window(taps.values);
}

std::size_t spectrum_executor::max_frames() const { return d_parts->max_frames; }

std::size_t spectrum_executor::max_linked_frames() const
{
    return d_parts->max_linked_frames;
}
std::size_t spectrum_executor::depth() const { return d_parts->slots.size(); }
std::size_t spectrum_executor::in_flight() const { return d_parts->in_flight.size(); }
locked_memory& spectrum_executor::locked() { return *d_parts->locked; }

void spectrum_executor::submit(const spectrum_batch& batch)
{
    auto& p = *d_parts;
    p.kernels.prepare(batch.how);
    const auto& kernels = *p.kernels.find(batch.how);
    p.check(batch, kernels.request());
    auto& slot = p.next_slot();
    auto* before = batch.follows && p.last != &slot ? p.last : nullptr;
    p.last = nullptr;
    try {
        slot.start(kernels,
                   p.kernels.window(),
                   batch,
                   p.under_way.passage(batch),
                   frames_of_run(*kernels.front, batch.frames),
                   before);
    } catch (...) {
        slot.abandon(); // what was queued may still use the caller's memory
        throw;
    }
    p.in_flight.push_back(&slot);
    p.last = &slot;
    p.under_way.has_started(batch.how, slot);
}

spectrum_executor::finished spectrum_executor::wait_oldest()
{
    auto& p = *d_parts;
    if (p.in_flight.empty())
        return {};
    auto& slot = *p.in_flight.front();
    p.in_flight.pop_front();
    try {
        const auto done = slot.finish();
        p.under_way.has_finished(slot);
        return done;
    } catch (...) {
        // Submissions behind the failed one go on from its average, which is not there.
        p.abandon_all();
        p.under_way.go_on_from(p.under_way.state());
        throw;
    }
}

void spectrum_executor::renew_slots()
{
    if (in_flight())
        throw std::logic_error("renew_slots() while submissions are in flight");
    d_parts->last = nullptr;
    d_parts->under_way.forget_device();
    renew(d_parts->slots, [this] { return d_parts->make_slot(); });
}

average_state spectrum_executor::state() const { return d_parts->under_way.state(); }

void spectrum_executor::set_state(const average_state& s)
{
    if (in_flight())
        throw std::logic_error("set_state() while submissions are in flight");
    d_parts->under_way.go_on_from(s);
}

std::string spectrum_executor::device_name() const { return label_of(on()->info()); }

std::string spectrum_executor::plan_line() const
{
    return to_string(d_parts->front->made_plan());
}

std::string spectrum_executor::plan_origin() const
{
    return d_parts->front->plan_origin();
}

transform spectrum_executor::front() const
{
    return d_parts->front->made_plan().front.request;
}

std::shared_ptr<device> spectrum_executor::on() const { return d_parts->kernels.on(); }

bool spectrum_executor::is_outdated() const { return d_parts->front->is_outdated(); }

} // namespace gpufft
