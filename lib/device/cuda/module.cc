/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the module exports.
#include "device/cuda/backend.h"

extern "C" {

gpufft::backend* gpufft_make_backend() { return gpufft::cuda::make_backend().release(); }

const char* gpufft_backend_version() { return GPUFFT_VERSION; }

} // extern "C"
