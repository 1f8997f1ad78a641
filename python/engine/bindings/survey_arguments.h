/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_SURVEY_ARGUMENTS_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_SURVEY_ARGUMENTS_H

#include "survey/settings/survey_settings.h"
#include <pybind11/pybind11.h>

//! What a dict says of a survey, by the names of process()'s arguments; what it does not
//! have, or is None, is left as it is by default.
//! \throws pybind11::value_error, gpufft::plan_error  a value is of another type, or no
//! word
gpufft::survey_settings settings_of(const pybind11::dict& given);

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_SURVEY_ARGUMENTS_H */
