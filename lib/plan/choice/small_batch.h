/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_SMALL_BATCH_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_SMALL_BATCH_H

#include "plan/ir/plan.h"
#include "plan/ir/small_batch_plan.h"
#include <cstdint>
#include <optional>

namespace gpufft {

/*!
 * \brief What is faster than \p many where a call has so few rows that most of the device
 * would be idle
 *
 * A row that fills a whole workgroup takes the time of all its stages on one compute
 * unit, however few rows there are. Two passes spread each row over many units, see
 * measurements.md, "Few rows on a GPU". From some 4096 points a unit on, trips through
 * memory cost more than idle units.
 *
 * Where a search found another plan to be faster then (builtin_plans.h), it is that one.
 * Else nothing for rows that are short, and where two passes are no choice. On CPU
 * devices likewise for lanes that are rows, which idle where there are fewer: lanes along
 * a row, or three passes of a convolution.
 */
std::optional<small_batch_plan> choose_plan_for_small_batch(const plan& many);

//! Most rows of a call by \p many that leave some of the device idle; 0: one row keeps
//! it busy.
std::uint32_t most_small_batch(const plan& many);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_SMALL_BATCH_H */
