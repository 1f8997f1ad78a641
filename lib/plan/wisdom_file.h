/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_WISDOM_FILE_H
#define INCLUDED_GPUFFT_LIB_PLAN_WISDOM_FILE_H

#include "plan/wisdom_record.h"
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

//! What a file holds.
struct wisdom_content {
    std::vector<wisdom_record> records; //!< in order of the lines
    std::size_t skipped = 0;            //!< lines that are no record
    std::string why;                    //!< of the first of them
};

/*!
 * \brief Records in a file, a line each
 *
 * Any number of processes may read, append and change it at once, and be killed at any
 * moment: who writes holds a lock on PATH.lock, and a line that was cut short stays a
 * line of its own, which is skipped.
 */
class wisdom_file
{
public:
    //! \param path  need not be there yet
    explicit wisdom_file(std::string path) : d_path(std::move(path)) {}

    const std::string& path() const { return d_path; }

    //! Nothing where there is no such file. What is damaged or foreign is skipped, with
    //! a warning, once in a process for each file.
    //! \throws std::system_error  it cannot be read
    wisdom_content read() const;

    //! All of \p records or, where the process ends on the way, the first of them.
    //! \throws std::system_error  it cannot be written
    void append(const std::vector<wisdom_record>& records) const;

    /*!
     * \brief Leaves those records that \p keep says, and lines of other versions
     *
     * Readers see the file as it was or as it is then.
     * \return how many were left out
     * \throws std::system_error  it cannot be written
     */
    std::size_t keep(const std::function<bool(const wisdom_record&)>& keep) const;

private:
    std::string d_path;
};

//! The records of \p text, a line each.
wisdom_content parse_wisdom_lines(const std::string& text);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_WISDOM_FILE_H */
