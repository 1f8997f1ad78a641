/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POOLED_KERNEL_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POOLED_KERNEL_H

#include "device/launch_parts.h"
#include "device/opencl/device.h"
#include "device/thread_pool.h"
#include <mutex>

namespace gpufft::opencl {

/*!
 * \brief A kernel of a driver that computes in the thread that enqueues
 *
 * Its launches are made of parts, which threads of ours take one after the other. All
 * enqueued ranges of one kernel have one size, and an offset that is not 0: PoCL 3.1
 * counts the users of what it compiled for a size or for no offset, and of two such
 * that are of one kernel takes one for the other (pocl_release_dlhandle_cache).
 */
class pooled_kernel : public kernel
{
public:
    pooled_kernel(std::shared_ptr<opencl_device> on,
                  const kernel_source& source,
                  const cl::Program& program);
    ~pooled_kernel() override;

    const kernel_source& source() const override { return d_source; }

    //! Returns when all is done. \param threads  that may compute, the caller's included
    void run(std::uint64_t groups,
             const std::vector<kernel_argument>& arguments,
             int threads,
             thread_pool& pool);

private:
    struct value; // of an argument
    struct launcher;

    std::unique_ptr<launcher> new_launcher() const;
    std::unique_ptr<launcher> take();
    void give_back(std::unique_ptr<launcher> done);
    void enqueue(const std::vector<value>& values,
                 std::uint64_t first_group,
                 std::uint64_t groups);

    std::shared_ptr<opencl_device> d_device;
    kernel_source d_source;
    int d_groups_in_part;
    bool d_shares_work;
    cl::Program d_program;
    unit_time d_time;
    std::mutex d_mutex;
    std::vector<std::unique_ptr<launcher>> d_free;
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POOLED_KERNEL_H */
