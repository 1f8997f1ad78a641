/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_GENERATE_PRELUDE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_GENERATE_PRELUDE_H

#include "codegen/text/dialect.h"

namespace gpufft {

/*!
 * \brief What the text of \p p needs before its functions, in its precision
 *
 * Always complex_of() and cmul(). Where the ends calculate also +, - and * of complex
 * numbers, conjugate() and exchanged(); where they store halves the type half_complex
 * and OpenCL's vload_half() family.
 */
std::string prelude(const dialect& d, const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_GENERATE_PRELUDE_H */
