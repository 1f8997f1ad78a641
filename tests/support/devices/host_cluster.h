/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_HOST_CLUSTER_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_HOST_CLUSTER_H

#include <cstddef>
#include <functional>
#include <string>

/*!
 * A cluster of workgroups on the host, so that CUDA text runs without a GPU: every
 * work-item is a fiber, which goes on until it must wait for others. The first or the
 * last one that can go on does: text that lacks a barrier comes out wrong.
 */
namespace gpufft::testing {

enum class fiber_order { first, last };

struct cluster_shape {
    int groups;
    int items; //!< of a group
    std::size_t local_bytes;
    bool stores_in_bulk = false; //!< then what work-items store there needs a fence
};

/*!
 * \param number  of the cluster among all
 * \return what the text did that it must not, if anything
 */
std::string run_cluster(const cluster_shape& shape,
                        unsigned number,
                        fiber_order order,
                        const std::function<void()>& kernel);

} // namespace gpufft::testing

// What the text calls. Local addresses are bytes; remote ones have the rank above them.
struct host_index {
    unsigned x;
};
extern host_index threadIdx, blockIdx, gridDim;
void* group_memory();
void __syncthreads();
//! The work-items of a subgroup, which go through reads in lock step.
void subgroup_wait();
unsigned cluster_rank();
unsigned local_address(const void* p);
unsigned remote_address(unsigned local, unsigned rank);
//! \return memory of the \p bytes at \p remote, which are about to be written
void* remote_memory(unsigned remote, std::size_t bytes);
void cluster_start();
void cluster_arrive();
void cluster_wait();
// Barriers by address; what is stored on one counts at once.
void barrier_init(unsigned barrier, unsigned signals);
void barrier_expect(unsigned barrier, unsigned bytes);
void barrier_signal(unsigned remote_barrier);
void barrier_count(unsigned remote_barrier, std::size_t bytes);
//! Signals on a barrier for many uses, one after the other: a use ends when all signals
//! have come.
void barrier_arrive(unsigned barrier);
void barrier_wait(unsigned barrier, unsigned parity = 0);
//! Copies when it may at the earliest, or where the last fiber leads, at the latest: when
//! this work-item waits for it.
void copy_begin(unsigned to, const void* from, std::size_t bytes);
void copies_end_frame();
//! Until no copies are on their way but those of the last \p frames frames.
void copies_wait_for(std::size_t frames);
//! Copies when it may at the earliest, or where the last fiber leads, at the latest: when
//! the first work-item waits for it.
void bulk_load(void* to, const void* from, unsigned bytes, unsigned barrier);
//! What this work-item has stored in local memory is what bulk stores read there.
void bulk_fence();
void bulk_store(void* to, const void* from, unsigned bytes);
bool is_aligned(const void* p);

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_HOST_CLUSTER_H */
