# SPDX-License-Identifier: GPL-3.0-or-later
set(flags ${CMAKE_CXX_FLAGS})
if(SANITIZE)
    string(APPEND flags " -fsanitize=${SANITIZE}")
endif()
# Examples in C++ and in C, each built in a folder of its own.
foreach(example "cpp;find_package" "c;find_package_c")
    list(GET example 0 folder)
    list(GET example 1 name)
    add_test(
        NAME package.${name}
        COMMAND
            ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR}
            -DEXAMPLE=${PROJECT_SOURCE_DIR}/examples/${folder}
            -DFOLDER=${CMAKE_CURRENT_BINARY_DIR}/${name} -DCXX=${CMAKE_CXX_COMPILER}
            "-DFLAGS=${flags}" "-DGENERATOR=${CMAKE_GENERATOR}" -P ${CMAKE_CURRENT_SOURCE_DIR}/package/find_package.cmake)
    set_tests_properties(package.${name} PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}"
                                                    TIMEOUT 1200)
endforeach()

# What is installed, of what is built.
set(installed_targets)
foreach(target gpufft gpufft_fftw3 gpufft_program gpufft-opencl gpufft-cuda gnuradio-gpufft
               gnuradio-gpufft-display gpufft_bench_chain
               gpufft_python display_python _engine _survey _flowgraph_ends)
    if(TARGET ${target})
        list(APPEND installed_targets $<TARGET_FILE:${target}>)
    endif()
endforeach()
add_test(NAME package.hardening
         COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/package/qa_hardening.py
                 ${installed_targets})
set_tests_properties(package.hardening PROPERTIES SKIP_RETURN_CODE 77)

if(TARGET gnuradio-gpufft-display)
    add_test(NAME package.debian
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/package/qa_debian.py
                     ${PROJECT_BINARY_DIR})
endif()

set(exporting_libraries $<TARGET_FILE:gpufft>)
if(TARGET gnuradio-gpufft)
    list(APPEND exporting_libraries $<TARGET_FILE:gnuradio-gpufft>)
endif()
add_test(NAME package.exports
         COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/package/qa_exports.py
                 ${exporting_libraries})
set_tests_properties(package.exports PROPERTIES SKIP_RETURN_CODE 77)
# What it exports for our own is what these use, where all of them are built.
if(NOT SANITIZE AND TARGET gnuradio-gpufft-display AND TARGET gpufft-cuda AND TARGET
                                                                          gpufft-opencl)
    add_test(NAME package.private_symbols
             COMMAND ${PYTHON_EXECUTABLE} ${PROJECT_SOURCE_DIR}/script/exports --build
                     ${PROJECT_BINARY_DIR})
endif()

if(NOT SANITIZE AND (TARGET gpufft-opencl OR TARGET gpufft-cuda))
    add_test(NAME package.bundle
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/package/qa_bundle.py
                     ${PROJECT_BINARY_DIR})
    set_tests_properties(package.bundle PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}"
                                                   TIMEOUT 1200)
endif()

if(NOT SANITIZE AND TARGET gpufft-opencl)
    add_test(NAME package.sbom
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/package/qa_sbom.py
                     ${PROJECT_BINARY_DIR})
    set_tests_properties(package.sbom PROPERTIES SKIP_RETURN_CODE 77)
endif()

# script/demo, with a driver of the tests' in place of NVIDIA's.
if(NOT SANITIZE AND TARGET fake-libcuda AND TARGET gpufft-opencl AND ENABLE_GNURADIO)
    add_test(NAME package.demo
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/package/qa_demo.py
                     ${PROJECT_BINARY_DIR})
    set_tests_properties(package.demo
                         PROPERTIES ENVIRONMENT
                                    "${TEST_ENVIRONMENT};FAKE_CUDA_FOLDER=${FAKE_CUDA_FOLDER}"
                                    TIMEOUT 1200)
endif()


# Recipes of other systems, and what makes a release; each needs no build, of any kind.
if(NOT SANITIZE)
    foreach(name recipes release)
        add_test(NAME package.${name} COMMAND ${PYTHON_EXECUTABLE}
                                              ${CMAKE_CURRENT_SOURCE_DIR}/package/qa_${name}.py)
        set_tests_properties(package.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200)
    endforeach()
endif()

# Builds the engine once more, for wheels, and takes packages of PyPI.
if(NOT SANITIZE AND TARGET gpufft-opencl)
    add_test(NAME package.wheel
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/package/qa_wheel.py)
    set_tests_properties(package.wheel PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 7200 LABELS soak)
endif()
