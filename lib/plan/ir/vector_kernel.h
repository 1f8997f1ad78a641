/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_VECTOR_KERNEL_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_VECTOR_KERNEL_H

#include <cstdint>
#include <optional>

namespace gpufft {

/*!
 * \brief What the lanes of a vector are
 *
 * Each value says which elements vector v of the input holds; lane l is 0 .. L - 1, and
 * strides are those of the pass' input. Every vector kernel is of exactly one kind.
 */
enum class lane_kind {
    //! Points of one row of N. Loads take neighbours, row[v * L + l]; the first stage, of
    //! radix L over row[v], row[v + N / L] ..., leaves output l in lane l of vector v.
    row_points,
    //! Points of the last of several dimensions: row[outer * last + v * L + l], then as
    //! row_points.
    row_points_nd,
    //! Rows of the batch, or several short ones a lane: batch[l * distance + v].
    rows,
    //! Rows of the batch whose input, output or both are real: batch[l * distance + v].
    real_rows,
    //! Rows of several dimensions, or with an inner batch: batch[l * distance + v].
    rows_nd,
    //! Columns of a tile: tile[l * column weight + v * step].
    columns,
    //! Columns whose input, output or both are real: tile[l + v * stride].
    real_columns,
    //! Columns that are convolved (Rader, Bluestein) from load to store: tile[l + v *
    //! stride].
    convolved_columns,
    //! Columns of several dimensions: tile[l * column weight + v], v over all dimensions.
    columns_nd
};

//! Lanes are points of one row: the stages along it shuffle between the lanes.
constexpr bool is_within_row(lane_kind lanes)
{
    switch (lanes) {
    case lane_kind::row_points:
    case lane_kind::row_points_nd:
        return true;
    case lane_kind::rows:
    case lane_kind::real_rows:
    case lane_kind::rows_nd:
    case lane_kind::columns:
    case lane_kind::real_columns:
    case lane_kind::convolved_columns:
    case lane_kind::columns_nd:
        return false;
    }
    return false;
}

//! Each lane is a row of the batch.
constexpr bool is_across_rows(lane_kind lanes)
{
    switch (lanes) {
    case lane_kind::rows:
    case lane_kind::real_rows:
    case lane_kind::rows_nd:
        return true;
    case lane_kind::row_points:
    case lane_kind::row_points_nd:
    case lane_kind::columns:
    case lane_kind::real_columns:
    case lane_kind::convolved_columns:
    case lane_kind::columns_nd:
        return false;
    }
    return false;
}

/*!
 * \brief Vectors left out of the stack buffer, the private array of a work-item
 *
 * Points of a butterfly that are a multiple of 4 KiB apart want the same few places of
 * the first-level cache and drive each other out before the other half of their lines, or
 * their outputs, come. With a line left out behind every 4 KiB they do not.
 */
struct buffer_padding {
    std::int64_t block = 0; //!< vectors before those left out; 0: none are
    std::int64_t spare = 0; //!< vectors left out behind each block

    //! Place of vector \p n; of as many as there are, the vectors that all take.
    std::int64_t place(std::int64_t n) const { return block ? n + n / block * spare : n; }

    bool operator==(const buffer_padding& other) const
    {
        return block == other.block && spare == other.spare;
    }
};

//! In which order the loops of the last stage go through the stack buffer.
enum class loop_order {
    points,  //!< neighbouring points are loaded one after the other
    outputs, //!< neighbouring outputs are stored one after the other
    //! Each group of butterflies of the last stage but one goes on through the last stage
    //! before the next group begins.
    nested
};

//! vector_kernel::prefetch_distance: as far as was fast on the devices at hand.
constexpr int AUTO_PREFETCH = -1;

//! Cache sizes of a vector_kernel whose processor is not known; plan lines that name no
//! sizes mean these.
constexpr std::int64_t DEFAULT_L1_BYTES = 32 * 1024;
constexpr std::int64_t DEFAULT_L2_BYTES = 1024 * 1024;

//! A kernel for CPUs: workgroups share the tiles, and each takes explicit vectors through
//! the stages in a stack buffer of its own.
struct vector_kernel {
    lane_kind lanes_are = lane_kind::row_points;
    int lanes = 1;      //!< of a vector
    int workgroups = 1; //!< workgroups that share the tiles
    //! From so many rows of the pass on, non-temporal stores write whole lines; 0: never.
    std::int64_t nt_store_rows = 0;
    //! How far ahead inputs are prefetched, see plan/simd/prefetching.h; 0: they are not.
    int prefetch_distance = AUTO_PREFETCH;
    //! Bytes of a core's first-level data cache (second level) that the kernel is made
    //! for.
    std::int64_t l1_bytes = DEFAULT_L1_BYTES;
    std::int64_t l2_bytes = DEFAULT_L2_BYTES;
    /*!
     * Interleaved transforms that lie between neighbouring points of a row, and are done
     * side by side without lanes of their own: interleaved channels, say.
     */
    std::int64_t inner_batch = 1;
    //! None: what default_padding() of plan/simd/buffer_padding.h finds.
    std::optional<buffer_padding> padding = {};
    //! None: what default_last_stage() of plan/simd/loop_order.h finds.
    std::optional<loop_order> last_stage = {};
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_VECTOR_KERNEL_H */
