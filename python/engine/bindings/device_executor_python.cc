/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bindings/transform_request.h"
#include <gpufft/device_fft.h>
#include <pybind11/stl.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace py = pybind11;

namespace {

//! (address of the memory, or a cl_mem; bytes into it; it is a cl_mem)
using place = std::tuple<std::uintptr_t, std::size_t, bool>;

gpufft::device_memory memory_of(const place& p)
{
    const auto [address, offset, is_cl_mem] = p;
    const auto* handle = reinterpret_cast<const void*>(address);
    if (is_cl_mem)
        return gpufft::device_memory::of_cl_mem(handle, offset);
    return gpufft::device_memory::at(address + offset);
}

//! A transform of rows that are in memory of the device.
class device_executor
{
public:
    explicit device_executor(gpufft::device_fft&& compiled) : d_fft(std::move(compiled))
    {
    }
    ~device_executor()
    {
        py::gil_scoped_release other_threads_go_on; // the driver may wait for its work
        d_fft.reset();
    }

    void enqueue(std::uintptr_t queue,
                 const place& in,
                 const place& out,
                 std::size_t rows,
                 const std::optional<place>& workspace,
                 std::size_t workspace_bytes)
    {
        gpufft::device_arrays arrays{ memory_of(in), memory_of(out) };
        if (workspace)
            arrays.workspace = memory_of(*workspace);
        arrays.workspace_bytes = workspace_bytes;
        py::gil_scoped_release other_threads_go_on;
        d_fft->enqueue(reinterpret_cast<void*>(queue), arrays, rows);
    }

    std::size_t workspace_bytes(std::size_t rows) const
    {
        return d_fft->workspace_bytes(rows);
    }
    std::size_t rows() const { return d_fft->rows(); }
    std::string device_name() const { return d_fft->device_name(); }
    std::string plan_line() const { return d_fft->plan_line(); }

private:
    std::optional<gpufft::device_fft> d_fft;
};

//! (context, device) of OpenCL: handles of the driver
using opencl_handles = std::pair<std::uintptr_t, std::uintptr_t>;

std::unique_ptr<device_executor> make(const std::string& device,
                                      const std::optional<opencl_handles>& in,
                                      std::size_t rows,
                                      const py::kwargs& asked)
{
    const auto request = parse_request(asked);
    gpufft::device_fft_settings settings;
    settings.rows = rows;
    settings.has_workspace = false; // each call brings its own, of its own queue
    py::gil_scoped_release other_threads_go_on;
    std::optional<gpufft::device_fft> made;
    if (in) {
        const auto context = gpufft::native_context::opencl(
            reinterpret_cast<void*>(in->first), reinterpret_cast<void*>(in->second));
        made.emplace(request.transform, context, settings);
    } else {
        made.emplace(request.transform, device, settings);
    }
    request.set_values(*made);
    return std::make_unique<device_executor>(std::move(*made));
}

} // namespace

void bind_device_executor(py::module& m)
{
    const auto arguments =
        std::string("device           \"cuda:0\": arrays are in its primary context\n"
                    "opencl           a context of the caller's and a device in it, as\n"
                    "                 numbers, instead\n"
                    "rows             most rows of a call\n") +
        TRANSFORM_ARGUMENTS + "ValueError: no plan for that; RuntimeError: the device.";
    py::class_<device_executor>(
        m,
        "device_executor",
        "A transform of rows in memory of the device, compiled for it. Calls queue\n"
        "kernels on the caller's queue, and neither copy nor wait.")
        .def(py::init(&make),
             py::kw_only(),
             py::arg("device") = "",
             py::arg("opencl") = py::none(),
             py::arg("rows"),
             arguments.c_str())
        .def("enqueue",
             &device_executor::enqueue,
             py::arg("queue"),
             py::arg("input"),
             py::arg("output"),
             py::arg("rows"),
             py::arg("workspace") = py::none(),
             py::arg("workspace_bytes") = 0,
             "Queues the transform behind what is on `queue`, a stream of CUDA or a "
             "queue of\n"
             "OpenCL as a number. Arrays are (address or cl_mem, bytes into it, is a "
             "cl_mem).\n"
             "ValueError: an array is of another device, too small, misaligned, or "
             "overlaps\n"
             "another.")
        .def("workspace_bytes",
             &device_executor::workspace_bytes,
             py::arg("rows"),
             "That a call of so many rows takes; 0: none.")
        .def_property_readonly("rows", &device_executor::rows, "Most rows of a call.")
        .def("device_name", &device_executor::device_name)
        .def("plan_line", &device_executor::plan_line);
}
