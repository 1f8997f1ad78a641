/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_INTEGER_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_INTEGER_TEXT_H

#include "codegen/text/value_text.h"
#include <cstdint>
#include <string>

//! Indices of buffers in expressions, as text.
namespace gpufft {

//! \p n, which indexes a buffer of \p length elements, in lane number \p lane. Where it
//! may be outside, the nearest index inside is taken.
std::string
integer_text(const value_context& c, const node& n, std::int64_t length, int lane);

//! \p n is the same in all lanes.
bool is_uniform(const value_context& c, const node& n);

//! \p n is inside a buffer of \p length elements and rises with the index from lane to
//! lane: an index, and what is the same in all lanes added to it.
bool is_run(const value_context& c, const node& n, std::int64_t length);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_INTEGER_TEXT_H */
