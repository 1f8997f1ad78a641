/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_ROW_BRANCHES_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_ROW_BRANCHES_H

#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! Numbers of rows from which on the kernel \p text takes other code than with fewer,
//! ascending: those that it compares its argument `rows` with.
std::vector<std::int64_t> row_branches(const std::string& text);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_ROW_BRANCHES_H */
