/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_WHOLE_SPECTRA_H
#define INCLUDED_GPUFFT_APPS_FILES_WHOLE_SPECTRA_H

#include "survey/settings/survey_settings.h"
#include "survey/store/recording_group.h"
#include <string>
#include <vector>

namespace gpufft::app {

//! \brief Spectra of a whole recording: one for each centre frequency that it was
//! received at
class whole_spectra
{
public:
    //! \param rows   of \p of, all done, in linear power
    //! \param asked  unit and statistics of what is shown
    //! \throws survey_error  a chunk is missing or damaged
    whole_spectra(const recording_group& rows,
                  const survey_settings& asked,
                  const recording& of);

    //! A line for each frequency, and one of names before them: CSV.
    std::string table() const;
    //! Draws a curve for each statistic, in decibels, and returns never.
    [[noreturn]] void become_picture(const std::string& output) const;

private:
    //! Powers of all rows of one centre frequency, bin by bin.
    struct centre {
        double hz = 0, frames = 0;
        std::vector<std::vector<double>> powers; //!< of each statistic, by its number
    };

    centre& centre_at(double hz);
    void add_chunk(const recording_group& rows, std::size_t number, std::int64_t chunk);
    double frequency_hz(const centre& c, std::size_t bin) const;
    double power(const centre& c, std::size_t number, std::size_t bin) const;
    std::string subtitle() const;

    survey_settings d_asked;
    std::string d_name;
    bool d_is_complex;
    double d_samp_rate_hz;
    std::vector<centre> d_centres; // by frequency
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_WHOLE_SPECTRA_H */
