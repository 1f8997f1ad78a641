/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_TRANSFORM_REQUEST_H
#define INCLUDED_GPUFFT_PYTHON_TRANSFORM_REQUEST_H

#include <gpufft/transform.h>
#include <gpufft/window_taps.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

//! What the keyword arguments of an executor say, as TRANSFORM_ARGUMENTS describes them.
struct transform_request {
    gpufft::transform transform;
    gpufft::window_taps taps; //!< where it is windowed
};

//! \throws py::type_error      an argument is missing, or of another type
//! \throws gpufft::plan_error  a name is not known
transform_request parse_request(const pybind11::kwargs& asked);

//! The type of NumPy that elements of \p number have.
pybind11::dtype dtype_of(bool is_real, gpufft::precision number);

//! A part of docstrings.
extern const char TRANSFORM_ARGUMENTS[];

void bind_executor(pybind11::module& m);
void bind_device_executor(pybind11::module& m);
void bind_dlpack(pybind11::module& m);

#endif /* INCLUDED_GPUFFT_PYTHON_TRANSFORM_REQUEST_H */
