/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PAPERS_PAPERS_SUITE_H
#define INCLUDED_GPUFFT_BENCH_PAPERS_PAPERS_SUITE_H

#include "apps/options/command.h"

namespace gpufft::app {

//! gpufft bench --suite papers: experiments of the papers that the engine builds upon,
//! again, on a device.
//! \throws usage_error, device_error, std::runtime_error
int run_papers_suite(const arguments& args);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PAPERS_PAPERS_SUITE_H */
