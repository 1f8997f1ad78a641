/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/deinterleave_order.h"
#include "plan/simd/vector_stages.h"
#include "plan/simd/vector_twiddles.h"
#include <algorithm>

namespace gpufft {

namespace {

bool is_interleaved(const io_operation& e)
{
    return (e.stored == element::complex || e.is_half) && e.stored != element::planar &&
           e.by == convolution::none;
}

//! Lanes are neighbouring columns from load to store, and no table has a number for each.
bool keeps_columns(const pass& p)
{
    return p.is_across() && !p.lanes_are_rows() && p.dimensions.size() == 1 &&
           p.twiddle_order <= 1 && p.columns.input_weight == 1 &&
           p.columns.output_weight == 1 && !p.convolves && is_interleaved(p.load) &&
           is_interleaved(p.store) && !p.load.windowed && !p.store.power;
}

} // namespace

int shuffle_blocks(int lanes, precision number)
{
    constexpr int BLOCK_BYTES = 16;
    const int bytes = lanes * (number == precision::float64 ? 8 : 4);
    return std::max(1, bytes / BLOCK_BYTES);
}

int input_blocks(const pass& p)
{
    const bool are_taken_apart =
        keeps_columns(p) || (has_tile_twiddles(p) && is_interleaved(p.load) &&
                             !p.load.windowed && !loads_bins(p));
    return are_taken_apart ? shuffle_blocks(p.lanes(), p.number) : 1;
}

int output_blocks(const pass& p)
{
    const bool are_put_together =
        keeps_columns(p) || (has_tile_twiddles(p) && is_interleaved(p.store) &&
                             !p.store.power && !stores_bins(p));
    return are_put_together ? shuffle_blocks(p.lanes(), p.number) : 1;
}

std::vector<int> deinterleave_order(int lanes, int blocks)
{
    std::vector<int> order;
    const int block = lanes / blocks;
    for (int lane = 0; lane < lanes; ++lane) {
        const int within = lane % block;
        const bool is_second = within >= block / 2; // of the two vectors in memory
        order.push_back(lane / block * (block / 2) + within % (block / 2) +
                        is_second * lanes / 2);
    }
    return order;
}

} // namespace gpufft
