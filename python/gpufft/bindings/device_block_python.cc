/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"

void bind_device_block(pybind11::module& m)
{
    namespace py = pybind11;
    using gr::gpufft::device_block;
    py::class_<device_block, gr::block, gr::basic_block, std::shared_ptr<device_block>>(
        m,
        "device_block",
        R"(What every block that computes on a device says of itself.

Each may be asked from any thread while the flowgraph runs. ControlPort has the same under
the same names, and so have the messages at the port "status". A device that fails is
followed by another; just where none is left the block ends its stream.)")
        .def("device_name",
             &device_block::device_name,
             "The device that computes, e.g. \"opencl:0 (NVIDIA H200)\".")
        .def("plan_line", &device_block::plan_line, "The plan that it runs, in one line.")
        .def("queue_depth",
             &device_block::queue_depth,
             "Pieces of the stream that the device has and has not given back.")
        .def("gsps",
             &device_block::gsps,
             "10**9 input samples in a second, over the last second or so; 0 when idle.")
        .def("dropped",
             &device_block::dropped,
             "Samples lost: 0. The block waits instead, and its source may drop them.")
        .def("_logs_refusal", &device_block::logs_refusal, py::arg("why"));
}
