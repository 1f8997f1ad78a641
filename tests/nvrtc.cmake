# SPDX-License-Identifier: GPL-3.0-or-later
# NVRTC_LIBRARY is the CUDA compiler that tests use; without it they are left out, or say
# that they skip. -DNVRTC_LIBRARY=FILE takes another, of a wheel for example. Headers of the
# toolkit are compared with what the backend declares, where there are any.
find_package(CUDAToolkit QUIET)
find_library(
    NVRTC_LIBRARY
    NAMES libnvrtc.so.13 libnvrtc.so.12 libnvrtc.so.11.2
    HINTS ${CUDAToolkit_LIBRARY_DIR}
    PATHS /usr/local/cuda
    PATH_SUFFIXES lib64 lib)
find_path(CUDA_HEADER_DIR cuda.h HINTS ${CUDAToolkit_INCLUDE_DIRS} PATHS /usr/local/cuda/include)
find_path(NVRTC_HEADER_DIR nvrtc.h HINTS ${CUDAToolkit_INCLUDE_DIRS} PATHS /usr/local/cuda/include)
mark_as_advanced(NVRTC_LIBRARY CUDA_HEADER_DIR NVRTC_HEADER_DIR)

# with_nvrtc(TEST...): these find NVRTC_LIBRARY, whatever else there is.
function(with_nvrtc)
    if(NVRTC_LIBRARY)
        set_property(TEST ${ARGN} APPEND PROPERTY ENVIRONMENT "GPUFFT_NVRTC=${NVRTC_LIBRARY}")
    endif()
endfunction()
