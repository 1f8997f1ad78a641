/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PAPERS_PASS_COUNTS_H
#define INCLUDED_GPUFFT_BENCH_PAPERS_PASS_COUNTS_H

#include "bench/papers/paper_timer.h"

namespace gpufft::app {

/*!
 * \brief Passes that a transform is cut into, and what each cut takes (Gu, Li and Siegel
 * 2010, table 2)
 *
 * The planner's plan, and in the form with work-items those that it makes for less and
 * less local memory: lengths are split elsewhere, dimensions grouped otherwise. \p most
 * is of plans; 0: all.
 *
 * \return `plans`, each plan_time_json() with the points of its passes (`split`) and its
 *         form, the planner's first; `failure` alone where it cannot be done
 */
nlohmann::ordered_json
pass_counts(const transform& request, paper_timer& with, std::size_t most);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PAPERS_PASS_COUNTS_H */
