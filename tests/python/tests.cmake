# SPDX-License-Identifier: GPL-3.0-or-later
# The NumPy functions. The first four need no device.
qa_python(python orthogonalize)
qa_python(python layout)
qa_python(python arguments)
qa_python(python executors)
qa_python(python opencl_vendors)
qa_python(python fft_functions)
qa_python(python alone)
qa_python(python array_modules)
qa_python(python signal)
qa_python(python filters)
qa_python(python channels)
qa_python(python array_examples)
set_property(TEST python.array_modules python.signal python.channels APPEND
             PROPERTY ENVIRONMENT "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable")
if(ENABLE_GNURADIO)
    qa_python(python gnuradio_names)
endif()
qa_python(python scipy_backend)
qa_python(python at_once)
qa_python(python small_stacks)
if(TARGET fake-libcuda)
    qa_python(python package_folders)
    set_property(TEST python.package_folders APPEND
                 PROPERTY ENVIRONMENT "FAKE_CUDA_FOLDER=${FAKE_CUDA_FOLDER}"
                          "FAKE_NVRTC=${FAKE_NVRTC_FOLDER}")
endif()

# Arrays on a GPU: kernels that NVRTC compiles, and a driver of the tests' that interprets
# them.
if(TARGET fake-libcuda AND NVRTC_LIBRARY)
    qa_python(python cuda_arrays)
    qa_python(python repeated_calls)
    set_property(
        TEST python.cuda_arrays python.repeated_calls APPEND
        PROPERTY ENVIRONMENT "LD_LIBRARY_PATH=${FAKE_CUDA_FOLDER}"
                 "GPUFFT_NVRTC=${NVRTC_LIBRARY}" "FAKE_CUDA_CAPABILITY=91")
endif()

# SciPy's own tests, with the functions as its backend.
function(qa_scipy name)
    add_test(NAME python.${name}
             COMMAND ${PYTHON_EXECUTABLE}
                     ${CMAKE_CURRENT_SOURCE_DIR}/python/run_scipy_tests.py ${ARGN})
    set_tests_properties(python.${name} PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}"
                                                   SKIP_RETURN_CODE 77 TIMEOUT 1200)
endfunction()
# All of them on top of NumPy; on the engine, where most of a second goes into each kernel,
# a random quarter of a part of one suite, with kernels as qa_some_rows() has them, and all as
# soak.
qa_scipy(scipy_fft_calls --all --stand-in fft)
qa_scipy(scipy_pocketfft_calls --all --stand-in pocketfft)
qa_scipy(scipy_fft --some fft)
set_property(TEST python.scipy_fft APPEND
             PROPERTY ENVIRONMENT "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable")
qa_scipy(scipy_pocketfft pocketfft)
qa_scipy(scipy_fft_all --all fft)
qa_scipy(scipy_pocketfft_all --soak pocketfft)
set_tests_properties(python.scipy_pocketfft python.scipy_fft_all python.scipy_pocketfft_all
                     PROPERTIES LABELS soak TIMEOUT 7200)
