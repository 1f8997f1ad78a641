/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_ITEM_KERNELS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_ITEM_KERNELS_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "plan/request/item_expression.h"

// clang-format off
/*!
 * Kernels of blocks that do little with their items. Each has a work-item for each element
 * of the output, groups_for(elements) workgroups (power_kernels.h), and arguments in the
 * order given; `uint` is 32 bits, `ulong` 64. Inputs and outputs share no memory. All are
 * rings: behind element in_size - 1 (out_size - 1) comes element 0, once in a launch.
 *
 * expression   for each input: const T* in, ulong in_at, ulong in_size; then T* out, ulong
 *              out_at, ulong out_size; what the expression names, buffers of float2 or
 *              float and floats, in their order; where it counts items, ulong first: the
 *              number of the first one; uint elements
 *              out[out_at + i] = the expression of in[in_at + i], for each sample i; T as
 *              the sample's type says.
 * keep         const uint* in, uint* out, ulong in_at, ulong in_size, ulong out_at,
 *              ulong out_size, uint elements, uint kept, uint group_words
 *              Of each group of words the first `kept`, from word in_at on.
 */
// clang-format on
namespace gpufft {

kernel_source generate_expression(const item_expression_pointer& e, const dialect& d);
kernel_source generate_keep(const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_ITEM_KERNELS_H */
