/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_TIMERS_CASE_TIMER_H
#define INCLUDED_GPUFFT_BENCH_TIMERS_CASE_TIMER_H

#include "bench/cases/output_check.h"
#include "bench/cases/prepared_case.h"
#include "bench/measure/noise.h"
#include "bench/peers/cufft.h"
#include "bench/timers/call_timer.h"
#include "bench/timers/case_memory.h"
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

/*!
 * \brief Times cases, ours and cuFFT's in turn, in memory that they share
 *
 * Checks each output first: a wrong one is a failure and has no time.
 */
class case_timer
{
public:
    case_timer(std::shared_ptr<device> on, const timing_rules& rules);

    //! Bytes a second, read and written, of copying within the device.
    double copy_rate() { return d_calls.copy_rate(d_rules); }
    const std::string& why_no_cufft() const { return d_why_no_cufft; }
    int cufft_version() const { return d_library ? d_library->version() : 0; }

    case_result measure(const prepared_case& c);

private:
    bool fits(const prepared_case& c) const;
    bool has_peer(const prepared_case& c) const;
    void check(const prepared_case& c, const cufft_plan* peer, case_result& result);
    void time(const prepared_case& c, const cufft_plan* peer, case_result& result);

    std::shared_ptr<device> d_device;
    timing_rules d_rules;
    noise d_noise;
    call_timer d_calls;
    case_memory d_memory;
    std::unique_ptr<buffer_difference> d_difference;
    std::string d_why_no_cufft; // before what writes to it
    std::shared_ptr<cufft_library> d_library;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_TIMERS_CASE_TIMER_H */
