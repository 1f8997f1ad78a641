/* SPDX-License-Identifier: GPL-3.0-or-later */
// FFTW's functions for data in single precision.
#include "fftw3/entry/services.h"
#include "fftw3/names/calls.h"
#include <cstddef>
#include <cstdio>

#define X(name) fftwf_##name
#define F(name) sfftw_##name
#define R float
#define NUMBER gpufft::precision::float32

#pragma GCC visibility push(default)
extern "C" {
#include "fftw3/names/types.h"

#include "fftw3/names/declarations.h"

#include "fftw3/names/execute_definitions.h"
#include "fftw3/names/fortran_definitions.h"
#include "fftw3/names/plan_dft_definitions.h"
#include "fftw3/names/plan_dft_real_definitions.h"
#include "fftw3/names/plan_r2r_definitions.h"
#include "fftw3/names/service_definitions.h"
}
#pragma GCC visibility pop
