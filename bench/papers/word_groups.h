/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PAPERS_WORD_GROUPS_H
#define INCLUDED_GPUFFT_BENCH_PAPERS_WORD_GROUPS_H

#include "bench/papers/paper_timer.h"

namespace gpufft::app {

/*!
 * \brief Radices, and points that a work-item holds (Ambuluri 2012, table 5.1)
 *
 * A radix of 2, 4, 8 or 16 throughout, with a smaller one last where the length asks for
 * it; 2 to 32 points a work-item, that is one butterfly or several of them. Work-items
 * of a transform are its length over those points. Where the length is a power of the
 * radix, by constant geometry as well, with outputs put in order in local memory. What
 * does not fit is left out. \p most is of plans; 0: all.
 *
 * \return `ways`, each with `radix`, `points` (of a work-item), `work_items` (of a
 *         transform), `geometry` (`direct` or `constant`) and `time` (plan_time_json());
 *         `failure` alone where it cannot be done
 */
nlohmann::ordered_json
word_groups(const transform& request, paper_timer& with, std::size_t most);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PAPERS_WORD_GROUPS_H */
