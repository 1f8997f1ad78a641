/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TILE_H
#define INCLUDED_GPUFFT_LIB_PLAN_TILE_H

#include "plan/pass.h"
#include <cstdint>
#include <string>
#include <vector>

/*!
 * The digit model of the SIMT form. The points of a workgroup's tile are numbered in
 * mixed radix: a digit a stage, and one for the columns. Before its stage digit i is
 * n_i, after it k_i, in the same place of local memory. A digit is cut into atoms where
 * a fill takes its top factor. Every address is a sum of atom times weight, so what the
 * registers add is a constant.
 */
namespace gpufft {

//! A digit, or a factor of one, and what a step of it adds to each address.
struct atom {
    std::string name; //!< in kernel text: n2, k1, n3_low, column
    int size = 1;
    std::int64_t input_weight = 0;   //!< elements of the pass' input
    std::int64_t output_weight = 0;  //!< elements of the pass' output
    std::int64_t point_weight = 0;   //!< to j, the input point inside the pass; an n
    std::int64_t twiddle_weight = 0; //!< to K = k_1 + r_1 k_2 + ...; a k
    std::int64_t local_weight = 0;   //!< elements of the exchange buffer
};

//! How a stage deals its atoms out to registers and work-items.
struct stage_layout {
    atom point;              //!< the digit that the butterfly runs over, in registers
    atom fill;               //!< in registers too; size 1 where there is none
    std::vector<atom> lanes; //!< of the work-item's number, lowest first
};

struct tile {
    std::vector<stage_layout> stages;
    std::vector<atom> input_order;  //!< whole digits, ascending input weight
    std::vector<atom> output_order; //!< whole digits, ascending output weight
    std::int64_t exchange_points =
        0; //!< elements of the exchange buffer, padding included
};

//! \throws plan_error  the fills of neighbouring stages do not divide one another
tile make_tile(const pass& p);

//! Elements that sum over \p lanes for work-item \p t of the chosen weight.
std::int64_t
lane_offset(const std::vector<atom>& lanes, std::int64_t t, std::int64_t atom::*weight);

//! Bytes of local memory the pass needs.
std::int64_t local_memory_bytes(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TILE_H */
