# SPDX-License-Identifier: GPL-3.0-or-later
# Flowgraphs to which everything happens: ten seconds in CI, ten minutes (or SOAK_SECONDS)
# under the label soak.
add_executable(
    soak_stream soak/soak_stream.cc soak/fft_judge.cc soak/fft_round.cc
                soak/process_state.cc soak/soak_devices.cc soak/soak_round.cc
                soak/spectrum_judge.cc soak/spectrum_round.cc)
target_link_libraries(soak_stream PRIVATE test_reference gnuradio-gpufft)
quickly_compiled(soak_stream)

set(SOAK_SECONDS
    600
    CACHE STRING "What the soak tests of flowgraphs take, in seconds")
math(EXPR soak_timeout "${SOAK_SECONDS} + 300")
add_test(NAME soak.stream_briefly COMMAND soak_stream all 10)
add_test(NAME soak.stream COMMAND soak_stream all ${SOAK_SECONDS})
set_tests_properties(soak.stream_briefly PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}"
                                                    TIMEOUT 1200)
set_tests_properties(soak.stream PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}"
                                            TIMEOUT ${soak_timeout} LABELS soak)

qa(soak idle gnuradio-gpufft)
target_sources(qa_soak_idle PRIVATE soak/process_state.cc soak/soak_devices.cc)
