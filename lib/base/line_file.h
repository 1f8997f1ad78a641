/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_LINE_FILE_H
#define INCLUDED_GPUFFT_LIB_BASE_LINE_FILE_H

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief A file of lines that any number of processes may read, append to and change at
 * once, and be killed at any moment
 *
 * Who writes holds a lock on PATH.lock, and a line that was cut short stays a line of its
 * own. A file that is a link, or that others than its owner and root may write, is
 * neither read nor written (trusted_file.h): that throws a std::runtime_error that says
 * so.
 */
class line_file
{
public:
    //! \param path  need not be there yet
    explicit line_file(std::string path) : d_path(std::move(path)) {}

    const std::string& path() const { return d_path; }

    //! But blank ones. Nothing where there is no such file.
    //! \throws std::system_error  it cannot be read
    std::vector<std::string> read() const;

    //! All of \p lines, without their ends, or, where the process ends on the way, the
    //! first of them.
    //! \throws std::system_error  it cannot be written
    void append(const std::vector<std::string>& lines) const;

    //! Leaves the lines that \p keep says. Readers see the file as it was or as it is
    //! then. \throws std::system_error  it cannot be written
    void keep(const std::function<bool(const std::string&)>& keep) const;

    using lines = std::vector<std::string>;
    //! Where the file has more than \p most_bytes, leaves what \p shorten makes of its
    //! lines, as keep() does. \throws std::system_error  it cannot be written
    void shorten(std::size_t most_bytes,
                 const std::function<lines(const lines&)>& shorten) const;

    //! Warns that \p count lines were skipped, the first because of \p why; once in a
    //! process for each file.
    void warn_of_skipped(std::size_t count, const std::string& why) const;

private:
    std::string d_path;
};

//! The lines of \p text but blank ones.
std::vector<std::string> lines_of(const std::string& text);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_LINE_FILE_H */
