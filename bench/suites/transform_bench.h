/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_SUITES_TRANSFORM_BENCH_H
#define INCLUDED_GPUFFT_BENCH_SUITES_TRANSFORM_BENCH_H

#include "apps/options/command.h"

namespace gpufft::app {

//! gpufft bench SHAPE...: times transforms that are named, beside the libraries there
//! are. \throws usage_error, plan_error, device_error, std::runtime_error
int run_transform_bench(const arguments& args);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_SUITES_TRANSFORM_BENCH_H */
