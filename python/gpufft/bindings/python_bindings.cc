/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fft_v_python.h"

PYBIND11_MODULE(gpufft_python, m)
{
    m.doc() = "The blocks of gnuradio.gpufft.";
    pybind11::module::import("gnuradio.gr"); // the blocks' base classes
    bind_fft_vcc(m);
    bind_fft_vfc(m);
}
