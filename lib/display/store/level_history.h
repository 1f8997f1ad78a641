/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_STORE_LEVEL_HISTORY_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_STORE_LEVEL_HISTORY_H

#include "display/axis/frequency_axis.h"
#include "display/store/spectrum_times.h"
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace gpufft::display {

//! The greatest levels of the spectra of a short while, all at full resolution.
struct history_row {
    frequency_axis axis;
    double begin_s = 0; //!< on the time axis that only goes on; see spectrum_times
    double end_s = 0;
    double told_s = 0; //!< what tags said at begin_s, seconds since 1970 where they do
    std::uint64_t spectra = 0;
    std::vector<std::int16_t> levels; //!< see stored_level(); in dB of the input
};

//! What a history may hold.
struct history_limits {
    double seconds = 600;
    double rows_per_second = 25; //!< or as many as there are spectra
    std::size_t bytes = std::size_t(256) << 20;
};

/*!
 * \brief What a waterfall shows: rows of levels, the oldest of which are forgotten
 *
 * Spectra that come faster than rows_per_second share a row, of their greatest levels.
 * One of unknown duration lasts until the next one begins, where that is within a second.
 * For long spectra, of which `seconds` would not fit into `bytes`, rows are longer, so
 * that they do: 600 s of 16384 bins in 256 MiB have a row for each 73 ms.
 */
class level_history
{
public:
    using row_ptr = std::shared_ptr<const history_row>;

    level_history(const history_limits& limits, bool is_power);

    //! Rows that begin from now on are of this axis.
    void set_axis(const frequency_axis& axis);

    //! \param spectrum  as many numbers as the axis has bins, in the unit of the input
    void add(const float* spectrum, const spectrum_time& when);
    //! Ends the row under way, as a gap or a change of the axis does.
    void end_row();
    void clear();

    //! Rows that have ended, of which some part is in begin_s .. end_s, in order.
    std::vector<row_ptr> rows(double begin_s, double end_s) const;
    std::size_t size() const { return d_rows.size(); }
    const history_row* newest() const
    {
        return d_rows.empty() ? nullptr : d_rows.back().get();
    }
    const history_row* oldest() const
    {
        return d_rows.empty() ? nullptr : d_rows.front().get();
    }
    std::size_t bytes() const { return d_bytes; }
    double row_seconds() const { return d_row_s; }

private:
    void forget_oldest();

    history_limits d_limits;
    bool d_is_power;
    frequency_axis d_axis;
    double d_row_s = 0.04;
    std::deque<row_ptr> d_rows;
    std::size_t d_bytes = 0;
    history_row d_under_way; // without levels, which are in d_greatest
    bool d_is_open = false;  // nobody knows how long its last spectrum was
    std::vector<float> d_greatest;
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_STORE_LEVEL_HISTORY_H */
