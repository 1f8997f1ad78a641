/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/log.h"
#include "device/kernels/kernel_files.h"
#include <fmt/format.h>
#include <boost/algorithm/string/trim.hpp>
#include <boost/filesystem.hpp>
#include <cstdint>
#include <fstream>
#include <mutex>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace gpufft {

namespace fs = boost::filesystem;

namespace {

void write_file(const fs::path& path, const std::string& text)
{
    std::ofstream file(path.string(), std::ios::binary);
    file << text;
    file.close();
    if (!file)
        throw std::runtime_error("cannot write " + path.string());
}

//! The name of one that is not there yet.
fs::path new_temporary_folder()
{
    const auto parent = env::temporary_dir();
    return fs::path(parent.empty() ? "/tmp" : parent) /
           fs::unique_path("gpufft-%%%%%%%%");
}

//! \return the kernel's file
std::string
write_files(const fs::path& folder, const kernel_source& source, const std::string& log)
{
    fs::create_directories(folder);
    const auto text = folder / (source.name + "." + source.suffix);
    write_file(text, source.text);
    write_file(folder / (source.name + ".log"), log);
    return text.string();
}

std::string line_of(const std::string& text, std::int64_t number)
{
    std::istringstream lines(text);
    std::string line;
    while (number-- > 0)
        if (!std::getline(lines, line))
            return "";
    return boost::trim_copy(line);
}

// Clang, and so PoCL, Intel and AMD: "input.cl:3:5: error: text"; PoCL puts "error: "
// in front. NVIDIA: "<kernel>:3:5: error: text"; NVRTC: "name.cu(3): error: text".
// The pattern ends where the text begins, which may be longer than std::regex has stack
// for, and a number that it takes fits 64 bits.
std::string first_error(const std::string& text, const std::string& log)
{
    const std::regex pattern(
        R"([:(](\d{1,18})(?::\d{1,18}|\)):\s{0,9}(?:fatal )?(?:error:)?\s{0,9})");
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        std::smatch found;
        if (line.find("error") == std::string::npos ||
            !std::regex_search(line, found, pattern) || found.suffix().length() == 0)
            continue;
        const std::int64_t number = std::stoll(found[1]);
        return fmt::format(
            "line {}: {}: {}", number, found.suffix().str(), line_of(text, number));
    }
    return boost::trim_copy(log);
}

} // namespace

void dump_kernel(const kernel_source& source, const std::string& build_log)
{
    const auto folder = env::dump_dir();
    if (folder.empty())
        return;
    try {
        write_files(folder, source, build_log);
    } catch (const std::exception& e) {
        static std::once_flag warned;
        std::call_once(warned,
                       [&] { log().warn("kernels are not dumped: {}", e.what()); });
    }
}

std::string refusal_text(const kernel_source& source,
                         const std::string& compiler,
                         const std::string& build_log)
{
    std::string where;
    try {
        const auto wanted = env::dump_dir();
        const auto folder = wanted.empty() ? new_temporary_folder() : fs::path(wanted);
        where = write_files(folder, source, build_log);
    } catch (const std::exception& e) {
        where = fmt::format("not kept: {}", e.what());
    }
    return fmt::format("{} refused {} ({}): {}",
                       compiler,
                       source.name,
                       where,
                       first_error(source.text, build_log));
}

} // namespace gpufft
