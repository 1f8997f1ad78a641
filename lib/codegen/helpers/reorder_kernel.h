/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_REORDER_KERNEL_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_REORDER_KERNEL_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include <cstdint>

// clang-format off
/*!
 * Complex values of rows in another order, by a map, and transposed where the strides say
 * so:
 *
 *     out[out_at + r out_row + v out_value] = in[in_at + r in_row + map[v] in_value],
 *                                             or 0 where map[v] < 0
 *
 * reorder      const float2* in, const int* map [values], float2* out, ulong in_at,
 *              ulong in_row, ulong in_value, ulong out_at, ulong out_row,
 *              ulong out_value, uint rows, uint values
 *              `ulong` is 64 bits. Input and output share no memory.
 *
 * In CUDA C++ either side may be rings, one for each value, of which `rings` has the
 * address, the byte of the first row and the bytes of all; what has no address is left out,
 * or 0.
 *
 * reorder_to_rings    const float2* in, const int* map [values], const ulong* rings
 *                     [values][3], ulong in_at, ulong in_row, ulong in_value, uint rows,
 *                     uint values
 * reorder_from_rings  const ulong* rings [][3], const int* map [values], float2* out,
 *                     ulong in_at, ulong out_at, ulong out_row, ulong out_value, uint rows,
 *                     uint values
 *                     in_at is the row of the rings that is the first one
 *
 * Each takes reorder_groups() workgroups. Each has a tile of REORDER_TILE rows and as many
 * values in local memory, so that its work-items load from neighbouring places, and store
 * to neighbouring ones, whichever of rows and values lie side by side.
 */
// clang-format on
namespace gpufft {

constexpr int REORDER_TILE = 16;

constexpr int RING_WORDS = 3; //!< of a ring

kernel_source generate_reorder(const dialect& d);
kernel_source generate_reorder_to_rings(const dialect& d);
kernel_source generate_reorder_from_rings(const dialect& d);

//! Workgroups of a launch.
std::uint64_t reorder_groups(std::uint64_t rows, std::uint64_t values);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_REORDER_KERNEL_H */
