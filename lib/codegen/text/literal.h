/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_LITERAL_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_LITERAL_H

#include "plan/ir/pass.h"
#include <fmt/format.h>
#include <complex>
#include <string>

namespace gpufft {

//! Literals of both dialects, with enough digits to give the nearest number.
inline std::string float_literal(double value) { return fmt::format("{:#.9g}f", value); }
inline std::string double_literal(double value) { return fmt::format("{:#.17g}", value); }

//! A literal in the precision that \p p computes with.
inline std::string literal(const pass& p, double value)
{
    return p.number == precision::float64 ? double_literal(value) : float_literal(value);
}

inline std::string complex_literal(const pass& p, std::complex<double> value)
{
    return fmt::format(
        "complex_of({}, {})", literal(p, value.real()), literal(p, value.imag()));
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_LITERAL_H */
