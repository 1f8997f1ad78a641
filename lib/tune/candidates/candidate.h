/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CANDIDATE_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CANDIDATE_H

#include "base/median.h"
#include "plan/ir/plan.h"
#include <vector>

namespace gpufft {

//! A plan that was timed.
struct candidate {
    plan result;
    std::vector<double> seconds; //!< of a call, a sample each
    bool is_expanded = false;    //!< its neighbours have been tried

    double time() const { return median(seconds); }
    //! Half the width in which the median of as many samples lies, about.
    double noise() const;
    bool is_clear_of(const candidate& slower) const
    {
        return time() + noise() < slower.time() - slower.noise();
    }
};

void sort_by_time(std::vector<candidate*>& all);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CANDIDATE_H */
