/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_SUITES_UNSEEN_SUITE_H
#define INCLUDED_GPUFFT_BENCH_SUITES_UNSEEN_SUITE_H

#include "apps/options/command.h"

namespace gpufft::app {

//! gpufft bench --suite unseen: transforms drawn at random, beside a peer and a search.
//! \throws usage_error, device_error, std::runtime_error
int run_unseen_suite(const arguments& args);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_SUITES_UNSEEN_SUITE_H */
