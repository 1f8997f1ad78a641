/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_WORKGROUP_KERNEL_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_WORKGROUP_KERNEL_H

#include <vector>

namespace gpufft {

//! How stages exchange: complex values at once, or real then imaginary parts in half
//! the local memory (Nukada and Matsuoka 2009, section 4.2).
enum class exchange { whole, split };

//! Work-items of a subgroup of the devices that have clusters.
constexpr int CLUSTER_SUBGROUP = 32;

/*!
 * \brief Workgroups that share a tile and reach into each other's local memory
 *
 * Up to stage `after`, counted from 1, each has one value of the top of the later digits,
 * and from then on one value of the top of the earlier ones, so the exchange after that
 * stage goes through the whole cluster. A pass that convolves goes back to the first of
 * these on its way back. CUDA alone has words for it.
 */
struct cluster_exchange {
    int size = 1; //!< workgroups of a cluster; 1: there are no clusters
    int after = 1;
    //! Points are sent without waiting, and counted where they arrive, instead of a
    //! meeting of all groups before and after.
    bool is_async = false;
    //! Clusters go to where there is least to do, instead of next to each other.
    bool is_balanced = false;
};

//! A kernel for GPUs: the work-items of a workgroup hold the points of a tile in
//! registers and exchange them through local memory between the stages.
struct workgroup_kernel {
    exchange parts = exchange::whole;
    //! Input goes through local memory, so that loads stay coalesced. Of Rader's ends:
    //! whole rows go through a buffer beside the exchange's, in which points are looked
    //! up.
    bool staged_input = false;
    bool staged_output = false; //!< output goes through local memory before its stores
    //! What is read (written) is not wanted again soon, and had better leave the caches
    //! before what is. This is for plain complex ends, and CUDA alone has words for it.
    bool evict_first_input = false;
    bool evict_first_output = false;
    //! Rader's staged rows come (leave) in bulk: a unit beside the work-items copies them
    //! where they fill the workgroup and lie at whole 16 bytes. So come tiles of other
    //! rows (bulk_tiles.h). CUDA has this from sm_90 on.
    bool bulk_input = false;
    bool bulk_output = false;
    //! Neighbouring work-items take neighbouring columns, but where an end in global
    //! memory wants another order. Columns at an odd distance then never meet in a bank.
    bool columns_fastest = false;
    //! The registers of the first (last) stage hold opposite butterflies, so that what
    //! the load (store) operation takes or makes together is in one work-item:
    //! conjugate_pairs.h.
    bool paired_input = false;
    bool paired_output = false;
    /*!
     * The columns are pairs of opposite outputs of the earlier passes, so that -k meets k
     * in the workgroup: of p pairs, pair a < p is K = a and 2 p - a, and of a = 0 p. The
     * first half of a tile's columns are neighbouring K = a, the other their partners.
     */
    bool paired_columns = false;
    /*!
     * All stages find their points in the same places of local memory, and leave them in
     * the same others, a digit further up (Pease): the place of a digit goes round with
     * the stages, and the last one leaves digits reversed. This is for one dimension in
     * stages of equal radix and fill.
     */
    bool has_constant_geometry = false;
    //! Numbers of the stages, from 1, in the order in which their digits lie in the
    //! exchange buffer, innermost first; empty: the last stage's first.
    std::vector<int> exchange_order;
    std::vector<int> padding; //!< of the exchange buffer, a level each (local_layout)
    //! Workgroups that a compute unit must have registers for at once, which caps those
    //! of a work-item; 0: as the compiler likes. CUDA alone has a word for it.
    int min_blocks = 0;
    cluster_exchange cluster;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_WORKGROUP_KERNEL_H */
