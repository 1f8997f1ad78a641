/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_RECORDING_FACTS_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_RECORDING_FACTS_H

#include "recordings/samples/captures.h"
#include "recordings/samples/raw_samples.h"
#include "recordings/samples/sample_source.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

//! Opens a channel of a recording, for a thread of its own. \throws recording_error
using channel_opener =
    std::function<std::unique_ptr<sample_source>(const channel_choice&)>;

//! Called now and then while headers and indices are read, which may be many: what it
//! throws, which is no recording_error, ends that.
using opening_poll = std::function<void()>;

//! What the reader of a format found out about a recording.
struct recording_facts {
    std::string format_name; //!< "VDIF, 2 bits"
    std::optional<double> samp_rate_hz;
    std::int64_t samples = 0; //!< of each channel
    bool is_complex = true;
    int channels = 1;
    std::vector<capture> captures;
    //! What is added to a capture's centre for each channel; empty: nothing.
    std::vector<double> channel_offsets_hz;
    std::string identity; //!< as identity_of() has it
    channel_opener open;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_RECORDING_FACTS_H */
