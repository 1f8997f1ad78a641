# SPDX-License-Identifier: GPL-3.0-or-later
# Generated kernels under oclgrind, which watches every access to memory. Not in builds
# with sanitizers: both must be loaded first.
if(NOT TARGET gpufft-opencl OR SANITIZE)
    return()
endif()
add_executable(kernels_under_oclgrind oclgrind/kernels_under_oclgrind.cc)
target_link_libraries(kernels_under_oclgrind PRIVATE test_reference)
quickly_compiled(kernels_under_oclgrind)
add_test(NAME oclgrind.kernels
         COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/oclgrind/check_kernels.py
                 $<TARGET_FILE:kernels_under_oclgrind>)
set_tests_properties(
    oclgrind.kernels PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}" SKIP_RETURN_CODE 77
                                TIMEOUT 1200)
