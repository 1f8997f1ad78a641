/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_GROWING_FOLDER_WATCH_H
#define INCLUDED_GPUFFT_LIB_SURVEY_GROWING_FOLDER_WATCH_H

#include "base/trusted_file.h"
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Which recordings in folders are complete
 *
 * One whose files were all seen to be closed by who wrote them, or moved here, as inotify
 * tells; or else that have stayed the same for a while, which is all that can be known on
 * network folders, of what was there before, and where inotify has no room. One of which
 * a file is missing is not complete.
 */
class folder_watch
{
public:
    //! \param settle       the while that files stay the same
    //! \param with_events  false: without inotify, as on a network folder
    folder_watch(const std::vector<std::string>& folders,
                 std::chrono::duration<double> settle,
                 bool with_events = true);

    //! inotify tells of these folders.
    bool has_events() const { return static_cast<bool>(d_events); }
    //! Takes what has happened. \return whether anything has
    bool look();
    //! \param recording  its path, as recordings_in_folder() has it
    bool is_complete(const std::string& recording);
    //! Its files have changed so lately that it is not known whether they are complete.
    //! What is_complete() saw counts.
    bool is_settling(const std::string& recording) const;
    //! Nothing needs to be known of it any more.
    void forget(const std::string& recording);

private:
    using clock = std::chrono::steady_clock;
    struct seen {
        std::string state;
        clock::time_point since;
    };

    void watch(const std::string& folder);
    void take_event(const std::string& folder, const std::string& name, unsigned mask);

    const std::chrono::duration<double> d_settle;
    file_handle d_events;
    std::map<int, std::string> d_folders; // by the number of their watch
    std::set<std::string> d_closed;       // files
    std::map<std::string, seen> d_seen;   // recordings
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_GROWING_FOLDER_WATCH_H */
