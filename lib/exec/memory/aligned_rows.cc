/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/aligned_rows.h"
#include <cstdint>
#include <numeric>

namespace gpufft {

namespace {

// Copying so much takes less than a launch.
constexpr std::size_t WORTH_A_PIECE_BYTES = std::size_t(64) << 10;

std::size_t period_of(std::size_t row_bytes)
{
    return aligned_rows::BYTES / std::gcd(aligned_rows::BYTES, row_bytes);
}

} // namespace

// Both periods are powers of two.
aligned_rows::aligned_rows(std::size_t input_row_bytes, std::size_t output_row_bytes)
    : d_input_row_bytes(input_row_bytes),
      d_output_row_bytes(output_row_bytes),
      d_period(std::lcm(period_of(input_row_bytes), period_of(output_row_bytes)))
{
}

bool aligned_rows::is_aligned(std::size_t row, const void* in, const void* out) const
{
    return (reinterpret_cast<std::uintptr_t>(in) + row * d_input_row_bytes) % BYTES ==
               0 &&
           (reinterpret_cast<std::uintptr_t>(out) + row * d_output_row_bytes) % BYTES ==
               0;
}

std::size_t
aligned_rows::piece_of(std::size_t rows, const void* in, const void* out) const
{
    if (rows * (d_input_row_bytes + d_output_row_bytes) < WORTH_A_PIECE_BYTES)
        return rows;
    std::size_t lead = 0; // rows before the first aligned one
    while (lead < d_period && !is_aligned(lead, in, out))
        ++lead;
    if (lead > 0)
        return lead < d_period && lead < rows ? lead : rows;
    return rows < d_period ? rows : rows / d_period * d_period;
}

} // namespace gpufft
