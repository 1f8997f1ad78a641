/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TIMING_STOPWATCH_H
#define INCLUDED_GPUFFT_LIB_TUNE_TIMING_STOPWATCH_H

#include "exec/executor/executor.h"
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief Times executors on data that stay on the device
 *
 * All of them share its buffers, which grow as needed and hold noise, so that values are
 * neither all alike nor denormal.
 */
class stopwatch
{
public:
    //! \param input_bytes  that a call should read, about: well beyond the caches
    stopwatch(std::shared_ptr<device> on, std::size_t input_bytes);

    //! Rows of every call from now on; 0: by the bytes.
    void set_rows(std::uint32_t rows) { d_rows = rows; }

    //! Rows of a call: those, or as many as come nearest to the bytes, one at least.
    std::uint32_t rows_of(const executor& e) const;

    //! Bytes that a call must move at least: its inputs once, its outputs once.
    double bytes_of(const executor& e) const;

    //! Seconds of one of \p calls calls that follow one another, after one that is not
    //! timed. By the device's clock.
    double time(const executor& e, int calls);

    //! Seconds of one of \p calls copies within the device of \p bytes, half of them
    //! read and half written, after one that is not timed. By the device's clock.
    double time_copy(double bytes, int calls);

private:
    //! Seconds of one of \p calls calls of work() that follow one another, after one that
    //! is not timed. By the device's clock.
    template <typename Work>
    double seconds_of(int calls, const Work& work);
    //! After a failure: waits for what was queued and may use memory that is about to
    //! go, and takes another queue.
    void renew_queue() noexcept;
    //! Noise everywhere.
    std::shared_ptr<buffer> filled(std::size_t bytes);
    void reserve(std::shared_ptr<buffer>* memory, std::size_t bytes);
    //! What the expressions of \p request name: noise, and a number that is near 1.
    void give_arguments(const transform& request, executor_memory& memory);

    std::shared_ptr<device> d_device;
    std::size_t d_input_bytes;
    std::uint32_t d_rows = 0;
    std::shared_ptr<buffer> d_in[2];
    std::shared_ptr<buffer> d_out[2];
    std::shared_ptr<buffer> d_workspace;
    std::shared_ptr<buffer> d_window;
    std::vector<std::shared_ptr<buffer>> d_given; //!< of expressions
    //! Last, so that it goes first and waits for what still uses the memory above.
    std::shared_ptr<queue> d_queue;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TIMING_STOPWATCH_H */
