# SPDX-License-Identifier: GPL-3.0-or-later
# FFTW's interface beside FFTW itself, where that is installed. On fake devices, with every
# call on the device, or on PoCL's.
function(qa_fftw3 name)
    qa(fftw3 ${name} ${CMAKE_DL_LIBS})
    target_sources(qa_fftw3_${name} PRIVATE fftw3/layouts.cc)
    add_dependencies(qa_fftw3_${name} gpufft_fftw3)
    target_compile_definitions(qa_fftw3_${name}
                               PRIVATE FFTW3_LIBRARY="$<TARGET_FILE:gpufft_fftw3>")
    set_property(
        TEST fftw3.${name} APPEND PROPERTY ENVIRONMENT "GPUFFT_BACKEND_DIR=/nonexistent"
                                           "GPUFFT_FFTW_POINTS=0")
endfunction()

# The library exports FFTW's names alone.
set(room ${PROJECT_SOURCE_DIR}/lib/fftw3/request)
qa(fftw3 requests)
target_sources(qa_fftw3_requests PRIVATE ${room}/efforts.cc ${room}/loops.cc
                                         ${room}/problem.cc ${room}/request.cc
                                         ${room}/steps.cc)

qa_fftw3(abi)
qa_fftw3(interfaces)
qa_fftw3(layouts)
add_test(NAME fftw3.layouts_on_device COMMAND qa_fftw3_layouts)
set_tests_properties(
    fftw3.layouts_on_device
    PROPERTIES ENVIRONMENT
               "${TEST_ENVIRONMENT};GPUFFT_FFTW_POINTS=0;FFTW3_CASES_ON_DEVICE=8"
               SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS device)
qa_fftw3(plans)
qa_fftw3(stand_in)
set_property(TEST fftw3.stand_in APPEND PROPERTY ENVIRONMENT "GPUFFT_BEGIN=at_once")

# qa_fftw3_python(NAME FILE ARGUMENT...): tests/fftw3/FILE.py with the library; on PoCL.
function(qa_fftw3_python name file)
    add_test(NAME fftw3.${name}
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/fftw3/${file}.py
                     $<TARGET_FILE:gpufft_fftw3> ${ARGN})
    set_tests_properties(fftw3.${name} PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}"
                                                  SKIP_RETURN_CODE 77 TIMEOUT 1200)
endfunction()

add_executable(fftw3_exits fftw3/exits.cc)
target_include_directories(fftw3_exits PRIVATE ${PROJECT_SOURCE_DIR}/lib)
target_link_libraries(fftw3_exits PRIVATE gpufft_fftw3 test_options)

# A runtime of a sanitizer has to be loaded before anything else; these programs have none.
if(NOT SANITIZE AND TARGET gpufft-opencl)
    qa_fftw3_python(alone qa_alone)
    qa_fftw3_python(fork qa_fork)
    qa_fftw3_python(programs qa_preload wisdom)
    if(ENABLE_GNURADIO)
        qa_fftw3_python(gnuradio qa_preload gnuradio)
    endif()
    # No kernels are in the cache: by at_once they are being compiled as the program ends.
    foreach(how leaves late handler quick)
        foreach(begin compiled at_once)
            set(cache ${CMAKE_CURRENT_BINARY_DIR}/fftw3_exits_cache/${how}_${begin})
            add_test(
                NAME fftw3.exits_${how}_${begin}
                COMMAND
                    sh -c
                    "rm -rf ${cache} && mkdir -p ${cache}/pocl && exec $<TARGET_FILE:fftw3_exits> ${how}"
            )
            set_tests_properties(
                fftw3.exits_${how}_${begin}
                PROPERTIES
                    TIMEOUT 600
                    ENVIRONMENT
                    "${TEST_ENVIRONMENT};GPUFFT_FFTW_POINTS=0;GPUFFT_BEGIN=${begin};XDG_CACHE_HOME=${cache};POCL_CACHE_DIR=${cache}/pocl"
            )
        endforeach()
    endforeach()
endif()
