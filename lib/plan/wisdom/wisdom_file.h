/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_FILE_H
#define INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_FILE_H

#include "base/record_lines.h"
#include "plan/wisdom/wisdom_record.h"
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

using wisdom_content = record_lines<wisdom_record>;

/*!
 * \brief Records in a file, a line each
 *
 * Any number of processes may read, append and change it at once, and be killed at any
 * moment (line_file.h). A line that was cut short is skipped.
 */
class wisdom_file
{
public:
    //! \param path  need not be there yet
    explicit wisdom_file(std::string path) : d_lines(std::move(path)) {}

    const std::string& path() const { return d_lines.path(); }

    //! Nothing where there is no such file. Lines that are damaged or of another format
    //! are skipped, with a warning, once in a process for each file.
    //! \throws std::system_error  the file cannot be read
    wisdom_content read() const;

    //! Appends all of \p records or, where the process ends meanwhile, the first of them.
    //! \throws std::system_error  the file cannot be written
    void append(const std::vector<wisdom_record>& records) const;

    /*!
     * \brief Leaves those records that \p keep says, and lines of other versions
     *
     * Readers see the file either as it was or as it is afterwards.
     * \return how many records were left out
     * \throws std::system_error  the file cannot be written
     */
    std::size_t keep(const std::function<bool(const wisdom_record&)>& keep) const;

private:
    line_file d_lines;
};

/*!
 * \brief The records of \p text that somebody sent, a line each
 * \throws plan_error  a line is no record (names the first by its number, and why);
 *                     or there is no line
 */
std::vector<wisdom_record> parse_sent_lines(const std::string& text);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_FILE_H */
