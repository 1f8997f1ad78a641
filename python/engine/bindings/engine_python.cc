/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fmt/format.h>
#include <gpufft/fft.h>
#include <gpufft/own_process.h>
#include <gpufft/package_folders.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

// The engine alone, no GNU Radio: what the NumPy functions are made of.

namespace py = pybind11;

namespace {

//! A dimension (length, input stride, output stride), or a loop (count, both strides).
using triple = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

template <typename T>
struct name_and_value {
    const char* name;
    T value;
};

const name_and_value<gpufft::transform_kind> KINDS[] = {
    { "c2c", gpufft::transform_kind::c2c },   { "r2c", gpufft::transform_kind::r2c },
    { "c2r", gpufft::transform_kind::c2r },   { "dct1", gpufft::transform_kind::dct1 },
    { "dct2", gpufft::transform_kind::dct2 }, { "dct3", gpufft::transform_kind::dct3 },
    { "dct4", gpufft::transform_kind::dct4 }, { "dst1", gpufft::transform_kind::dst1 },
    { "dst2", gpufft::transform_kind::dst2 }, { "dst3", gpufft::transform_kind::dst3 },
    { "dst4", gpufft::transform_kind::dst4 },
};

const name_and_value<gpufft::precision> PRECISIONS[] = {
    { "float32", gpufft::precision::float32 },
    { "float64", gpufft::precision::float64 },
};

template <typename T, std::size_t N>
T parse(const char* subject, const name_and_value<T> (&known)[N], const std::string& name)
{
    std::string names;
    for (const auto& k : known) {
        if (name == k.name)
            return k.value;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", k.name);
    }
    throw gpufft::plan_error(
        fmt::format("{} \"{}\" is not one of {}", subject, name, names));
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

py::dtype dtype_of(bool is_real, gpufft::precision number)
{
    if (number == gpufft::precision::float64)
        return is_real ? py::dtype::of<double>() : py::dtype::of<std::complex<double>>();
    return is_real ? py::dtype::of<float>() : py::dtype::of<std::complex<float>>();
}

//! \throws plan_error  not a C-contiguous, aligned array of that type
void check_array(const char* name, const py::array& array, const py::object& wanted)
{
    const int flags = py::detail::npy_api::NPY_ARRAY_ALIGNED_ | py::array::c_style;
    const py::object given = array.dtype();
    if (!given.equal(wanted) || (array.flags() & flags) != flags) {
        throw gpufft::plan_error(
            fmt::format("{} must be a C-contiguous, aligned array of {}, got {}{}",
                        name,
                        std::string(py::str(wanted)),
                        given.equal(wanted) ? "another of " : "",
                        std::string(py::str(given))));
    }
}

//! A transform bound to a device, for arrays.
class executor
{
public:
    executor(const gpufft::transform& request, gpufft::fft&& compiled)
        : d_input_dtype(dtype_of(gpufft::has_real_input(request), request.number)),
          d_output_dtype(dtype_of(gpufft::has_real_output(request), request.number)),
          d_input_distance(request.input_distance),
          d_output_distance(request.output_distance),
          d_fft(std::move(compiled))
    {
    }
    ~executor()
    {
        py::gil_scoped_release other_threads_go_on; // a compiler may be at work for it
        d_fft.reset();
    }

    void run(const py::array& in, py::array& out)
    {
        check_array("in", in, d_input_dtype);
        check_array("out", out, d_output_dtype);
        const std::int64_t rows = in.size() / d_input_distance;
        if (in.size() != rows * d_input_distance ||
            out.size() != rows * d_output_distance) {
            throw gpufft::plan_error(fmt::format(
                "in has {} elements and out {}; rows of {} and {} were asked for",
                in.size(),
                out.size(),
                d_input_distance,
                d_output_distance));
        }
        const void* from = in.data();
        void* to = out.mutable_data(); // throws where it is read-only
        py::gil_scoped_release other_threads_go_on;
        d_fft->run(from, to, static_cast<std::size_t>(rows));
    }

    std::size_t workspace_bytes(std::size_t rows) const
    {
        return d_fft->workspace_bytes(rows);
    }
    void set_workspace(std::uintptr_t address, std::size_t bytes)
    {
        py::gil_scoped_release other_threads_go_on;
        d_fft->set_workspace(reinterpret_cast<void*>(address), bytes);
    }

    bool has_kernels() const { return d_fft->has_kernels(); }
    std::string device_name() const { return d_fft->device_name(); }
    std::string plan_line() const { return d_fft->plan_line(); }

private:
    py::dtype d_input_dtype;
    py::dtype d_output_dtype;
    std::int64_t d_input_distance;
    std::int64_t d_output_distance;
    std::optional<gpufft::fft> d_fft;
};

std::unique_ptr<executor> make_executor(const std::string& kind,
                                        const std::vector<triple>& shape,
                                        const std::vector<triple>& loops,
                                        std::int64_t input_distance,
                                        std::int64_t output_distance,
                                        bool inverse,
                                        double scale,
                                        const std::string& precision,
                                        bool real_input,
                                        bool orthogonalize,
                                        const std::string& device)
{
    gpufft::transform request;
    request.kind = parse("kind", KINDS, kind);
    request.shape.clear();
    for (const auto& [length, input_stride, output_stride] : shape)
        request.shape.push_back({ length, input_stride, output_stride });
    for (const auto& [count, input_stride, output_stride] : loops)
        request.loops.push_back({ count, input_stride, output_stride });
    request.input_distance = input_distance;
    request.output_distance = output_distance;
    request.dir = inverse ? gpufft::direction::inverse : gpufft::direction::forward;
    request.scale = scale;
    request.number = parse("precision", PRECISIONS, precision);
    request.real_input = real_input;
    request.orthogonalize = orthogonalize;
    std::optional<gpufft::fft> compiled;
    {
        py::gil_scoped_release other_threads_go_on;
        compiled.emplace(
            request, device, gpufft::default_effort(), gpufft::default_startup());
    }
    return std::make_unique<executor>(request, std::move(*compiled));
}

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
    fields["has_float64"] = d.limits.has_float64;
    return fields;
}

//! (devices as dicts, absent as (name, reason) pairs, lines of advice)
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
    return py::make_tuple(devices, absent, found.advice);
}

} // namespace

PYBIND11_MODULE(_engine, m)
{
    m.doc() =
        "libgpufft for NumPy arrays: C-contiguous, their elements placed by stride.";

    py::class_<executor>(m,
                         "executor",
                         "A transform of a row of elements, compiled for a device; on a "
                         "CPU device the\n"
                         "host computes until that is done, unless $GPUFFT_BEGIN is "
                         "compiled.\n"
                         "May be used by several threads, which take turns.")
        .def(py::init(&make_executor),
             py::kw_only(),
             py::arg("kind"),
             py::arg("shape"),
             py::arg("loops"),
             py::arg("input_distance"),
             py::arg("output_distance"),
             py::arg("inverse"),
             py::arg("scale"),
             py::arg("precision"),
             py::arg("real_input"),
             py::arg("orthogonalize"),
             py::arg("device"),
             "kind             c2c, r2c, c2r, dct1 .. dct4, dst1 .. dst4\n"
             "shape            (length, input stride, output stride) of each dimension,\n"
             "                 the one that r2c and c2r halve last\n"
             "loops            (count, input stride, output stride), not transformed\n"
             "input_distance, output_distance\n"
             "                 elements between rows\n"
             "inverse          c2c: either; c2r: True; others: False\n"
             "scale            outputs are multiplied by this, and by nothing else\n"
             "precision        float32 or float64\n"
             "real_input       c2c: the imaginary parts are 0 and not stored\n"
             "orthogonalize    dct and dst: end points weighted\n"
             "ValueError: no plan for that; RuntimeError: the device.")
        .def("run",
             &executor::run,
             py::arg("in").noconvert(),
             py::arg("out").noconvert(),
             "Transforms the rows of `in` into `out`. Both are C-contiguous, of any "
             "shape\n"
             "with as many elements, and have the precision's dtype, real or complex as\n"
             "the kind says. The GIL is released while the device works.")
        .def("workspace_bytes",
             &executor::workspace_bytes,
             py::arg("rows"),
             "Memory of the device that run() of so many rows takes besides input and\n"
             "output; 0 where one pass does it all.")
        .def("set_workspace",
             &executor::set_workspace,
             py::arg("address"),
             py::arg("bytes"),
             "Has run() use memory of the caller's for that: with CUDA of the GPU, such "
             "as\n"
             "cupy.ndarray.data.ptr; of the host, at a multiple of 64, with a CPU "
             "device.\n"
             "It must stay there; address 0 ends that. ValueError: it cannot be used, "
             "or,\n"
             "from run(), it is too small.")
        .def("has_kernels",
             &executor::has_kernels,
             "False while the host computes, because they are being compiled.")
        .def("device_name", &executor::device_name, "E.g. \"opencl:0 (NVIDIA H200)\".")
        .def("plan_line", &executor::plan_line, "The plan in one line.");

    m.def("is_orphan",
          &gpufft::is_orphan,
          "This process was forked from one that had asked for devices.");
    m.def(
        "list_devices",
        &list_devices,
        "(devices as dicts, best first; absent backends as (name, reason) pairs; lines\n"
        "that say what to install for GPUs that are not used, or could be faster)");
    m.def("set_package_folders",
          &gpufft::set_package_folders,
          py::arg("folders"),
          "Where this Python has its packages: the CUDA compiler is looked for there.");
    m.def(
        "choose_device",
        [](const std::string& wanted) { return describe(gpufft::choose_device(wanted)); },
        py::arg("wanted"),
        "The device that a name, a part of one, or \"auto\" means, as a dict.");
    m.def("next_fast_length",
          &gpufft::next_fast_length,
          py::arg("length"),
          "The smallest length >= `length` whose prime factors are all at most 13.\n"
          "ValueError where there is none up to 2**27.");
}
