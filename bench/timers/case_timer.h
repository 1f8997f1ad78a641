/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_TIMERS_CASE_TIMER_H
#define INCLUDED_GPUFFT_BENCH_TIMERS_CASE_TIMER_H

#include "bench/cases/output_check.h"
#include "bench/cases/prepared_case.h"
#include "bench/measure/noise.h"
#include "bench/peers/cufft.h"
#include <functional>
#include <optional>

namespace gpufft::app {

//! Seconds of a call: median over the rounds.
struct call_time {
    double device_s = 0; //!< between events of the device, calls following each other
    double wall_s = 0;   //!< from the call to the host's knowing that it is done
};

struct case_result {
    const prepared_case* of = nullptr;
    std::optional<call_time> ours;
    std::optional<call_time> cufft;
    double error = 0;             //!< relative RMS, against sums in double
    std::optional<double> beside; //!< relative RMS of the difference to cuFFT's output
    std::string failure;          //!< why there is no time
};

//! How a suite times.
struct timing_rules {
    int rounds = 11;
    int calls = 4;             //!< between two events
    bool queues_ahead = false; //!< the device is kept busy until all calls are queued
    bool measures_wall = false;
};

/*!
 * \brief Times cases, ours and cuFFT's in turn, in memory that they share
 *
 * Checks each output first: a wrong one is a failure and has no time.
 */
class case_timer
{
public:
    //! Takes memory for the largest of \p cases that fits.
    case_timer(std::shared_ptr<device> on,
               const std::vector<prepared_case>& cases,
               const timing_rules& rules);

    //! Bytes a second, read and written, of copying within the device.
    double copy_rate();
    const std::string& why_no_cufft() const { return d_why_no_cufft; }
    int cufft_version() const { return d_library ? d_library->version() : 0; }

    case_result measure(const prepared_case& c);

private:
    struct sizes {
        std::size_t in = 0, out = 0, workspace = 0;
        std::size_t sum() const { return in + 2 * out + workspace; }
    };
    static sizes sizes_of(const prepared_case& c);
    bool fits(const sizes& s) const;
    void check(const prepared_case& c, const cufft_plan* peer, case_result& result);
    void time(const prepared_case& c, const cufft_plan* peer, case_result& result);
    double device_seconds(const std::function<void()>& call, int calls);
    double wall_seconds(const std::function<void()>& call);
    void keep_busy();
    void forget(buffer& output);

    std::shared_ptr<device> d_device;
    timing_rules d_rules;
    noise d_noise;
    std::shared_ptr<buffer> d_in, d_out, d_peer_out, d_workspace;
    std::shared_ptr<buffer> d_copied, d_copy; //!< for the yardstick, and to keep busy
    std::unique_ptr<buffer_difference> d_difference;
    std::string d_why_no_cufft; // before what writes to it
    std::shared_ptr<cufft_library> d_library;
    std::shared_ptr<queue> d_queue;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_TIMERS_CASE_TIMER_H */
