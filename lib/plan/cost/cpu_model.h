/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_COST_CPU_MODEL_H
#define INCLUDED_GPUFFT_LIB_PLAN_COST_CPU_MODEL_H

#include <gpufft/device_limits.h>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! Facts of a processor that no driver tells reliably; models/ has the numbers of each.
//! Decisions take multiples of cache sizes, each said where it is used.
struct cpu_model {
    //! First-level data cache of a core.
    std::int64_t l1_bytes;
    //! Second-level cache of a core.
    std::int64_t l2_bytes;
    //! A core's share of the third-level cache.
    std::int64_t l3_bytes_per_core;
    //! Bits of a vector that one instruction computes at once; a wider one takes two.
    std::int64_t issue_bits;
    //! Longest row, in points, for which half a vector of lanes along it is faster than a
    //! lane for each row.
    std::int64_t short_row_points;
    //! Fewest points of the inner DFT of reals whose bins lanes along a row store faster
    //! than a lane for each row does; the same number for lanes that are half a vector,
    //! and all that one instruction computes; and fewest points whose bins such lanes
    //! load faster.
    std::int64_t stored_bins_points;
    std::int64_t stored_bins_points_of_half;
    std::int64_t loaded_bins_points;
    //! Prefetch distance in rows for short rows with lanes along them; AUTO_PREFETCH: as
    //! plan/simd/prefetching.h says.
    std::int64_t prefetched_short_rows;
    //! Prefetch distance in tiles for rows of a single stage, a lane for each;
    //! AUTO_PREFETCH: as plan/simd/prefetching.h says.
    std::int64_t prefetched_transpose_blocks;
    //! Sixteenths of a tile of rows, a lane each, for each unit: from so many on a tile
    //! is as fast as lanes along rows, and as two passes.
    std::int64_t small_batch_in_lanes;
    std::int64_t small_batch_in_passes;
    //! Such sixteenths of rows of reals, as fast as one of load and store operation in a
    //! pass of its own, as both in vectors, and as both not in vectors.
    std::int64_t small_batch_of_reals_one_io_pass;
    std::int64_t small_batch_of_reals_vector_io_passes;
    std::int64_t small_batch_of_reals_io_passes;
    //! Such sixteenths of N-d rows, as fast as lanes along them, and of convolved rows,
    //! as fast as three passes.
    std::int64_t small_batch_of_nd_rows;
    std::int64_t small_batch_of_convolved_rows;
};

//! A file of models/, as CMake compiled it in.
struct cpu_model_text {
    const char* architecture;
    const char* lines;
};

extern const std::vector<cpu_model_text>& CPU_MODELS;

/*!
 * \brief \p base with the numbers that \p lines name
 *
 * \throws std::invalid_argument  a line that is not `name = number`, or a name that no
 *         number of a model has; the message has the line
 */
cpu_model parse_cpu_model(const std::string& lines, cpu_model base);

//! models/ has a file of \p architecture.
bool has_cpu_model(const std::string& architecture);

//! The model of limits.architecture, the generic one where that has no file; with those
//! numbers of limits that are not 0.
cpu_model cpu_model_of(const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_COST_CPU_MODEL_H */
