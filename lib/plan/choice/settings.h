/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_SETTINGS_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_SETTINGS_H

#include "plan/ir/plan.h"
#include <optional>

namespace gpufft {

/*!
 * \brief \p p with the settings of \p known, a plan of a relative, relatives.h
 *
 * Stages, columns, staging, exchange, padding, min_blocks and slices are those of \p
 * known; sides, load and store operations, strides and batch stay those of \p p.
 * \return nothing where \p known has other passes, or the result does not fit
 */
std::optional<plan> with_settings_of(const plan& known, const plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_SETTINGS_H */
