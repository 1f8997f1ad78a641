/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ARGUMENT_HISTORY_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ARGUMENT_HISTORY_H

#include "exec/items/item_operation.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

namespace gr {
namespace gpufft {

/*!
 * \brief The arguments of an expression, and from which row on each were in force
 *
 * Rows that have to be computed again come out as before. One thread at a time.
 */
class argument_history
{
public:
    using arguments = ::gpufft::item_arguments_pointer;

    //! From row \p first on \p now is in force; what was to be from later rows on is not.
    void set(std::uint64_t first, arguments now)
    {
        while (!d_all.empty() && d_all.back().first >= first)
            d_all.pop_back();
        d_all.push_back({ first, std::move(now) });
    }

    //! Rows count from 0 again, with the newest.
    void restart()
    {
        if (d_all.empty())
            return;
        auto newest = d_all.back().second;
        d_all.clear();
        set(0, std::move(newest));
    }

    //! Rows before \p first are not computed again.
    void forget_before(std::uint64_t first)
    {
        while (d_all.size() > 1 && d_all[1].first <= first)
            d_all.pop_front();
    }

    //! In force at \p row; null: there are none.
    arguments at(std::uint64_t row) const
    {
        arguments found;
        for (const auto& each : d_all)
            if (each.first <= row || !found)
                found = each.second;
        return found;
    }

    //! How many of \p rows rows from \p first on come before the next change.
    std::size_t rows_alike(std::uint64_t first, std::size_t rows) const
    {
        for (const auto& each : d_all)
            if (each.first > first)
                return static_cast<std::size_t>(
                    std::min<std::uint64_t>(rows, each.first - first));
        return rows;
    }

private:
    std::deque<std::pair<std::uint64_t, arguments>> d_all; // rising
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ARGUMENT_HISTORY_H */
