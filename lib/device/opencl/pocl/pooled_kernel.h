/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_KERNEL_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_KERNEL_H

#include "device/opencl/device.h"
#include "device/opencl/kernel_stack.h"
#include "device/opencl/pocl/compiled_function.h"
#include "device/opencl/program.h"
#include "device/threads/launch_parts.h"
#include "device/threads/thread_pool.h"
#include <atomic>
#include <mutex>
#include <vector>

namespace gpufft::opencl {

/*!
 * \brief A kernel of a driver that computes in the thread that enqueues
 *
 * Its launches are made of parts, which threads of ours take one after the other. The
 * first one is enqueued, since PoCL compiles then; later ones call what was compiled
 * (compiled_function.h), where that can be, the arguments are known to lie in memory of
 * the host, and the kernel has no local memory, which PoCL would have to provide. All
 * enqueued ranges of one kernel have one size, and an offset that is not 0: PoCL 3.1
 * counts the users of what it compiled for a size or for no offset, and of two such
 * that are of one kernel takes one for the other (pocl_release_dlhandle_cache).
 */
class pooled_kernel : public kernel
{
public:
    pooled_kernel(std::shared_ptr<opencl_device> on,
                  const kernel_source& source,
                  const built_program& program);
    ~pooled_kernel() override;

    const kernel_source& source() const override { return d_source; }
    //! Bytes of stack that each thread needs which runs some of a launch.
    std::size_t stack_bytes() const { return d_stack.bytes(); }

    //! An argument as clSetKernelArg takes it.
    struct value {
        std::uint64_t bits = 0;
        std::size_t bytes = 0;
        std::uint64_t number = 0; //!< of a buffer; 0: it is none
        void* address = nullptr;  //!< of a buffer's memory; nullptr: not known

        // A new buffer may have the address of one that is gone, and lie elsewhere: PoCL
        // notes where when the argument is set.
        bool operator==(const value& other) const
        {
            return bits == other.bits && bytes == other.bytes && number == other.number;
        }
    };
    //! All arguments of a launch, those that say what a part is left out.
    struct values {
        std::vector<value> all;
        bool have_addresses = true; //!< all buffers among them
    };
    static values values_of(const std::vector<kernel_argument>& arguments);

    //! Returns when all is done. \param threads  that may compute, the caller's included
    void run(std::uint64_t groups,
             const std::vector<kernel_argument>& arguments,
             int threads,
             thread_pool& pool);
    //! Computes row \p row of \p rows in this thread, with row \p workspace_row of the
    //! workspace.
    void run_row(const values& given,
                 std::uint32_t row,
                 std::uint32_t rows,
                 std::uint32_t workspace_row);

private:
    struct launcher;

    std::unique_ptr<launcher> new_launcher() const;
    std::unique_ptr<launcher> take();
    void give_back(std::unique_ptr<launcher> done);
    //! Which of the workgroups of a launch a part has.
    struct part {
        std::uint64_t first_group;
        std::uint64_t groups; //!< of the launch
        std::uint32_t workspace_row_from_1 = 0;
    };
    void compute(const values& given, const part& some);
    void enqueue(const values& given, const part& some);
    void call(const compiled_function& code, const values& given, const part& some) const;
    void look_for_code();

    std::shared_ptr<opencl_device> d_device;
    kernel_source d_source;
    int d_groups_in_part;
    bool d_shares_work;
    built_program d_program;
    bool d_may_be_called;
    kernel_stack d_stack;
    unit_time d_time;
    std::mutex d_mutex;
    std::vector<std::unique_ptr<launcher>> d_free;
    std::shared_ptr<const compiled_function> d_code;
    //! d_code once that is there, and stays.
    std::atomic<const compiled_function*> d_known_code{ nullptr };
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_POOLED_KERNEL_H */
