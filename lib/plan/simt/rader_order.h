/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_RADER_ORDER_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_RADER_ORDER_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>

namespace gpufft {

/*!
 * \brief Average turns that an access to staged rows takes, as bank_conflicts() counts
 *
 * Pass \p p stages rows that are loaded or stored in the order of Rader's algorithm; its
 * first step looks points up there, and its last one stores them.
 */
double row_conflicts(const pass& p, const device_limits& limits);

//! The generator, out of a few, whose order of points meets in the fewest banks.
int choose_generator(pass p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_RADER_ORDER_H */
