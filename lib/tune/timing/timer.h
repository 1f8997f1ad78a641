/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMER_H
#define INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMER_H

#include "plan/ir/plan.h"
#include <cstddef>
#include <string>
#include <vector>

namespace gpufft {

//! What a timer found out about a plan.
struct timing {
    std::vector<double> seconds; //!< of a call, a sample each; none where it failed
    std::string failure;
    //! Another try would fail as well: the plan does not fit, or does not build.
    bool fails_for_good = false;
};

/*!
 * \brief What a search asks for times: a device, or a table that was recorded
 */
class timer
{
public:
    virtual ~timer() = default;

    //! Passes of plans are timed as plans of one pass, too: pass_alone().
    //! \p samples of each plan, taken alternately, so that a drift affects all alike.
    //! Plans that cannot be timed fail one by one.
    virtual std::vector<timing> time(const std::vector<plan>& plans, int samples) = 0;

    //! The plan computes what it should.
    virtual bool is_right(const plan& p) = 0;

    //! Seconds since the timer was made.
    virtual double elapsed() const = 0;

    //! Plans that it builds side by side, in about the time of one: a search need not ask
    //! for fewer at once.
    virtual std::size_t builds_at_once() const { return 1; }
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMER_H */
