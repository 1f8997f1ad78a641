/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_SURVEY_TEXT_H
#define INCLUDED_GPUFFT_APPS_FILES_SURVEY_TEXT_H

#include "survey/read/stored_group.h"
#include <nlohmann/json.hpp>
#include <string>

namespace gpufft::app {

//! What a survey holds, for people: some lines a group.
//! \param group  the only one that is shown; "": all
std::string
survey_text(const std::string& folder, const stored_survey& s, const std::string& group);

//! What a survey holds, for programs.
nlohmann::ordered_json survey_json(const stored_survey& s, const std::string& group);

//! \p value to four digits, which is enough for a bandwidth.
double rounded(double value);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_SURVEY_TEXT_H */
