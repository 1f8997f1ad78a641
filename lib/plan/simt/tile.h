/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_TILE_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_TILE_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <string>
#include <vector>

/*!
 * The digit model of the SIMT form. The points of a workgroup's tile are numbered in
 * mixed radix: a digit a stage, of each dimension in turn, and one for the columns.
 * Before its stage digit i is n_i, after it k_i, in the same place of local memory; a
 * pass that convolves turns k_i into j_i on its way back. A digit is cut into atoms where
 * a stage keeps its top factor in registers as several butterflies per item. Every
 * address is a sum of atom times weight, so what registers add is a constant.
 */
namespace gpufft {

//! State of a digit: before its stage, after it, or back.
enum class digit_state { point, output, restored };

//! A digit, or a factor of one, and what a step of it adds to each address.
struct atom {
    std::string name; //!< in kernel text: n2, k1, n3_low, column
    int size = 1;
    digit_state state = digit_state::point;
    int digit = 0;                    //!< from 1, of the stage; 0: the columns
    int low = 1;                      //!< values of the digit that a step of the atom is
    int dimension = -1;               //!< -1: the columns
    std::int64_t input_weight = 0;    //!< elements of the pass' input
    std::int64_t output_weight = 0;   //!< elements of the pass' output
    std::int64_t input_index = 0;     //!< DFT points along its dimension, at the input
    std::int64_t output_index = 0;    //!< DFT points along its dimension, at the output
    std::int64_t point_weight = 0;    //!< to j, the input point inside the pass
    std::int64_t twiddle_weight = 0;  //!< to K = k_1 + r_1 k_2 + ..., of digits k
    std::int64_t spectrum_weight = 0; //!< to k, the output inside the pass
    std::int64_t local_weight = 0;    //!< elements of the exchange buffer
    //! By constant geometry: elements of the exchange buffer where the step leaves the
    //! point that it has found by local_weight.
    std::int64_t left_weight = 0;
    //! At the step after which a cluster exchanges: weight in the rank of the group that
    //! goes on with the point, and elements of the exchange buffer there.
    std::int64_t rank_weight = 0;
    std::int64_t remote_weight = 0;
};

//! Padding levels from this one on are those of points that a cluster has exchanged.
constexpr std::size_t ARRIVAL_PADDING = 2;

//! How a step deals its atoms out to registers and work-items.
struct stage_layout {
    atom point; //!< the digit that the butterfly runs over, in registers
    //! In registers too, from several butterflies per item; size 1 where there is one.
    //! Where joined stages hold more than each other's digit, this is that digit alone:
    //! all is in per_item_parts.
    atom per_item;
    std::vector<atom> lanes; //!< of the work-item's number, lowest first
    //! The other digits of the dimension, whole, where the step is paired. Its per-item
    //! part is the half of one of them that belongs to the conjugate butterflies.
    std::vector<atom> other_digits;
    std::vector<atom> rank; //!< of the group's number in its cluster, lowest first
    //! Digits that lanes and rank number together, in no order of its own
    //! (paired_rank.h).
    std::vector<atom> computed;
    //! Atoms that the point, and the per-item part, consist of, lowest first: their local
    //! weights differ.
    std::vector<atom> point_parts;
    std::vector<atom> per_item_parts;

    //! Lanes, rank and computed: all that a work-item is at a fixed value of.
    std::vector<atom> fixed() const;
    //! What register (point \p r of butterfly \p f) adds to an address.
    std::int64_t register_offset(int r, int f, std::int64_t atom::*weight) const;
};

struct tile {
    std::vector<stage_layout> stages; //!< a step of the pass each
    //! Whole digits, or the parts into which tiles of the input cut them, ascending input
    //! weight.
    std::vector<atom> input_order;
    std::vector<atom> output_order; //!< whole digits, ascending output weight
    std::int64_t exchange_points =
        0;                       //!< elements of the exchange buffer, padding included
    std::int64_t row_points = 0; //!< elements of staged rows behind the exchange buffer
};

//! \throws plan_error  the butterflies per item of neighbouring stages do not divide one
//! another, or tiles of the input do not fit
tile make_tile(const pass& p);

//! Tiles of the input end between points that the first stage has in registers.
bool input_tiles_fit(const pass& p);

//! Elements that sum over \p lanes for work-item \p t of the chosen weight.
std::int64_t
lane_offset(const std::vector<atom>& lanes, std::int64_t t, std::int64_t atom::*weight);

//! Elements that follow one another without a gap in the lowest of \p atoms, sorted by
//! \p weight.
std::int64_t contiguous_run(const std::vector<atom>& atoms, std::int64_t atom::*weight);

//! Bytes of local memory the pass needs.
std::int64_t local_memory_bytes(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_TILE_H */
