/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_STORE_WHOLE_FILE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_STORE_WHOLE_FILE_H

#include <string_view>
#include <optional>
#include <stdexcept>
#include <string>

namespace gpufft {

//! A survey cannot be written, or is another one. One line: what, why, what would work.
class survey_error : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/*!
 * \brief Files that appear whole or not at all, whenever a process is killed
 *
 * Each is written beside the survey's files, in a folder of its own that goes with the
 * end of the work, and then renamed. Several processes may write the same file, if they
 * write the same. From any thread.
 */
class whole_files
{
public:
    //! \param partial  folder for files under way, on the file system of the others
    explicit whole_files(std::string partial);

    //! Makes \p path, and the folders that lead to it, or replaces it.
    //! \throws survey_error  names the file and the reason
    void write(const std::string& path, std::string_view bytes) const;

private:
    std::string d_partial;
};

//! What \p path holds; nothing where there is no such file.
//! \throws survey_error  it cannot be read
std::optional<std::string> contents_of(const std::string& path);

//! Makes a folder and those that lead to it. \throws survey_error
void make_folders(const std::string& path);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_STORE_WHOLE_FILE_H */
