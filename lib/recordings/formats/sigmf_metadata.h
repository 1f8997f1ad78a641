/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_SIGMF_METADATA_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_SIGMF_METADATA_H

#include "recordings/samples/captures.h"
#include "recordings/samples/raw_samples.h"
#include "recordings/samples/stored_format.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

//! SigMF's metadata of a recording, checked, as far as a reader of samples needs them.
struct sigmf_metadata {
    std::string dataset; //!< the name of the file of samples; "": as the metadata's
    stored_format format;
    int channels = 1;
    std::optional<double> samp_rate_hz;
    std::int64_t offset =
        0; //!< index of the file's first sample; taken off the captures'
    std::uint64_t trailing_bytes = 0;
    std::vector<capture> captures; //!< in order

    std::vector<header_bytes> headers() const;
};

/*!
 * \param path    of the metadata, for messages
 * \param format  in place of what they say; "": what they say
 * \throws recording_error  names the file, the field and what it should be
 */
sigmf_metadata
parse_sigmf(const std::string& text, const std::string& path, const std::string& format);

//! The names of the recordings of a SigMF collection, without extensions.
//! \throws recording_error
std::vector<std::string> parse_collection(const std::string& text,
                                          const std::string& path);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_SIGMF_METADATA_H */
