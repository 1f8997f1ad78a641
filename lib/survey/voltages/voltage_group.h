/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_GROUP_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_GROUP_H

#include "recordings/open/recording.h"
#include "survey/settings/survey_settings.h"
#include "survey/store/whole_file.h"
#include "survey/voltages/voltage_plan.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Voltages of one channel of a recording: a pair of SigMF for each stream
 *
 * A chunk of samples is written to its places in the files of samples, which is where it
 * is written again after a kill, and then a file that says so, in `.parts`. When all are
 * there, metadata follow, without which nobody takes the samples for a recording, and
 * `.parts` goes. All but the samples follows from the recording and the settings. From
 * any thread; several processes may write the same chunk, as they write the same.
 */
class voltage_group
{
public:
    //! \param folder  of the recording's group
    voltage_group(const std::string& folder,
                  const recording& of,
                  const survey_settings& settings,
                  voltage_plan plan);

    const voltage_plan& plan() const { return d_plan; }
    const voltage_layout& layout() const { return d_plan.layout; }
    //! A pipe has ended after \p samples samples. No other call may be under way.
    void end_after(std::int64_t samples) { d_plan.end_after(samples); }
    //! An earlier run has ended, but a file of samples has been cut off since, or the
    //! recording has grown: then all is to be done again.
    void forget_if_outdated() const;
    //! Samples of each stream that a chunk is made of: of whole steps.
    using chunk_samples = std::vector<std::vector<voltage>>;

    bool is_done(std::int64_t chunk) const;
    //! \throws survey_error
    void write_chunk(const whole_files& with,
                     std::int64_t chunk,
                     const chunk_samples& samples) const;
    //! Writes metadata, where all chunks are done. By one process at a time.
    //! \throws survey_error  also where a file of samples was cut off: its chunks are to
    //! be done again then
    void finish(const whole_files& with) const;

private:
    std::string data_path(std::size_t stream) const;
    std::string meta_path(std::size_t stream) const;
    std::string part_path(std::int64_t chunk) const;
    std::string all_parts_folder() const { return d_folder + "/.parts"; }
    bool is_complete() const;
    std::optional<std::size_t> cut_off() const;
    std::int64_t source_samples() const; //!< of the channel
    bool has_other_source() const;
    std::string metadata_of(std::size_t stream) const;

    std::string d_folder;
    //! Its name has the number of samples: the last chunk of a recording that grows
    //! changes.
    std::string d_parts_folder;
    std::string d_source;
    bool d_is_calibrated;
    double d_calibration_db;
    voltage_plan d_plan;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_GROUP_H */
