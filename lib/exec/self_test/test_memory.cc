/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/in_parts.h"
#include "exec/memory/page_memory.h"
#include "exec/self_test/test_memory.h"
#include "plan/request/taps.h"
#include <algorithm>
#include <cstring>

namespace gpufft {

namespace {

constexpr int NAN_BYTE = 0xff; // a NaN of any precision is made of them

// Bytes of rows to copy that are worth a thread.
constexpr std::size_t TEST_BYTES_WORTH_A_THREAD = std::size_t(2) << 20;

} // namespace

test_memory::test_memory(const executor& e,
                         std::uint32_t most_rows,
                         const std::vector<double>& taps,
                         const argument_values& given)
    : d_executor(e),
      d_request(packed(e.made_plan().request)),
      d_in_layout(d_request, INPUT_VIEW),
      d_out_layout(d_request, OUTPUT_VIEW),
      d_queue(e.on()->make_queue())
{
    for (std::size_t i = 0; i < d_in_layout.planes(); ++i)
        d_in[i] = make_array(input_bytes(most_rows));
    for (std::size_t i = 0; !d_request.in_place && i < d_out_layout.planes(); ++i)
        d_out[i] = make_array(e.output_bytes(most_rows));
    if (const auto bytes = e.workspace_bytes(most_rows))
        d_workspace = make_array(bytes);
    if (has_taps(d_request))
        d_window = upload_taps(*e.on(), taps, d_request.number);
    if (!given.empty())
        d_given = upload_given(*e.on(), d_request, given);
}

test_memory::array test_memory::make_array(std::size_t bytes)
{
    array result;
    result.host = page_memory(bytes);
    result.bytes = bytes;
    return result;
}

std::size_t test_memory::input_bytes(std::size_t rows) const
{
    const auto bytes = d_executor.input_bytes(rows);
    return d_request.in_place ? std::max(bytes, d_executor.output_bytes(rows)) : bytes;
}

test_row test_memory::empty_input() const { return { d_in_layout, input_bytes(1) }; }

row_memory test_memory::output(std::uint32_t row) const
{
    const auto& arrays = d_request.in_place ? d_in : d_out;
    row_memory all = {};
    for (std::size_t i = 0; i < d_out_layout.planes(); ++i)
        all[i] = arrays[i].host.get() + row * output_row_bytes(d_request);
    return all;
}

test_row test_memory::kept_output(std::uint32_t row) const
{
    test_row kept(d_out_layout, d_executor.output_bytes(1));
    d_out_layout.copy(kept.memory(), output(row));
    return kept;
}

//! Anew each time, as memory that is worked on in place may be kept elsewhere meanwhile.
void test_memory::send(array& a, std::size_t bytes)
{
    auto& on = *d_executor.on();
    if (!a.own)
        a.wrapped = on.wrap_host_memory(a.host.get(), bytes);
    if (a.wrapped)
        return;
    if (!a.own)
        a.own = on.make_buffer(a.bytes);
    d_queue->upload(*a.own, 0, a.host.get(), bytes);
}

void test_memory::fill_nan(array& a, std::size_t bytes)
{
    std::memset(a.host.get(), NAN_BYTE, bytes);
    send(a, bytes);
}

void test_memory::fill_input(const row_source& input, std::uint32_t rows)
{
    const auto row_bytes = input_row_bytes(d_request);
    const bool has_gaps =
        input_bytes(rows) >
        rows * static_cast<std::size_t>(d_in_layout.size()) * d_in_layout.element_bytes();
    for (std::size_t i = 0; has_gaps && i < d_in_layout.planes(); ++i)
        std::memset(d_in[i].host.get(), NAN_BYTE, input_bytes(rows));
    in_parts(rows,
             std::max<std::size_t>(1, TEST_BYTES_WORTH_A_THREAD / row_bytes),
             [&](std::size_t begin, std::size_t end) {
                 for (auto r = begin; r < end; ++r) {
                     row_memory to = {};
                     for (std::size_t i = 0; i < d_in_layout.planes(); ++i)
                         to[i] = d_in[i].host.get() + r * row_bytes;
                     input(static_cast<std::uint32_t>(r), to);
                 }
             });
    for (std::size_t i = 0; i < d_in_layout.planes(); ++i)
        send(d_in[i], input_bytes(rows));
}

executor_memory test_memory::memory() const
{
    executor_memory all;
    for (std::size_t i = 0; i < d_in_layout.planes(); ++i)
        all.in[i] = d_in[i].on_device();
    for (std::size_t i = 0; i < d_out_layout.planes(); ++i)
        all.out[i] = (d_request.in_place ? d_in : d_out)[i].on_device();
    all.workspace = d_workspace.on_device();
    all.window = d_window.get();
    d_given.put_into(all);
    return all;
}

void test_memory::run(const row_source& input, std::uint32_t rows, double scale)
{
    fill_input(input, rows);
    const auto out_bytes = d_executor.output_bytes(rows);
    for (std::size_t i = 0; !d_request.in_place && i < d_out_layout.planes(); ++i)
        fill_nan(d_out[i], out_bytes);
    if (const auto bytes = d_executor.workspace_bytes(rows))
        fill_nan(d_workspace, bytes);
    const auto all = memory();
    d_executor.enqueue(*d_queue, all, rows, scale);
    for (std::size_t i = 0; i < d_out_layout.planes(); ++i)
        d_queue->download(output(0)[i], *all.out[i], 0, out_bytes);
    d_queue->wait_all();
}

test_row test_memory::run(const test_row& input, double scale)
{
    run([&](auto, const row_memory& to) { d_in_layout.copy(to, input.memory()); },
        1,
        scale);
    return kept_output(0);
}

} // namespace gpufft
