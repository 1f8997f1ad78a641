/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PROGRAMS_BARE_RATE_H
#define INCLUDED_GPUFFT_BENCH_PROGRAMS_BARE_RATE_H

#include "bench/programs/flowgraph_rate.h"
#include <gpufft/transform.h>
#include <string>

namespace gpufft::testing {

//! The engine alone, without GNU Radio: submissions of as many rows
//! as \p like made at a time, going around in memory of the size of its buffers.
sample_rate run_bare(const transform& request,
                     const std::string& device,
                     const flowgraph_rate& like,
                     double seconds);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_PROGRAMS_BARE_RATE_H */
