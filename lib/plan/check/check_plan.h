/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_PLAN_H

#include "plan/ir/plan.h"

namespace gpufft {

/*!
 * \brief Whether a plan that was not made here can be turned into kernels and run
 *
 * The parts of the plan must agree with one another, and no pass may reach beyond the row
 * or the workspace. Only the self test of the kernels shows that they compute the
 * transform.
 *
 * \throws plan_error  names the pass and what is wrong with it
 */
void check_plan(const plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_PLAN_H */
