/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_VDIF_HEADER_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_VDIF_HEADER_H

#include <cstdint>
#include <optional>
#include <string>

namespace gpufft {

constexpr std::uint64_t VDIF_HEADER_BYTES = 32, LEGACY_HEADER_BYTES = 16;
constexpr int MOST_VDIF_CHANNELS = 4096;

//! The header of a frame.
struct vdif_header {
    bool is_invalid = false, is_legacy = false, is_complex = false;
    std::int64_t second = 0; //!< from the epoch on
    int epoch = 0;           //!< half-years since 2000
    std::int64_t number = 0; //!< of the frame in its second
    std::uint64_t bytes = 0; //!< of the frame with its header
    int channels = 1, bits = 1, thread = 0;
    std::optional<double> samp_rate_hz; //!< of each channel, that extended data say

    std::uint64_t header_bytes() const
    {
        return is_legacy ? LEGACY_HEADER_BYTES : VDIF_HEADER_BYTES;
    }
    std::uint64_t payload_bytes() const { return bytes - header_bytes(); }
    //! Bits of a sample of all channels.
    std::uint64_t sample_bits() const
    {
        return static_cast<std::uint64_t>(bits) * static_cast<unsigned>(channels) *
               (is_complex ? 2 : 1);
    }
    std::int64_t samples() const
    {
        return static_cast<std::int64_t>(payload_bytes() * 8 / sample_bits());
    }
    bool has_format_of(const vdif_header& o) const
    {
        return is_legacy == o.is_legacy && is_complex == o.is_complex &&
               epoch == o.epoch && bytes == o.bytes && channels == o.channels &&
               bits == o.bits;
    }
};

//! \param at  VDIF_HEADER_BYTES bytes, of which the first four words are read
vdif_header parse_header(const char* at);

//! The rate of each channel that extended data of kinds 1 and 3 say.
std::optional<double> extended_rate(const char* header, bool is_complex);

//! What is claimed can be, in a file of \p bytes bytes.
//! \throws recording_error  it cannot
void check_first(const std::string& path, const vdif_header& h, std::uint64_t bytes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_VDIF_HEADER_H */
