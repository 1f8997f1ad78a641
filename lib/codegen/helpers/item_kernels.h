/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_ITEM_KERNELS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_ITEM_KERNELS_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"

// clang-format off
/*!
 * Kernels of blocks that do little with their items. Each has a work-item for each element
 * of the output, groups_for(elements) workgroups (power_kernels.h), and arguments in the
 * order given; `uint` is 32 bits, `ulong` 64. Inputs and outputs share no memory. Both are
 * rings: behind element in_size - 1 (out_size - 1) comes element 0, once in a launch.
 *
 * mag_squared  const float2* in, float* out, ulong in_at, ulong in_size, ulong out_at,
 *              ulong out_size, uint elements
 *              out[out_at + i] = |in[in_at + i]|^2
 * keep         const uint* in, uint* out, ulong in_at, ulong in_size, ulong out_at,
 *              ulong out_size, uint elements, uint kept, uint group_words
 *              Of each group of words the first `kept`, from word in_at on.
 */
// clang-format on
namespace gpufft {

kernel_source generate_mag_squared(const dialect& d);
kernel_source generate_keep(const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_ITEM_KERNELS_H */
