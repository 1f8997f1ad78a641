/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "exec/memory/renewed.h"
#include "exec/rows/sample_kernels.h"
#include "exec/rows/stream_executor.h"
#include "exec/rows/stream_state.h"
#include "plan/request/fused_expression.h"
#include "plan/request/refuse.h"
#include "plan/request/taps.h"
#include "plan/text/plan_summary.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <mutex>

namespace gpufft {

stream_executor::stream_executor(const transform& request,
                                 const std::string& device,
                                 int depth,
                                 effort how,
                                 startup begins)
    : d_state(std::make_unique<state>())
{
    validate(request);
    d_state->how = how;
    d_state->request = request;
    d_state->on = open_device(device);
    if (has_expressions(request))
        d_state->given =
            std::make_shared<given_memory>(zeros_given(*d_state->on, request));
    if (begins == startup::host_fallback && d_state->on->info().limits.is_cpu &&
        !has_expressions(request) && host_transform::can(request))
        d_state->begin_at_once();
    else // a windowed transform starts on a rectangular window
        d_state->change_window(plain_taps(request));
    d_state->make_slots(depth);
}

stream_executor::~stream_executor()
{
    for (const auto& each : d_state->in_flight)
        if (each.with)
            each.with->abandon();
}

std::size_t stream_executor::max_rows() const { return d_state->most.of_host; }
std::size_t stream_executor::max_linked_rows() const { return d_state->most.linked; }
std::size_t stream_executor::depth() const { return d_state->slots.size(); }
std::size_t stream_executor::in_flight() const { return d_state->in_flight.size(); }

void stream_executor::submit(const void* in, void* out, std::size_t rows)
{
    submit({ { in, nullptr }, { out, nullptr } }, rows);
}

void stream_executor::submit(const host_arrays& arrays,
                             std::size_t rows,
                             std::size_t first_row)
{
    row_places places;
    places.host = arrays;
    places.first_row = first_row;
    submit(places, rows);
}

void stream_executor::submit(const row_places& places, std::size_t rows)
{
    if (!can_submit())
        throw std::logic_error("submit() with every slot in flight: wait_oldest() first");
    const bool may_be_long = places.are_linked() || places.finish;
    const auto most = may_be_long ? max_linked_rows() : max_rows();
    if (rows < 1 || rows > most)
        throw std::logic_error(
            fmt::format("submit() of {} rows: 1 .. {} fit", rows, most));
    row_computation now;
    std::shared_ptr<const given_memory> given;
    {
        const std::lock_guard<std::mutex> guard(d_state->mutex);
        if (d_state->failure)
            std::rethrow_exception(d_state->failure);
        now = d_state->current;
        given = d_state->given;
    }
    if (now.by_host) {
        if (places.before.count || places.begin || places.finish)
            throw std::logic_error("submit() of rows that just the device can compute, "
                                   "while the host does: has_kernels() tells");
        (*now.by_host)(places.host, rows);
        d_state->in_flight.push_back({ nullptr, rows });
        return;
    }
    if (places.are_samples && !now.window_of_samples)
        throw std::logic_error("submit() of whole numbers: take_samples() first");
    const auto& how = places.are_samples ? d_state->of_samples : now.how;
    slot& s = d_state->next_slot();
    try {
        s.start(how,
                places.are_samples ? now.window_of_samples : now.window,
                places,
                rows,
                d_state->next_workspace(*how, rows),
                given);
    } catch (...) {
        s.abandon(); // what was queued may still use the caller's memory
        throw;
    }
    d_state->next = (d_state->next + 1) % d_state->slots.size();
    d_state->in_flight.push_back({ &s, rows });
}

bool stream_executor::oldest_is_done() const
{
    if (d_state->in_flight.empty())
        return false;
    const auto* with = d_state->in_flight.front().with;
    return !with || with->is_done();
}

std::size_t stream_executor::wait_oldest()
{
    if (d_state->in_flight.empty())
        return 0;
    const auto oldest = d_state->in_flight.front();
    d_state->in_flight.pop_front();
    return oldest.with ? oldest.with->finish() : oldest.rows;
}

void stream_executor::abandon() noexcept
{
    while (in_flight()) {
        try {
            wait_oldest();
        } catch (...) {
            // What failed is not wanted any more.
        }
    }
}

void stream_executor::wait_until_read(std::size_t nth)
{
    if (auto* with = d_state->in_flight.at(nth).with)
        with->wait_until_read();
}

void stream_executor::renew_slots()
{
    if (in_flight())
        throw std::logic_error("renew_slots() with submissions in flight");
    renew(d_state->slots, [this] { return d_state->make_slot(); });
}

bool stream_executor::has_kernels() const
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    return !d_state->current.by_host;
}

std::shared_ptr<const executor> stream_executor::kernels() const
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    return d_state->current.by_host ? nullptr : d_state->current.how;
}

void stream_executor::set_window(const window_taps& taps)
{
    d_state->change_window(taps.values);
}

void stream_executor::set_buffer(const std::string& name, const void* values)
{
    const auto i = argument_number(d_state->request, name, true);
    if (!values)
        refuse("buffer {} is a null pointer; give its elements", name);
    const auto bytes =
        buffer_bytes(d_state->request.arguments[i], d_state->request.number);
    const auto fresh = upload_now(*d_state->on, values, bytes);
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    auto changed = *d_state->given; // submissions in flight keep the one before
    changed.buffers[i] = fresh;
    d_state->given = std::make_shared<const given_memory>(std::move(changed));
}

void stream_executor::set_number(const std::string& name, double value)
{
    const auto i = argument_number(d_state->request, name, false);
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    auto changed = *d_state->given;
    changed.numbers[i] = value;
    d_state->given = std::make_shared<const given_memory>(std::move(changed));
}

void stream_executor::set_spectrum(const std::vector<std::complex<double>>& spectrum)
{
    d_state->change_window(taps_of_spectrum(d_state->request, spectrum));
}

bool stream_executor::take_samples(sample_kind samples)
{
    if (d_state->on->info().limits.is_cpu || !d_state->request.convolved ||
        has_expressions(d_state->request))
        return false;
    const auto result = executor_of_samples(*d_state->windowed, format_of(samples));
    if (!result)
        return false;
    const std::lock_guard<std::mutex> one_change(d_state->change_mutex);
    d_state->sample_scale = sample_scale(samples);
    d_state->of_samples = result;
    const auto window = d_state->upload_scaled_taps(plain_taps(d_state->request));
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    d_state->current.window_of_samples = window;
    return true;
}

bool stream_executor::plan_switch()
{
    if (d_state->building)
        d_state->building->wait();
    const bool with = d_state->change_plan(&state::windowed, true);
    const bool without = d_state->change_plan(&state::plain, false);
    return with || without;
}

locked_memory& stream_executor::locked() { return *d_state->locked; }

std::size_t stream_executor::workspace_bytes(std::size_t rows) const
{
    const auto most = max_rows();
    const auto submissions = std::min(depth(), rows / most + (rows % most != 0));
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    const auto& e = *d_state->current.how;
    return submissions < 2 ? e.workspace_bytes(rows)
                           : submissions * d_state->workspace_step(e);
}

void stream_executor::give_workspace(void* memory, std::size_t bytes)
{
    if (in_flight())
        throw std::logic_error("give_workspace() with submissions in flight");
    std::shared_ptr<buffer> given;
    if (memory) {
        given = d_state->on->borrow_memory(memory, bytes);
        if (!given)
            throw plan_error(fmt::format(
                "{} cannot work in the workspace given: CUDA takes memory of that GPU "
                "(cuMemAlloc, cudaMalloc), a CPU device memory of the host at a multiple "
                "of 64, others none",
                label_of(d_state->on->info())));
    }
    d_state->given_workspace = std::move(given);
}

const transform& stream_executor::request() const { return d_state->request; }
const std::shared_ptr<device>& stream_executor::on() const { return d_state->on; }
std::string stream_executor::device_name() const { return label_of(d_state->on->info()); }

std::string stream_executor::plan_line() const
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    return to_string(d_state->current.how->made_plan());
}

std::string stream_executor::plan_origin() const
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    return d_state->current.how->plan_origin();
}

} // namespace gpufft
