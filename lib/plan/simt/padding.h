/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_PADDING_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_PADDING_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

/*!
 * \brief Average number of turns the banks of local memory take for one access
 *
 * Over all reads and writes of exchanges: the most different words that fall on one bank
 * when half a subgroup accesses 8-byte elements (a whole one 4-byte halves). 1 is
 * without conflict.
 */
double bank_conflicts(const pass& p, const device_limits& limits);

/*!
 * \brief Spare elements between the levels of the exchange buffer, against conflicts
 *
 * Nukada and Matsuoka's paddings (2009, section 4.3) generalized: every pair of pads of
 * 0 .. 6 elements on the two lowest levels is tried; conflicts plus half the space
 * overhead decide. Empty where banks do not matter.
 */
std::vector<int> choose_padding(pass p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_PADDING_H */
