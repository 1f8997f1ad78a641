# SPDX-License-Identifier: GPL-3.0-or-later
qa(codegen golden)

find_package(CUDAToolkit QUIET)
if(TARGET CUDA::nvrtc)
    qa(codegen nvrtc CUDA::nvrtc)
else()
    message(STATUS "No NVRTC: the CUDA text of kernels is generated but not compiled")
endif()
