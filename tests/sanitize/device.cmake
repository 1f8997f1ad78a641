# SPDX-License-Identifier: GPL-3.0-or-later
# Generated kernels under compute-sanitizer, which watches every access on a GPU.
if(NOT TARGET gpufft-cuda OR SANITIZE)
    return()
endif()
add_executable(kernels_under_sanitizer sanitize/kernels_under_sanitizer.cc)
target_link_libraries(kernels_under_sanitizer PRIVATE test_reference)
quickly_compiled(kernels_under_sanitizer)
add_test(NAME device.sanitizer
         COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/sanitize/check_device.py
                 $<TARGET_FILE:kernels_under_sanitizer>)
set_tests_properties(
    device.sanitizer PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}" SKIP_RETURN_CODE 77
                                TIMEOUT 1800 LABELS "device;gpu")
