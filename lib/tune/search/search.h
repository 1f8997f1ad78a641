/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_SEARCH_SEARCH_H
#define INCLUDED_GPUFFT_LIB_TUNE_SEARCH_SEARCH_H

#include "plan/ir/plan.h"
#include "tune/timing/timer.h"
#include "tune/timing/timing_table.h"
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

//! How far a search is.
struct search_state {
    std::size_t timed = 0; //!< plans
    double best_s = 0;     //!< of a call; 0: none could be timed yet
    double planners_s = 0; //!< of a call by the planner's plan; 0: not timed yet
};

//! What a search may spend and what it tries; the defaults suit a device.
struct search_settings {
    double budget_s = 10;
    //! Asked before plans are timed: where it says true, the best that is known so far is
    //! decided upon.
    std::function<bool()> stop = [] { return false; };
    std::function<void(const search_state&)> report = [](const search_state&) {};
    std::size_t origins = 2; //!< whole plans whose stages are exchanged
    std::size_t first = 64;  //!< candidates to begin with, for each pass
    std::size_t leaders = 4; //!< whose neighbours are tried in a round
    double hopeful = 1.15;   //!< times the best time: slower ones are no leaders
    int quick_samples = 2;   //!< of a candidate
    std::size_t finalists = 6;
    int final_samples = 9; //!< a round
    int final_rounds = 4;  //!< at most, until the leader is clear of the noise
    //! Where plans have several passes, which are timed one by one (pass_sums.h): other
    //! stages to try for each pass, and whole plans of the best sums.
    std::size_t first_of_pass = 16;
    std::size_t sums = 6;
    //! The caller's: what is in it is not timed again, but for the final, and what is
    //! timed is added, before report is called. nullptr: the search has one of its own.
    timing_table* table = nullptr;
};

struct search_result {
    plan best;
    double best_s = 0;     //!< of a call
    double planners_s = 0; //!< of a call by the planner's plan; 0: that failed
    std::size_t timed = 0; //!< plans, passes that were timed alone included
    //! Neither the budget nor a stop cut it short: there was nothing more to try.
    bool is_complete = false;
};

/*!
 * \brief The fastest plan that verifies, of \p planners, \p others, and what can be made
 * of them
 *
 * The whole plans first; then the passes of \p shapes, for up to half of the budget, and
 * the whole plans that their times promise; then other stages of the best of all; then
 * other settings of the best few, round by round until nothing gets better; then the best
 * are timed against each other until the leader is clear of the noise. Plans are timed as
 * many at once as take a small part of the budget, or as build side by side in the time
 * of one; the budget is exceeded by less than a tenth where a single plan takes less than
 * that, and about a fifth of it is kept for the final.
 *
 * \param others  of the same transform
 * \param shapes  of the same transform, of several passes each: plan_shape.h
 * \throws build_error  no plan was right, or none could be timed
 */
search_result search(const plan& planners,
                     timer& with,
                     const search_settings& s = {},
                     const std::vector<plan>& others = {},
                     const std::vector<plan>& shapes = {});

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_SEARCH_SEARCH_H */
