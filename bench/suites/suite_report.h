/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_SUITES_SUITE_REPORT_H
#define INCLUDED_GPUFFT_BENCH_SUITES_SUITE_REPORT_H

#include "bench/cases/prepared_case.h"
#include "bench/measure/clocks.h"
#include "bench/timers/case_timer.h"
#include <string>
#include <vector>

namespace gpufft::app {

//! What a suite found out.
struct suite_results {
    std::string suite; //!< "peers", "small"
    device_info on;
    device_clocks clocks;
    double copy_rate = 0; //!< bytes a second, read and written
    int cufft_version = 0;
    first_use_rules first_use;
    bool has_vkfft = false; //!< VkFFT's figures are of such a device
    std::vector<case_result> cases;
};

//! Fraction of a copy's rate that \p seconds for all of the case's data are.
double fraction_of_copy(const case_result& r, double seconds, double copy_rate);

//! A case's line of the table, and the table's first line.
std::string table_head(const std::string& suite);
std::string table_line(const suite_results& all, const case_result& r);
//! Geometric means of groups and of all.
std::string table_means(const suite_results& all);

//! One object: docs/benchmarks.md says what is in it.
std::string results_json(const suite_results& all);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_SUITES_SUITE_REPORT_H */
