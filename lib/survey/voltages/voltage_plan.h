/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_PLAN_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_PLAN_H

#include "exec/channels/channelizer_shape.h"
#include "exec/receivers/receiver_shape.h"
#include "recordings/open/recording.h"
#include "survey/settings/voltage_settings.h"
#include "survey/voltages/voltage_layout.h"
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! A sample of voltages: full scale is 1.
using voltage = std::complex<float>;

//! How samples of one channel of a recording become voltages; never changes, but that a
//! pipe ends.
struct voltage_plan {
    std::string folder;       //!< below the group's: "voltages", or "channels" of a bank
    double samp_rate_hz = 1;  //!< of the recording
    bool is_complex = true;   //!< the recording is
    receiver_shape shape;     //!< of bands
    channelizer_request bank; //!< of a filter bank
    std::vector<voltage_band> bands; //!< none: it is a filter bank
    voltage_layout layout{ {}, {}, 1 };

    bool is_bank() const { return bands.empty(); }
    //! What is between a stream's middle and that of the samples, in a segment that it
    //! has samples of.
    double offset_hz(std::size_t stream, std::size_t segment) const;
    //! The last segment, of which nobody knew, has had \p samples samples.
    void end_after(std::int64_t samples);
};

/*!
 * \brief What \p s asks for of channel \p c of \p of: nothing, one or both of bands and a
 * filter bank
 *
 * A band has samples of the segments in whose band it lies; of real samples that is from
 * 0 Hz to half the rate. The layout of a pipe has no end until end_after().
 * \throws plan_error  a band's rate does not fit the recording's, or it lies in no
 * segment's band
 */
std::vector<voltage_plan>
plans_of(const voltage_settings& s, const recording& of, const channel_choice& c);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_PLAN_H */
