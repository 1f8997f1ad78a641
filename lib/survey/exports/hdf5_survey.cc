/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/hdf5_objects.h"
#include "survey/exports/hdf5_survey.h"
#include <fmt/format.h>
#include <hdf5_hl.h>
#include <algorithm>
#include <map>

namespace gpufft {

namespace {

constexpr hsize_t CHUNK_NUMBERS = 1 << 18;
constexpr unsigned ZLIB_LEVEL = 1;

//! \brief One file that is written; what HDF5 cannot do is a survey_error
class hdf5_writer
{
public:
    explicit hdf5_writer(const std::string& path)
        : d_path(path),
          d_file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT))
    {
        check(d_file.id());
    }

    void write(const hdf5_source& source);
    void finish() { check(H5Fflush(d_file.id(), H5F_SCOPE_GLOBAL)); }

private:
    template <typename status>
    status check(status s) const
    {
        if (s < 0)
            throw survey_error(fmt::format("cannot write {}: HDF5 cannot; is there room "
                                           "on the disk?",
                                           d_path));
        return s;
    }
    void
    write_attribute(hid_t to, const std::string& name, const nlohmann::ordered_json& j);
    void write_attributes(hid_t to, const nlohmann::ordered_json& all);
    template <typename number>
    hid_t add_axis(hid_t to,
                   const char* name,
                   hid_t type,
                   const std::vector<number>& values,
                   const nlohmann::ordered_json& attributes);
    void
    add_names(hid_t to, const std::string& name, const std::vector<std::string>& all);
    void
    add_time(hid_t to, const hdf5_source& source, const std::vector<std::size_t>& rows);
    void add_frequencies(hid_t to, const hdf5_source& source);
    void add_column_axis(hid_t to, const hdf5_source& source, const stored_product& p);
    void make_scale(const char* name);
    void attach(hid_t dataset, unsigned dimension, const std::string& scale);
    template <typename number>
    void write_product(hid_t to,
                       const hdf5_source& source,
                       const stored_product& p,
                       hid_t stored,
                       hid_t native);

    std::string d_path;
    hdf5_file d_file;
    std::map<std::string, hdf5_dataset> d_axes; // of the group under way
};

void hdf5_writer::write_attribute(hid_t to,
                                  const std::string& name,
                                  const nlohmann::ordered_json& j)
{
    const hdf5_space one(H5Screate(H5S_SCALAR));
    const auto add = [&](hid_t type, hid_t native, const void* value) {
        const hdf5_attribute a(
            H5Acreate2(to, name.c_str(), type, one.id(), H5P_DEFAULT, H5P_DEFAULT));
        check(H5Awrite(check(a.id()), native, value));
    };
    if (j.is_boolean() || j.is_number_integer()) {
        const std::int64_t value = j.is_boolean() ? j.get<bool>() : j.get<std::int64_t>();
        add(H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
    } else if (j.is_number()) {
        const auto value = j.get<double>();
        add(H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
    } else {
        const hdf5_type text(H5Tcopy(H5T_C_S1));
        H5Tset_size(text.id(), H5T_VARIABLE);
        H5Tset_cset(text.id(), H5T_CSET_UTF8);
        const auto value =
            j.is_string()
                ? j.get<std::string>()
                : j.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
        const char* letters = value.c_str();
        add(text.id(), text.id(), &letters);
    }
}

void hdf5_writer::write_attributes(hid_t to, const nlohmann::ordered_json& all)
{
    for (const auto& [name, value] : all.items())
        if (!name.empty() && name[0] != '_') // names of Zarr's and netCDF's own
            write_attribute(to, name, value);
}

template <typename number>
hid_t hdf5_writer::add_axis(hid_t to,
                            const char* name,
                            hid_t type,
                            const std::vector<number>& values,
                            const nlohmann::ordered_json& attributes)
{
    const hsize_t size = values.size();
    const hdf5_space space(H5Screate_simple(1, &size, nullptr));
    hdf5_dataset d(
        H5Dcreate2(to, name, type, space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    check(d.id());
    const auto native =
        H5Tequal(type, H5T_STD_I64LE) > 0 ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
    check(H5Dwrite(d.id(), native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    write_attributes(d.id(), attributes);
    const auto id = d.id();
    d_axes[name] = std::move(d);
    return id;
}

void hdf5_writer::make_scale(const char* name)
{
    check(H5DSset_scale(d_axes.at(name).id(), name));
}

void hdf5_writer::attach(hid_t dataset, unsigned dimension, const std::string& scale)
{
    const auto found = d_axes.find(scale);
    if (found != d_axes.end())
        check(H5DSattach_scale(dataset, found->second.id(), dimension));
}

void hdf5_writer::add_time(hid_t to,
                           const hdf5_source& source,
                           const std::vector<std::size_t>& rows)
{
    const auto& g = *source.of;
    if (g.begin_utc_ns()) {
        std::vector<std::int64_t> times;
        for (const auto row : rows)
            times.push_back(utc_ns_of(g, row));
        add_axis(to,
                 "time",
                 H5T_STD_I64LE,
                 times,
                 { { "long_name", "middle of the row's frames, UTC" },
                   { "units", "nanoseconds since 1970-01-01" },
                   { "calendar", "proleptic_gregorian" } });
    } else {
        std::vector<double> times;
        for (const auto row : rows)
            times.push_back(g.seconds()[row]);
        add_axis(to,
                 "time",
                 H5T_IEEE_F64LE,
                 times,
                 { { "long_name", "middle of the row's frames, from the first sample" },
                   { "units", "s" } });
    }
    make_scale("time");
    const auto add = [&](const char* name,
                         const std::vector<double>& of,
                         const nlohmann::ordered_json& attributes) {
        std::vector<double> values;
        for (const auto row : rows)
            values.push_back(of[row]);
        attach(add_axis(to, name, H5T_IEEE_F64LE, values, attributes), 0, "time");
    };
    add("frames", g.frames(), { { "long_name", "frames that the row is of" } });
    if (!g.centres_hz().empty())
        add("center_frequency",
            g.centres_hz(),
            { { "long_name", "frequency that the receiver was tuned to" },
              { "units", "Hz" } });
}

void hdf5_writer::add_frequencies(hid_t to, const hdf5_source& source)
{
    const auto& g = *source.of;
    const auto bins = bins_in(g, source.part);
    const auto first = g.frequencies_hz().begin();
    const std::vector<double> hz(first + static_cast<std::ptrdiff_t>(bins.first),
                                 first + static_cast<std::ptrdiff_t>(bins.behind));
    add_axis(to,
             "frequency",
             H5T_IEEE_F64LE,
             hz,
             { { "long_name",
                 g.are_relative() ? "frequency of the bin's middle, from center_frequency"
                                  : "frequency of the bin's middle" },
               { "units", "Hz" } });
    make_scale("frequency");
}

void hdf5_writer::add_names(hid_t to,
                            const std::string& name,
                            const std::vector<std::string>& all)
{
    const hsize_t size = all.size();
    const hdf5_space space(H5Screate_simple(1, &size, nullptr));
    const hdf5_type text(H5Tcopy(H5T_C_S1));
    H5Tset_size(text.id(), H5T_VARIABLE);
    H5Tset_cset(text.id(), H5T_CSET_UTF8);
    std::vector<const char*> letters;
    for (const auto& each : all)
        letters.push_back(each.c_str());
    hdf5_dataset d(H5Dcreate2(
        to, name.c_str(), text.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    check(H5Dwrite(
        check(d.id()), text.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, letters.data()));
    d_axes[name] = std::move(d);
}

//! The axis that a product has beside time, where no other had it before.
void hdf5_writer::add_column_axis(hid_t to,
                                  const hdf5_source& source,
                                  const stored_product& p)
{
    const auto& name = p.array.dimensions.at(1);
    if (d_axes.count(name))
        return;
    if (name == "frequency") {
        add_frequencies(to, source);
        return;
    }
    const auto names = source.of->names_along(name);
    if (!names.empty()) {
        add_names(to, name, names);
    } else {
        std::vector<std::int64_t> numbers;
        for (std::int64_t i = 0; i < p.array.shape[1]; ++i)
            numbers.push_back(i);
        add_axis(to, name.c_str(), H5T_STD_I64LE, numbers, {});
    }
    make_scale(name.c_str());
    for (const char* edge : { "band_low", "band_high" }) {
        if (name != "band" || !source.of->has_axis(edge))
            continue;
        attach(add_axis(to,
                        edge,
                        H5T_IEEE_F64LE,
                        source.of->axis_numbers(edge),
                        { { "long_name", "edge of a band" }, { "units", "Hz" } }),
               0,
               "band");
    }
}

template <typename number>
void hdf5_writer::write_product(hid_t to,
                                const hdf5_source& source,
                                const stored_product& p,
                                hid_t stored,
                                hid_t native)
{
    const auto part = exported(*source.of, p, source.part);
    const hsize_t sizes[2] = { part.rows.size(), part.columns.size() };
    const hdf5_space space(H5Screate_simple(2, sizes, nullptr));
    const hsize_t rows = std::clamp<hsize_t>(CHUNK_NUMBERS / sizes[1], 1, sizes[0]);
    const hsize_t chunk[2] = { rows, sizes[1] };
    const hdf5_properties layout(H5Pcreate(H5P_DATASET_CREATE));
    H5Pset_chunk(layout.id(), 2, chunk);
    H5Pset_shuffle(layout.id());
    H5Pset_deflate(layout.id(), ZLIB_LEVEL);
    const hdf5_dataset d(H5Dcreate2(to,
                                    p.array.name.c_str(),
                                    stored,
                                    space.id(),
                                    H5P_DEFAULT,
                                    layout.id(),
                                    H5P_DEFAULT));
    check(d.id());
    std::vector<number> some;
    hsize_t first = 0;
    const auto write_some = [&] {
        const hsize_t begin[2] = { first, 0 };
        const hsize_t count[2] = { some.size() / sizes[1], sizes[1] };
        const hdf5_space memory(H5Screate_simple(2, count, nullptr));
        H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, begin, nullptr, count, nullptr);
        check(
            H5Dwrite(d.id(), native, memory.id(), space.id(), H5P_DEFAULT, some.data()));
        first += count[0];
        some.clear();
    };
    each_row<number>(*source.of, p, part, [&](const number* row) {
        some.insert(some.end(), row, row + sizes[1]);
        if (some.size() == chunk[0] * chunk[1])
            write_some();
    });
    if (!some.empty())
        write_some();
    write_attributes(d.id(), p.array.attributes);
    attach(d.id(), 0, "time");
    attach(d.id(), 1, p.array.dimensions.at(1));
}

void hdf5_writer::write(const hdf5_source& source)
{
    d_axes.clear();
    hdf5_group own;
    auto to = d_file.id();
    if (!source.name.empty()) {
        own = hdf5_group(
            H5Gcreate2(to, source.name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        to = check(own.id());
    }
    write_attributes(to, source.of->attributes());
    add_time(to, source, rows_in(*source.of, source.part));
    for (const auto* p : source.products) {
        add_column_axis(to, source, *p);
        if (p->array.dtype == "<f4")
            write_product<float>(to, source, *p, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT);
        else
            write_product<double>(to, source, *p, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE);
    }
    d_axes.clear();
}

} // namespace

void write_hdf5(const std::string& path, const std::vector<hdf5_source>& sources)
{
    const hdf5_turn mine;
    hdf5_writer file(path);
    for (const auto& each : sources)
        file.write(each);
    file.finish();
}

} // namespace gpufft
