/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_GIVEN_ARGUMENTS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_GIVEN_ARGUMENTS_H

#include "plan/ir/pass.h"
#include <vector>

namespace gpufft {

//! What the load and the store expression of \p p name, each once, in the order of the
//! transform's arguments: arguments of the kernel.
std::vector<used_argument> given_arguments(const pass& p);

//! An expression of \p p has the row's number, or rows take different points of a branch
//! in turn: behind them the kernel has the number of the call's first row.
bool counts_rows(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_GIVEN_ARGUMENTS_H */
