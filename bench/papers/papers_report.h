/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PAPERS_PAPERS_REPORT_H
#define INCLUDED_GPUFFT_BENCH_PAPERS_PAPERS_REPORT_H

#include <nlohmann/json.hpp>
#include <string>

namespace gpufft::app {

//! Lines about an element of `cases` in the results: one, or one for each plan.
std::string paper_case_text(const nlohmann::ordered_json& c);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PAPERS_PAPERS_REPORT_H */
