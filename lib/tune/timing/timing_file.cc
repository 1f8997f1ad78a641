/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "tune/timing/newest_timings.h"
#include "tune/timing/timing_file.h"
#include <boost/filesystem.hpp>
#include <mutex>

namespace gpufft {

namespace {

std::string path_beside(const std::string& wisdom)
{
    if (wisdom.empty())
        return "";
    return (boost::filesystem::path(wisdom).parent_path() / "timings.jsonl").string();
}

void warn_once(const char* done, const std::exception& e)
{
    static std::once_flag warned;
    std::call_once(warned, [&] { log().warn("timings are not {}: {}", done, e.what()); });
}

} // namespace

timing_file::timing_file(const wisdom_store& beside)
    : d_lines(path_beside(beside.file().path()))
{
}

std::vector<timing_record> timing_file::read() const
{
    try {
        if (!path().empty())
            return read_records(d_lines, parse_timing).records;
    } catch (const std::exception& e) {
        warn_once("read", e);
    }
    return {};
}

void timing_file::append(const std::vector<timing_record>& records) const
{
    if (path().empty() || records.empty())
        return;
    std::vector<std::string> lines;
    for (const auto& r : records)
        lines.push_back(to_line(r));
    try {
        d_lines.append(lines);
        d_lines.shorten(d_most_bytes, [this](const line_file::lines& all) {
            return newest_timings(all, d_most_bytes / 2);
        });
    } catch (const std::exception& e) {
        warn_once("kept", e);
    }
}

std::size_t timing_file::keep(const std::function<bool(const timing_record&)>& keep) const
{
    if (path().empty() || !boost::filesystem::exists(path()))
        return 0;
    return keep_records(d_lines, parse_timing, keep);
}

} // namespace gpufft
