/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_BYTES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_BYTES_H

#include "plan/request/refuse.h"
#include <cstddef>
#include <limits>

namespace gr {
namespace gpufft {

constexpr std::size_t MOST_ITEM_BYTES = std::numeric_limits<int>::max(); // GNU Radio's

//! \throws plan_error  an item has no bytes, or more than GNU Radio counts
inline void check_item_size(std::size_t item_size)
{
    if (item_size < 1 || item_size > MOST_ITEM_BYTES)
        ::gpufft::refuse(
            "items of {} bytes; they have 1 to {}", item_size, MOST_ITEM_BYTES);
}

//! Bytes of \p count items, 1 or more. \throws plan_error  an item could not have as many
inline std::size_t bytes_together(std::size_t item_size, int count)
{
    const auto items = static_cast<std::size_t>(count);
    if (items > MOST_ITEM_BYTES / item_size)
        ::gpufft::refuse("{} items of {} bytes; together they have {} at most",
                         items,
                         item_size,
                         MOST_ITEM_BYTES);
    return items * item_size;
}

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_BYTES_H */
