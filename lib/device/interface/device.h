/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_DEVICE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_DEVICE_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include <gpufft/device_memory.h>
#include <gpufft/devices.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

/*!
 * The few things a backend must do. Every function throws device_error where a driver
 * call fails, unless it says otherwise; the message names the call, the status and the
 * sizes. Objects keep their device alive. A queue belongs to one thread at a time;
 * everything else may be used from several.
 */
namespace gpufft {

//! Where a buffer lies: bytes of two places with different roots are never the same.
struct buffer_place {
    const void* root = nullptr; //!< nullptr: the offset is an address
    std::uint64_t offset = 0;
};

//! Memory of the device, zero copies promised; freed with its last owner.
class buffer
{
public:
    virtual ~buffer() = default;
    virtual std::size_t bytes() const = 0;
    //! Where it lies for other libraries of the device's maker (cuFFT); 0: not to be had.
    virtual std::uint64_t device_address() const { return 0; }
    virtual buffer_place place() const { return { this, 0 }; }
};

//! Page-locked (or, on CPU devices, plain aligned) memory of the host, for staging.
class host_buffer
{
public:
    virtual ~host_buffer() = default;
    virtual void* data() = 0;
    virtual std::size_t bytes() const = 0;
};

//! Memory of the caller, page-locked in place for as long as this lives.
class host_registration
{
public:
    virtual ~host_registration() = default;
};

//! What the device's compiler made a kernel take, in each work-item.
struct kernel_resources {
    int registers = 0;     //!< 32-bit ones; 0: the driver does not say
    int spilled_bytes = 0; //!< of those that did not fit
};

//! A compiled kernel.
class kernel
{
public:
    virtual ~kernel() = default;
    virtual const kernel_source& source() const = 0;
    virtual kernel_resources resources() const { return {}; }
};

//! A point in a queue's work that can be waited for.
class event
{
public:
    virtual ~event() = default;
    virtual bool is_done() const = 0;
    //! \throws device_error  the work failed
    virtual void wait() = 0;
    /*!
     * \brief Seconds from \p earlier to this one on the device's clock; waits for this
     *
     * Both are of queue::record_timed(), of one device.
     * \throws device_error  the work failed, or one of them was not timed
     */
    virtual double seconds_since(const event& earlier) = 0;
    //! The driver's own, which this keeps (a CUevent, a cl_event); nullptr: there is
    //! none.
    virtual void* native_handle() { return nullptr; }
};

//! A buffer from byte `offset` on, for devices that take slices.
struct buffer_slice {
    buffer* of = nullptr;
    std::size_t offset = 0;
};

//! An argument of a kernel, in the order of its signature. No buffer is a null pointer.
using kernel_argument =
    std::variant<buffer*, buffer_slice, std::uint32_t, std::uint64_t, float, double>;

//! One execution of a kernel, as queue::launch() takes it.
struct kernel_launch {
    kernel* launched = nullptr;
    std::uint64_t groups = 0;
    std::vector<kernel_argument> arguments;
    //! Launches of a list that belong to different chains may run side by side: each
    //! chain has one of a plan's concurrent slices.
    int chain = 0;
};

//! Where kernels are launched, in order. Calls return at once, or when the work is done;
//! memory given to them must stay until waited for.
class launch_queue
{
public:
    virtual ~launch_queue() = default;
    //! \p groups workgroups of the kernel's own size
    virtual void launch(kernel& launched,
                        std::uint64_t groups,
                        const std::vector<kernel_argument>& arguments) = 0;
    //! Launches \p list in order, where launches of different chains need not wait for
    //! each other; whatever is queued later comes after all of them. A list that comes
    //! again, with the same arguments, may take less time than its launches alone: a
    //! transform of several passes is such a list.
    virtual void launch_all(const std::vector<kernel_launch>& list)
    {
        for (const auto& each : list)
            launch(*each.launched, each.groups, each.arguments);
    }
    /*!
     * \brief launch_all() of the passes over \p rows rows, of which a thread takes \p
     * in_slice through all of them before it takes others
     *
     * For devices whose limits say that threads take rows. The arguments are those of
     * launches over all rows, but the workspace has a slice for each compute unit.
     */
    virtual void launch_rows(const std::vector<kernel_launch>& list,
                             std::uint32_t /* rows */,
                             std::uint32_t /* in_slice */)
    {
        launch_all(list);
    }
};

//! A queue of ours: work in order, which can be waited for.
class queue : public launch_queue
{
public:
    //! The destructor waits for what is still running.
    virtual void
    upload(buffer& to, std::size_t to_offset, const void* from, std::size_t bytes) = 0;
    virtual void download(void* to,
                          const buffer& from,
                          std::size_t from_offset,
                          std::size_t bytes) = 0;
    //! Within the device, from one buffer to another.
    virtual void copy(buffer& to,
                      std::size_t to_offset,
                      const buffer& from,
                      std::size_t from_offset,
                      std::size_t bytes) = 0;
    //! Marks the end of what was queued so far and sends it to the device.
    virtual std::shared_ptr<event> record() = 0;
    //! record() that also keeps the time. It costs a little more, in OpenCL for all that
    //! the queue does from then on.
    virtual std::shared_ptr<event> record_timed() = 0;
    //! What is queued from now on starts when \p e, of any queue of this device, is done;
    //! returns at once. Where the work before \p e failed, this queue's may fail as well.
    virtual void wait_for(event& e) = 0;
    virtual void wait_all() = 0;
    //! The driver's own, for the same libraries (a CUstream); nullptr: not to be had.
    virtual void* native_handle() { return nullptr; }
};

/*!
 * \brief Launches on queues of the caller's, one after the other
 *
 * Whatever a launch takes besides was made with this: launches are pure enqueues, which
 * neither allocate nor wait, so that a CUDA graph may capture them.
 */
class callers_queue : public launch_queue
{
public:
    //! Launches go to \p native from now on: a CUstream, which may be nullptr, or a
    //! cl_command_queue. The caller keeps it until they are done.
    //! \throws plan_error    it is of another context or device
    //! \throws device_error  the driver says that it is none
    virtual void attach(void* native) = 0;
    //! Lets go of the queue that was attached.
    virtual void detach() noexcept = 0;
};

//! How launches on queues of the caller's are made.
struct callers_queue_settings {
    int chains = 1; //!< most of a list
    //! Lists that come again become graphs where the driver has those, but not in a
    //! capture of the caller's.
    bool replays = false;
};

//! What kernels do with memory of the caller's.
enum class memory_use { read, write, read_write };

//! Where parts of buffers may begin: the most that OpenCL drivers ask for.
constexpr std::size_t PART_ALIGNMENT = 4096;

class device : public std::enable_shared_from_this<device>
{
public:
    virtual ~device() = default;
    virtual const device_info& info() const = 0;
    virtual std::shared_ptr<buffer> make_buffer(std::size_t bytes) = 0;
    //! Some of \p whole as a buffer of its own, which keeps all of it alive. \p offset is
    //! a multiple of PART_ALIGNMENT.
    virtual std::shared_ptr<buffer> part_of(const std::shared_ptr<buffer>& whole,
                                            std::size_t offset,
                                            std::size_t bytes) = 0;
    //! A buffer over memory of the host, used in place where the device can (CPU
    //! devices), which the caller keeps alive; nullptr where it cannot.
    virtual std::shared_ptr<buffer> wrap_host_memory(void* memory, std::size_t bytes) = 0;
    //! A buffer over memory of the caller, who keeps it, in the device's own memory where
    //! the maker's libraries have pointers to that (CUDA), else as wrap_host_memory();
    //! nullptr where the device cannot work in \p memory.
    virtual std::shared_ptr<buffer> borrow_memory(void* memory, std::size_t bytes)
    {
        return wrap_host_memory(memory, bytes);
    }
    /*!
     * \brief A buffer over \p bytes bytes of the caller's memory \p m, for a call
     *
     * Kernels work there: what they write is never copied. \p alignment divides the
     * address.
     * \throws plan_error  the device cannot, or must not, work in it: what it is, and
     *                     what would do
     */
    virtual std::shared_ptr<buffer> borrow_array(const device_memory& m,
                                                 std::size_t bytes,
                                                 memory_use use,
                                                 std::size_t alignment);
    //! Callers can have memory that borrow_array() takes.
    virtual bool can_borrow() const { return false; }
    //! A queue that callers attach one of their own to. nullptr where they can have none.
    virtual std::shared_ptr<callers_queue>
    make_callers_queue(const callers_queue_settings& settings);
    virtual std::shared_ptr<host_buffer> make_host_buffer(std::size_t bytes) = 0;
    //! Page-locks memory of the caller, who keeps it: copies from and to it are then as
    //! fast as those of a host_buffer. nullptr where the device cannot, or not this
    //! memory.
    virtual std::shared_ptr<host_registration> register_host_memory(void*, std::size_t)
    {
        return nullptr;
    }
    virtual std::shared_ptr<queue> make_queue() = 0;
    //! What kernels for it are written in.
    virtual const dialect& kernel_dialect() const = 0;
    //! Arguments may be slices of buffers, and lists of launches gain time by chains.
    virtual bool takes_slices() const { return false; }
    /*!
     * Compiles \p source, or takes it from the cache on disk; the same source gives
     * the same kernel. Safe from several threads.
     * \throws build_error  names the dumped file and quotes the first error
     */
    virtual std::shared_ptr<kernel> build(const kernel_source& source) = 0;
    //! build() of what is hardly wanted another time: the cache on disk does not keep it.
    //! While somebody holds it, build() gives the same, and does not keep it either.
    virtual std::shared_ptr<kernel> build_for_trial(const kernel_source& source)
    {
        return build(source);
    }
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_DEVICE_H */
