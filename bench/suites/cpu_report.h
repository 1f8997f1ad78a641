/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_SUITES_CPU_REPORT_H
#define INCLUDED_GPUFFT_BENCH_SUITES_CPU_REPORT_H

#include "bench/cases/bench_case.h"
#include "bench/timers/cpu_timer.h"
#include <nlohmann/json.hpp>
#include <string>

namespace gpufft::app {

//! A case as an element of `cases` in the results.
nlohmann::ordered_json
cpu_case_json(const bench_case& c, std::int64_t points, int threads, const cpu_result& r);

//! Lines of the table, from such elements.
std::string cpu_table_head(fftw_maker peer);
std::string cpu_table_line(const nlohmann::ordered_json& c);

//! Geometric means over classes, points in all and threads, with the targets beside.
std::string cpu_table_means(const nlohmann::ordered_json& cases, fftw_maker peer);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_SUITES_CPU_REPORT_H */
