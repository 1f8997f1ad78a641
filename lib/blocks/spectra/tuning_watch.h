/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_TUNING_WATCH_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_TUNING_WATCH_H

#include <gnuradio/tags.h>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Where, in a stream, its tags say that the receiver was tuned to something else
 *
 * By rx_freq or freq, and rx_rate or samp_rate. A value that is the same as before
 * changes nothing; one that is no number, or no rate, is not looked at.
 */
class tuning_watch
{
public:
    //! From this sample on, what it has.
    struct change {
        std::uint64_t sample = 0;
        std::optional<double> freq_hz;
        std::optional<double> samp_rate_hz;
    };

    //! Told otherwise, of what comes before the next change there is.
    void set_freq(double freq_hz);
    void set_samp_rate(double samp_rate_hz);

    //! Tags in the order of their offsets, which count samples.
    void look_at(const std::vector<gr::tag_t>& tags);

    //! The first change that was not taken yet; nullptr: none.
    const change* next() const
    {
        return d_changes.empty() ? nullptr : &d_changes.front();
    }
    void take() { d_changes.pop_front(); }

private:
    using field = std::optional<double> change::*;

    void look_at(const gr::tag_t& tag, field which, std::optional<double>& last);
    bool has_next(field which) const;

    std::optional<double> d_last_freq_hz, d_last_samp_rate_hz; // of all that was seen
    std::deque<change> d_changes;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_TUNING_WATCH_H */
