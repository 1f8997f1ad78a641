/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_SAMPLE_TIMES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_SAMPLE_TIMES_H

#include "blocks/messages/time_tag.h"
#include <gnuradio/tags.h>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace gr {
namespace gpufft {

//! What time samples have, by the tags rx_time, (whole seconds, fraction), and rx_rate.
class sample_times
{
public:
    void clear() { d_known.clear(); }
    //! Tags in the order of their offsets; those of other keys are passed over.
    //! \param samp_rate_hz  where no tag has said it; 0: not known
    void look_at(const std::vector<gr::tag_t>& tags, double samp_rate_hz);
    //! \param samp_rate_hz  as look_at()
    //! \return nothing where no tag has come before \p sample, or no rate is known
    std::optional<tag_time> of(std::uint64_t sample, double samp_rate_hz) const;
    //! Forgets what only samples before \p sample need.
    void forget_before(std::uint64_t sample);

private:
    //! From a sample on.
    struct known {
        std::uint64_t sample = 0;
        std::optional<tag_time> at; //!< of that sample
        double rate_hz = 0;         //!< 0: not known
    };

    known& entry_at(std::uint64_t sample, double samp_rate_hz);

    std::deque<known> d_known;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_SAMPLE_TIMES_H */
