/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/seen_gpus.h"
#include <boost/algorithm/string/trim.hpp>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <fstream>

namespace gpufft {

namespace {

namespace fs = boost::filesystem;

const char* const NVIDIA_OF_PCI = "0x10de";
const char* const DISPLAY_CLASS_OF_PCI = "0x03"; // VGA, 3D controllers

std::string first_line(const fs::path& file)
{
    std::string line;
    std::getline(std::ifstream(file.string()), line);
    return line;
}

//! What stands behind \p name in the first line of \p file that begins with it.
std::string value_in(const fs::path& file, const std::string& name)
{
    std::ifstream text(file.string());
    for (std::string line; std::getline(text, line);)
        if (line.rfind(name, 0) == 0)
            return boost::trim_copy_if(line.substr(name.size()),
                                       boost::is_any_of(" \t\""));
    return "";
}

bool is_there(const fs::path& file)
{
    boost::system::error_code failed;
    return fs::exists(file, failed);
}

std::vector<fs::path> entries_of(const fs::path& folder)
{
    std::vector<fs::path> all;
    boost::system::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed))
        all.push_back(entry->path());
    std::sort(all.begin(), all.end());
    return all;
}

//! As the module names them.
std::vector<std::string> gpus_of_module(const fs::path& root)
{
    std::vector<std::string> all;
    for (const auto& each : entries_of(root / "proc/driver/nvidia/gpus")) {
        const auto product = value_in(each / "information", "Model:");
        all.push_back(product.empty() ? "an NVIDIA GPU" : product);
    }
    return all;
}

//! As they are on the bus, whatever drives them.
std::vector<std::string> gpus_on_bus(const fs::path& root)
{
    std::vector<std::string> all;
    for (const auto& each : entries_of(root / "sys/bus/pci/devices"))
        if (first_line(each / "vendor") == NVIDIA_OF_PCI &&
            first_line(each / "class").rfind(DISPLAY_CLASS_OF_PCI, 0) == 0)
            all.emplace_back("an NVIDIA GPU");
    return all;
}

} // namespace

linux_system look_at_system(const std::string& root)
{
    const fs::path at(root);
    linux_system found;
    found.distribution = value_in(at / "etc/os-release", "ID=");
    found.release = value_in(at / "etc/os-release", "VERSION_ID=");
    found.is_container =
        is_there(at / ".dockerenv") || is_there(at / "run/.containerenv");
    found.has_nvidia_module = is_there(at / "proc/driver/nvidia/version");
    found.nvidia_gpus = gpus_of_module(at);
    if (found.nvidia_gpus.empty())
        found.nvidia_gpus = gpus_on_bus(at);
    return found;
}

const linux_system& this_system()
{
    static const auto& found = *new linux_system(look_at_system());
    return found;
}

} // namespace gpufft
