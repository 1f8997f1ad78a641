/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include <gnuradio/gpufft/rfft_vfc.h>
#include <vector>

void bind_rfft_vfc(pybind11::module& m)
{
    namespace py = pybind11;
    auto bound = bind_block<gr::gpufft::rfft_vfc>(
        m,
        "rfft_vfc",
        R"(rfft_vfc(length, window=[], normalization="none", device="auto")

FFT of real vectors, the bins that are not mirror images, on a GPU or CPU device.

Input:  float[length], one frame per item
Output: complex[length // 2 + 1], bins 0 .. length // 2 of its spectrum

X[k] = sum over n of x[n] w[n] exp(-2 pi i n k / length), numpy.fft.rfft of the frame
times the window. Tags and NaN stay with their items.

length         points of a frame, 1 .. 2**27, even or odd
window         length taps, or [] for none
normalization  "none"; "by_length", which divides in irfft_vcf alone; or "orthonormal":
               divided by the square root of length
device         "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("length"),
        py::arg("window") = std::vector<float>(),
        py::arg("normalization") = "none",
        py::arg("device") = "auto");
    bind_window(
        bound,
        R"(Take other taps: length floats, or [] for none. Safe while running; each
item is computed with the old taps or with the new ones, never a mixture.
Returns False, and changes nothing, where their number is neither.)");
}
