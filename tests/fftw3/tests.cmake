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
qa_fftw3(abi)
qa_fftw3(interfaces)
qa_fftw3(layouts)
qa_fftw3(plans)
qa_fftw3(stand_in)
set_property(TEST fftw3.stand_in APPEND PROPERTY ENVIRONMENT "GPUFFT_BEGIN=at_once")
