/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_COSINE_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_COSINE_H

#include "plan/ir/pass.h"
#include "reference/interpreter/plain_dft.h"

namespace gpufft {

//! What the codelets of \p p, a pass of reals, make of the real parts of \p x along each
//! dimension of \p shape, by definition.
complex_points
plain_cosines(const pass& p, complex_points x, const std::vector<std::int64_t>& shape);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_COSINE_H */
