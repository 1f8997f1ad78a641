/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PAPERS_PAPER_CASES_H
#define INCLUDED_GPUFFT_BENCH_PAPERS_PAPER_CASES_H

#include "bench/cases/bench_case.h"
#include <vector>

namespace gpufft::app {

//! Transforms of the papers' experiments; the group is the paper: "hbpl", "nukada",
//! "mpfft", "gu", "ambuluri". Batches follow from the device.
std::vector<bench_case> paper_cases();

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PAPERS_PAPER_CASES_H */
