/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_COUNTS_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_COUNTS_H

#include "exec/executor/executor.h"
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief Numbers of rows above 1 whose calls by \p e run all that its kernels have,
 * ascending
 *
 * They cover: a part of a tile, and a full tile with a part of another; of
 * rows that bulk copies find at odd elements, two full tiles; in the SIMD form, two tiles
 * for each workgroup; the last number below, and the first one from which on, a
 * kernel takes other code (codegen/text/row_branches.h); slices on every chain of
 * concurrent slices; each thread with rows of its own, and all threads with a share of
 * every row. Numbers whose calls would take the device too long, or too much memory, are
 * left out; the bound on memory is larger for two rows, which any call may have.
 * \param most  rows of a call by \p e
 */
std::vector<std::uint32_t> test_counts(const executor& e, std::uint32_t most);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_COUNTS_H */
