/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RECORD_TAG_FILE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RECORD_TAG_FILE_H

#include "survey/store/whole_file.h"
#include <nlohmann/json.hpp>
#include <cstdint>
#include <string>

namespace gpufft {

/*!
 * \brief tags.jsonl of a survey: what was said about a row, an object of JSON a line
 *
 *     {"row": 12, "key": "rx_freq", "value": 100000000.0, "source": "usrp"}
 *
 * Lines are added at the end. One that a killed process has not finished goes with the
 * next keep_before().
 */
class tag_file
{
public:
    explicit tag_file(std::string path) : d_path(std::move(path)) {}

    //! Takes out what is said of rows from \p row on. \throws survey_error
    void keep_before(const whole_files& with, std::int64_t row) const;
    //! Lines that write() adds.
    void add(std::int64_t row, nlohmann::ordered_json tag);
    //! \throws survey_error  it cannot be written; the lines are kept
    void write();

private:
    std::string d_path;
    std::string d_waiting;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RECORD_TAG_FILE_H */
