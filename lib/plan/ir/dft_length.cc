/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/dft_length.h"

namespace gpufft {

std::int64_t dft_length(const pass& p, const io_operation& op)
{
    // In a pointwise pass that stores, the load operation alone knows the inner DFT.
    const auto& of = op.kind == transform_kind::c2c ? p.load : op;
    return dft_length(of.kind, of.is_half, p.dimensions.back().caller_length);
}

} // namespace gpufft
