/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_TIMERS_UNSEEN_TIMER_H
#define INCLUDED_GPUFFT_BENCH_TIMERS_UNSEEN_TIMER_H

#include "bench/cases/bench_case.h"
#include "bench/peers/cufft.h"
#include "bench/peers/fftw.h"
#include "bench/timers/call_timer.h"
#include "bench/timers/case_memory.h"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpufft::app {

//! Seconds of a call where nothing else is said: median over the rounds, in turns.
struct unseen_result {
    bench_case asked;
    std::string failure;           //!< why there are no times
    double plan_s = 0;             //!< to plan, without any wisdom
    double ours_s = 0;             //!< of the plan that nobody timed
    std::optional<double> peer_s;  //!< of cuFFT's or FFTW's
    std::string why_no_peer;       //!< where it has such a transform, and has no time
    std::optional<double> found_s; //!< of the plan that the search found
    double of_copy = 0;            //!< ours, as a fraction of a copy's rate
    double error = 0;              //!< relative RMS of ours, against sums in double
    std::string plan, found_plan;
    std::string from; //!< who knew the plan: chosen_plan::says
};

/*!
 * \brief Times the plan that nobody timed beside a peer's and beside the winner of a
 * search
 *
 * The peer of a GPU is cuFFT, that of a CPU device FFTW with as many threads, in memory
 * of its own.
 */
class unseen_timer
{
public:
    struct rules {
        double search_s = 5; //!< budget of the search; 0: there is none
        int rounds = 11;
    };
    unseen_timer(std::shared_ptr<device> on, const rules& how);

    unseen_result measure(const bench_case& c);

    double copy_rate();
    //! "cuFFT 12001", "fftw-3.3.10-sse2"; "": there is none.
    std::string peer() const;
    const std::string& why_no_peer() const { return d_why_no_peer; }

private:
    using call = std::function<void()>;

    //! A call that is timed in turn with the others.
    struct contender {
        call run;
        bool is_on_host = false; //!< returns when it is done
        std::vector<double> samples;
    };
    void time(unseen_result& result);
    std::optional<plan> search(const transform& request, std::uint32_t rows) const;
    void check(unseen_result& result, const executor& ours);
    void add_peer(unseen_result& result,
                  const transform& request,
                  std::map<std::string, contender>& all);
    std::shared_ptr<fftw_library> fftw_of(precision number) const;
    double seconds(const contender& each, const timing_rules& rules);
    double of_copy(const executor& run, const unseen_result& result);

    std::shared_ptr<device> d_device;
    rules d_rules;
    bool d_is_cpu;
    noise d_noise;
    call_timer d_calls;
    case_memory d_memory;
    std::string d_why_no_peer; // before what writes to it
    std::shared_ptr<cufft_library> d_cufft;
    std::shared_ptr<fftw_library> d_fftw, d_fftw_double;
    double d_copy_rate = 0;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_TIMERS_UNSEEN_TIMER_H */
