/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_PFB_CHANNELIZER_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_PFB_CHANNELIZER_PYTHON_H

#include "block_python.h"

//! What channelizers and synthesizers have.
template <class block>
void bind_channelizer(block_class<block> bound)
{
    namespace py = pybind11;
    bound
        .def("set_taps",
             live_setter("set_taps", &block::set_taps),
             py::arg("taps"),
             R"(Take other taps, as many as there may be. Safe while running: no sample is
lost, and the new ones find the samples before. ValueError, or a line in the log once the
flowgraph has started, where they are none, too many, or not finite.)")
        .def("taps", &block::taps, "[branch][k]: tap k * numchans + branch, or 0.")
        .def("print_taps", &block::print_taps, "Print taps(), a line for each branch.")
        .def(
            "set_channel_map",
            live_setter("set_channel_map", &block::set_channel_map),
            py::arg("map"),
            R"(The channel of each output, or input, from now on. ValueError, or a line in the log
once the flowgraph has started, where they are too few, or one is no channel.)")
        .def("channel_map", &block::channel_map, "The channel of each output, or input.")
        .def("set_nthreads",
             live_setter("set_nthreads", &block::set_nthreads),
             py::arg("n"),
             "Most threads that compute on a CPU device, from now on; 0: the usual ones.")
        .def("nthreads", &block::nthreads, "What set_nthreads() was last given.");
}

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_PFB_CHANNELIZER_PYTHON_H */
