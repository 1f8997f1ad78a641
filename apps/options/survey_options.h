/* SPDX-License-Identifier: GPL-3.0-or-later */
// How recordings are read, and what becomes of them, as several subcommands take it.
#ifndef INCLUDED_GPUFFT_APPS_OPTIONS_SURVEY_OPTIONS_H
#define INCLUDED_GPUFFT_APPS_OPTIONS_SURVEY_OPTIONS_H

#include "apps/options/options.h"
#include "survey/settings/survey_settings.h"
#include <optional>
#include <string>
#include <vector>

namespace gpufft::app {

//! --length to --calibration: frames, and what becomes of them.
extern const std::vector<option> AVERAGE_OPTIONS;
extern const char AVERAGE_HELP[];
//! --average to --compressor: rows, and their files.
extern const std::vector<option> ROW_OPTIONS;
extern const char ROW_HELP[];
//! --bands to --peak-height: what else follows from rows.
extern const std::vector<option> PRODUCT_OPTIONS;
extern const char PRODUCT_HELP[];
//! --voltages and --filter-bank: samples that are kept beside.
extern const std::vector<option> VOLTAGE_OPTIONS;
extern const char VOLTAGE_HELP[];
//! --samp-rate to --allow-damaged.
extern const std::vector<option> READING_OPTIONS;
extern const char READING_HELP[];

//! \throws usage_error, plan_error  an option's value is none
survey_settings parse_survey_settings(const options& given);
recording_options parse_recording_options(const options& given);

//! The words of \p text between commas.
std::vector<std::string> split_words(const std::string& text);

//! Nothing where \p text is no finite number.
std::optional<double> real_number(const std::string& text);

//! A frequency or rate: "2M", "48e3", "2.4G".
//! \throws usage_error  it is none
double parse_hertz(const char* name, const std::string& text);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_OPTIONS_SURVEY_OPTIONS_H */
