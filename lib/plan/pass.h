/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PASS_H
#define INCLUDED_GPUFFT_LIB_PLAN_PASS_H

#include <gpufft/transform.h>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! Shape of the kernel text: work-items for GPUs, or explicit vectors for CPUs.
enum class kernel_form { simt, simd };

//! How stages exchange: complex values at once, or real then imaginary parts in half
//! the local memory (Nukada and Matsuoka 2009, section 4.2).
enum class exchange { whole, split };

//! Which twiddles of a butterfly are read from the table; the rest are products of those.
enum class twiddle_source {
    full, //!< all
    m2,   //!< of points 1, 2, 4, 8, 16
    m3    //!< of points 1, 4, 16
};

//! Where a pass reads from or writes to.
enum class place { caller, scratch };

/*!
 * \brief One index that a pass runs over without transforming it
 *
 * Weights are the elements between neighbours in the input and in the output.
 */
struct axis {
    std::string name; //!< what the kernel calls it
    std::int64_t size = 1;
    std::int64_t input_weight = 0;
    std::int64_t output_weight = 0;
    //! What the index adds to K of the pass twiddle.
    std::int64_t twiddle_weight = 0;
};

//! One radix step. The registers of a work-item hold `radix` points of each of `fill`
//! butterflies.
struct stage {
    int radix = 1;
    //! Top factor of the next digit (of the previous one in the last stage) that the
    //! registers hold as well, so that all stages keep as many points in registers.
    int fill = 1;
    twiddle_source twiddles = twiddle_source::full;
};

//! The caller's end of a transform, fused into the first pass' loads.
struct load_operation {
    input_format format = input_format::complex64;
    bool windowed = false;
    std::int64_t rotation = 0; //!< point n is read from place (n + rotation) mod length
    bool swap_parts = false;   //!< exchange real and imaginary part: an inverse
};

//! The caller's end of a transform, fused into the last pass' stores.
struct store_operation {
    double scale = 1;
    std::int64_t rotation = 0; //!< point k is written to place (k + rotation) mod length
    bool swap_parts = false;
};

/*!
 * \brief One kernel launch: one trip through global memory
 *
 * A workgroup transforms `points()` points of each of `columns.size` neighbouring
 * columns. Point j of the pass is read from j * input_stride and its output k written
 * to k * output_stride, each plus what columns and grid axes add. In mixed radix,
 * j = (n_1, n_2, ... n_m) with n_1 the slowest digit, k = (k_m, ... k_1) with k_1 the
 * fastest. Before its first stage, point j is multiplied by
 * exp(-2 pi i K j / twiddle_order), where columns and grid axes give K.
 */
struct pass {
    std::int64_t length = 1; //!< points of the whole transform
    kernel_form form = kernel_form::simt;
    std::vector<stage> stages;
    //! Of a vector, in the SIMD form. A lane is a point: the first stage's radix is the
    //! number of lanes; or a lane is a column, and they are as many.
    int lanes = 1;
    bool lanes_are_columns = false;
    int workers = 1; //!< workgroups that share the tiles in the SIMD form
    std::int64_t input_stride = 1;
    std::int64_t output_stride = 1;
    axis columns;           //!< inside a workgroup; the batch's rows where grid is empty
    std::vector<axis> grid; //!< over workgroups, fastest first; the rows come on top
    std::int64_t twiddle_order = 1; //!< 1: no twiddle before the pass
    place from = place::caller;
    place to = place::caller;
    bool in_place = false; //!< input and output may be one buffer
    load_operation load;
    store_operation store;
    exchange exchange_parts = exchange::whole;
    bool staged_input = false;  //!< through local memory, so that loads stay coalesced
    bool staged_output = false; //!< likewise for stores
    std::vector<int> padding;   //!< of the exchange buffer, a level each (local_layout)

    //! Product of the radices.
    std::int64_t points() const;
    //! The columns are the batch, so the last workgroup may be partly empty.
    bool columns_are_rows() const { return grid.empty(); }
    //! Points that stage \p i keeps in the registers of a work-item.
    int points_held(std::size_t i) const;
    //! Work-items that stage \p i employs.
    int active_items(std::size_t i) const;
    //! In a workgroup.
    int work_items() const;
    //! Tiles that a batch of \p rows comes to. A workgroup of the SIMT form does one.
    std::uint64_t tiles(std::uint64_t rows) const;
    //! Workgroups for a batch of \p rows.
    std::uint64_t groups(std::uint64_t rows) const;
    //! Exchanges, or is staged, through local memory.
    bool uses_local_memory() const;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PASS_H */
