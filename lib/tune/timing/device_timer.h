/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TIMING_DEVICE_TIMER_H
#define INCLUDED_GPUFFT_LIB_TUNE_TIMING_DEVICE_TIMER_H

#include "tune/timing/stopwatch.h"
#include "tune/timing/timer.h"
#include <chrono>
#include <functional>
#include <map>

namespace gpufft {

//! Times plans on a device; nothing of them stays on the disk.
class device_timer : public timer
{
public:
    //! \param input_bytes  of a call, about (stopwatch.h)
    //! \param stop  from any thread: what was not built by then is not timed
    device_timer(
        std::shared_ptr<device> on,
        std::size_t input_bytes,
        std::function<bool()> stop = [] { return false; });

    std::vector<timing> time(const std::vector<plan>& plans, int samples) override;
    bool is_right(const plan& p) override;
    double elapsed() const override;
    //! As many as the host has cores, whose compilers are done before the device is asked
    //! for anything; 1 on CPU devices, whose compilers use several of them.
    std::size_t builds_at_once() const override;

    stopwatch& watch() { return d_watch; }

    //! Lets go of the kernels of timed plans, which the timer holds for the next plans:
    //! the device builds them anew where they are wanted, and keeps them in its cache.
    void forget_kernels();

private:
    std::shared_ptr<device> d_device;
    std::shared_ptr<device> d_trials; // for_trials() of it
    std::function<bool()> d_stop;
    stopwatch d_watch;
    std::chrono::steady_clock::time_point d_began;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TIMING_DEVICE_TIMER_H */
