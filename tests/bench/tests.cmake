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
