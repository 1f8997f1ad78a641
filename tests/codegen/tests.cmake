# SPDX-License-Identifier: GPL-3.0-or-later
qa(codegen golden)

find_package(CUDAToolkit QUIET)
if(TARGET CUDA::nvrtc)
    # The file and not the target, which would link the driver, too: machines without an
    # NVIDIA GPU have none.
    get_target_property(nvrtc CUDA::nvrtc IMPORTED_LOCATION)
    qa(codegen nvrtc ${nvrtc})
    target_include_directories(qa_codegen_nvrtc SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
else()
    message(STATUS "No NVRTC: the CUDA text of kernels is generated but not compiled")
endif()
