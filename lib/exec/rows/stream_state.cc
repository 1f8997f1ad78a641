/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/renewed.h"
#include "exec/rows/stream_state.h"
#include "exec/rows/submission_size.h"
#include "exec/self_test/tested_executor.h"
#include "plan/request/taps.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

transform stream_executor::state::wanted(bool with_window) const
{
    auto result = request;
    if (!keeps_taps(request))
        result.windowed = with_window;
    return result;
}

std::shared_ptr<executor> stream_executor::state::make(bool with_window, effort by) const
{
    return build_with_fallback_executor(wanted(with_window), on, by);
}

std::size_t stream_executor::state::workspace_step(const executor& e) const
{
    const auto bytes = e.workspace_bytes(most.of_host);
    return (bytes + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT;
}

std::shared_ptr<buffer> stream_executor::state::next_workspace(const executor& e,
                                                               std::size_t rows)
{
    if (in_flight.empty())
        sent = 0;
    const auto part = sent++ % slots.size();
    const auto bytes = e.workspace_bytes(rows);
    if (!given_workspace || bytes == 0)
        return nullptr;
    const auto offset = part * workspace_step(e);
    if (offset + bytes > given_workspace->bytes())
        throw plan_error(
            fmt::format("the workspace given has {} bytes; {} are needed for {} rows in "
                        "{} submissions: workspace_bytes() tells",
                        given_workspace->bytes(),
                        offset + bytes,
                        rows,
                        part + 1));
    return on->part_of(given_workspace, offset, bytes);
}

void stream_executor::state::make_slots(int depth)
{
    locked = std::make_unique<locked_memory>(on);
    const std::lock_guard<std::mutex> guard(mutex); // kernels may come meanwhile
    const auto& e = *current.how;
    most.of_host = submission_rows(e);
    most.linked = std::max(most.of_host, linked_submission_rows(e));
    for (auto left = submissions_in_flight(e, most.of_host, depth); left > 0; --left)
        slots.push_back(make_slot());
}

std::unique_ptr<slot> stream_executor::state::make_slot() const
{
    return std::make_unique<slot>(on, *locked);
}

slot& stream_executor::state::next_slot()
{
    return present(slots[next], [this] { return make_slot(); });
}

void stream_executor::state::change_window(const std::vector<double>& taps)
{
    const bool keeps = keeps_taps(request);
    const auto length =
        keeps ? taps_of(request) : static_cast<std::size_t>(request.points());
    if ((!taps.empty() || keeps) && taps.size() != length) {
        throw plan_error(fmt::format("the window has {} taps and the transform {} "
                                     "points; give {} taps{}",
                                     taps.size(),
                                     request.points(),
                                     length,
                                     keeps ? "" : ", or none"));
    }
    // Building kernels takes a while; submissions go on meanwhile as they were.
    const std::lock_guard<std::mutex> one_change(change_mutex);
    if (change_window_of_host(taps))
        return;
    std::shared_ptr<executor>& how = taps.empty() ? plain : windowed;
    if (!how)
        how = make(!taps.empty(), this->how);
    row_computation changed{ how, nullptr, nullptr, nullptr };
    if (!taps.empty())
        changed.window = upload_taps(*on, taps, request.number);
    if (of_samples)
        changed.window_of_samples = upload_scaled_taps(taps);
    const std::lock_guard<std::mutex> guard(mutex);
    current = std::move(changed);
}

std::shared_ptr<buffer>
stream_executor::state::upload_scaled_taps(std::vector<double> taps) const
{
    for (auto& each : taps)
        each *= sample_scale;
    return upload_taps(*on, taps, request.number);
}

bool stream_executor::state::has_room(const executor& e) const
{
    const auto largest = on->info().limits.max_allocation_bytes;
    return e.max_rows() >= most.of_host &&
           e.workspace_bytes(most.of_host) <= static_cast<std::size_t>(largest) &&
           submissions_in_flight(e, most.of_host, static_cast<int>(slots.size())) ==
               slots.size();
}

std::shared_ptr<executor> stream_executor::state::other_plan(const executor& before,
                                                             bool with_window) const
{
    const auto line = plan_text(before.made_plan());
    const auto next = executor::planned(wanted(with_window), on, effort::wisdom);
    if (plan_text(next.made_plan()) == line)
        return nullptr;
    auto result = make(with_window, effort::wisdom);
    // Wisdom's plan may have been left aside as of no use, for the one before.
    return plan_text(result->made_plan()) != line && has_room(*result) ? result : nullptr;
}

bool stream_executor::state::change_plan(std::shared_ptr<executor> state::*which,
                                         bool with_window)
{
    std::shared_ptr<executor> before;
    {
        const std::lock_guard<std::mutex> one_change(change_mutex);
        before = this->*which;
    }
    const auto result = before ? other_plan(*before, with_window) : nullptr;
    if (!result)
        return false;
    const std::lock_guard<std::mutex> one_change(change_mutex);
    this->*which = result;
    const std::lock_guard<std::mutex> guard(mutex);
    if (current.how == before)
        current.how = result;
    return true;
}

} // namespace gpufft
