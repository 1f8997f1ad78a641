# SPDX-License-Identifier: GPL-3.0-or-later
# The site, and what its tutorials say. With Debian's Python, which has Sphinx.
foreach(name site generated)
    add_test(NAME docs.${name}
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/docs/qa_${name}.py
                     ${PROJECT_BINARY_DIR}/site)
    set_tests_properties(docs.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS docs)
endforeach()
set_property(TEST docs.site PROPERTY ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")
if(ENABLE_GNURADIO AND TARGET gpufft-opencl)
    add_test(NAME docs.block_runs COMMAND ${PYTHON_EXECUTABLE} -B
                                          ${PROJECT_SOURCE_DIR}/docs/site/block_runs/run.py)
    # Each has a kernel or two, and what they compute is printed with few digits. One
    # searches: wisdom of its own.
    set_tests_properties(
        docs.block_runs
        PROPERTIES
            ENVIRONMENT
            "${TEST_ENVIRONMENT};POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable;XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/docs_blocks"
            TIMEOUT 1200 LABELS docs)
    add_test(NAME docs.tutorials
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/docs/qa_tutorials.py
                     ${PROJECT_BINARY_DIR})
    # Searches and measures: wisdom of its own.
    set_tests_properties(
        docs.tutorials
        PROPERTIES ENVIRONMENT
                   "${TEST_ENVIRONMENT};XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/docs"
                   TIMEOUT 1200 LABELS docs)
endif()
if(TARGET fake-libcuda AND NVRTC_LIBRARY)
    add_test(NAME docs.device_memory
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/docs/qa_device_memory.py
                     ${PROJECT_BINARY_DIR})
    set_tests_properties(
        docs.device_memory
        PROPERTIES
            ENVIRONMENT
            "${TEST_ENVIRONMENT};LD_LIBRARY_PATH=${FAKE_CUDA_FOLDER};GPUFFT_NVRTC=${NVRTC_LIBRARY};FAKE_CUDA_CAPABILITY=91"
            TIMEOUT 600 LABELS docs)
endif()
