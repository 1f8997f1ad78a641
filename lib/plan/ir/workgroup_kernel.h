/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_WORKGROUP_KERNEL_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_WORKGROUP_KERNEL_H

#include <vector>

namespace gpufft {

//! How stages exchange: complex values at once, or real then imaginary parts in half
//! the local memory (Nukada and Matsuoka 2009, section 4.2).
enum class exchange { whole, split };

//! workgroup_kernel::loads_in_flight of lines that do not say it.
constexpr int DEFAULT_LOADS_IN_FLIGHT = 16;

//! Work-items of a subgroup on devices that have clusters.
constexpr int CLUSTER_SUBGROUP = 32;

/*!
 * \brief Workgroups that share a tile and reach into each other's local memory
 *
 * Up to stage `after`, counted from 1, each workgroup has one value of the top of the
 * later digits, and from then on one value of the top of the earlier ones, so the
 * exchange after that stage goes through the whole cluster. A pass that convolves returns
 * to the first of these two divisions on its way back. Only CUDA can express clusters.
 */
struct cluster_exchange {
    int size = 1; //!< workgroups of a cluster; 1: there are no clusters
    int after = 1;
    //! Points are sent without waiting, and counted where they arrive, instead of a
    //! barrier of all workgroups before and after.
    bool is_async = false;
    //! Clusters are placed where the load is least, instead of next to each other.
    bool is_balanced = false;
};

//! A kernel for GPUs: the work-items of a workgroup hold the points of a tile in
//! registers and exchange them through local memory between the stages.
struct workgroup_kernel {
    exchange parts = exchange::whole;
    //! Input goes through local memory, so that loads stay coalesced. For Rader's
    //! operations, whole rows go through a buffer beside the exchange's, in which points
    //! are looked up.
    bool staged_input = false;
    bool staged_output = false; //!< output goes through local memory before its stores
    //! Elements that are read (written) are not wanted again soon, so the caches should
    //! evict them first. This is for plain complex operations, and only CUDA can express
    //! it.
    bool evict_first_input = false;
    bool evict_first_output = false;
    //! Rader's staged rows are loaded (stored) in bulk: a unit beside the work-items
    //! copies them where they fill the workgroup and lie at whole 16 bytes. Tiles of
    //! other rows are loaded so, too (bulk_tiles.h). CUDA has this from sm_90 on.
    bool bulk_input = false;
    bool bulk_output = false;
    //! Elements of Rader's staged rows that a work-item loads before it puts any into
    //! local memory, where no bulk copy does that: as many registers, and as many loads
    //! that memory answers at once.
    int loads_in_flight = DEFAULT_LOADS_IN_FLIGHT;
    //! Frames of which a work-item sums the branches of a point one after the other, in
    //! registers, so that samples that the frames share are loaded once
    //! (sliding_frames.h); 0: each point of each frame loads all of its samples.
    int sliding_frames = 0;
    //! Work-items beside those of the stages, which sum the branches of frames that
    //! overlap, one frame after the other, while the stages transform the frames before
    //! (filter_items.h); 0: there are none.
    int filter_items = 0;
    //! Rows of which a work-item makes the samples of a branch, where the pass adds up
    //! branches (branch_rows.h): it takes each of their values from local memory once.
    int branch_rows = 0;
    //! Neighbouring work-items take neighbouring columns, unless an operation on global
    //! memory wants another order. Columns at an odd distance then have no bank
    //! conflicts.
    bool columns_fastest = false;
    //! The registers of the first (last) stage hold conjugate pairs of butterflies, so
    //! that points that the load (store) operation takes or makes together are in one
    //! work-item: conjugate_pairs.h.
    bool paired_input = false;
    bool paired_output = false;
    /*!
     * The columns are conjugate pairs of outputs of the earlier passes, so that -k meets
     * k in the workgroup: of p pairs, pair a < p is K = a and 2 p - a, and pair 0 is K =
     * 0 and p. The first half of a tile's columns are neighbouring K = a, the other half
     * their conjugates.
     */
    bool paired_columns = false;
    /*!
     * All stages find their points in the same places of local memory, and leave them in
     * the same others, a digit further up (Pease): the place of a digit rotates with the
     * stages, and the last stage leaves digits reversed. This is for one dimension in
     * stages of equal radix, with as many butterflies per work-item.
     */
    bool has_constant_geometry = false;
    //! Numbers of the stages, from 1, in the order in which their digits lie in the
    //! exchange buffer, innermost first; empty: the last stage's first.
    std::vector<int> exchange_order;
    std::vector<int> padding; //!< of the exchange buffer, one for each level (tile.h)
    //! Workgroups that a compute unit must have registers for at once (CUDA's minBlocks),
    //! which caps the registers of a work-item; 0: as the compiler likes. Only CUDA can
    //! express it.
    int min_blocks = 0;
    cluster_exchange cluster;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_WORKGROUP_KERNEL_H */
