/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/core_length.h"

namespace gpufft {

std::int64_t core_length(const pass& p, const end_operation& end)
{
    // Where a pointwise pass stores, the load operation alone knows what the core is of.
    const auto& of = end.kind == transform_kind::c2c ? p.load : end;
    return core_length(of.kind, of.is_half, p.dimensions.back().caller_length);
}

} // namespace gpufft
