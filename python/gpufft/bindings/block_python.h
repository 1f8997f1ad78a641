/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_BLOCK_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_BLOCK_PYTHON_H

#include "live_setter_python.h"
#include <gnuradio/gpufft/device_block.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <memory>
#include <utility>
#include <vector>

template <class block>
using block_class =
    pybind11::class_<block, gr::gpufft::device_block, std::shared_ptr<block>>;

/*!
 * \brief A function that calls \p make while other threads of Python go on
 *
 * A py::call_guard of a constructor would also keep the lock from pybind11 while that
 * notes the new object, and changes counts of references.
 */
template <class block, class... arguments>
auto without_lock(std::shared_ptr<block> (*make)(arguments...))
{
    return [make](arguments... given) {
        const pybind11::gil_scoped_release others_go_on;
        return make(std::forward<arguments>(given)...);
    };
}

/*!
 * \brief A block's class with its constructor; the rest of what all of ours have is in
 * its base class
 *
 * \param doc   of the class and, since both are looked up, of the constructor
 * \param args  py::arg for each argument of block::make
 */
template <class block, class... arguments>
block_class<block> bind_block(pybind11::module& m,
                              const char* name,
                              const char* doc,
                              const arguments&... args)
{
    namespace py = pybind11;
    return block_class<block>(m, name, doc)
        // Making a block compiles kernels: seconds, the first time.
        .def(py::init(without_lock(&block::make)), args..., doc);
}

//! set_window() of the blocks that have it; \p doc says how many taps.
template <class block>
void bind_window(block_class<block>& bound, const char* doc)
{
    namespace py = pybind11;
    bound.def(
        "set_window",
        [](block& b, const py::object& window) {
            bool is_taken = false;
            call_live(b, [&] {
                const auto taps = argument_of<std::vector<float>>("set_window", window);
                const py::gil_scoped_release others_go_on;
                is_taken = b.set_window(taps);
            });
            return is_taken;
        },
        py::arg("window"),
        doc);
}

void bind_device_block(pybind11::module& m);
void bind_channels(pybind11::module& m);
void bind_dct_vff(pybind11::module& m);
void bind_dst_vff(pybind11::module& m);
void bind_expression(pybind11::module& m);
void bind_fft_filter_ccc(pybind11::module& m);
void bind_fft_filter_ccf(pybind11::module& m);
void bind_fft_filter_fff(pybind11::module& m);
void bind_fft_filter_xcc(pybind11::module& m);
void bind_fft_vcc(pybind11::module& m);
void bind_fft_vfc(pybind11::module& m);
void bind_fftn_vcc(pybind11::module& m);
void bind_freq_xlating_fft_filter_ccc(pybind11::module& m);
void bind_item_blocks(pybind11::module& m);
void bind_irfft_vcf(pybind11::module& m);
void bind_matched_filter(pybind11::module& m);
void bind_persistence_c(pybind11::module& m);
void bind_pfb_channelizer(pybind11::module& m);
void bind_pfb_synthesizer(pybind11::module& m);
void bind_rfft_vfc(pybind11::module& m);
void bind_spectrum(pybind11::module& m);
void bind_spectrum_block(pybind11::module& m);
void bind_survey_sink(pybind11::module& m);
void bind_tuner(pybind11::module& m);
void bind_zoom_c(pybind11::module& m);

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_BLOCK_PYTHON_H */
