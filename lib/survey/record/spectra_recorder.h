/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RECORD_SPECTRA_RECORDER_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RECORD_SPECTRA_RECORDER_H

#include "survey/record/tag_file.h"
#include "survey/settings/survey_settings.h"
#include "survey/store/claims.h"
#include "survey/store/recording_group.h"
#include "survey/store/survey_store.h"
#include <nlohmann/json.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

//! What is known of spectra that are to be recorded.
struct recorded_spectra {
    std::string folder; //!< of the survey
    //! Statistics are means and extremes; rows are of `frames` frames.
    survey_settings settings;
    //! What each spectrum of a row is: all of settings.statistics, in any order.
    std::vector<statistic> inputs;
    double samp_rate_hz = 1;
    bool is_one_sided = false; //!< of real samples: bin 0 is DC
    bool has_utc = true;       //!< segments say when they begin
};

/*!
 * \brief A survey of spectra as they come, which can be read and gone on with at any time
 *
 * Rows are there for readers from flush() on, all of them or none; the last chunk's files
 * are replaced as it fills. One thread at a time.
 */
class spectra_recorder
{
public:
    //! Begins a survey, or goes on with one behind its last row.
    //! \throws plan_error    settings that no survey has
    //! \throws survey_error  it is another survey, it cannot be written, or another
    //! recorder writes to it
    explicit spectra_recorder(const recorded_spectra& recorded);

    std::int64_t bins() const { return d_group->bins(); }
    std::int64_t rows() const { return d_rows; } //!< that were added, also before
    //! Samples between the beginnings of two rows of a segment.
    std::int64_t row_step() const;

    //! The next row begins a segment: it is not what the samples before it lead to.
    //! \param utc_ns  of its first sample; nothing where times are not UTC
    void begin_segment(std::optional<double> centre_hz,
                       std::optional<std::int64_t> utc_ns);
    //! When the next row's first sample is, as the segment has it.
    std::optional<std::int64_t> next_utc_ns() const;
    //! \param spectra  float[bins] for each of the inputs
    //! \throws survey_error  as flush(); rows() tells whether the row was taken
    void add(const std::vector<const float*>& spectra);
    //! Says something of the next row: "key" and "value".
    void add_tag(nlohmann::ordered_json tag) { d_tags.add(d_rows, std::move(tag)); }

    //! Writes what was added. \throws survey_error  it cannot be; the rows are kept
    void flush();
    //! After the last flush(): what was under way is not any more.
    void finish();

private:
    void go_on();
    void read_last_chunk();
    float* row_of(std::int64_t row);
    std::int64_t plane_number(statistic s) const;
    void end_segment(std::vector<segment>& all) const;

    recorded_spectra d_recorded;
    std::unique_ptr<survey_store> d_store;
    std::unique_ptr<recording_group> d_group;
    std::unique_ptr<claims> d_claims;
    tag_file d_tags;
    std::vector<segment> d_segments; // whose rows are all there but the last one's
    std::int64_t d_in_segment = 0;   // rows of the last one
    std::int64_t d_rows = 0, d_written = 0;
    //! Number of the plane of each input, as products find them.
    std::vector<std::int64_t> d_planes;
    std::vector<float> d_chunk; // float[rows of a chunk][planes][bins]
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RECORD_SPECTRA_RECORDER_H */
