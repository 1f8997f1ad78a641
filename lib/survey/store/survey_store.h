/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_STORE_SURVEY_STORE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_STORE_SURVEY_STORE_H

#include "survey/store/recording_group.h"
#include "survey/store/whole_file.h"
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace gpufft {

//! The format of a survey, as its survey.json says; raised when an older program could
//! not go on with it, or read it.
constexpr int SURVEY_FORMAT = 1;

/*!
 * \brief The folder of a survey: its settings, and a group for each channel of a
 * recording
 *
 * A survey of one channel of one recording is that group itself. What is under way lies
 * in the folder `.gpufft`, which is not there any more when the survey is done.
 * Everything else depends on the recordings and the settings alone.
 */
class survey_store
{
public:
    //! Begins a survey, or goes on with one.
    //! \param is_single  it is of one channel of one recording
    //! \throws survey_error  it was begun with other settings, or cannot be written
    survey_store(std::string folder, const survey_settings& settings, bool is_single);

    //! The group for a channel of \p of, whose files of metadata are there then.
    //! \param name  group_names() has for it
    //! \param grows  the recording does: nothing is written before it is known how far
    //! \throws survey_error  it is of another recording, or cannot be written
    std::shared_ptr<recording_group> add(const recording& of,
                                         const channel_choice& channel,
                                         const std::string& name,
                                         bool grows = false);

    //! All groups were added: what finds them by one file is written, and with them the
    //! groups of earlier runs.
    //! \throws survey_error  it cannot be written, or one of those is damaged
    void write_index(const std::vector<std::shared_ptr<recording_group>>& groups) const;
    //! Keeps why inputs are not in it, or not whole, until they are: beside what is known
    //! of inputs that were not tried.
    //! \param tried  inputs, \param found  those that failed, each with its reason
    void note_problems(const std::vector<std::string>& tried,
                       const std::map<std::string, std::string>& found) const;
    //! Removes what was under way, which nothing is any more; or leaves that to another
    //! process of this host that still works on the survey, and comes here later.
    void finish() const;

    const std::string& folder() const { return d_folder; }
    const whole_files& files() const { return d_files; }
    std::string claims_folder() const { return d_folder + "/.gpufft/claims"; }

private:
    std::string d_folder;
    survey_settings d_settings;
    bool d_is_single;
    whole_files d_files;
};

//! Names of the groups in \p folder that have an index, in order.
std::vector<std::string> groups_in(const std::string& folder);

//! What note_problems() keeps in \p folder: the reasons, by input.
std::map<std::string, std::string> problems_of(const std::string& folder);

/*!
 * \brief Names of groups: that of the recording, where no other has it, and of a channel
 *
 * Letters, digits and . _ - of a name stay, all else becomes _. Where several recordings
 * share a name, some letters that their paths alone decide come behind it.
 */
std::vector<std::string> group_names(const std::vector<const recording*>& of,
                                     const std::vector<channel_choice>& channels);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_STORE_SURVEY_STORE_H */
