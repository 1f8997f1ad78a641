/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_COST_OCCUPANCY_H
#define INCLUDED_GPUFFT_LIB_PLAN_COST_OCCUPANCY_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>

namespace gpufft {

//! Work-items of a workgroup of \p p, idle ones of its last subgroup included: so many
//! take registers.
int whole_subgroups(const pass& p, const device_limits& limits);

//! Registers that a work-item of \p p needs at least: parts of all points, and what else
//! is alive beside them. Fewer spill (measured on an H200).
int needed_registers(const pass& p);

/*!
 * \brief Caps the registers of \p p, one of several passes with plain ends
 *
 * So that as many workgroups are resident as local memory allows and the points that a
 * work-item holds leave room for: then one loads while another computes. What compilers
 * take by themselves is often one group less.
 */
void cap_registers(pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_COST_OCCUPANCY_H */
