/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_UNPARSE_H
#define INCLUDED_GPUFFT_LIB_CODELET_UNPARSE_H

#include "codelet/program.h"
#include <string>
#include <vector>

namespace gpufft {

//! The statements as text, one each, in the order of the program
std::vector<std::string> unparse(const program& p, const codelet_names& names);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_UNPARSE_H */
