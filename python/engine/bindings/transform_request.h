/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_TRANSFORM_REQUEST_H
#define INCLUDED_GPUFFT_PYTHON_TRANSFORM_REQUEST_H

#include <gpufft/transform.h>
#include <gpufft/window_taps.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <complex>
#include <vector>

//! What the keyword arguments of an executor say, as TRANSFORM_ARGUMENTS describes them.
struct transform_request {
    gpufft::transform transform;
    gpufft::window_taps taps;                   //!< where it is windowed
    std::vector<std::complex<double>> spectrum; //!< where it is convolved

    //! Gives \p executor, a gpufft::fft or gpufft::device_fft of it, its taps and
    //! spectrum.
    template <typename T>
    void set_values(T& executor) const
    {
        if (transform.windowed)
            executor.set_window(taps);
        if (transform.convolved)
            executor.set_spectrum(spectrum);
    }
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
