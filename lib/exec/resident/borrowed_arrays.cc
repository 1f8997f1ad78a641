/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/given_memory.h"
#include "exec/host/host_arrays.h"
#include "exec/resident/borrowed_arrays.h"
#include "plan/request/present_arrays.h"
#include "plan/request/refuse.h"
#include <algorithm>

namespace gpufft {

namespace {

// Kernels of GPUs load up to four floats, or two doubles, at a time.
constexpr std::size_t WIDEST_LOAD = 16;
// Vector kernels load 16 floats.
constexpr std::size_t VECTOR_BYTES_OF_CPU = 64;

std::size_t
alignment_of(const side& s, const transform& t, const array_shape& shape, bool is_cpu)
{
    if (is_cpu)
        return VECTOR_BYTES_OF_CPU;
    const std::size_t together = s.is_real(t) ? 4 : 1;
    return std::min<std::size_t>(WIDEST_LOAD, together * shape.element_bytes());
}

void check_given(const char* side, const std::array<device_memory, 2>& arrays, int planes)
{
    check_present(side,
                  { arrays[0].handle != nullptr, arrays[1].handle != nullptr },
                  planes,
                  "an array on the device");
}

bool is_same(const device_memory& a, const device_memory& b)
{
    return a.handle == b.handle && a.offset == b.offset && a.is_cl_mem == b.is_cl_mem;
}

bool overlap(const buffer& a,
             std::uint64_t a_bytes,
             const buffer& b,
             std::uint64_t b_bytes)
{
    const auto at_a = a.place(), at_b = b.place();
    return at_a.root == at_b.root && at_a.offset < at_b.offset + b_bytes &&
           at_b.offset < at_a.offset + a_bytes;
}

//! As many buffers and numbers were given as there are among \p arguments.
void check_argument_counts(const std::vector<expression_argument>& arguments,
                           const device_arrays& given)
{
    const auto numbers = static_cast<std::size_t>(
        std::count_if(arguments.begin(), arguments.end(), [](const auto& each) {
            return each.is == argument_kind::number;
        }));
    const auto buffers = arguments.size() - numbers;
    if (given.buffers.size() != buffers || given.numbers.size() != numbers)
        refuse(
            "the expressions name {} buffers and {} numbers, and the call gives {} and "
            "{}; give those of the transform's arguments, in their order",
            buffers,
            numbers,
            given.buffers.size(),
            given.numbers.size());
}

} // namespace

executor_memory borrowed_arrays::memory() const
{
    executor_memory all;
    for (std::size_t i = 0; i < 2; ++i) {
        all.in[i] = in[i].get();
        all.out[i] = out[i].get();
    }
    all.workspace = workspace.get();
    given_memory{ buffers, numbers }.put_into(all);
    return all;
}

array_borrower::array_borrower(const transform& packed, std::shared_ptr<device> on)
    : d_device(std::move(on)),
      d_in(packed, INPUT_VIEW),
      d_out(packed, OUTPUT_VIEW),
      d_in_planes(static_cast<int>(planes_of(packed.input_layout))),
      d_out_planes(static_cast<int>(planes_of(packed.output_layout))),
      d_is_in_place(packed.in_place),
      d_arguments(packed.arguments),
      d_number(packed.number)
{
    const bool is_cpu = d_device->info().limits.is_cpu;
    d_in_alignment = alignment_of(INPUT_VIEW, packed, d_in, is_cpu);
    d_out_alignment = alignment_of(OUTPUT_VIEW, packed, d_out, is_cpu);
    if (d_is_in_place)
        d_in_alignment = std::max(d_in_alignment, d_out_alignment);
}

void array_borrower::check_in_place(const device_arrays& arrays) const
{
    const auto is_input = [](const device_memory& out, const device_memory& in) {
        return !out.handle || is_same(out, in);
    };
    if (!is_input(arrays.out, arrays.in) ||
        (d_out_planes > 1 && !is_input(arrays.out_imaginary, arrays.in_imaginary)))
        refuse("the transform is in place and was given another array for its output; "
               "give the input's, none, or leave in_place away");
}

borrowed_arrays array_borrower::borrow(const device_arrays& arrays,
                                       std::uint64_t rows,
                                       std::uint64_t workspace_bytes) const
{
    const side_arrays in = { arrays.in, arrays.in_imaginary };
    const side_arrays out = { arrays.out, arrays.out_imaginary };
    check_given("input", in, d_in_planes);
    borrowed_arrays all;
    const auto in_bytes =
        d_is_in_place ? std::max(d_in.bytes(rows), d_out.bytes(rows)) : d_in.bytes(rows);
    const auto use = d_is_in_place ? memory_use::read_write : memory_use::read;
    if (d_is_in_place)
        check_in_place(arrays);
    else
        check_given("output", out, d_out_planes);
    for (int i = 0; i < d_in_planes; ++i)
        all.in[i] = d_device->borrow_array(in[i], in_bytes, use, d_in_alignment);
    for (int i = 0; i < d_out_planes; ++i)
        all.out[i] =
            d_is_in_place
                ? all.in[i]
                : d_device->borrow_array(
                      out[i], d_out.bytes(rows), memory_use::write, d_out_alignment);
    check_outputs(all, rows);
    borrow_given(all, arrays, rows);
    if (workspace_bytes && arrays.workspace.handle) {
        all.workspace = borrow_workspace(arrays, workspace_bytes);
        check_workspace(all, rows);
    }
    return all;
}

void array_borrower::borrow_given(borrowed_arrays& all,
                                  const device_arrays& arrays,
                                  std::uint64_t rows) const
{
    check_argument_counts(d_arguments, arrays);
    auto memory = arrays.buffers.begin();
    auto number = arrays.numbers.begin();
    for (const auto& each : d_arguments) {
        if (each.is == argument_kind::number) {
            all.buffers.push_back(nullptr);
            all.numbers.push_back(*number++);
            continue;
        }
        if (!memory->handle)
            refuse("buffer {} is a null pointer; give an array on the device", each.name);
        const auto bytes = buffer_bytes(each, d_number);
        const auto element = bytes / static_cast<std::size_t>(each.length);
        all.buffers.push_back(
            d_device->borrow_array(*memory++, bytes, memory_use::read, element));
        all.numbers.push_back(0);
        for (int i = 0; i < d_out_planes; ++i)
            if (overlap(*all.buffers.back(), bytes, *all.out[i], d_out.bytes(rows)))
                refuse("buffer {} overlaps the output, which kernels write while others "
                       "read; give it memory of its own",
                       each.name);
    }
}

std::shared_ptr<buffer> array_borrower::borrow_workspace(const device_arrays& arrays,
                                                         std::uint64_t bytes) const
{
    if (arrays.workspace_bytes < bytes)
        refuse("the workspace given has {} bytes, and the call takes {}: "
               "workspace_bytes() tells",
               arrays.workspace_bytes,
               bytes);
    const bool is_cpu = d_device->info().limits.is_cpu;
    return d_device->borrow_array(arrays.workspace,
                                  bytes,
                                  memory_use::read_write,
                                  is_cpu ? VECTOR_BYTES_OF_CPU : WIDEST_LOAD);
}

bool array_borrower::meet(const array_shape& a,
                          const buffer& at_a,
                          const array_shape& b,
                          const buffer& at_b,
                          std::uint64_t rows)
{
    const auto place_a = at_a.place(), place_b = at_b.place();
    return place_a.root == place_b.root &&
           array_shape::may_share(a, place_a.offset, b, place_b.offset, rows);
}

void array_borrower::check_outputs(const borrowed_arrays& all, std::uint64_t rows) const
{
    if (d_out_planes > 1 && meet(d_out, *all.out[0], d_out, *all.out[1], rows))
        refuse("the arrays of the output's real and imaginary parts overlap");
    if (d_is_in_place)
        return;
    for (int i = 0; i < d_in_planes; ++i)
        for (int k = 0; k < d_out_planes; ++k)
            if (meet(d_in, *all.in[i], d_out, *all.out[k], rows))
                refuse(
                    "the arrays of input and output overlap; kernels on the device need "
                    "two arrays, or a transform that is in_place");
}

void array_borrower::check_workspace(const borrowed_arrays& all, std::uint64_t rows) const
{
    const auto own = all.workspace->place();
    const auto is_met = [&](const std::shared_ptr<buffer>& array, std::uint64_t bytes) {
        if (!array)
            return false;
        const auto other = array->place();
        return other.root == own.root &&
               other.offset < own.offset + all.workspace->bytes() &&
               own.offset < other.offset + bytes;
    };
    for (int i = 0; i < 2; ++i)
        if (is_met(all.in[i], d_in.bytes(rows)) || is_met(all.out[i], d_out.bytes(rows)))
            refuse(
                "the workspace overlaps the input or the output; it needs memory of its "
                "own");
    for (std::size_t i = 0; i < d_arguments.size(); ++i)
        if (is_met(all.buffers[i], buffer_bytes(d_arguments[i], d_number)))
            refuse("the workspace overlaps buffer {}; it needs memory of its own",
                   d_arguments[i].name);
}

} // namespace gpufft
