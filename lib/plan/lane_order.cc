/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/lane_order.h"
#include "plan/vector_stages.h"
#include "plan/vector_twiddles.h"

namespace gpufft {

namespace {

bool is_interleaved(const end_operation& e)
{
    return (e.stored == element::complex || e.is_half) && e.stored != element::planar &&
           e.by == convolution::none;
}

//! Lanes are neighbouring columns from end to end, and no table has a number for each.
bool keeps_columns(const pass& p)
{
    return p.form == kernel_form::simd && !p.is_pointwise && p.lanes_are_columns &&
           !p.lanes_are_rows() && p.dimensions.size() == 1 && p.twiddle_order <= 1 &&
           p.columns.input_weight == 1 && p.columns.output_weight == 1 && !p.convolves &&
           is_interleaved(p.load) && is_interleaved(p.store) && !p.load.windowed &&
           !p.store.power;
}

} // namespace

bool is_two_halves(int lanes, precision number)
{
    return 8 * lanes * (number == precision::float64 ? 8 : 4) == 256;
}

bool loads_by_halves(const pass& p)
{
    if (!is_two_halves(p.lanes, p.number))
        return false;
    return keeps_columns(p) ||
           (has_tile_twiddles(p) && is_interleaved(p.load) && !p.load.windowed);
}

bool stores_by_halves(const pass& p)
{
    if (!is_two_halves(p.lanes, p.number))
        return false;
    return keeps_columns(p) || (has_tile_twiddles(p) && is_interleaved(p.store) &&
                                !p.store.power && !stores_bins(p));
}

std::vector<int> lane_order(int lanes, bool by_halves)
{
    std::vector<int> order;
    const int half = lanes / 2;
    for (int lane = 0; lane < lanes; ++lane) {
        const int within = lane % half;
        const int of_its_vector = lane / half * (half / 2) + within % (half / 2);
        const bool is_second = within >= half / 2; // of the two vectors in memory
        order.push_back(by_halves ? of_its_vector + is_second * half : lane);
    }
    return order;
}

} // namespace gpufft
