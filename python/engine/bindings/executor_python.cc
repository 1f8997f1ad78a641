/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bindings/transform_request.h"
#include <fmt/format.h>
#include <gpufft/fft.h>
#include <pybind11/numpy.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace py = pybind11;

namespace {

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
          d_fft(std::move(compiled))
    {
    }
    ~executor()
    {
        py::gil_scoped_release other_threads_go_on; // a compiler may be at work for it
        d_fft.reset();
    }

    void run(const py::array& in, py::array& out, std::int64_t rows)
    {
        check_array("in", in, d_input_dtype);
        check_array("out", out, d_output_dtype);
        if (rows < 0)
            rows = rows_of(in, out);
        else
            check_extents(in, out, rows);
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
    std::int64_t rows_of(const py::array& in, const py::array& out) const
    {
        const auto& asked = d_fft->request();
        const std::int64_t rows = in.size() / asked.input_distance;
        if (in.size() != rows * asked.input_distance ||
            out.size() != rows * asked.output_distance) {
            throw gpufft::plan_error(fmt::format(
                "in has {} elements and out {}; rows of {} and {} were asked for",
                in.size(),
                out.size(),
                asked.input_distance,
                asked.output_distance));
        }
        return rows;
    }

    void check_extents(const py::array& in, const py::array& out, std::int64_t rows) const
    {
        const auto reads = rows ? gpufft::input_extent(d_fft->request(), rows) : 0;
        const auto writes = rows ? gpufft::output_extent(d_fft->request(), rows) : 0;
        if (in.size() < reads || out.size() < writes) {
            throw gpufft::plan_error(
                fmt::format("in has {} elements and out {}; {} rows take {} and {}",
                            in.size(),
                            out.size(),
                            rows,
                            reads,
                            writes));
        }
    }

    py::dtype d_input_dtype;
    py::dtype d_output_dtype;
    std::optional<gpufft::fft> d_fft;
};

std::unique_ptr<executor> make_executor(const std::string& device,
                                        const py::kwargs& asked)
{
    const auto request = parse_request(asked);
    std::optional<gpufft::fft> compiled;
    {
        py::gil_scoped_release other_threads_go_on;
        compiled.emplace(request.transform,
                         device,
                         gpufft::default_effort(),
                         gpufft::default_startup());
        request.set_values(*compiled);
    }
    return std::make_unique<executor>(request.transform, std::move(*compiled));
}

} // namespace

void bind_executor(py::module& m)
{
    const auto arguments =
        std::string("device           a name, a part of one, or \"auto\"\n") +
        TRANSFORM_ARGUMENTS + "ValueError: no plan for that; RuntimeError: the device.";
    py::class_<executor>(m,
                         "executor",
                         "A transform of a row of elements, compiled for a device; on a "
                         "CPU device the\n"
                         "host computes until that is done, unless $GPUFFT_BEGIN is "
                         "compiled.\n"
                         "May be used by several threads, which take turns.")
        .def(py::init(&make_executor), py::arg("device"), arguments.c_str())
        .def(
            "run",
            &executor::run,
            py::arg("in").noconvert(),
            py::arg("out").noconvert(),
            py::arg("rows") = -1,
            "Transforms the rows of `in` into `out`. Both are C-contiguous, of any "
            "shape,\n"
            "and have the precision's dtype, real or complex as the kind says. Without\n"
            "`rows` they have as many elements as their rows. The GIL is released while\n"
            "the device works.")
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
}
