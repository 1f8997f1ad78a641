/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/output_check.h"
#include "bench/timers/case_memory.h"
#include "exec/executor/upload.h"
#include <algorithm>

namespace gpufft::app {

namespace {

std::size_t planes_of_side(complex_layout layout)
{
    return layout == complex_layout::planar ? 2 : 1;
}

//! Bytes of an array of the input, which is that of the output too where one overwrites
//! the other.
std::size_t input_plane(const executor& run, std::uint32_t rows)
{
    const auto in = run.input_bytes(rows);
    return run.made_plan(rows).request.in_place ? std::max(in, run.output_bytes(rows))
                                                : in;
}

} // namespace

// Peers have no planes: theirs lie in one array as long as both.
bool case_memory::has_own_peer_input(const transform& request)
{
    return request.in_place || request.kind == transform_kind::c2r ||
           request.input_layout == complex_layout::planar;
}

std::size_t case_memory::bytes_of(const executor& run, std::uint32_t rows, bool has_peer)
{
    const auto& request = run.made_plan(rows).request;
    const auto in = input_plane(run, rows), out = run.output_bytes(rows);
    const auto all_in = in * planes_of_side(request.input_layout);
    const auto all_out =
        request.in_place ? 0 : out * planes_of_side(request.output_layout);
    const auto peers =
        has_peer ? (has_own_peer_input(request) ? all_in : 0) + all_out : 0;
    return all_in + all_out + peers + run.workspace_bytes(rows);
}

std::size_t case_memory::largest_of(const executor& run, std::uint32_t rows)
{
    const auto& request = run.made_plan(rows).request;
    return std::max({ input_plane(run, rows) * planes_of_side(request.input_layout),
                      run.output_bytes(rows) * planes_of_side(request.output_layout),
                      run.workspace_bytes(rows) });
}

void case_memory::reserve(std::shared_ptr<buffer>* memory, std::size_t bytes)
{
    if (*memory && (*memory)->bytes() >= bytes)
        return;
    memory->reset(); // first, so that both need not fit at once
    *memory = d_device->make_buffer(bytes);
}

void case_memory::fill(int plane, std::size_t bytes)
{
    const auto before = d_in[plane].get();
    reserve(&d_in[plane], bytes);
    const bool is_there = d_in[plane].get() == before && d_filled[plane] >= bytes &&
                          d_filled_as[plane] == d_request.number;
    if (!is_there)
        d_noise.fill(
            *d_in[plane], d_queue, d_request.number, plane == 0 ? 0 : SECOND_PLANE_NOISE);
    d_filled[plane] = d_request.in_place ? 0 : bytes; // in place it does not stay
    d_filled_as[plane] = d_request.number;
}

void case_memory::prepare(const executor& run, std::uint32_t rows, bool has_peer)
{
    d_request = run.made_plan(rows).request;
    const auto in = input_plane(run, rows), out = run.output_bytes(rows);
    for (std::size_t i = 0; i < planes_of_side(d_request.input_layout); ++i)
        fill(static_cast<int>(i), in);
    for (std::size_t i = 0; i < planes_of_side(d_request.output_layout); ++i)
        if (!d_request.in_place)
            reserve(&d_out[i], out);
    if (const auto bytes = run.workspace_bytes(rows))
        reserve(&d_workspace, bytes);
    d_window.reset();
    if (d_request.windowed)
        d_window =
            upload_taps(*d_device, case_taps(d_noise, d_request), d_request.number);
    if (has_peer && has_own_peer_input(d_request)) {
        const auto planes = planes_of_side(d_request.input_layout);
        reserve(&d_peer_in, planes * in);
        for (std::size_t i = 0; i < planes; ++i)
            d_queue.copy(*d_peer_in, i * in, *d_in[i], 0, in);
    }
    if (has_peer && !d_request.in_place)
        reserve(&d_peer_out, planes_of_side(d_request.output_layout) * out);
    d_queue.wait_all();
}

executor_memory case_memory::ours() const
{
    executor_memory all;
    const auto out = outputs();
    for (std::size_t i = 0; i < 2; ++i) {
        all.in[i] = d_in[i].get();
        all.out[i] = out[i];
    }
    all.workspace = d_workspace.get();
    all.window = d_window.get();
    return all;
}

std::array<buffer*, 2> case_memory::outputs() const
{
    const auto& from = d_request.in_place ? d_in : d_out;
    const bool is_planar = d_request.output_layout == complex_layout::planar;
    return { from[0].get(), is_planar ? from[1].get() : nullptr };
}

buffer& case_memory::peer_input() const
{
    return has_own_peer_input(d_request) ? *d_peer_in : *d_in[0];
}

buffer& case_memory::peer_output() const
{
    return d_request.in_place ? *d_peer_in : *d_peer_out;
}

} // namespace gpufft::app
