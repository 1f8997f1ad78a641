/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RECORDING_SPECTRUM_TAGS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RECORDING_SPECTRUM_TAGS_H

#include <gnuradio/tags.h>
#include <nlohmann/json.hpp>
#include <cstdint>
#include <optional>

namespace gr {
namespace gpufft {

//! What a tag rx_time says, in nanoseconds since 1970; nothing where it is none.
std::optional<std::int64_t> utc_ns_of(const gr::tag_t& tag);

//! The tag as a survey keeps it: "key", "value" and, where it has one, "source". Numbers,
//! truth values and symbols stay what they are, all else is text.
nlohmann::ordered_json json_of(const gr::tag_t& tag);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RECORDING_SPECTRUM_TAGS_H */
