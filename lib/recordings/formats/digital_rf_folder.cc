/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/formats/digital_rf.h"
#include <boost/filesystem.hpp>

namespace gpufft {

std::string digital_rf_folder(const std::string& path)
{
    namespace fs = boost::filesystem;
    boost::system::error_code ignored;
    const fs::path at(path);
    if (at.filename() == "drf_properties.h5")
        return at.has_parent_path() ? at.parent_path().string() : ".";
    return fs::is_directory(at, ignored) && fs::exists(at / "drf_properties.h5", ignored)
               ? path
               : "";
}

} // namespace gpufft
