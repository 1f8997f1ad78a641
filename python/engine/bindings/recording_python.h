/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_RECORDING_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_RECORDING_PYTHON_H

#include <pybind11/pybind11.h>

//! Adds open_recordings() and what it gives to the module of surveys.
void bind_recordings(pybind11::module_& m);

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_RECORDING_PYTHON_H */
