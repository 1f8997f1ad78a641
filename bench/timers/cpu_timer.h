/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_TIMERS_CPU_TIMER_H
#define INCLUDED_GPUFFT_BENCH_TIMERS_CPU_TIMER_H

#include "bench/cases/prepared_case.h"
#include "bench/measure/noise.h"
#include "bench/peers/fftw.h"
#include <memory>
#include <string>

namespace gpufft::app {

struct cpu_result {
    double ms = 0, fftw_ms = 0; //!< of a call, the best of the rounds
    int rounds = 0;
    double difference = 0;    //!< relative RMS, to FFTW's output
    bool is_peer_off = false; //!< that is too much, and ours is right
    double planning_s = 0;    //!< that FFTW took
    bool is_cut_short = false;
    std::string plan;    //!< ours
    std::string failure; //!< why there is no time
};

//! How long a case is timed.
struct cpu_timing_rules {
    int rounds = 0;       //!< 0: as many as fit into the seconds
    double seconds = 0.5; //!< for a case with its rounds
};

/*!
 * \brief Times transforms of host memory on a CPU device, in turn with FFTW's
 *
 * A call is what a program waits for: ours wraps page-aligned memory of the host, and
 * launch and wait are within its time; FFTW works in memory of its own choice. Outputs
 * are compared whole; where they differ ours is checked, and a wrong one has no time.
 */
class cpu_timer
{
public:
    cpu_timer(std::shared_ptr<device> on,
              std::shared_ptr<fftw_library> with,
              const given_plans& plans,
              const cpu_timing_rules& rules);

    cpu_result measure(const bench_case& c);

private:
    void reserve(const executor& run, std::uint32_t rows);
    void time(const bench_case& c, cpu_result& result);

    std::shared_ptr<device> d_device;
    std::shared_ptr<fftw_library> d_with;
    given_plans d_plans;
    cpu_timing_rules d_rules;
    noise d_noise;
    std::shared_ptr<queue> d_queue;
    std::size_t d_in_bytes = 0, d_out_bytes = 0;
    std::shared_ptr<float> d_in, d_out, d_fftw_in, d_fftw_out;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_TIMERS_CPU_TIMER_H */
