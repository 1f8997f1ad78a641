/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_SURVEY_SETTINGS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_SURVEY_SETTINGS_H

#include "exec/frames/spectrum_levels.h"
#include "plan/ir/io_operations.h"
#include "recordings/open/recording.h"
#include "survey/settings/band.h"
#include "survey/settings/voltage_settings.h"
#include <nlohmann/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

//! What becomes of the powers of a row's frames, bin by bin.
enum class statistic {
    mean,
    highest,
    lowest,
    variance, //!< of the powers, as numpy.var() has it: in units of power squared
    kurtosis  //!< spectral kurtosis (Nita and Gary 2010): 1 of noise, of 2 frames or more
};

//! "mean", "max", "min", "variance", "kurtosis": the words for it, which name the arrays.
const char* word_of(statistic s);
//! "power", "dbfs_per_hz", ...: the word for it
const char* word_of(spectrum_unit u);

enum class compression { none, zlib, blosc };
const char* word_of(compression c);

//! What a survey is made with; all of it, and nothing else, decides its numbers.
struct survey_settings {
    std::int64_t length = 4096;
    //! A frame is of so many times `length` samples, and folded to it.
    std::int64_t taps_per_branch = 1;
    std::int64_t hop = 0; //!< 0: half the length; with several taps a branch all of it
    //! As periodic_taps() has it, or with several taps a branch "polyphase"
    std::string window = "blackmanharris";
    //! The noise bandwidth, in bins, of spectra that others made; `window` is none then.
    std::optional<double> told_enbw_bins;
    //! Frames of a row, or seconds of one where that is above 0.
    std::int64_t frames = 0;
    double seconds = 0.1;
    std::vector<statistic> statistics = { statistic::mean };
    //! 0 .. 100, ascending: percentiles of the powers of a row's frames, bin by bin
    std::vector<double> percentiles;
    //! Means and maxima of 2, 4, 8 ... rows, for viewers: see zoom_levels.h
    bool has_zoom_levels = false;
    //! How often noise alone may pass the threshold, of each bin of a row, where events
    //! are looked for: see event_finder.h
    std::optional<double> event_rate;
    //! The noise of events may be no white one: its shape over the bins is that of all of
    //! the recording, and what is there throughout belongs to it.
    bool has_shaped_noise = false;
    //! Bands whose power is told over time.
    std::vector<band> bands;
    //! A level in `unit`: the share of each band's bins above it is told over time.
    std::optional<double> occupancy_level;
    std::int64_t peaks = 0;     //!< of each row, that are told with place and width
    double peak_height_db = 10; //!< least, above the median of the row's bins
    voltage_settings voltages;  //!< samples that are kept beside the spectra
    spectrum_unit unit = spectrum_unit::dbfs_per_hz;
    double calibration_db = 0; //!< what is added to levels: what full scale is in dBm
    bool is_calibrated = false;
    compression compressor = compression::blosc;
    recording_options reading;

    std::int64_t frame_samples() const { return taps_per_branch * length; }
    std::int64_t actual_hop() const;
    //! Frames of a row at \p samp_rate_hz, one at least.
    std::int64_t frames_per_row(double samp_rate_hz) const;
    std::vector<float> taps() const;
    //! What surveys say that frames were multiplied by.
    std::string window_text() const;
    //! Equivalent noise bandwidth of a bin, in bins.
    double enbw_bins() const;
    //! What is accumulated of the powers of a row.
    accumulations planes() const;
    //! What a device accumulates: with percentiles the power of each frame, of which the
    //! host makes the rest.
    accumulations device_planes() const;
    //! Planes of a row: those that are accumulated, and behind them percentiles.
    std::int64_t plane_count() const;
    //! Number of \p s among the products, which begin with the statistics.
    //! \throws plan_error  it is not asked for
    std::size_t product_number(statistic s) const;
    //! Anything is told of spectra: else no frame is transformed.
    bool has_spectra() const
    {
        return !statistics.empty() || !percentiles.empty() || has_products_of_means();
    }
    //! Something follows from means of power, in which levels are no help.
    bool has_products_of_means() const;
    //! What devices give is linear power, and levels are taken of it afterwards: some of
    //! what is asked for follows from powers alone.
    bool takes_linear_powers() const;
    //! "dBFS/Hz", "dBm", "mW/Hz", ...
    std::string unit_text() const;
    //! The unit of a band's power: "dBFS", "mW"
    std::string band_unit_text() const;
    //! The bands whose occupancy is told: those that were asked for, or one of all bins.
    std::vector<band> occupied_bands() const;
    //! The unit of a power, not of a level: "mW/Hz"
    std::string power_text() const;
};

//! "p99.9": the name of an array of percentiles
std::string percentile_word(double percentile);
//! Adds the statistics that others of what is asked for are made of.
void add_needed_statistics(survey_settings& s);

//! \throws plan_error  asked, what is wrong, what would work
void validate(const survey_settings& s);

// Words of the program's options. They throw plan_error, which names those there are.
//! "mean,max,p50": statistics and percentiles; "none": of neither
//! \return the statistics, in the order that they are named
std::vector<statistic> take_statistics(survey_settings& s, const std::string& words);
spectrum_unit parse_spectrum_unit(const std::string& word);
compression parse_compression(const std::string& word);

//! As a survey keeps them; equal ones make the same survey.
nlohmann::ordered_json to_json(const survey_settings& s);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_SURVEY_SETTINGS_H */
