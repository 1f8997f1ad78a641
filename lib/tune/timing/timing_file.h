/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMING_FILE_H
#define INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMING_FILE_H

#include "base/record_lines.h"
#include "plan/wisdom/wisdom_store.h"
#include "tune/timing/timing_record.h"
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Times of plans and passes, a line each, that searches left for later ones
 *
 * Any number of processes may use it at once, and be killed at any moment (line_file.h).
 * Never in the way: what cannot be read is not known, and what cannot be written is not
 * kept, with a warning, once in a process.
 */
class timing_file
{
public:
    //! timings.jsonl beside the wisdom; where that is for one process alone, none.
    explicit timing_file(const wisdom_store& beside);
    //! \param path        "": nothing is known, and nothing kept
    //! \param most_bytes  beyond, it is shortened to half of that
    explicit timing_file(const std::string& path, std::size_t most_bytes = MOST_BYTES)
        : d_lines(path), d_most_bytes(most_bytes)
    {
    }

    //! Some 40000 plans; a search begins by reading them, which must not take long: see
    //! measurements.md, "Reading the file of timings".
    static constexpr std::size_t MOST_BYTES = std::size_t(16) << 20;

    const std::string& path() const { return d_lines.path(); }

    //! In order of the lines: of two about the same the later one counts. What is damaged
    //! or foreign is skipped, with a warning, once in a process for each file.
    std::vector<timing_record> read() const;

    //! A file that gets too large by that loses what newest_timings() leaves out.
    void append(const std::vector<timing_record>& records) const;

    /*!
     * \brief Leaves those records that \p keep says, and lines of other versions
     * \return how many were left out
     * \throws std::system_error  it cannot be written
     */
    std::size_t keep(const std::function<bool(const timing_record&)>& keep) const;

private:
    line_file d_lines;
    std::size_t d_most_bytes = MOST_BYTES;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMING_FILE_H */
