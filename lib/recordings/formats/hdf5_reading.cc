/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/files/utc_time.h"
#include "recordings/formats/hdf5_reading.h"
#include <cmath>

namespace gpufft {

namespace {

// A compressed chunk of a file is kept: it is read in several pieces.
constexpr std::size_t CHUNK_CACHE_BYTES = std::size_t(1) << 25;

template <typename number>
std::optional<number> attribute(hid_t of, const char* name, hid_t type)
{
    if (H5Aexists(of, name) <= 0)
        return {};
    const hdf5_attribute a(H5Aopen(of, name, H5P_DEFAULT));
    const hdf5_space space(H5Aget_space(a.id()));
    const hdf5_type stored(H5Aget_type(a.id()));
    const auto kind = H5Tget_class(stored.id());
    number value = 0;
    if (H5Sget_simple_extent_npoints(space.id()) != 1 ||
        (kind != H5T_INTEGER && kind != H5T_FLOAT) || H5Aread(a.id(), type, &value) < 0)
        return {};
    return value;
}

} // namespace

void refuse_file(const std::string& path, const std::string& why)
{
    refuse_recording("{}: {}; the file is damaged, or no file of Digital RF", path, why);
}

hdf5_file open_hdf5(const std::string& path)
{
    const hdf5_properties access(H5Pcreate(H5P_FILE_ACCESS));
    H5Pset_cache(access.id(), 0, 521, CHUNK_CACHE_BYTES, 1.0);
    hdf5_file file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()));
    if (!file)
        refuse_file(path, "HDF5 cannot open it");
    return file;
}

std::optional<std::int64_t> whole_attribute(hid_t of, const char* name)
{
    return attribute<std::int64_t>(of, name, H5T_NATIVE_INT64);
}

std::optional<double> real_attribute(hid_t of, const char* name)
{
    return attribute<double>(of, name, H5T_NATIVE_DOUBLE);
}

rational_rate rational_rate_in(const std::string& path)
{
    const auto file = open_hdf5(path);
    rational_rate r;
    if (const auto above = whole_attribute(file.id(), "sample_rate_numerator")) {
        r.numerator = *above;
        r.denominator = whole_attribute(file.id(), "sample_rate_denominator").value_or(1);
    } else if (const auto rate = real_attribute(file.id(), "samples_per_second");
               rate && *rate > 0 && *rate < 1e15) {
        // Older writers say it as a number alone; down to a thousandth of a hertz.
        r.denominator = std::trunc(*rate) == *rate ? 1 : 1000;
        r.numerator = std::llround(*rate * static_cast<double>(r.denominator));
    }
    if (r.numerator < 1 || r.denominator < 1 || r.numerator > MOST_INDEX ||
        r.denominator > NS_PER_SECOND)
        refuse_file(
            path,
            fmt::format("its sampling rate is {} / {}", r.numerator, r.denominator));
    return r;
}

} // namespace gpufft
