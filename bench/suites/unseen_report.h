/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_SUITES_UNSEEN_REPORT_H
#define INCLUDED_GPUFFT_BENCH_SUITES_UNSEEN_REPORT_H

#include "bench/timers/unseen_timer.h"
#include <nlohmann/json.hpp>
#include <string>

namespace gpufft::app {

//! A case as an element of `cases` in the results.
nlohmann::ordered_json unseen_case_json(const unseen_result& r);

//! Lines of the table, from such elements.
std::string unseen_table_head();
std::string unseen_table_line(const nlohmann::ordered_json& c);

/*!
 * \brief What all cases come to, null where nothing was measured
 *
 * `times_peer`: how many times as fast as the peer, geometric mean and least. `behind`:
 * what the plan that nobody timed takes longer than the one that the search found, as a
 * part of that: median, the ninth of ten, and most. `plan_ms`: to plan.
 */
nlohmann::ordered_json unseen_summary(const nlohmann::ordered_json& cases);
std::string unseen_summary_text(const nlohmann::ordered_json& summary);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_SUITES_UNSEEN_REPORT_H */
