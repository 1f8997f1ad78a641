/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_SPECTRUM_WINDOW_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_SPECTRUM_WINDOW_PYTHON_H

#include <pybind11/pybind11.h>
#include <vector>

//! A word, or a tuple of one and numbers: what get_window() takes, and no taps.
bool is_window_name(const pybind11::object& window);

//! Taps of what scipy.signal.get_window() knows, for frames of length * taps_per_branch
//! samples, or those that \p window is; None: none.
std::vector<float>
taps_of(const pybind11::object& window, int length, int taps_per_branch = 1);

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_SPECTRUM_WINDOW_PYTHON_H */
