/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_COST_OCCUPANCY_H
#define INCLUDED_GPUFFT_LIB_PLAN_COST_OCCUPANCY_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>

namespace gpufft {

//! Work-items of a workgroup of \p p, idle ones of its last subgroup included: so many
//! take registers.
int whole_subgroups(const pass& p, const device_limits& limits);

//! Least registers that a work-item of \p p needs: for parts of all points, and for
//! values that are alive beside them. With fewer, they spill (measured on an H200).
int needed_registers(const pass& p);

//! Workgroups of \p p that a compute unit holds at once.
std::int64_t resident_groups(const pass& p, const device_limits& limits);

//! What a pass costs beyond moving its data where the workgroups of a compute unit, as
//! many as it takes of \p points points each, have fewer bytes on their way than hide the
//! memory's delay, in memory passes.
double cost_of_small_groups(std::int64_t points, precision number);

/*!
 * \brief What a pass costs beyond moving its data, in memory passes
 *
 * Work-items that idle in a stage; and a compute unit that holds one workgroup at a time,
 * so that nothing loads while it computes, and fewer bytes on their way than hide the
 * memory's delay, where local memory is plentiful. See measurements.md, "Splits by what
 * their passes cost". 0 on CPU devices.
 */
double occupancy_cost(const pass& p, const device_limits& limits);

/*!
 * \brief Caps the registers of \p p, one of several passes with plain load and store
 * operations
 *
 * The cap makes as many workgroups resident as local memory allows and the points per
 * item leave room for: then one loads while another computes. Compilers left alone often
 * allow one workgroup less.
 */
void cap_registers(pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_COST_OCCUPANCY_H */
