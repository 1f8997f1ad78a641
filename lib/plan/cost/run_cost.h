/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_COST_RUN_COST_H
#define INCLUDED_GPUFFT_LIB_PLAN_COST_RUN_COST_H

#include <cstdint>

namespace gpufft {

constexpr int MOST_COLUMNS = 16; //!< a run of 128 bytes
constexpr int LEAST_COLUMNS = 8; //!< a run of 64 bytes: the least that is not wasteful

//! Bytes of such a column: a complex float. Convolutions count as much for doubles, see
//! measurements.md, "Runs of halves, planes and reals".
constexpr int COLUMN_BYTES = 8;
constexpr int SECTOR_BYTES = 32; //!< that memory moves at least

constexpr int LONGEST_RUN = 64;   //!< columns that are worth taking together
constexpr int BUSY_POINTS = 4096; //!< in a workgroup: more are no faster


//! Sectors that runs of \p bytes share with others, as a part of those that they fill.
double shared_sectors(std::int64_t bytes);

//! Time of a pass in memory passes, from runs of \p bytes that its columns give.
double run_cost(std::int64_t bytes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_COST_RUN_COST_H */
