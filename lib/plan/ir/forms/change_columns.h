/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_CHANGE_COLUMNS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_CHANGE_COLUMNS_H

#include "plan/ir/pass.h"

namespace gpufft {

/*!
 * \brief Gives a workgroup of \p p \p count columns: rows of the batch, or neighbours of
 * which the grid's tiles then take as many
 * \return false, and nothing is changed, where \p count does not divide what the tiles
 * share out, the columns are pairs, or tiles are no neighbours
 */
bool change_columns(pass& p, std::int64_t count);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_CHANGE_COLUMNS_H */
