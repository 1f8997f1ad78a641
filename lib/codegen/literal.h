/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_LITERAL_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_LITERAL_H

#include <fmt/format.h>
#include <string>

namespace gpufft {

//! A float literal of both dialects, with enough digits to give the nearest float.
inline std::string float_literal(double value) { return fmt::format("{:#.9g}f", value); }

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_LITERAL_H */
