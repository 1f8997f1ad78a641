/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include <gnuradio/gpufft/keep_m_in_n.h>
#include <gnuradio/gpufft/mag_squared.h>
#include <gnuradio/gpufft/null_sink.h>
#include <gnuradio/gpufft/stream_to_vector.h>
#include <gnuradio/gpufft/vector_source.h>
#include <gnuradio/gpufft/vector_to_stream.h>
#include <pybind11/complex.h>
#include <string>

namespace {

namespace py = pybind11;

template <class block, class... arguments>
void bind_item_block(py::module& m,
                     const char* name,
                     const char* doc,
                     const arguments&... args)
{
    py::class_<block, gr::block, gr::basic_block, std::shared_ptr<block>>(m, name, doc)
        .def(py::init(&block::make), args..., doc);
}

template <class sample>
void bind_vector_source(py::module& m, const char* name, const std::string& samples)
{
    const auto doc = std::string(name) + R"((data, repeat=True, vlen=1, device="auto")

Samples that are given once, again and again, from the device's memory.

Output: )" + samples +
                     R"([vlen]

Where the blocks that read them compute on the same GPU, they are uploaded when the
flowgraph starts, and from then on copied within the device; where as many items as there
are fit the ring of the scheduler a whole number of times, just once around it.

data    samples, a multiple of vlen of them
repeat  True: again and again; False: once
vlen    samples of an item
device  "auto", or a line of `gpufft devices`, e.g. "cuda:0"

ValueError: no data, or no multiple of vlen. RuntimeError: no such device.)";
    bind_item_block<gr::gpufft::vector_source<sample>>(m,
                                                       name,
                                                       doc.c_str(),
                                                       py::arg("data"),
                                                       py::arg("repeat") = true,
                                                       py::arg("vlen") = 1,
                                                       py::arg("device") = "auto");
}

} // namespace

void bind_item_blocks(py::module& m)
{
    bind_item_block<gr::gpufft::mag_squared>(m,
                                             "mag_squared",
                                             R"(mag_squared(vlen=1)

Squares of magnitudes, on the device where the samples are.

Input:  complex[vlen]
Output: float[vlen], the squares of their magnitudes

Between blocks of this module that compute on a GPU, items stay in its memory; anywhere
else the host computes, as blocks.complex_to_mag_squared does. Tags stay at their items.

vlen  samples of an item

ValueError: vlen is less than 1, or an item has 2**31 bytes or more.)",
                                             py::arg("vlen") = 1);
    bind_item_block<gr::gpufft::keep_m_in_n>(m,
                                             "keep_m_in_n",
                                             R"(keep_m_in_n(item_size, m, n, offset=0)

Some items of each n, on the device where they are.

Input:  items of item_size bytes
Output: of each n of them, m: those from item offset of the n on

Between blocks of this module that compute on a GPU, items whose bytes are a multiple of 4
stay in its memory; anywhere else the host copies, as blocks.keep_m_in_n does. Tags go to
the nearest output item.

item_size  bytes of an item: a vector's, where items are vectors
m          items that are kept of each n, 1 .. n
n          items that belong together
offset     items of each n before the first that is kept, 0 .. n - m

ValueError: an argument is out of its range, or n items have 2**31 bytes or more.)",
                                             py::arg("item_size"),
                                             py::arg("m"),
                                             py::arg("n"),
                                             py::arg("offset") = 0);
    bind_item_block<gr::gpufft::stream_to_vector>(
        m,
        "stream_to_vector",
        R"(stream_to_vector(item_size, nitems_per_block)

Items of a stream as vectors, on the device where they are.

Input:  items of item_size bytes
Output: vectors of nitems_per_block of them; those behind the last whole one are left out

Between blocks of this module that compute on a GPU, items whose bytes are a multiple of 4
stay in its memory; anywhere else the host copies, as blocks.stream_to_vector does. Tags go
to the vector whose begin is nearest.

item_size         bytes of an item
nitems_per_block  items of a vector, 1 or more

ValueError: an argument is out of its range, or a vector has 2**31 bytes or more.)",
        py::arg("item_size"),
        py::arg("nitems_per_block"));
    bind_item_block<gr::gpufft::vector_to_stream>(
        m,
        "vector_to_stream",
        R"(vector_to_stream(item_size, nitems_per_block)

Vectors as the items that they are made of, on the device where they are.

Input:  vectors of nitems_per_block items of item_size bytes
Output: the items, in their order

Between blocks of this module that compute on a GPU, items whose bytes are a multiple of 4
stay in its memory; anywhere else the host copies, as blocks.vector_to_stream does. Tags go
to the first item of their vector.

item_size         bytes of an item
nitems_per_block  items of a vector, 1 or more

ValueError: an argument is out of its range, or a vector has 2**31 bytes or more.)",
        py::arg("item_size"),
        py::arg("nitems_per_block"));
    py::class_<gr::gpufft::null_sink,
               gr::sync_block,
               gr::block,
               gr::basic_block,
               std::shared_ptr<gr::gpufft::null_sink>>(m,
                                                       "null_sink",
                                                       R"(null_sink(item_size)

Takes items without looking at them.

What a block of this module computes for it stays on the device, where blocks.null_sink has
it copied to the host.

item_size  bytes of an item

ValueError: none, or 2**31 and more.)")
        .def(py::init(&gr::gpufft::null_sink::make), py::arg("item_size"));
    bind_vector_source<gr_complex>(m, "vector_source_c", "complex");
    bind_vector_source<float>(m, "vector_source_f", "float");
}
