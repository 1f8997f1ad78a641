/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PAPERS_GPU_FORM_H
#define INCLUDED_GPUFFT_BENCH_PAPERS_GPU_FORM_H

#include "plan/ir/plan.h"
#include <optional>

namespace gpufft::app {

/*!
 * \brief \p limits of a device, as of one that runs work-items with local memory
 *
 * The papers are about GPUs. A CPU device runs kernels of that form as well; since its
 * local memory has no banks, 32 banks are assumed for the choice of padding.
 */
device_limits gpu_form_limits(device_limits limits);

//! The model's one pass of \p request in that form, without what a search would add to
//! it. \throws plan_error  it takes several
plan plain_gpu_plan(const transform& request, const device_limits& limits);

//! \p p with \p only for its pass; nothing where that does not fit the device.
std::optional<plan> with_pass(const plan& p, const pass& only);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PAPERS_GPU_FORM_H */
