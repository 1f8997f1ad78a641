/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/formats/digital_metadata.h"
#include "recordings/formats/hdf5_reading.h"
#include <string_view>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cmath>
#include <optional>
#include <regex>

namespace gpufft {

namespace {

namespace fs = boost::filesystem;

constexpr hsize_t MOST_CENTRES = 4096;

//! The frequencies of one sample; none: it does not say them.
std::vector<double> centres_in(const hdf5_file& file, const std::string& group)
{
    const auto name = group + "/center_frequencies";
    if (H5Lexists(file.id(), name.c_str(), H5P_DEFAULT) <= 0)
        return {};
    const hdf5_dataset data(H5Dopen2(file.id(), name.c_str(), H5P_DEFAULT));
    if (!data)
        return {};
    const hdf5_space space(H5Dget_space(data.id()));
    const hdf5_type type(H5Dget_type(data.id()));
    const auto kind = H5Tget_class(type.id());
    const auto count = H5Sget_simple_extent_npoints(space.id());
    if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || count < 1 ||
        count > static_cast<hssize_t>(MOST_CENTRES))
        return {};
    std::vector<double> all(static_cast<std::size_t>(count));
    if (H5Dread(data.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) <
            0 ||
        !std::all_of(all.begin(), all.end(), [](double hz) { return std::isfinite(hz); }))
        return {};
    return all;
}

//! Sample \p index at the rate \p of as one at the rate \p to; below 0: beyond all.
std::int64_t
index_at(std::int64_t index, const rational_rate& of, const rational_rate& to)
{
    if (of.numerator == to.numerator && of.denominator == to.denominator)
        return index;
    const long double seconds = static_cast<long double>(index) *
                                static_cast<long double>(of.denominator) /
                                static_cast<long double>(of.numerator);
    const long double at = std::round(seconds * static_cast<long double>(to.numerator) /
                                      static_cast<long double>(to.denominator));
    return at <= static_cast<long double>(MOST_INDEX) ? static_cast<std::int64_t>(at)
                                                      : -1;
}

//! Keeps the names that are a sample's index, in the vector of strings \p to.
herr_t note_index(hid_t, const char* name, const H5L_info_t*, void* to) noexcept
{
    const std::string_view group(name);
    if (!group.empty() && group.size() <= 18 &&
        std::all_of(
            group.begin(), group.end(), [](char c) { return c >= '0' && c <= '9'; }))
        static_cast<std::vector<std::string>*>(to)->emplace_back(group);
    return 0;
}

void read_tunings(const std::string& path,
                  const rational_rate& own,
                  const rational_rate& rate,
                  std::vector<drf_tuning>& to)
{
    const auto file = open_hdf5(path);
    std::vector<std::string> groups;
    if (H5Literate(file.id(), H5_INDEX_NAME, H5_ITER_INC, nullptr, note_index, &groups) <
        0)
        refuse_file(path, "its groups cannot be read");
    for (const auto& group : groups) {
        drf_tuning t;
        t.index = index_at(std::stoll(group), own, rate);
        t.centres_hz = centres_in(file, group);
        if (t.index >= 0 && !t.centres_hz.empty())
            to.push_back(std::move(t));
    }
}

//! Files of one folder of Digital Metadata, in any order.
std::vector<std::string> files_in(const fs::path& folder)
{
    static const auto& name = *new std::regex(R"([^@]+@\d+\.h5)");
    std::vector<std::string> all;
    boost::system::error_code error;
    for (fs::recursive_directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
        const auto file = each->path().filename().string();
        if (std::regex_match(file, name) && file.rfind("tmp.", 0) != 0)
            all.push_back(each->path().string());
    }
    if (error)
        refuse_recording("{}: {}", folder.string(), error.message());
    return all;
}

//! Does \p read, or leaves out what that refuses.
template <typename Read>
void read_or_leave_out(bool allow_damaged, const Read& read)
{
    try {
        read();
    } catch (const recording_error& e) {
        if (!allow_damaged)
            refuse_recording("{}; --allow-damaged leaves it out", e.what());
    }
}

void read_folder(const fs::path& folder,
                 const rational_rate& rate,
                 bool allow_damaged,
                 const opening_poll& poll,
                 std::vector<drf_tuning>& to)
{
    std::optional<rational_rate> own;
    read_or_leave_out(allow_damaged, [&] {
        own = rational_rate_in((folder / "dmd_properties.h5").string());
    });
    if (!own)
        return;
    for (const auto& path : files_in(folder)) {
        poll();
        read_or_leave_out(allow_damaged, [&] { read_tunings(path, *own, rate, to); });
    }
}

} // namespace

std::vector<drf_tuning> tunings_beside(const std::string& folder,
                                       const rational_rate& rate,
                                       bool allow_damaged,
                                       const opening_poll& poll)
{
    std::vector<drf_tuning> all;
    boost::system::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error))
        if (fs::exists(each->path() / "dmd_properties.h5", error))
            read_folder(each->path(), rate, allow_damaged, poll, all);
    std::sort(all.begin(), all.end(), [](const drf_tuning& a, const drf_tuning& b) {
        return a.index < b.index;
    });
    return all;
}

} // namespace gpufft
