/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_SETTING_HISTORY_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_SETTING_HISTORY_H

#include "exec/filters/output_turns.h"
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <utility>

namespace gr {
namespace gpufft {

//! \brief What a stream was asked for, from some row on
template <class request_type>
struct stream_setting {
    std::uint64_t first = 0; //!< row from which on it is in force
    std::shared_ptr<const request_type> request;
    double turns = 0; //!< of a mixer, at the first row; 0 where there is none
    double each = 0;  //!< turns of a row more than the one before
    std::uint64_t zeros_before = 0; //!< samples before this one count as 0

    //! Turns of a row near the first one; it may lie before that.
    double turns_at(std::uint64_t row) const
    {
        const auto apart = static_cast<std::int64_t>(row - first);
        return ::gpufft::beside_whole(turns + static_cast<double>(apart) * each);
    }
};

/*!
 * \brief What a stream was asked for, as long as rows may have to be computed again
 *
 * They come out as before then, whatever was changed behind them. One thread at a time.
 */
template <class request_type>
class setting_history
{
public:
    using setting = stream_setting<request_type>;

    //! The stream begins anew.
    void restart(const request_type& request, double each)
    {
        d_all.clear();
        d_all.push_back({ 0, std::make_shared<request_type>(request), 0, each, 0 });
    }

    //! From row \p first on, which is behind all that were sent, \p request is in
    //! force. Turns go on from where they were.
    void set(std::uint64_t first,
             const request_type& request,
             double each,
             std::uint64_t zeros_before)
    {
        const auto turns = newest().turns_at(first);
        if (newest().first == first)
            d_all.pop_back();
        d_all.push_back({ first,
                          std::make_shared<request_type>(request),
                          turns,
                          each,
                          zeros_before });
    }

    //! Rows before \p first are not computed again.
    void forget_before(std::uint64_t first)
    {
        while (d_all.size() > 1 && d_all[1].first <= first)
            d_all.pop_front();
        // Turns of a row that is far behind would not be exact.
        auto& oldest = d_all.front();
        if (oldest.first >= first)
            return;
        oldest.turns = oldest.turns_at(first);
        oldest.first = first;
    }

    const setting& newest() const { return d_all.back(); }
    //! In force at \p row.
    const setting& at(std::uint64_t row) const
    {
        auto found = d_all.begin();
        while (std::next(found) != d_all.end() && std::next(found)->first <= row)
            ++found;
        return *found;
    }
    //! The first row behind those for which the same is in force.
    std::uint64_t end_of(std::uint64_t row) const
    {
        for (const auto& each : d_all)
            if (each.first > row)
                return each.first;
        return std::numeric_limits<std::uint64_t>::max();
    }

private:
    std::deque<setting> d_all; //!< rising; one at least
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_SETTING_HISTORY_H */
