/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_DCT_V_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_DCT_V_PYTHON_H

#include "block_python.h"

//! dct_vff and dst_vff take the same arguments.
template <class block>
void bind_dct_v(pybind11::module& m, const char* name, const char* doc)
{
    namespace py = pybind11;
    bind_block<block>(m,
                      name,
                      doc,
                      py::arg("length"),
                      py::arg("type") = 2,
                      py::arg("inverse") = false,
                      py::arg("normalization") = "none",
                      py::arg("orthogonalize") = false,
                      py::arg("device") = "auto");
}

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_DCT_V_PYTHON_H */
