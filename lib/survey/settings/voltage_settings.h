/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_VOLTAGE_SETTINGS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_VOLTAGE_SETTINGS_H

#include <nlohmann/json.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! A band whose samples are kept, mixed to 0 Hz, filtered and at a rate of their own.
struct voltage_band {
    //! What share of the rate is passed where no width is given.
    static constexpr double USUAL_SHARE = 0.8;

    std::string name; //!< of its files
    double centre_hz = 0;
    double rate_hz = 1;
    double width_hz = 0; //!< between the edges, where half the amplitude passes; 0: usual

    double actual_width_hz() const
    {
        return width_hz > 0 ? width_hz : USUAL_SHARE * rate_hz;
    }
};

//! Which samples of a recording are kept, beside its spectra.
struct voltage_settings {
    std::vector<voltage_band> bands;
    //! How many a polyphase filter bank has, each samp_rate / channels wide; 0: none.
    std::int64_t channels = 0;
    //! Samples of a channel come so many times as fast as it is wide: 1 or 2.
    std::int64_t oversampling = 2;

    bool are_wanted() const { return !bands.empty() || channels > 0; }
};

//! \throws plan_error  asked, what is wrong, what would work
void validate(const voltage_settings& s);

//! Adds \p s to the settings that a survey keeps.
void add_to_json(nlohmann::ordered_json& to, const voltage_settings& s);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_VOLTAGE_SETTINGS_H */
