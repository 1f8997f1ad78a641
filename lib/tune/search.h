/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_SEARCH_H
#define INCLUDED_GPUFFT_LIB_TUNE_SEARCH_H

#include "plan/plan.h"
#include <string>
#include <vector>

namespace gpufft {

//! What a timer found out about a plan.
struct timing {
    std::vector<double> seconds; //!< of a call, a sample each; none where it failed
    std::string failure;
};

//! Middle one; of an even number the upper. \p x is not empty.
double median(std::vector<double> x);

/*!
 * \brief What a search asks for times: a device, or a table that was recorded
 */
class timer
{
public:
    virtual ~timer() = default;

    //! \p samples of each plan, taken in turns, so that what drifts does so for all.
    //! Plans that cannot be timed fail one by one.
    virtual std::vector<timing> time(const std::vector<plan>& plans, int samples) = 0;

    //! The plan computes what it should.
    virtual bool is_right(const plan& p) = 0;

    //! Seconds since the timer was made.
    virtual double elapsed() const = 0;
};

//! Of a search, each of them with defaults that suit a device.
struct search_settings {
    double budget_s = 10;
    std::size_t first = 64;  //!< candidates to begin with, for each pass
    std::size_t leaders = 4; //!< whose neighbours are tried in a round
    double hopeful = 1.15;   //!< times the best time: slower ones are no leaders
    int quick_samples = 2;   //!< of a candidate
    std::size_t finalists = 6;
    int final_samples = 9; //!< a round
    int final_rounds = 4;  //!< at most, until the leader is clear of the noise
};

struct search_result {
    plan best;
    double best_s = 0;     //!< of a call
    double planners_s = 0; //!< likewise; 0 where that failed
    std::size_t timed = 0; //!< plans
};

/*!
 * \brief The fastest plan that verifies, of \p planners and what can be made of it
 *
 * Other stages first, then other settings of the best few, round by round until nothing
 * gets better; then the best are timed against each other until the leader is clear of
 * the noise. The budget is respected but for the call of the timer that is under way;
 * about a fifth is kept for the final.
 *
 * \throws build_error  no plan was right, or none could be timed
 */
search_result search(const plan& planners, timer& with, const search_settings& s = {});

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_SEARCH_H */
