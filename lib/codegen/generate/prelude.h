/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_GENERATE_PRELUDE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_GENERATE_PRELUDE_H

#include "codegen/text/dialect.h"

namespace gpufft {

/*!
 * \brief What the text of \p p needs before its functions, in its precision
 *
 * The text always has complex_of() and cmul(). Where an I/O operation calculates, it also
 * has +, - and * of complex numbers, conjugate() and exchanged(); where one has float16
 * elements, it has the type half_complex and OpenCL's vload_half() family.
 */
std::string prelude(const dialect& d, const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_GENERATE_PRELUDE_H */
