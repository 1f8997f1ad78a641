/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_IO_POINTWISE_PASS_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_IO_POINTWISE_PASS_H

#include "plan/strategies/strategy.h"

namespace gpufft {

//! The pass without stages from r.in through r.load and r.store to r.out.
pass make_pointwise_pass(const dft_problem& r);

//! make_pointwise_pass() in the widest vectors that divide its points, where there are.
pass make_vector_io(const dft_problem& r, const device_limits& limits);

//! The inner DFT of \p r, whose load and store operations are passes of their own, out of
//! place: just its own points where it is a DFT by a longer convolution.
dft_problem dft_between_io(const dft_problem& r);

//! Makes \p inner leave its outputs in the workspace, before the part that it needs
//! itself.
void leave_in_workspace(dft_problem& inner);

//! The pass that stores the outputs that \p inner, the inner DFT of \p r, has left in the
//! workspace.
pass make_last_pass(const dft_problem& r,
                    const dft_problem& inner,
                    const device_limits& limits);

//! Makes \p op and \p side complex where \p op has two reals to a point, neighbours all
//! along \p side. \return false  the reals do not lie so, and nothing has changed
bool take_pairs_as_complex(io_operation& op, dft_view& side);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_IO_POINTWISE_PASS_H */
