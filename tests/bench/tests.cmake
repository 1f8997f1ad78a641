# SPDX-License-Identifier: GPL-3.0-or-later
# Not tests: for people to run.
add_executable(
    bm_flowgraph
    bench/bm_flowgraph.cc bench/bare_rate.cc bench/copy_rate.cc bench/flowgraph_check.cc
    bench/flowgraph_rate.cc)
target_link_libraries(
    bm_flowgraph
    PRIVATE test_reference gnuradio-gpufft gnuradio::gnuradio-fft
            nlohmann_json::nlohmann_json Boost::program_options)
target_include_directories(bm_flowgraph PRIVATE ${PROJECT_SOURCE_DIR})

add_executable(bm_startup bench/bm_startup.cc)
target_link_libraries(
    bm_startup PRIVATE test_reference gnuradio-gpufft gnuradio::gnuradio-fft
                       nlohmann_json::nlohmann_json Boost::filesystem Boost::program_options
                       ${CMAKE_DL_LIBS})
target_include_directories(bm_startup PRIVATE ${PROJECT_SOURCE_DIR})
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
