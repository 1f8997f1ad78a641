/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_HASH_H
#define INCLUDED_GPUFFT_LIB_BASE_HASH_H

#include <initializer_list>
#include <string_view>
#include <string>

namespace gpufft {

//! 128-bit key of the parts as 32 hexadecimal digits; the same on every machine.
//! ("ab", "c") and ("a", "bc") differ.
std::string stable_hash(std::initializer_list<std::string_view> parts);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_HASH_H */
