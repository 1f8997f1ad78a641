/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_SEARCH_SEARCH_FINAL_H
#define INCLUDED_GPUFFT_LIB_TUNE_SEARCH_SEARCH_FINAL_H

#include "tune/candidates/candidate.h"
#include "tune/search/search.h"
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief The end of a search: its best candidates against each other
 *
 * Takes more samples of each, alternately, until the leader is clear of the noise or the
 * rounds of \p s are done; they replace the samples of the search. A stop takes no more
 * samples: the times that there are decide.
 *
 * Among many plans that are equally fast the quickest was lucky: the planner's own gives
 * way to one that is clear of it only.
 *
 * \param best       of one transform; sorted in the end, the one to take first
 * \param left_s     seconds that are left of the budget
 * \param planners   the line of the planner's own
 */
void decide(std::vector<candidate*>& best,
            timer& with,
            const search_settings& s,
            const std::function<double()>& left_s,
            const std::string& planners);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_SEARCH_SEARCH_FINAL_H */
