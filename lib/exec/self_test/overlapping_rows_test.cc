/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_transform.h"
#include "exec/self_test/overlapping_rows_test.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpufft {

namespace {

using complex = std::complex<double>;

// Points that the host transforms for a call.
constexpr std::int64_t MOST_HOST_POINTS = std::int64_t(1) << 18;

//! Element \p i of a stream of noise, the same whoever asks.
complex noise_at(std::uint64_t i)
{
    auto x = (i + 1) * 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    const auto part = [](std::uint32_t bits) { return std::ldexp(bits, -31) - 1; };
    return { part(static_cast<std::uint32_t>(x)),
             part(static_cast<std::uint32_t>(x >> 32)) };
}

//! Writes elements 0 to \p count - 1 of row \p row to \p to.
void put_noise(const transform& request,
               const row_layout& layout,
               std::uint32_t row,
               std::int64_t count,
               const row_memory& to)
{
    const auto stride = request.shape.front().input_stride;
    for (std::int64_t i = 0; i < count; ++i)
        layout.set(to, i, noise_at(row * request.input_distance + i * stride));
}

} // namespace

bool inputs_overlap(const transform& packed)
{
    return input_extent(packed) > packed.input_distance && packed.rank() == 1 &&
           packed.loops.empty();
}

std::optional<wrong_output> find_wrong_overlapping(test_memory& in,
                                                   const transform& request,
                                                   const std::vector<double>& taps,
                                                   std::uint32_t rows,
                                                   double scale,
                                                   double bound)
{
    const auto& layout = in.input_layout();
    // Rows are filled side by side, so each element by one of them alone: what a row
    // shares with the next one that lies on its grid of strides is written by that one.
    const auto stride = request.shape.front().input_stride;
    const auto common = std::gcd(request.input_distance, stride);
    const auto apart = static_cast<std::uint32_t>(stride / common); // of such rows
    const auto own = std::min(layout.size(), request.input_distance / common);
    in.run(
        [&](std::uint32_t row, const row_memory& to) {
            const bool is_last = rows - row <= apart;
            put_noise(request, layout, row, is_last ? layout.size() : own, to);
        },
        rows,
        scale);
    const host_transform host(request, taps);
    const test_row x(layout, input_extent(request) * input_element_bytes(request));
    const test_row y(in.output_layout(),
                     output_extent(request) * output_element_bytes(request));
    const auto step =
        std::max<std::int64_t>(1, rows * request.points() / MOST_HOST_POINTS);
    // With the last one, where the call may end.
    for (std::int64_t next = 0; next < rows - 1 + step; next += step) {
        const auto number = std::min(static_cast<std::uint32_t>(next), rows - 1);
        put_noise(request, layout, number, layout.size(), x.memory());
        const auto from = x.memory(), to = y.memory();
        host({ { from[0], from[1] }, { to[0], to[1] } }, 1);
        for (std::int64_t k = 0; k < y.size(); ++k) {
            const auto got = in.output_layout().get(in.output(number), k);
            if (!is_near(got, scale * y.get(k), scale * bound))
                return wrong_output{ number, got, scale * y.get(k) };
        }
    }
    return {};
}

} // namespace gpufft
