/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_TIMERS_CALL_TIMER_H
#define INCLUDED_GPUFFT_BENCH_TIMERS_CALL_TIMER_H

#include "bench/measure/noise.h"
#include "device/interface/device.h"
#include <functional>
#include <memory>

namespace gpufft::app {

//! How calls are timed.
struct timing_rules {
    int rounds = 11;
    int calls = 4;             //!< between two events
    bool queues_ahead = false; //!< the device is kept busy until all calls are queued
    bool measures_wall = false;
};

//! Times calls that queue work on one queue of a device, and copies as the yardstick.
class call_timer
{
public:
    call_timer(std::shared_ptr<device> on, const noise& values);

    queue& on_queue() { return *d_queue; }
    //! Any memory of the device's.
    const buffer& some_memory() const { return *d_copy; }

    //! Seconds of a call, between events of the device.
    double device_seconds(const std::function<void()>& call, const timing_rules& rules);
    //! Seconds from the call to the host's knowing that it is done.
    double wall_seconds(const std::function<void()>& call);
    //! Bytes a second, read and written, of copying within the device.
    double copy_rate(timing_rules rules);
    //! \p rules, or as calls of \p bytes want it that end before the next one is queued.
    timing_rules rules_for(std::size_t bytes, timing_rules rules) const;
    //! What another case left must not be taken for this one's output.
    void forget(buffer& output);

private:
    void keep_busy();

    std::shared_ptr<device> d_device;
    std::shared_ptr<queue> d_queue;
    std::shared_ptr<buffer> d_copied, d_copy;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_TIMERS_CALL_TIMER_H */
