/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/output_files.h"
#include "apps/files/picture_program.h"
#include "apps/files/python_program.h"
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <utility>

namespace gpufft::app {

namespace {

//! Has standard input be a file without a name that holds \p line and \p values.
void hand_over(const std::string& line, const std::vector<float>& values)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(),
                                                               std::fclose);
    const bool is_good =
        file && std::fwrite(line.data(), 1, line.size(), file.get()) == line.size() &&
        std::fwrite(values.data(), sizeof(float), values.size(), file.get()) ==
            values.size() &&
        std::fflush(file.get()) == 0 && std::fseek(file.get(), 0, SEEK_SET) == 0 &&
        ::dup2(::fileno(file.get()), STDIN_FILENO) >= 0;
    if (!is_good)
        throw std::runtime_error(
            fmt::format("cannot keep the numbers of a picture in a temporary file: {}",
                        std::generic_category().message(errno)));
}

} // namespace

void become_picture(const nlohmann::ordered_json& head, const std::vector<float>& values)
{
    const auto line =
        head.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n";
    hand_over(line, values);
    become_python("survey_picture", {});
}

void check_picture(const std::string& output)
{
    if (!has_python_programs())
        throw std::runtime_error("a picture takes Python, which this build has none of; "
                                 "configure it with -DENABLE_GNURADIO=ON");
    check_folder_of(output);
}

std::string hertz_text(double hz)
{
    const std::pair<double, const char*> units[] = { { 1e9, "GHz" },
                                                     { 1e6, "MHz" },
                                                     { 1e3, "kHz" } };
    for (const auto& [factor, unit] : units)
        if (std::abs(hz) >= factor)
            return fmt::format("{:.10g} {}", hz / factor, unit);
    return fmt::format("{:.4g} Hz", hz);
}

} // namespace gpufft::app
