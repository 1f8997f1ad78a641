# SPDX-License-Identifier: GPL-3.0-or-later
# Readers of what others wrote, fed with valid inputs that were changed: seconds each among
# the ordinary tests, a minute each as soak, other seeds each time.
add_executable(
    fuzz_readers
    fuzz/flowgraph_target.cc fuzz/fuzz_readers.cc fuzz/kept_kernels_target.cc fuzz/mutation.cc
    fuzz/plan_target.cc fuzz/record_targets.cc fuzz/recording_targets.cc fuzz/seed_plans.cc
    fuzz/telescope_targets.cc)
target_sources(
    fuzz_readers
    PRIVATE ${PROJECT_SOURCE_DIR}/apps/files/grc_blocks.cc ${PROJECT_SOURCE_DIR}/apps/files/grc_file.cc
            ${PROJECT_SOURCE_DIR}/apps/options/whole_numbers.cc
            ${PROJECT_SOURCE_DIR}/apps/files/yaml_tree.cc)
target_include_directories(fuzz_readers PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(fuzz_readers
                           PRIVATE EXAMPLES_DIR="${PROJECT_SOURCE_DIR}/examples")
target_link_libraries(fuzz_readers PRIVATE test_reference gpufft-survey fmt::fmt
                                           Boost::filesystem PkgConfig::LIBARCHIVE
                                           ${YAML_TARGET})
quickly_compiled(fuzz_readers)

foreach(target plan_lines wisdom timings flowgraphs kept_kernels sigmf archives sounds vdif
               guppi_raw)
    add_test(NAME fuzz.${target} COMMAND fuzz_readers ${target} 2)
    add_test(NAME fuzz.${target}_for_a_minute COMMAND fuzz_readers ${target} 60)
    set_tests_properties(fuzz.${target} fuzz.${target}_for_a_minute
                         PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}" TIMEOUT 1200)
    set_tests_properties(fuzz.${target}_for_a_minute PROPERTIES LABELS soak)
endforeach()

if(ENABLE_GNURADIO)
    # Commands to blocks, on fake devices.
    add_executable(fuzz_messages fuzz/any_message.cc fuzz/fuzz_messages.cc)
    target_link_libraries(fuzz_messages PRIVATE test_reference gnuradio-gpufft
                                                gnuradio::gnuradio-blocks fmt::fmt)
    quickly_compiled(fuzz_messages)
    add_test(NAME fuzz.messages COMMAND fuzz_messages 3)
    add_test(NAME fuzz.messages_for_a_minute COMMAND fuzz_messages 60)
    set_tests_properties(
        fuzz.messages fuzz.messages_for_a_minute
        PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT};GPUFFT_BACKEND_DIR=/nonexistent" TIMEOUT
                                                                                     3600)
    set_tests_properties(fuzz.messages_for_a_minute PROPERTIES LABELS soak)

    foreach(seconds 3 60)
        add_test(NAME fuzz.recordings_${seconds}_s
                 COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/fuzz_recordings.py
                         ${seconds})
        set_tests_properties(fuzz.recordings_${seconds}_s
                             PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}" TIMEOUT 1200)
    endforeach()
    set_tests_properties(fuzz.recordings_60_s PROPERTIES LABELS soak)
endif()
