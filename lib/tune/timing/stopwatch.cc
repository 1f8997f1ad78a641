/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/given_memory.h"
#include "exec/memory/flight.h"
#include "plan/request/taps.h"
#include "tune/timing/stopwatch.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <random>

namespace gpufft {

namespace {

constexpr std::size_t NOISE_FLOATS = std::size_t(1) << 22;
constexpr double NUMBER = 0.75; // that an expression names

//! Uniform in 0.5 .. 1, either sign: finite and of common size as doubles and as halves,
//! too.
std::vector<float> noise()
{
    std::mt19937 random(1);
    std::uniform_real_distribution<float> size(0.5F, 1);
    std::vector<float> x(NOISE_FLOATS);
    for (auto& v : x) {
        v = random() & 1 ? size(random) : -size(random);
        // Its lower half, as one of those: exponent -1.
        std::uint32_t bits = 0;
        std::memcpy(&bits, &v, sizeof(bits));
        bits = (bits & 0xffff83ffU) | 0x3800U;
        std::memcpy(&v, &bits, sizeof(bits));
    }
    return x;
}

} // namespace

stopwatch::stopwatch(std::shared_ptr<device> on, std::size_t input_bytes)
    : d_device(std::move(on)), d_input_bytes(input_bytes), d_queue(d_device->make_queue())
{
}

std::uint32_t stopwatch::rows_of(const executor& e) const
{
    const auto wanted =
        d_rows ? d_rows : d_input_bytes / std::max<std::size_t>(1, e.input_bytes(1));
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(wanted, 1, e.max_rows()));
}

double stopwatch::bytes_of(const executor& e) const
{
    const auto rows = rows_of(e);
    const auto& request = e.made_plan().request;
    const auto arrays = [](complex_layout layout) {
        return layout == complex_layout::planar ? 2 : 1;
    };
    return arrays(request.input_layout) * static_cast<double>(e.input_bytes(rows)) +
           arrays(request.output_layout) * static_cast<double>(e.output_bytes(rows));
}

double stopwatch::time(const executor& e, int calls)
{
    const auto rows = rows_of(e);
    const auto& request = e.made_plan().request;
    executor_memory memory;
    reserve(&d_in[0],
            request.in_place ? std::max(e.input_bytes(rows), e.output_bytes(rows))
                             : e.input_bytes(rows));
    reserve(&d_out[0], request.in_place ? 1 : e.output_bytes(rows));
    if (request.input_layout == complex_layout::planar)
        reserve(&d_in[1], e.input_bytes(rows));
    if (request.output_layout == complex_layout::planar)
        reserve(&d_out[1], e.output_bytes(rows));
    if (has_taps(request))
        reserve(&d_window, sizeof(double) * taps_of(request));
    for (int i = 0; i < 2; ++i) {
        memory.in[i] = d_in[i].get();
        memory.out[i] = request.in_place ? memory.in[i] : d_out[i].get();
    }
    if (const auto bytes = e.workspace_bytes(rows)) {
        reserve(&d_workspace, bytes);
        memory.workspace = d_workspace.get();
    }
    memory.window = d_window.get();
    give_arguments(request, memory);
    return seconds_of(calls, [&] { e.enqueue(*d_queue, memory, rows); });
}

double stopwatch::time_copy(double bytes, int calls)
{
    const auto half = static_cast<std::size_t>(bytes / 2);
    reserve(&d_in[0], half);
    reserve(&d_out[0], half);
    return seconds_of(calls, [&] { d_queue->copy(*d_out[0], 0, *d_in[0], 0, half); });
}

template <typename Work>
double stopwatch::seconds_of(int calls, const Work& work)
try {
    work(); // so that the device is busy while the host queues what is timed
    const auto begin = d_queue->record_timed();
    for (int i = 0; i < calls; ++i)
        work();
    const auto end = d_queue->record_timed();
    return end->seconds_since(*begin) / calls;
} catch (...) {
    renew_queue();
    throw;
}

void stopwatch::renew_queue() noexcept
{
    drain(*d_queue);
    try {
        d_queue = d_device->make_queue();
    } catch (const std::exception&) {
        // Whoever uses the old one hears what is wrong with it.
    }
}

std::shared_ptr<buffer> stopwatch::filled(std::size_t bytes)
{
    static const auto& values = *new auto(noise());
    const auto piece = values.size() * sizeof(values[0]);
    auto result = d_device->make_buffer(bytes);
    try {
        for (std::size_t at = 0; at < bytes; at += piece)
            d_queue->upload(*result, at, values.data(), std::min(piece, bytes - at));
        d_queue->wait_all();
    } catch (...) {
        renew_queue();
        throw;
    }
    return result;
}

void stopwatch::give_arguments(const transform& request, executor_memory& memory)
{
    d_given.resize(std::max(d_given.size(), request.arguments.size()));
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
        const auto& each = request.arguments[i];
        const bool is_buffer = each.is != argument_kind::number;
        if (is_buffer)
            reserve(&d_given[i], buffer_bytes(each, request.number));
        memory.given_buffers.push_back(is_buffer ? d_given[i].get() : nullptr);
        memory.given_numbers.push_back(is_buffer ? 0 : NUMBER);
    }
}

void stopwatch::reserve(std::shared_ptr<buffer>* memory, std::size_t bytes)
{
    if (*memory && (*memory)->bytes() >= bytes)
        return;
    memory->reset(); // first, so that both need not fit at once
    *memory = filled(bytes);
}

} // namespace gpufft
