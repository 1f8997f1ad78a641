/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_SMALL_BATCH_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_SMALL_BATCH_H

#include "plan/ir/plan.h"
#include "plan/ir/small_batch_plan.h"
#include <cstdint>
#include <optional>

namespace gpufft {

/*!
 * \brief A faster plan than \p many for small batches, whose few rows would leave most of
 * the device idle
 *
 * A row that fills a whole workgroup takes the time of all its stages on one compute
 * unit, however few rows there are. A cluster spreads it over several units, and two
 * passes over many; passes of few workgroups have smaller ones then. See measurements.md,
 * "Small batches on a GPU". From some 4096 points a unit on, memory
 * passes cost more than idle units.
 *
 * Where a search found another plan to be faster then (builtin_plans.h), the result is
 * that plan. Otherwise there is none for short rows, and none where neither can be had.
 * On CPU devices lanes that are rows idle in a small batch, too: there the plan has lanes
 * along a row, or three passes of a convolution.
 */
std::optional<small_batch_plan> choose_plan_for_small_batch(const plan& many);

//! Most rows of a call by \p many that leave some of the device idle; 0: one row keeps
//! the device busy.
std::uint32_t most_small_batch(const plan& many);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_SMALL_BATCH_H */
