/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_FLOAT16_PAIRS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_FLOAT16_PAIRS_H

#include "codegen/text/dialect.h"
#include <fmt/format.h>
#include <string>

//! Text of pairs of float16 numbers in global memory, which both dialects convert by
//! OpenCL's functions; `half_complex` is what such a pair is where it is not computed
//! with.
namespace gpufft {

//! \p pointer to pairs as one to float16 numbers.
inline std::string halves_at(const dialect& d, const std::string& pointer)
{
    return fmt::format("({}half*){}", d.global, pointer);
}

inline std::string const_halves_at(const dialect& d, const std::string& pointer)
{
    return fmt::format("({}const half*){}", d.global, pointer);
}

//! Pair \p i of those that \p halves points to, as a complex number.
inline std::string load_half_pair(const std::string& halves, const std::string& i)
{
    return fmt::format("vload_half2({}, {})", i, halves);
}

//! The statement that stores \p value as pair \p i of those that \p halves points to.
inline std::string
store_half_pair(const std::string& halves, const std::string& i, const std::string& value)
{
    return fmt::format("vstore_half2({}, {}, {});", value, i, halves);
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_FLOAT16_PAIRS_H */
