/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dct_v_python.h"
#include <gnuradio/gpufft/dst_vff.h>

void bind_dst_vff(pybind11::module& m)
{
    bind_dct_v<gr::gpufft::dst_vff>(
        m,
        "dst_vff",
        R"(dst_vff(length, type=2, inverse=False, normalization="none", orthogonalize=False,
        device="auto")

Discrete sine transform of real vectors on a GPU or CPU device.

Input:  float[length], one frame per item
Output: float[length], its coefficients

scipy.fft.dst of each item; inverse, idst times 2 length (type 1: 2 (length + 1)). Tags
and NaN stay with their items.

length         points, 1 .. 2**27
type           1, 2, 3 or 4
inverse        the inverse of that type: of 2 type 3, of 3 type 2, else itself
normalization  "none"; "by_length": the inverse is divided by 2 length (type 1: 2
               (length + 1)), so that it undoes the forward; or "orthonormal": both are
               divided by the square root of that
orthogonalize  end points weighted, so that "orthonormal" is an orthogonal matrix: the
               last input of type 3, the last output of type 2. (SciPy before 1.15
               weights the first ones, and its matrices are not orthogonal.)
device         "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)");
}
