/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/trusted_file.h"
#include "survey/record/tag_file.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <cerrno>
#include <sstream>

namespace gpufft {

void tag_file::keep_before(const whole_files& with, std::int64_t row) const
{
    const auto text = contents_of(d_path);
    if (!text)
        return;
    std::istringstream lines(*text);
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
        const auto tag = nlohmann::ordered_json::parse(line, nullptr, false);
        if (tag.is_object() && tag.contains("row") && tag["row"].is_number_integer() &&
            tag["row"].get<std::int64_t>() < row)
            kept += line + "\n";
    }
    if (kept != *text)
        with.write(d_path, kept);
}

void tag_file::add(std::int64_t row, nlohmann::ordered_json tag)
{
    nlohmann::ordered_json line;
    line["row"] = row;
    line.update(tag);
    d_waiting += line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    d_waiting += '\n';
}

void tag_file::write()
{
    if (d_waiting.empty())
        return;
    const file_handle file(
        ::open(d_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    struct stat before = {};
    const bool has_size = file && ::fstat(file.get(), &before) == 0;
    try {
        if (!has_size)
            throw_errno(d_path);
        write_all(file, d_waiting, d_path);
    } catch (const std::system_error& e) {
        // A full disk may have taken some of the lines, and all are written again later.
        const int ignored = has_size ? ::ftruncate(file.get(), before.st_size) : 0;
        static_cast<void>(ignored); // keep_before() takes out what is torn
        throw survey_error(
            fmt::format("cannot write {}: {}", d_path, e.code().message()));
    }
    d_waiting.clear();
}

} // namespace gpufft
