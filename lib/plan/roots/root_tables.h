/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_ROOTS_ROOT_TABLES_H
#define INCLUDED_GPUFFT_LIB_PLAN_ROOTS_ROOT_TABLES_H

#include <complex>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Roots that a kernel looks up: number e, below `count`, is
//! exp(-2 pi i (first + step * e) / order).
struct root_series {
    std::int64_t order = 1;
    std::int64_t count = 0;
    std::int64_t first = 0;
    std::int64_t step = 1;
    bool is_chirp = false; //!< exp(-2 pi i e e / order) instead
};

//! Up to this many roots have an entry each.
constexpr std::int64_t MOST_DIRECT_ROOTS = 4096;

/*!
 * \brief Where a series stands in a pass' table
 *
 * A short series has an entry for each root (`is_direct`). Otherwise root e is the
 * product of two entries: e mod `fine` of one table and e / `fine` of another, so that
 * both tables have about the square root of the count. A chirp is always direct.
 */
struct root_tables {
    root_series series;
    std::int64_t fine = 0; //!< a power of two, or the count; 0 where there are no roots
    std::int64_t fine_offset = 0;
    std::int64_t coarse_offset = 0;
    std::int64_t end = 0; //!< the entry after the last

    bool is_direct() const { return fine == series.count; }
};

root_tables lay_out_roots(const root_series& series, std::int64_t offset);

//! Lays out all roots of \p order from \p offset on; none where the order is 1.
root_tables lay_out_roots(std::int64_t order, std::int64_t offset);

//! The entries of \p layout; the table ends at its offset.
void append_roots(std::vector<std::complex<double>>& table, const root_tables& layout);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_ROOTS_ROOT_TABLES_H */
