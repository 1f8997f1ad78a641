/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_GROWING_FOLLOWED_CHANNEL_H
#define INCLUDED_GPUFFT_LIB_SURVEY_GROWING_FOLLOWED_CHANNEL_H

#include "survey/run/survey_task.h"
#include "survey/settings/row_plan.h"
#include "survey/store/whole_file.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief The group of a channel whose recording grows
 *
 * Its rows are those of whole chunks, whose files are written once; what is left follows
 * when the recording has ended. Files say of no row before its chunk is done, but at the
 * end: then they say first how many there are, so that whoever goes on after a kill knows
 * which chunk is not full.
 */
class followed_channel
{
public:
    //! \param channels  of the rounds, to which more may be added
    //! \param number    of the channel that this is of; this sets its group's rows
    //! \throws survey_error     what is there is damaged, or cannot be written
    //! \throws recording_error  the recording has fewer samples than the survey
    followed_channel(std::vector<surveyed_channel>& channels,
                     std::size_t number,
                     const whole_files& files);

    //! The recording may have more samples now; all of them, where it has ended.
    //! \return whether there is a chunk that is not done
    //! \throws recording_error  it is not what it was
    bool grow(bool has_ended);
    //! What there is was done: the files say so.
    void write();

private:
    surveyed_channel& of() const { return d_channels[d_number]; }
    row_plan all_rows() const;
    double frames_of(std::int64_t row) const;
    void read_written();
    void redo_what_is_not_full();
    void write_rows();

    std::vector<surveyed_channel>& d_channels;
    const std::size_t d_number;
    const whole_files& d_files;
    row_plan d_last;                  // all rows, when they were looked at last
    std::int64_t d_written = 0;       // rows, that files say there are
    double d_last_written_frames = 0; // of the last of them
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_GROWING_FOLLOWED_CHANNEL_H */
