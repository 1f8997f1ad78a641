/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_SEARCH_PASS_SUMS_H
#define INCLUDED_GPUFFT_LIB_TUNE_SEARCH_PASS_SUMS_H

#include "tune/timing/timing_table.h"
#include <functional>
#include <vector>

namespace gpufft {

struct pass_sum_settings {
    //! Seconds of a memory pass by another plan, to begin with; 0: not known.
    double trip_s = 0;
    double best_s = 0;       //!< of a whole plan that is known; 0: none is
    double hopeful = 1.2;    //!< times the best sum: slower shapes are left aside
    std::size_t origins = 2; //!< shapes whose passes are changed
    std::size_t first = 16;  //!< other stages for each pass
    int rounds = 8;          //!< of other settings, at most
    std::size_t results = 6;
};

/*!
 * \brief Plans whose passes, timed one by one, take the least time together
 *
 * The recurrence of MPFFT (equation 11): the best time from a pass on is the least of
 * what a way to do the pass takes and the best time from the next pass on. A pass is
 * timed once, however many plans hold it, so the ways to do passes are summed up where
 * whole plans would multiply them.
 *
 * First the shapes, each with the passes that the model gives it: those whose passes have
 * no time yet are thought to take what their estimates say at the best rate that was
 * seen, and the shape that promises most is timed next, until none promises more than
 * what is known. Then other stages and settings of each pass of the best shapes.
 *
 * What a pass leaves in the caches for the next one is not in these times: whole plans
 * are to be timed in the end.
 *
 * \param shapes  of one transform
 * \param table   where times are looked up
 * \param time    adds the times of plans of one pass to \p table; false: there is no time
 *                left for all of them
 * \return at most s.results, best first; none where no shape could be timed
 */
std::vector<plan>
best_pass_sums(const std::vector<plan>& shapes,
               const timing_table& table,
               const std::function<bool(const std::vector<plan>&)>& time,
               const pass_sum_settings& s);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_SEARCH_PASS_SUMS_H */
