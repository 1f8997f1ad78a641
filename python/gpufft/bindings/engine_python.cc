/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fmt/format.h>
#include <gpufft/fft.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <complex>
#include <string>

// The engine alone, no GNU Radio: what the NumPy functions are made of.

namespace py = pybind11;

namespace {

using rows_of_complex = py::array_t<std::complex<float>, py::array::c_style>;
using rows_of_floats = py::array_t<float, py::array::c_style>;

gpufft::normalization parse_normalization(const std::string& name)
{
    if (name == "none")
        return gpufft::normalization::none;
    if (name == "by_length")
        return gpufft::normalization::by_length;
    if (name == "orthonormal")
        return gpufft::normalization::orthonormal;
    throw gpufft::plan_error(fmt::format(
        "normalization \"{}\" is not one of none, by_length, orthonormal", name));
}

const char* name_of(gpufft::device_type type)
{
    switch (type) {
    case gpufft::device_type::gpu:
        return "gpu";
    case gpufft::device_type::cpu:
        return "cpu";
    case gpufft::device_type::other:
        break;
    }
    return "other";
}

//! A transform bound to a device, for arrays.
class executor
{
public:
    executor(std::int64_t length,
             bool inverse,
             const std::string& normalization,
             bool real_input,
             const std::string& device)
        : d_length(length),
          d_real_input(real_input),
          d_fft(describe(length, inverse, normalization, real_input), device)
    {
    }

    rows_of_complex run_complex(const rows_of_complex& in)
    {
        if (d_real_input)
            throw gpufft::plan_error("made for float32 rows, got complex64 ones");
        return run(in);
    }

    rows_of_complex run_real(const rows_of_floats& in)
    {
        if (!d_real_input)
            throw gpufft::plan_error("made for complex64 rows, got float32 ones");
        return run(in);
    }

    std::string device_name() const { return d_fft.device_name(); }
    std::string plan_line() const { return d_fft.plan_line(); }

private:
    static gpufft::transform describe(std::int64_t length,
                                      bool inverse,
                                      const std::string& normalization,
                                      bool real_input)
    {
        gpufft::transform what;
        what.length = length;
        what.dir = inverse ? gpufft::direction::inverse : gpufft::direction::forward;
        what.norm = parse_normalization(normalization);
        what.input =
            real_input ? gpufft::input_format::real32 : gpufft::input_format::complex64;
        return what;
    }

    rows_of_complex run(const py::array& in)
    {
        if (in.ndim() != 2 || in.shape(1) != d_length) {
            throw gpufft::plan_error(
                fmt::format("the array must have the shape (rows, {})", d_length));
        }
        rows_of_complex out({ in.shape(0), in.shape(1) });
        const void* from = in.data();
        void* to = out.mutable_data();
        const auto rows = static_cast<std::size_t>(in.shape(0));
        if (rows > 0) {
            py::gil_scoped_release other_threads_go_on;
            d_fft.run(from, to, rows);
        }
        return out;
    }

    std::int64_t d_length;
    bool d_real_input;
    gpufft::fft d_fft;
};

py::dict describe(const gpufft::device_info& d)
{
    py::dict fields;
    fields["name"] = d.name;
    fields["product"] = d.product;
    fields["platform"] = d.platform;
    fields["driver"] = d.driver;
    fields["type"] = name_of(d.type);
    fields["global_memory_bytes"] = d.limits.global_memory_bytes;
    fields["local_memory_bytes"] = d.limits.local_memory_bytes;
    fields["compute_units"] = d.limits.compute_units;
    return fields;
}

//! (devices as dicts, absent as (name, reason) pairs)
py::tuple list_devices()
{
    gpufft::device_list found;
    {
        py::gil_scoped_release other_threads_go_on;
        found = gpufft::list_devices();
    }
    py::list devices, absent;
    for (const auto& d : found.devices)
        devices.append(describe(d));
    for (const auto& a : found.absent)
        absent.append(py::make_tuple(a.name, a.reason));
    return py::make_tuple(devices, absent);
}

} // namespace

PYBIND11_MODULE(_engine, m)
{
    m.doc() = "libgpufft for NumPy arrays: single precision, C-contiguous rows.";

    py::class_<executor>(
        m,
        "executor",
        "A transform of rows of `length` points, compiled for a device.\n"
        "May be used by several threads, which take turns.")
        .def(py::init<std::int64_t, bool, const std::string&, bool, const std::string&>(),
             py::arg("length"),
             py::arg("inverse"),
             py::arg("normalization"),
             py::arg("real_input"),
             py::arg("device"),
             py::call_guard<py::gil_scoped_release>(),
             "normalization: none, by_length (the inverse divides by length) or\n"
             "orthonormal. ValueError: no plan for that; RuntimeError: the device.")
        .def("run",
             &executor::run_complex,
             py::arg("rows").noconvert(),
             "complex64[rows, length] in, a new complex64[rows, length] out. The GIL is\n"
             "released while the device works.")
        .def("run",
             &executor::run_real,
             py::arg("rows").noconvert(),
             "float32[rows, length] in, a new complex64[rows, length] out.")
        .def("device_name", &executor::device_name, "E.g. \"opencl:0 (NVIDIA H200)\".")
        .def("plan_line", &executor::plan_line, "The plan in one line.");

    m.def("list_devices",
          &list_devices,
          "(devices as dicts, best first; absent backends as (name, reason) pairs)");
    m.def("next_fast_length",
          &gpufft::next_fast_length,
          py::arg("length"),
          "The smallest length >= `length` whose prime factors are all at most 13.\n"
          "ValueError where there is none up to 2**26.");
}
