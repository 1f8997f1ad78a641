/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PAPERS_PAPER_TIMER_H
#define INCLUDED_GPUFFT_BENCH_PAPERS_PAPER_TIMER_H

#include "tune/timing/stopwatch.h"
#include <nlohmann/json.hpp>
#include <memory>
#include <string>
#include <vector>

namespace gpufft::app {

//! What became of a plan.
struct plan_time {
    double seconds = 0;      //!< of a call, the fastest of the rounds; 0: it failed
    double spread = 0;       //!< by which the median is above it, a fraction
    double of_copy = 0;      //!< of the rate of a copy within the device
    double gflops = 0;       //!< counting 5 N log2 N for a complex transform
    std::uint32_t batch = 0; //!< rows of a call
    std::string failure;     //!< why there is no time
};

/*!
 * \brief Times plans of a transform alternately, when each has passed the self test
 *
 * So a drift affects all alike, and nothing that computes wrong values has a time. The
 * fastest round counts: others that use the machine only ever add to a time.
 */
class paper_timer
{
public:
    //! \param input_bytes  of a call, about
    //! \param rounds       samples of each plan
    paper_timer(std::shared_ptr<device> on, std::size_t input_bytes, int rounds);

    std::vector<plan_time> time(const std::vector<plan>& plans);
    //! Bytes a second, read and written.
    double copy_rate() const { return d_copy_rate; }
    const std::shared_ptr<device>& on() const { return d_device; }
    std::size_t input_bytes() const { return d_input_bytes; }

private:
    std::shared_ptr<device> d_device;
    std::size_t d_input_bytes;
    int d_rounds;
    stopwatch d_watch;
    double d_copy_rate;
};

//! \p p and its time as they stand in the results.
nlohmann::ordered_json plan_time_json(const plan& p, const plan_time& t);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PAPERS_PAPER_TIMER_H */
