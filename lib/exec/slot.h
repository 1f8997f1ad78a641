/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SLOT_H
#define INCLUDED_GPUFFT_LIB_EXEC_SLOT_H

#include "exec/executor.h"
#include <cstddef>
#include <memory>

namespace gpufft {

/*!
 * \brief One submission's queue and memory: upload, kernels, download
 *
 * Memory of the host is used in place where the device can (CPU devices), else copied
 * through page-locked staging. Buffers grow to the largest submission and stay.
 */
class slot
{
public:
    explicit slot(std::shared_ptr<device> on);

    //! Queues everything and returns. \p in and \p out stay untouched until finish().
    void start(std::shared_ptr<executor> how,
               std::shared_ptr<buffer> window,
               const void* in,
               void* out,
               std::size_t rows);

    //! Waits; the output is then where start() was told. \return the rows
    //! \throws device_error  the work failed
    std::size_t finish();

    //! Waits without looking at the result. Never throws.
    void abandon() noexcept;

private:
    void forget() noexcept; //!< the submission in flight
    void upload_input(const void* in, std::size_t bytes);

    std::shared_ptr<device> d_device;
    // Grown on demand.
    std::shared_ptr<buffer> d_in, d_out, d_scratch;
    std::shared_ptr<host_buffer> d_in_staging, d_out_staging;
    // The submission in flight.
    std::shared_ptr<executor> d_how;
    std::shared_ptr<buffer> d_window;
    std::shared_ptr<buffer> d_wrapped_in, d_wrapped_out;
    std::shared_ptr<event> d_end;
    void* d_target = nullptr; //!< where staged output goes; nullptr: it is there already
    std::size_t d_output_bytes = 0;
    std::size_t d_rows = 0;
    //! Last, so that it goes first and waits for what still uses the memory above.
    std::shared_ptr<queue> d_queue;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SLOT_H */
