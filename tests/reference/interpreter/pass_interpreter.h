/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PASS_INTERPRETER_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PASS_INTERPRETER_H

#include "plan/ir/pass.h"
#include "reference/interpreter/pass_memory.h"

namespace gpufft {

/*!
 * \brief Does what \p p says, for \p rows rows, in double precision
 *
 * The plain reading of struct pass: no stages, no local memory, no tables. Each
 * workgroup reads all of its points before it writes any, as a kernel does.
 * \throws device_error  an access beyond the memory, with the index
 */
void interpret_pass(const pass& p, const pass_memory& memory, std::uint64_t rows);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PASS_INTERPRETER_H */
