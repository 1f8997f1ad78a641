/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_INDEX_BOUNDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_INDEX_BOUNDS_H

#include "plan/expression/node.h"
#include <cstdint>
#include <vector>

namespace gpufft {

//! Least and greatest value of an integer.
struct index_bounds {
    std::int64_t least = 0;
    std::int64_t most = 0;

    bool is_within(std::int64_t from, std::int64_t to) const
    {
        return least >= from && most <= to;
    }
    //! With all that was computed on the way.
    index_bounds and_also(const index_bounds& other) const;
};

//! Bounds of the integer \p n, which is between brackets or an index, and of all integers
//! that it is computed from, where indices of dimension d are 0 .. counts[d] - 1, and
//! there are \p rows rows.
struct bounds_of_index {
    index_bounds value;
    index_bounds on_the_way;
};
bounds_of_index bounds_of(const node& n,
                          const std::vector<std::int64_t>& counts,
                          std::int64_t rows = std::int64_t(1) << 32);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_INDEX_BOUNDS_H */
