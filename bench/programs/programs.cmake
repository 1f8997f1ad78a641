# SPDX-License-Identifier: GPL-3.0-or-later
# Not tests: for people to run.
set(here ${CMAKE_CURRENT_LIST_DIR})
add_executable(bm_kernels ${here}/bm_kernels.cc)
target_link_libraries(bm_kernels PRIVATE test_reference)
add_executable(bm_plans ${here}/bm_plans.cc ${here}/plan_lines.cc)
target_link_libraries(bm_plans PRIVATE test_reference Boost::program_options
                                       nlohmann_json::nlohmann_json)
add_executable(bm_branch_sums ${here}/bm_branch_sums.cc)
target_link_libraries(bm_branch_sums PRIVATE test_reference)
add_executable(bm_plan_cost ${here}/bm_plan_cost.cc)
target_link_libraries(bm_plan_cost PRIVATE test_reference)
add_executable(bm_search ${here}/bm_search.cc ${here}/plan_lines.cc)
target_link_libraries(bm_search PRIVATE test_reference Boost::program_options)
add_executable(bm_sweep ${here}/bm_sweep.cc ${here}/fftw_peer.cc ${here}/plan_lines.cc)
target_link_libraries(bm_sweep PRIVATE test_reference Boost::program_options
                                       nlohmann_json::nlohmann_json ${CMAKE_DL_LIBS})
add_executable(bm_fftw3 ${here}/bm_fftw3.cc)
target_link_libraries(bm_fftw3 PRIVATE test_reference ${CMAKE_DL_LIBS})
add_executable(bm_histogram ${here}/bm_histogram.cc)
target_link_libraries(bm_histogram PRIVATE test_reference)
add_executable(bm_spectra ${here}/bm_spectra.cc)
target_link_libraries(bm_spectra PRIVATE test_reference)
add_executable(bm_streams ${here}/bm_streams.cc ${here}/copy_rate.cc)
target_link_libraries(bm_streams PRIVATE test_reference)
add_executable(bm_power ${here}/bm_power.cc)
target_link_libraries(bm_power PRIVATE test_reference)

add_executable(bm_survey_table ${here}/surveys/bm_survey_table.cc ${here}/copy_rate.cc
                               ${here}/surveys/survey_rate.cc)
target_link_libraries(bm_survey_table PRIVATE test_reference gpufft-survey Boost::filesystem
                                              Boost::program_options)

if(TARGET gpufft-opencl)
    find_package(OpenCL REQUIRED)
    add_executable(bm_device_memory ${here}/bm_device_memory.cc)
    target_link_libraries(bm_device_memory PRIVATE test_reference OpenCL::OpenCL
                                                   ${CMAKE_DL_LIBS})
endif()

foreach(program bm_fftw3 bm_plans bm_search bm_spectra bm_streams bm_survey_table bm_sweep)
    target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR})
endforeach()
# What these time is in libraries.
quickly_compiled(bm_plans bm_search bm_survey_table bm_sweep)

if(NOT ENABLE_GNURADIO)
    return()
endif()
add_executable(
    bm_flowgraph
    ${here}/bm_flowgraph.cc ${here}/bare_rate.cc ${here}/copy_rate.cc ${here}/flowgraph_check.cc
    ${here}/flowgraph_rate.cc)
target_link_libraries(
    bm_flowgraph
    PRIVATE test_reference gnuradio-gpufft gnuradio::gnuradio-fft
            nlohmann_json::nlohmann_json Boost::program_options)
target_include_directories(bm_flowgraph PRIVATE ${PROJECT_SOURCE_DIR})

add_executable(bm_receivers ${here}/bm_receivers.cc)
target_link_libraries(bm_receivers PRIVATE test_reference gnuradio-gpufft
                                           Boost::program_options)
target_include_directories(bm_receivers PRIVATE ${PROJECT_SOURCE_DIR})

if(ENABLE_DISPLAY)
    add_executable(bm_display ${here}/bm_display.cc)
    target_link_libraries(
        bm_display PRIVATE gnuradio-gpufft-display Qt5::Widgets fmt::fmt
                           nlohmann_json::nlohmann_json Boost::program_options)
    target_include_directories(bm_display PRIVATE ${PROJECT_SOURCE_DIR})
endif()

add_executable(bm_survey ${here}/surveys/bm_survey.cc ${here}/flowgraph_rate.cc ${here}/surveys/survey_rate.cc)
target_link_libraries(bm_survey PRIVATE test_reference gpufft-survey gnuradio-gpufft
                                        Boost::filesystem Boost::program_options)
target_include_directories(bm_survey PRIVATE ${PROJECT_SOURCE_DIR})

add_executable(bm_startup ${here}/bm_startup.cc)
target_link_libraries(
    bm_startup PRIVATE test_reference gnuradio-gpufft gnuradio::gnuradio-fft
                       nlohmann_json::nlohmann_json Boost::filesystem Boost::program_options
                       ${CMAKE_DL_LIBS})
target_include_directories(bm_startup PRIVATE ${PROJECT_SOURCE_DIR})
quickly_compiled(bm_startup)
# What a start may take, with much room: the label `timing` is for what a machine that is
# busy otherwise may fail.
if(TARGET gpufft-opencl)
    function(bench_startup name)
        add_test(NAME bench.${name} COMMAND bm_startup --rounds 3 ${ARGN})
        set_tests_properties(
            bench.${name} PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}" TIMEOUT 600
                                     RUN_SERIAL ON LABELS timing)
    endfunction()
    bench_startup(startup --cold-bound 1000 --warm-bound 150)
    bench_startup(startup_spectrum --block spectrum_c --cold-bound 1000 --warm-bound 250)
endif()
