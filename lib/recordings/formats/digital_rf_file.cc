/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/formats/digital_rf_file.h"
#include "recordings/formats/hdf5_reading.h"
#include <fmt/format.h>
#include <utility>

namespace gpufft {

namespace {

constexpr hsize_t MOST_SUBCHANNELS = 4096, MOST_BLOCKS = 1U << 24;
// Deflate makes bytes 1032 times fewer at the most, and some rows may never be written.
constexpr hsize_t MOST_COMPRESSED = 1100, UNWRITTEN_BYTES = hsize_t(1) << 24;

//! The name that SigMF has for a number: "i16_le"; "": there is none.
std::string number_name(hid_t type)
{
    const auto bytes = H5Tget_size(type);
    const auto kind = H5Tget_class(type);
    const auto order = H5Tget_order(type);
    if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || bytes < 1 || bytes > 8 ||
        H5Tget_precision(type) != 8 * bytes ||
        (order != H5T_ORDER_LE && order != H5T_ORDER_BE && bytes > 1))
        return "";
    const char* letter = kind == H5T_FLOAT                ? "f"
                         : H5Tget_sign(type) == H5T_SGN_2 ? "i"
                                                          : "u";
    return fmt::format("{}{}{}",
                       letter,
                       8 * bytes,
                       bytes == 1              ? ""
                       : order == H5T_ORDER_BE ? "_be"
                                               : "_le");
}

//! The type of a sample: a number, or a compound of two alike, r and i.
std::string sample_name(hid_t type)
{
    if (H5Tget_class(type) != H5T_COMPOUND)
        return "r" + number_name(type);
    if (H5Tget_nmembers(type) != 2)
        return "";
    const hdf5_type real(H5Tget_member_type(type, 0)),
        imaginary(H5Tget_member_type(type, 1));
    const auto each = H5Tget_size(real.id());
    if (H5Tequal(real.id(), imaginary.id()) <= 0 || H5Tget_size(type) != 2 * each ||
        H5Tget_member_offset(type, 0) != 0 || H5Tget_member_offset(type, 1) != each)
        return "";
    return "c" + number_name(real.id());
}

} // namespace

drf_file::drf_file(std::string path) : d_path(std::move(path)), d_file(open_hdf5(d_path))
{
    d_data = hdf5_dataset(H5Dopen2(d_file.id(), "rf_data", H5P_DEFAULT));
    if (!d_data)
        refuse_file(d_path, "it has no rf_data");
    d_type = hdf5_type(H5Dget_type(d_data.id()));
    const auto format = find_format(sample_name(d_type.id()));
    if (!format)
        refuse_file(d_path, "its samples are of a type that is not read");
    d_format.of = *format;
    const hdf5_space space(H5Dget_space(d_data.id()));
    d_dimensions = H5Sget_simple_extent_ndims(space.id());
    hsize_t sizes[2] = { 0, 1 };
    if (d_dimensions != 1 && d_dimensions != 2)
        refuse_file(d_path, fmt::format("rf_data has {} dimensions", d_dimensions));
    H5Sget_simple_extent_dims(space.id(), sizes, nullptr);
    if (sizes[1] < 1 || sizes[1] > MOST_SUBCHANNELS || sizes[0] > hsize_t(MOST_INDEX))
        refuse_file(d_path,
                    fmt::format("rf_data is of {} x {} samples", sizes[0], sizes[1]));
    d_rows = sizes[0];
    d_format.subchannels = static_cast<int>(sizes[1]);
    const auto stored = H5Dget_storage_size(d_data.id());
    if (d_rows / MOST_COMPRESSED >
        (stored + UNWRITTEN_BYTES) / (format->bytes() * sizes[1]))
        refuse_file(d_path,
                    fmt::format("rf_data claims {} rows, and {} bytes of it were written",
                                d_rows,
                                stored));
}

std::vector<std::int64_t> drf_file::index() const
{
    const hdf5_dataset data(H5Dopen2(d_file.id(), "rf_data_index", H5P_DEFAULT));
    if (!data)
        refuse_file(d_path, "it has no rf_data_index");
    const hdf5_space space(H5Dget_space(data.id()));
    hsize_t sizes[2] = { 0, 0 };
    if (H5Sget_simple_extent_ndims(space.id()) != 2 ||
        H5Sget_simple_extent_dims(space.id(), sizes, nullptr) < 0 || sizes[1] != 2 ||
        sizes[0] < 1 || sizes[0] > MOST_BLOCKS)
        refuse_file(d_path,
                    fmt::format("rf_data_index is of {} x {}", sizes[0], sizes[1]));
    std::vector<std::int64_t> all(static_cast<std::size_t>(sizes[0]) * 2);
    if (H5Dread(data.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) <
        0)
        refuse_file(d_path, "rf_data_index cannot be read");
    return all;
}

void drf_file::read(hsize_t first, hsize_t count, void* to) const
{
    const hdf5_space file_space(H5Dget_space(d_data.id()));
    const hsize_t begin[2] = { first, 0 };
    const hsize_t sizes[2] = { count, static_cast<hsize_t>(d_format.subchannels) };
    const hdf5_space memory(H5Screate_simple(d_dimensions, sizes, nullptr));
    if (H5Sselect_hyperslab(
            file_space.id(), H5S_SELECT_SET, begin, nullptr, sizes, nullptr) < 0 ||
        H5Dread(d_data.id(), d_type.id(), memory.id(), file_space.id(), H5P_DEFAULT, to) <
            0)
        refuse_file(d_path,
                    fmt::format("rows {} to {} of rf_data cannot be read",
                                first,
                                first + count - 1));
}

} // namespace gpufft
