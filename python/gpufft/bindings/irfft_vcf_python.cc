/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include <gnuradio/gpufft/irfft_vcf.h>

void bind_irfft_vcf(pybind11::module& m)
{
    namespace py = pybind11;
    bind_block<gr::gpufft::irfft_vcf>(
        m,
        "irfft_vcf",
        R"(irfft_vcf(length, normalization="none", device="auto")

Real vectors from the bins of their FFT, on a GPU or CPU device.

Input:  complex[length // 2 + 1], bins 0 .. length // 2 of a spectrum, one per item
Output: float[length], the frame that has it

numpy.fft.irfft of the bins, which divides by length as "by_length" does. Imaginary parts
of bin 0 and, of an even length, of bin length // 2 are ignored. Tags and NaN stay with
their items.

length         points of a frame, 1 .. 2**27, even or odd; 8 and 9 both have 5 bins
normalization  "none", so that rfft_vfc and then this multiply by length; "by_length":
               divided by length, so that this undoes rfft_vfc; or "orthonormal": divided
               by its square root
device         "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("length"),
        py::arg("normalization") = "none",
        py::arg("device") = "auto");
}
