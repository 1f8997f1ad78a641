# SPDX-License-Identifier: GPL-3.0-or-later
if(ENABLE_GNURADIO)
    qa_python(apps recording)
    qa_python(apps bad_recordings)
    qa_python(apps spectrogram_columns)
    qa_python(apps spectrogram_plan)
    qa_python(apps picture)
    qa_python(apps demo_recording)
    qa_python(apps flowgraph_bench)
    qa_python(apps spectrogram)
    qa_python(apps spectrogram_process)
    qa_python(apps spectrogram_recordings)
    qa_python(apps spectrogram_formats)
    set_tests_properties(apps.spectrogram_formats PROPERTIES SKIP_RETURN_CODE 77)
endif()

qa(apps whole_numbers)
target_sources(qa_apps_whole_numbers PRIVATE ${PROJECT_SOURCE_DIR}/apps/options/whole_numbers.cc)
target_include_directories(qa_apps_whole_numbers PRIVATE ${PROJECT_SOURCE_DIR})
qa(apps grc_file ${YAML_TARGET})
target_sources(
    qa_apps_grc_file
    PRIVATE ${PROJECT_SOURCE_DIR}/apps/files/grc_blocks.cc ${PROJECT_SOURCE_DIR}/apps/files/grc_file.cc
            ${PROJECT_SOURCE_DIR}/apps/options/whole_numbers.cc
            ${PROJECT_SOURCE_DIR}/apps/files/yaml_tree.cc)
target_include_directories(qa_apps_grc_file PRIVATE ${PROJECT_SOURCE_DIR})

qa(apps output_files)
target_sources(qa_apps_output_files PRIVATE ${PROJECT_SOURCE_DIR}/apps/files/output_files.cc)
target_include_directories(qa_apps_output_files PRIVATE ${PROJECT_SOURCE_DIR})

# gpufft live, by the program where it is run as users do.
if(ENABLE_GNURADIO AND TARGET gpufft-opencl)
    foreach(name away headless record refused settings sources sweep uhd)
        qa_python(apps live/live_${name})
        set_property(TEST apps.live_${name} APPEND
                     PROPERTY ENVIRONMENT "GPUFFT_PROGRAM=$<TARGET_FILE:gpufft_program>")
    endforeach()
    set_tests_properties(apps.live_record PROPERTIES SKIP_RETURN_CODE 77)
endif()

if(ENABLE_GNURADIO AND TARGET gpufft-opencl AND ENABLE_DISPLAY)
    qa_python(apps live/live_window)
    set_property(TEST apps.live_window APPEND
                 PROPERTY ENVIRONMENT "GPUFFT_PROGRAM=$<TARGET_FILE:gpufft_program>")
    set_tests_properties(apps.live_window PROPERTIES SKIP_RETURN_CODE 77)
endif()

# A radio of SoapySDR, as a driver of our own: its headers are not everywhere.
pkg_check_modules(SOAPYSDR QUIET IMPORTED_TARGET SoapySDR)
if(ENABLE_GNURADIO AND TARGET gpufft-opencl AND SOAPYSDR_FOUND)
    add_library(soapy_radio MODULE apps/live/soapy_radio.cc)
    set_target_properties(soapy_radio PROPERTIES LIBRARY_OUTPUT_DIRECTORY
                                                 ${PROJECT_BINARY_DIR}/tests/soapy_radio)
    target_link_libraries(soapy_radio PRIVATE PkgConfig::SOAPYSDR)
    qa_python(apps live/live_soapy)
    set_property(TEST apps.live_soapy APPEND
                 PROPERTY ENVIRONMENT "GPUFFT_PROGRAM=$<TARGET_FILE:gpufft_program>"
                          "SOAPY_SDR_PLUGIN_PATH=$<TARGET_FILE_DIR:soapy_radio>")
endif()

# The program, which must find its backends by itself; devices are PoCL's at least.
if(TARGET gpufft-opencl)
    foreach(name cache program devices full_disk plan dump tune bench_suite bench_cpu
                 bench_papers bench_transforms bench_unseen bench_chain program_python)
        if(ENABLE_GNURADIO OR NOT name MATCHES "program_python|bench_chain")
            qa_python(apps ${name})
            set_property(TEST apps.${name} APPEND
                         PROPERTY ENVIRONMENT "GPUFFT_PROGRAM=$<TARGET_FILE:gpufft_program>")
        endif()
    endforeach()
    if(TARGET fake-libcuda)
        qa_python(apps devices_of_nvidia)
        set_property(
            TEST apps.devices_of_nvidia APPEND
            PROPERTY ENVIRONMENT "GPUFFT_PROGRAM=$<TARGET_FILE:gpufft_program>"
                     "FAKE_CUDA_FOLDER=${FAKE_CUDA_FOLDER}" "FAKE_NVRTC=${FAKE_NVRTC_FOLDER}"
                     "HOSTILE_LIBRARY=$<TARGET_FILE:hostile-library>")
    endif()
    set_tests_properties(apps.full_disk PROPERTIES SKIP_RETURN_CODE 77)
    # clFFT's name, so that a program finds it in its place.
    add_library(fake_clfft SHARED apps/fake_clfft.cc)
    set_target_properties(
        fake_clfft PROPERTIES OUTPUT_NAME clFFT SOVERSION 2 LIBRARY_OUTPUT_DIRECTORY
                              ${PROJECT_BINARY_DIR}/tests/fake_clfft)
    set_property(TEST apps.bench_transforms APPEND
                 PROPERTY ENVIRONMENT "FAKE_CLFFT_DIR=$<TARGET_FILE_DIR:fake_clfft>")
    qa(apps output_check)
    target_sources(
        qa_apps_output_check
        PRIVATE ${PROJECT_SOURCE_DIR}/bench/cases/bench_case.cc
                ${PROJECT_SOURCE_DIR}/bench/measure/noise.cc
                ${PROJECT_SOURCE_DIR}/bench/cases/output_check.cc
                ${PROJECT_SOURCE_DIR}/bench/cases/kind_cases.cc
                ${PROJECT_SOURCE_DIR}/bench/cases/peer_cases.cc
                ${PROJECT_SOURCE_DIR}/bench/cases/unseen_cases.cc
                ${PROJECT_SOURCE_DIR}/bench/timers/case_memory.cc)
    target_include_directories(qa_apps_output_check PRIVATE ${PROJECT_SOURCE_DIR})
endif()
