/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_SUITES_SUITE_H
#define INCLUDED_GPUFFT_BENCH_SUITES_SUITE_H

#include "apps/options/command.h"
#include <string>

namespace gpufft::app {

//! Exit status of a suite in which a case failed.
constexpr int CASE_FAILED = 3;

//! The suite \p name is asked for. Asked where it has options of its own.
bool is_suite(const arguments& args, const std::string& name);

//! gpufft bench --suite NAME: times transforms on a device, cuFFT's beside ours.
//! \throws usage_error, device_error, std::runtime_error
int run_suite(const arguments& args);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_SUITES_SUITE_H */
