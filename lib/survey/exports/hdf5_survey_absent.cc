/* SPDX-License-Identifier: GPL-3.0-or-later */
// What is built in place of hdf5_survey.cc where CMake finds no HDF5.
#include "survey/exports/hdf5_survey.h"
#include <fmt/format.h>

namespace gpufft {

void write_hdf5(const std::string& path, const std::vector<hdf5_source>&)
{
    throw survey_error(fmt::format("cannot write {}: this program was built without "
                                   "HDF5; a build where libhdf5-dev is installed has it",
                                   path));
}

} // namespace gpufft
