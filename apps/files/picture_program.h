/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_PICTURE_PROGRAM_H
#define INCLUDED_GPUFFT_APPS_FILES_PICTURE_PROGRAM_H

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gpufft::app {

/*!
 * \brief Becomes the Python program that draws with Matplotlib, and returns never
 *
 * \param head    what is drawn, and where the file goes, as
 * python/gpufft/survey_picture.py says \param values  its numbers, in their order \throws
 * std::runtime_error  become_python() cannot
 */
[[noreturn]] void become_picture(const nlohmann::ordered_json& head,
                                 const std::vector<float>& values);

//! Throws as become_picture() would, before there is work for it: this build has no
//! Python, or \p output lies in no folder.
void check_picture(const std::string& output);

//! "1.09 GHz", "93.8 Hz"
std::string hertz_text(double hz);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_PICTURE_PROGRAM_H */
