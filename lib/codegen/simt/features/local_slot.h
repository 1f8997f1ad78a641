/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_LOCAL_SLOT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_LOCAL_SLOT_H

#include "plan/simt/tile.h"
#include <string>
#include <vector>

namespace gpufft::simt {

//! Where index \p k along dimension \p d stands in local memory, counted in the \p weight
//! of \p digits, of which there are \p count.
std::string local_slot(const std::vector<atom>& digits,
                       std::size_t d,
                       const std::string& k,
                       std::int64_t atom::*weight,
                       std::int64_t count);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_LOCAL_SLOT_H */
