/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RESIDENT_RESIDENT_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_RESIDENT_RESIDENT_EXECUTOR_H

#include "exec/executor/executor.h"
#include "exec/resident/borrowed_arrays.h"
#include <gpufft/device_fft_settings.h>
#include <gpufft/device_memory.h>
#include <complex>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace gpufft {

//! A call on a queue of ours: its end, and the arrays until then.
struct resident_call {
    std::shared_ptr<event> end;
    borrowed_arrays arrays;
};

/*!
 * \brief Tested kernels of a transform, for calls on memory that is on the device
 *
 * All that a call takes besides the caller's arrays is made with this. Safe from several
 * threads, whose calls take turns.
 */
class resident_executor
{
public:
    //! \throws plan_error, build_error, device_error
    resident_executor(const transform& request,
                      const std::shared_ptr<device>& on,
                      const device_fft_settings& settings);

    //! Queues a call on the caller's queue \p native and returns.
    //! \throws plan_error    before anything is queued
    //! \throws device_error  the driver refuses
    void enqueue(void* native, const device_arrays& arrays, std::size_t rows);
    //! Queues a call on a queue of our own, and returns.
    resident_call start(const device_arrays& arrays, std::size_t rows);

    //! Memory of the device between the passes of \p rows rows.
    std::size_t workspace_bytes(std::size_t rows) const;
    //! Changes the taps where they lie, and waits for that.
    //! \throws plan_error  not windowed, or not a tap for each element of a row
    void set_window(const std::vector<double>& taps);
    //! Changes the spectrum of a convolution where it lies, and waits for that.
    //! \throws plan_error  no convolution, or not length values
    void set_spectrum(const std::vector<std::complex<double>>& spectrum);

    const transform& request() const { return d_request; }
    const executor& computes() const { return *d_computes; }

private:
    void change_taps(const std::vector<double>& taps);
    void check_rows_of_call(std::size_t rows) const;
    borrowed_arrays borrow(const device_arrays& arrays, std::size_t rows) const;
    executor_memory memory_of(const borrowed_arrays& arrays) const;
    //! Makes what kernels on CPU devices wrote visible in memory of the host.
    void publish(const borrowed_arrays& all);

    transform d_request; //!< packed
    std::size_t d_rows;
    std::shared_ptr<device> d_device;
    std::shared_ptr<executor> d_computes;
    array_borrower d_borrower;
    std::shared_ptr<buffer> d_workspace, d_window;
    std::mutex d_mutex;                       //!< guards both queues
    std::shared_ptr<callers_queue> d_callers; //!< nullptr: callers can have none
    std::shared_ptr<queue> d_own; //!< last: it waits for what uses the memory above
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RESIDENT_RESIDENT_EXECUTOR_H */
