/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_OPEN_RECORDING_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_OPEN_RECORDING_H

#include "recordings/samples/recording_facts.h"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

//! What a caller says of a recording, in place of what it says itself.
struct recording_options {
    std::string format; //!< of raw samples: "ci16_le"; "": not said
    std::optional<double> samp_rate_hz;
    std::optional<double> centre_hz; //!< of samples that no metadata describe
    std::optional<std::int64_t> channel;
    bool iq_channels = false;   //!< real channels `channel` and the next are I and Q
    bool allow_damaged = false; //!< leaves out a last sample that is cut off
    //! The file still grows: what tells it from others is its beginning, and a sample at
    //! its end that is not whole is one that comes.
    bool follows = false;
    opening_poll poll = [] {}; //!< says nothing of the recording
    //! Once it is set, a pipe ends where it gives nothing. It is looked at as long as
    //! samples are read.
    const std::atomic<bool>* stops = nullptr;
};

//! \brief A recording that was opened: what is known of it, and its samples
struct recording {
    std::string path;        //!< "capture.sigmf-meta", "a.sigmf:name" in an archive
    std::string name;        //!< without folder and extension: "capture"
    std::string format_name; //!< "ci16_le", "WAV ..., Signed 16 bit PCM"
    double samp_rate_hz = 1;
    std::int64_t samples = 0; //!< of a channel, or sample_source::UNKNOWN
    bool is_complex = true;
    int channels = 1;
    std::vector<segment> segments; //!< with the centre of all channels
    //! What is added to that for each channel; empty: nothing.
    std::vector<double> channel_offsets_hz;
    bool may_grow = false; //!< it was opened for that, and is of a kind that can
    //! What identity_of() says, or identity_of_beginning(); "": it comes through a pipe
    std::string identity;

    //! The channels that the options choose: all of them, where they say nothing.
    std::vector<channel_choice> chosen;
    channel_opener open;

    //! The segments with the centre of one channel. Here, so that who knows a recording's
    //! facts alone needs no reader of files.
    std::vector<segment> segments_of(const channel_choice& c) const
    {
        auto all = segments;
        if (!channel_offsets_hz.empty())
            for (auto& each : all)
                if (each.centre_hz)
                    *each.centre_hz +=
                        channel_offsets_hz[static_cast<std::size_t>(c.channel)];
        return all;
    }
};

/*!
 * \brief Opens what \p path names
 *
 * A file of SigMF or the base name of both, an archive (which may hold several), a
 * collection, a sound file, a channel of Digital RF (a folder), GUPPI RAW, VDIF, a file
 * of raw samples, or - for standard input. \throws recording_error  it cannot be read:
 * why, and what would work
 */
std::vector<recording> open_recordings(const std::string& path,
                                       const recording_options& options);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_OPEN_RECORDING_H */
