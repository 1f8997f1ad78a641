/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_CHANGE_COLUMNS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_CHANGE_COLUMNS_H

#include "plan/ir/pass.h"

namespace gpufft {

/*!
 * \brief Gives a workgroup of \p p \p count columns: rows of the batch, or neighbours, of
 * which the grid's tiles then hold as many
 * \return false, and \p p is unchanged, where \p count does not divide the columns of all
 * tiles, the columns are paired, or tiles do not follow one another
 */
bool change_columns(pass& p, std::int64_t count);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_CHANGE_COLUMNS_H */
