/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_CUDA_HEADERS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_CUDA_HEADERS_H

// For their types and declarations alone. Nothing here is called by name: that would
// link the backend to libraries that most machines do not have.
#include <cuda.h>
#include <nvrtc.h>

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_CUDA_HEADERS_H */
