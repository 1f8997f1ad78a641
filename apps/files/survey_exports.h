/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_SURVEY_EXPORTS_H
#define INCLUDED_GPUFFT_APPS_FILES_SURVEY_EXPORTS_H

#include "survey/exports/hdf5_survey.h"
#include <string>

namespace gpufft::app {

// Files of parts of surveys, which appear whole or not at all. They throw survey_error
// and std::runtime_error, one line each.

//! NPY, and \p path + ".json" with its axes, units and settings; to a device or a FIFO
//! the numbers alone.
void write_npy_file(const std::string& path,
                    const stored_group& g,
                    const stored_product& p,
                    const survey_part& part);

void write_filterbank_file(const std::string& path,
                           const stored_group& g,
                           const stored_product& p,
                           const survey_part& part);

void write_hdf5_file(const std::string& path, const std::vector<hdf5_source>& sources);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_SURVEY_EXPORTS_H */
