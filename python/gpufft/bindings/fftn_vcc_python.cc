/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include <gnuradio/gpufft/fftn_vcc.h>

void bind_fftn_vcc(pybind11::module& m)
{
    namespace py = pybind11;
    bind_block<gr::gpufft::fftn_vcc>(
        m,
        "fftn_vcc",
        R"(fftn_vcc(shape, forward=True, shift=False, normalization="none", device="auto")

FFT in several dimensions of complex vectors on a GPU or CPU device.

Input:  complex[product of the shape], one array per item, as NumPy stores it (row-major)
Output: the same shape, one spectrum (forward) or array (reverse) per item

numpy.fft.fftn of each item; reverse, ifftn times the number of points. With shift also
fftshift of the output when forward, ifftshift of the input when reverse. Tags and NaN
stay with their items.

shape          1 to 4 lengths, slowest dimension first; an item has at most 2**31 - 1
               bytes, so their product is below 2**28
forward        True: forward; False: reverse
shift          DC is element length // 2 of every dimension instead of 0: of the output
               when forward, of the input when reverse
normalization  "none"; "by_length": the reverse is divided by the number of points, so
               that it undoes the forward; or "orthonormal": both by its square root
device         "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("shape"),
        py::arg("forward") = true,
        py::arg("shift") = false,
        py::arg("normalization") = "none",
        py::arg("device") = "auto");
}
