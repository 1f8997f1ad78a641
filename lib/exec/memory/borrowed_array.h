/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_BORROWED_ARRAY_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_BORROWED_ARRAY_H

#include "exec/memory/locked_memory.h"
#include "exec/memory/ring_mirror.h"
#include <cstddef>
#include <memory>

namespace gpufft {

/*!
 * \brief An array of the caller's that kernels read, submission by submission
 *
 * In place where the device can, copied as it is where it is page-locked, else through
 * staging that is one of these. Memory grows to the largest and stays.
 */
class borrowed_input
{
public:
    borrowed_input(std::shared_ptr<device> on, const locked_memory& locked)
        : d_device(std::move(on)), d_locked(locked)
    {
    }

    //! Queues the copy, if one is needed. \return what kernels read
    buffer* start(queue& q, const void* from, std::size_t bytes);
    /*!
     * As start(), of an array that has \p shared bytes in common with those that follow
     * it. Where they are many and the device has memory of its own, the first ones are
     * copied from what \p before has there, and do not come from the host again.
     * \param before  started since this one did with the array that has them as its last
     *                ones; nullptr: there is none
     */
    buffer* start_behind(queue& q,
                         borrowed_input* before,
                         std::size_t shared,
                         const void* from,
                         std::size_t bytes);
    //! Kernels read a mirror itself, but for what goes across its end, or begins where
    //! they cannot load vectors: that is copied within the device.
    buffer* start(queue& q, const mirror_place& from);
    //! The kernels are queued: behind \p end, a mirror's place is free again.
    void has_queued(const std::shared_ptr<event>& end);
    //! The submission has ended well. \throws device_error  what was to be in the mirror
    //! was not
    void finish();
    void forget(); //!< when the submission has ended, well or not

private:
    void make_copy(queue& q, std::size_t bytes);
    void share(queue& q);
    const void* staged(const void* from, std::size_t bytes);

    std::shared_ptr<device> d_device;
    const locked_memory& d_locked;
    std::shared_ptr<buffer> d_copy, d_wrapped;
    std::shared_ptr<host_buffer> d_staging;
    mirror_place d_mirrored;        //!< of the submission in flight
    std::size_t d_bytes = 0;        //!< of the array that d_copy has
    std::shared_ptr<event> d_there; //!< when d_copy has it; none: it is not shared
    std::shared_ptr<event> d_taken; //!< when another has copied what it shares of it
    std::shared_ptr<buffer> d_taken_from; //!< by the submission in flight
};

/*!
 * \brief An array of the caller's that kernels write, submission by submission
 *
 * In place where the device can, copied to as it is where it is page-locked, else through
 * staging that is one of these. Memory grows to the largest and stays.
 */
class borrowed_output
{
public:
    borrowed_output(std::shared_ptr<device> on, const locked_memory& locked)
        : d_device(std::move(on)), d_locked(locked)
    {
    }

    //! \return what kernels write
    buffer* start(void* to, std::size_t bytes);
    void download(queue& q); //!< queues the copy, after the kernels
    void finish();           //!< when the submission has ended well
    void forget();           //!< when it has ended, well or not

private:
    std::shared_ptr<device> d_device;
    const locked_memory& d_locked;
    std::shared_ptr<buffer> d_copy, d_wrapped;
    std::shared_ptr<host_buffer> d_staging;
    // The caller's array of the submission in flight, the memory of the host that is
    // copied to, and the bytes of either.
    void* d_to = nullptr;
    void* d_target = nullptr;
    std::size_t d_bytes = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_BORROWED_ARRAY_H */
