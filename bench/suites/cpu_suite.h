/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_SUITES_CPU_SUITE_H
#define INCLUDED_GPUFFT_BENCH_SUITES_CPU_SUITE_H

#include "apps/options/command.h"

namespace gpufft::app {

//! gpufft bench --suite cpu: times transforms on a CPU device, FFTW's in turn with them.
//! \throws usage_error, device_error, std::runtime_error
int run_cpu_suite(const arguments& args);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_SUITES_CPU_SUITE_H */
