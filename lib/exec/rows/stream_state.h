/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_STREAM_STATE_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_STREAM_STATE_H

#include "exec/executor/build_thread.h"
#include "exec/executor/executor.h"
#include "exec/host/host_transform.h"
#include "exec/rows/slot.h"
#include "exec/rows/stream_executor.h"
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

namespace gpufft {

//! What a submission computes with; replaced as a whole when the window changes.
struct row_computation {
    std::shared_ptr<executor> how;
    std::shared_ptr<buffer> window;
    //! Computes instead of the kernels, which are not there.
    std::shared_ptr<const host_transform> by_host;
    //! The window for rows of whole numbers, where kernels take these.
    std::shared_ptr<buffer> window_of_samples;
};

//! Most rows of a submission: of the host's, and of those that a neighbour on the device
//! gives or takes.
struct most_rows {
    std::size_t of_host = 1;
    std::size_t linked = 1;
};

//! A submission in flight.
struct flight_of_rows {
    slot* with = nullptr; // nullptr: the host has computed it
    std::size_t rows = 0;
};

/*!
 * \brief What a stream_executor consists of
 *
 * stream_state.cc: its kernels, windows, slots and plans. stream_startup.cc: how it
 * begins on the host.
 */
struct stream_executor::state {
    transform request; // without window; computations differ in that alone
    effort how = effort::estimate;
    std::shared_ptr<device> on;
    std::shared_ptr<executor> plain;
    std::shared_ptr<executor> windowed;
    std::shared_ptr<executor> of_samples; // of whole numbers; nullptr: none
    double sample_scale = 1;              // what these are multiplied by, by the window
    most_rows most;
    std::unique_ptr<locked_memory> locked;    // before the slots, which look at it
    std::vector<std::unique_ptr<slot>> slots; // nullptr: could not be renewed
    std::deque<flight_of_rows> in_flight;     // oldest first
    std::size_t next = 0;
    std::shared_ptr<buffer> given_workspace; // the caller's, if any
    std::size_t sent = 0;                    // since nothing was in flight

    std::mutex change_mutex; // one change of window or plan at a time
    std::mutex mutex;        // guards what follows
    row_computation current;
    std::vector<double> host_taps;             // that current.by_host has
    std::size_t host_windows = 0;              // so many times these have changed
    std::exception_ptr failure;                // of building kernels meanwhile
    std::shared_ptr<const given_memory> given; // of expressions; nullptr: there are none

    std::unique_ptr<build_thread> building; // last: goes first

    transform wanted(bool with_window) const;

    //! Builds the executor by the first form of kernels that passes the self test.
    std::shared_ptr<executor> make(bool with_window, effort by) const;

    //! Bytes from the workspace of one submission to that of the next, in memory that
    //! several submissions share.
    std::size_t workspace_step(const executor& e) const;

    //! What the caller gave for the submission that begins now; nullptr: nothing.
    std::shared_ptr<buffer> next_workspace(const executor& e, std::size_t rows);

    void make_slots(int depth);
    std::unique_ptr<slot> make_slot() const;

    //! The slot that the next submission takes, made where renew_slots() has left none.
    //!
    //! \throws device_error  the slot cannot be made
    slot& next_slot();

    //! The window's taps, or none, from the next submission on.
    void change_window(const std::vector<double>& taps);

    //! \p taps for whole numbers whose full scale becomes 1.
    std::shared_ptr<buffer> upload_scaled_taps(std::vector<double> taps) const;

    //! Slots stay as many and as large as they are: their caller counts on it.
    bool has_room(const executor& e) const;

    //! The plan that wisdom has instead of \p before; nullptr: no other one.
    std::shared_ptr<executor> other_plan(const executor& before, bool with_window) const;

    //! A window may come or go meanwhile, so either computation changes by itself.
    bool change_plan(std::shared_ptr<executor> state::*which, bool with_window);

    //! Has the host compute until the kernels are there, unless they soon are.
    //! \throws plan_error, build_error, device_error
    void begin_at_once();

    //! On the thread: kernels for the taps that the host has by then.
    void build_for_host();

    //! \return false  kernels compute
    bool change_window_of_host(const std::vector<double>& taps);
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_STREAM_STATE_H */
