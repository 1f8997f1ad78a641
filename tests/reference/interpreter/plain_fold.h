/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_FOLD_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_FOLD_H

#include "plan/ir/pass.h"
#include "reference/interpreter/plain_dft.h"

namespace gpufft {

//! The folds of plan/ir/forms/folds.h, each point by its definition: of points \p x of
//! the inner DFT of \p shape, or of its outputs \p y. Both stay as they are where the
//! pass has no folds.
complex_points
folded_input(const pass& p, complex_points x, const std::vector<std::int64_t>& shape);
complex_points
folded_output(const pass& p, complex_points y, const std::vector<std::int64_t>& shape);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_FOLD_H */
