/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "exec/frames/host_fallback_frames.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <utility>

namespace gpufft {

host_fallback_frames::host_fallback_frames(const outlook& expected,
                                           std::unique_ptr<frame_host> host,
                                           const window_taps& window,
                                           maker make)
    : d_expected(expected),
      d_locked(expected.front->on()),
      d_host(std::move(host)),
      d_window(window)
{
    d_building = std::make_unique<build_thread>([this, make] { build(make); });
    if (d_building->is_done_soon() && d_failure)
        std::rethrow_exception(d_failure);
}

host_fallback_frames::~host_fallback_frames() = default;

//! On the thread. What is wanted may change until the kernels are.
void host_fallback_frames::build(const maker& make)
try {
    std::shared_ptr<frame_executor> result;
    auto window = window_taps({});
    std::size_t seen = 0;
    std::set<average> prepared;
    for (;;) {
        auto wanted = prepared;
        bool has_other_window = false;
        {
            const std::lock_guard<std::mutex> guard(d_mutex);
            // Taps do not tell: a NaN differs from itself.
            has_other_window = seen != d_windows;
            if (result && !has_other_window && prepared == d_wanted) {
                d_built = std::move(result);
                return;
            }
            window = d_window;
            seen = d_windows;
            wanted = d_wanted;
        }
        if (!result)
            result = make(window);
        else if (has_other_window)
            result->set_window(window);
        for (const auto how : wanted)
            result->prepare(how);
        prepared = wanted;
        if (result->max_frames() < max_frames() ||
            result->max_linked_frames() < max_linked_frames() ||
            result->depth() < depth())
            throw device_error(fmt::format("spectra need more memory of {} than was "
                                           "planned for them",
                                           device_name()));
    }
} catch (...) {
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_failure = std::current_exception();
}

std::shared_ptr<frame_executor> host_fallback_frames::built() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_built;
}

void host_fallback_frames::prepare(average how)
{
    std::shared_ptr<frame_executor> with;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_wanted.insert(how);
        with = d_built;
    }
    if (with)
        with->prepare(how);
}

void host_fallback_frames::set_window(const window_taps& taps)
{
    std::shared_ptr<frame_executor> with;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        check_window_of_frames(taps, static_cast<std::int64_t>(d_window.values.size()));
        d_window = taps;
        ++d_windows;
        with = d_built;
    }
    if (with)
        with->set_window(taps);
}

std::size_t host_fallback_frames::in_flight() const
{
    return d_host_flights.size() + (d_kernels ? d_kernels->in_flight() : 0);
}

//! The host's last batch is done, though it may not have been waited for.
void host_fallback_frames::go_over(std::shared_ptr<frame_executor> to)
{
    to->set_state(d_host_flights.empty() ? d_host_state : d_host_flights.back().after);
    d_kernels = std::move(to);
}

//! States do not say of which kind they are: the first batch does not go on from another.
void host_fallback_frames::submit_to_kernels(const spectrum_batch& batch)
{
    if (d_host_how && *d_host_how != batch.how) {
        auto fresh = batch;
        fresh.is_fresh = true;
        d_kernels->submit(fresh);
    } else {
        d_kernels->submit(batch);
    }
    d_host_how.reset();
}

void host_fallback_frames::submit(const spectrum_batch& batch)
{
    if (!can_submit())
        throw std::logic_error("submit() with every slot in flight: wait_oldest() first");
    std::vector<double> taps;
    std::shared_ptr<frame_executor> kernels;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (d_failure)
            std::rethrow_exception(d_failure);
        kernels = d_built;
        if (!kernels)
            taps = d_window.values;
    }
    if (kernels && !d_kernels)
        go_over(std::move(kernels));
    if (d_kernels) {
        submit_to_kernels(batch);
        return;
    }
    d_host->compute(batch, taps);
    d_host_how = batch.how;
    d_host_flights.push_back({ { batch.frames, batch.ends.size() }, d_host->state() });
}

host_fallback_frames::finished host_fallback_frames::wait_oldest()
{
    if (d_host_flights.empty())
        return d_kernels ? d_kernels->wait_oldest() : finished{};
    auto oldest = std::move(d_host_flights.front());
    d_host_flights.pop_front();
    d_host_state = std::move(oldest.after);
    return oldest.gives;
}

void host_fallback_frames::renew_slots()
{
    if (d_kernels)
        d_kernels->renew_slots();
}

average_state host_fallback_frames::state() const
{
    // The kernels' state begins with the host's last one, which is not reached while
    // batches of the host's have not been waited for.
    const bool is_of_kernels = d_kernels && d_host_flights.empty();
    return is_of_kernels ? d_kernels->state() : d_host_state;
}

void host_fallback_frames::set_state(const average_state& s)
{
    if (in_flight())
        throw std::logic_error("set_state() while submissions are in flight");
    d_host_how.reset();
    if (d_kernels) {
        d_kernels->set_state(s);
        return;
    }
    d_host->set_state(s);
    d_host_state = s;
}

std::string host_fallback_frames::device_name() const { return label_of(on()->info()); }

std::string host_fallback_frames::plan_line() const
{
    const auto with = built();
    return with ? with->plan_line() : d_expected.plan_line;
}

std::string host_fallback_frames::plan_origin() const
{
    const auto with = built();
    return with ? with->plan_origin() : d_expected.front->plan_origin();
}

transform host_fallback_frames::front() const
{
    const auto with = built();
    return with ? with->front() : d_expected.front->made_plan().front.request;
}

bool host_fallback_frames::is_outdated() const
{
    const auto with = built();
    return with ? with->is_outdated() : d_expected.front->is_outdated();
}

} // namespace gpufft
