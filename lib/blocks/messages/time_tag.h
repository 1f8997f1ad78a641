/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_TIME_TAG_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_TIME_TAG_H

#include <gnuradio/tags.h>
#include <pmt/pmt.h>
#include <cstdint>
#include <optional>

namespace gr {
namespace gpufft {

//! A time as tags rx_time have it; seconds since 1970 where the radio's clock is set.
struct tag_time {
    std::uint64_t seconds = 0;
    double fraction = 0; //!< 0 .. 1

    //! Its digits of a year's time end at 0.2 us.
    double in_seconds() const { return static_cast<double>(seconds) + fraction; }
    //! The value of a tag: whole seconds as uint64, and the rest.
    pmt::pmt_t value() const;
};

bool is_time_tag(const gr::tag_t& tag);

/*!
 * \brief What the value of a tag rx_time says: a tuple of whole seconds, an integer from
 * 0 on, and a fraction of one, from 0 to below 1; what follows in the tuple is not looked
 * at
 *
 * \return nothing where \p value is no time: a tag may have any value
 */
std::optional<tag_time> time_of(const pmt::pmt_t& value);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_TIME_TAG_H */
