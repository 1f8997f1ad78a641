/* SPDX-License-Identifier: GPL-3.0-or-later */
// What is built in place of digital_rf.cc where CMake finds no HDF5.
#include "recordings/files/recording_error.h"
#include "recordings/formats/digital_rf.h"

namespace gpufft {

recording_facts
open_digital_rf(const std::string& folder, bool, const opening_poll&, bool)
{
    refuse_recording("{}: is a recording of Digital RF, and this program was built "
                     "without HDF5, which reads it; a build where libhdf5-dev is "
                     "installed does",
                     folder);
}

std::size_t digital_rf_files(const std::string&) { return 0; }

} // namespace gpufft
