/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "flowgraph_ends.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;
using namespace gr::gpufft;

namespace {

template <class block>
using end_class =
    py::class_<block, gr::sync_block, gr::block, gr::basic_block, std::shared_ptr<block>>;

template <class block>
end_class<block> bind_end(py::module& m, const char* name, const char* doc)
{
    return end_class<block>(m, name, doc)
        .def(py::init([](std::size_t item_bytes) {
                 return gnuradio::make_block_sptr<block>(item_bytes);
             }),
             py::arg("item_bytes"));
}

} // namespace

PYBIND11_MODULE(_flowgraph_ends, m)
{
    m.doc() = "Source and sinks that measure what is between them.";
    py::module::import("gnuradio.gr"); // the blocks' base classes
    bind_end<noise_once_source>(m,
                                "noise_once_source",
                                "Noise that is written once around the buffer, and from "
                                "then on just declared to be there.");
    bind_end<counting_sink>(m, "counting_sink", "Counts items, looks at none.")
        .def("last_arrival",
             &counting_sink::last_arrival,
             "(items so far, seconds of the steady clock when the last ones came)");
    bind_end<reading_sink>(m, "reading_sink", "Counts items and adds up their floats.")
        .def("last_arrival",
             &reading_sink::last_arrival,
             "(items so far, seconds of the steady clock when the last ones came)");
}
