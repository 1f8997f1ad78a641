# SPDX-License-Identifier: GPL-3.0-or-later
qa_some_rows(blocks transforms/fft_blocks)
qa_python(blocks transforms/fft_running)
qa_python(blocks filters/fft_filter)
qa_python(blocks filters/freq_xlating_filter)
qa_python(blocks filters/sample_filters)
qa_python(blocks channels/pfb_channelizer)
qa_python(blocks channels/pfb_synthesizer)
qa_python(blocks receivers/channels)
qa_python(blocks receivers/channels_running)
# Changes without end, nearly: memory stays, and no sample is lost.
add_test(NAME soak.channels
         COMMAND ${PYTHON_EXECUTABLE}
                 ${CMAKE_CURRENT_SOURCE_DIR}/blocks/receivers/qa_channels_running.py)
set_tests_properties(
    soak.channels PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT};CHANNEL_CHANGES=50000"
                             TIMEOUT 3600 LABELS soak)
# Two hours of a stream, as fast as it passes.
add_test(NAME soak.channels_two_hours
         COMMAND ${PYTHON_EXECUTABLE}
                 ${CMAKE_CURRENT_SOURCE_DIR}/blocks/receivers/qa_channels_running.py
                 qa_channels_running.test_nothing_is_lost_in_many_changes)
set_tests_properties(
    soak.channels_two_hours
    PROPERTIES ENVIRONMENT
               "${TEST_ENVIRONMENT};CHANNEL_CHANGES=1000;CHANNEL_SECONDS=7200"
               TIMEOUT 10800 LABELS soak)
qa_python(blocks transforms/fft_arguments)
qa_some_rows(blocks transforms/rfft_blocks)
qa_some_rows(blocks transforms/dct_blocks)
qa_python(blocks transforms/fftn_block)
qa_python(blocks transforms/transform_running)
qa_python(blocks messages/messages)
qa_python(blocks scheduler/forked)
qa_python(blocks messages/controlport)
set_property(TEST blocks.controlport APPEND PROPERTY ENVIRONMENT
                                                     "GR_CONF_CONTROLPORT_ON=True")
qa_python(blocks transforms/transform_arguments)
qa_python(blocks grc/drop_in)
qa_python(blocks grc/examples)
qa_python(blocks grc/grc_examples)
qa_python(blocks grc/gui_examples)
qa_python(blocks grc/grc)
qa_python(blocks grc/grc_transforms)
qa_python(blocks grc/grc_channelizer)
qa_python(blocks grc/grc_synthesizer)
qa_python(blocks grc/grc_channels)
qa(blocks scheduler/rate_meter gnuradio-gpufft)

# Fake devices alone: what is to fail would else go on with a device of this machine.
qa(blocks scheduler/fft_failure gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks scheduler/fallback gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks filters/filter_failure gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks correlation/correlator_failure gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks channels/channelizer_failure gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks channels/synthesizer_failure gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks receivers/channels_failure gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks scheduler/next_start gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks scheduler/reconfigure gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks scheduler/gathering gnuradio-gpufft)
qa(blocks chains/chain gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/chain_failure gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/chain_on_device gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/one_upload gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/filter_chain gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/channelizer_chain gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/channel_streams gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/joined_streams gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/correlation_streams gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/synthesizer_chain gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/stream_synthesizer_chain gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/correlator_chain gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/receiver_chain gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks chains/receiver_streams gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks items/item_blocks gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks items/expression gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks spectra/spectrum_fallback gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks spectra/persistence_fallback gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks transforms/at_once gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks spectra/spectrum_at_once gnuradio-gpufft gnuradio::gnuradio-blocks)
foreach(test fft_failure filter_failure correlator_failure channelizer_failure synthesizer_failure channels_failure fallback next_start reconfigure gathering at_once spectrum_at_once
             spectrum_fallback persistence_fallback chain chain_failure filter_chain channelizer_chain channel_streams joined_streams
             correlation_streams synthesizer_chain stream_synthesizer_chain
             correlator_chain receiver_chain receiver_streams
             one_upload item_blocks expression)
    set_property(TEST blocks.${test} APPEND
                 PROPERTY ENVIRONMENT "GPUFFT_BACKEND_DIR=/nonexistent")
endforeach()
set_property(TEST blocks.at_once APPEND PROPERTY ENVIRONMENT "GPUFFT_BEGIN=at_once")
# With wisdom that they may empty.
qa(blocks transforms/plan_switch gnuradio-gpufft)
qa(blocks tuner/background_tuner gnuradio-gpufft)
qa(blocks spectra/spectrum_plan_switch gnuradio-gpufft)
qa_python(blocks tuner/tuner)
qa_python(blocks grc/grc_tuner)
qa_python(blocks grc/grc_items)
qa_python(blocks grc/grc_filters)
qa_python(blocks grc/grc_correlation)
qa_python(blocks items/item_arguments)
qa_python(blocks items/expression_arguments)
foreach(test background_tuner plan_switch spectrum_plan_switch tuner grc_tuner)
    set_property(
        TEST blocks.${test} APPEND
        PROPERTY ENVIRONMENT "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_blocks_${test}")
endforeach()
qa_python(blocks correlation/matched_filter)
qa_python(blocks correlation/xcorr)
qa_python(blocks spectra/spectrum_levels)
qa_python(blocks spectra/spectrum_averages)
qa_python(blocks spectra/spectrum_polyphase)
qa_python(blocks spectra/spectrum_tags)
qa_python(blocks spectra/spectrum_settings)
qa_python(blocks transforms/window_arguments)
qa_python(blocks spectra/spectrum_extremes)
qa_python(blocks messages/live_setters)
qa_python(blocks messages/time_tags)
qa_python(blocks spectra/spectrum_running)
qa_python(blocks grc/spectrum_grc)
qa_python(blocks spectra/zoom)
qa_python(blocks spectra/logpwrfft)
qa_python(blocks spectra/persistence)
qa_python(blocks grc/grc_displays)
qa_python(blocks recording/survey_sink)
qa_python(blocks grc/grc_survey_sink)
set_tests_properties(blocks.survey_sink blocks.grc_survey_sink blocks.time_tags
                     PROPERTIES SKIP_RETURN_CODE 77)

# The headers of flowgraphs in C++, compiled as grc_flowgraphs.py compiles those: a header
# of other options is passed over without a word.
set(headers ${CMAKE_CURRENT_BINARY_DIR}/flowgraph_headers.h)
# As projects that find GNU Radio's package are compiled: without what spdlog's says, each
# flowgraph compiles spdlog.
set(options ${CMAKE_CURRENT_BINARY_DIR}/flowgraph_options)
file(
    GENERATE
    OUTPUT ${options}
    CONTENT
        "-std=c++17 -O0 -w -I${PROJECT_SOURCE_DIR}/include
-D$<JOIN:$<TARGET_PROPERTY:spdlog::spdlog,INTERFACE_COMPILE_DEFINITIONS>, -D>
")
add_custom_command(
    OUTPUT ${headers}.gch
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_LIST_DIR}/grc/flowgraph_headers.h ${headers}
    COMMAND g++ @${options} -x c++-header ${headers} -o ${headers}.gch
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/grc/flowgraph_headers.h ${options}
    VERBATIM)
add_custom_target(flowgraph_headers ALL DEPENDS ${headers}.gch)
if(TARGET fake-libcuda)
    qa_python(blocks scheduler/advice)
    set_property(TEST blocks.advice APPEND PROPERTY ENVIRONMENT
                                                    "FAKE_CUDA_FOLDER=${FAKE_CUDA_FOLDER}")
endif()
# On a GPU, as exec.stream_synthesizer_cuda.
if(TARGET fake-libcuda AND NVRTC_LIBRARY)
    add_test(NAME blocks.pfb_synthesizer_cuda
             COMMAND ${PYTHON_EXECUTABLE}
                     ${CMAKE_CURRENT_LIST_DIR}/channels/qa_pfb_synthesizer.py)
    set_tests_properties(
        blocks.pfb_synthesizer_cuda
        PROPERTIES
            ENVIRONMENT
            "${TEST_ENVIRONMENT};LD_LIBRARY_PATH=${FAKE_CUDA_FOLDER};GPUFFT_NVRTC=${NVRTC_LIBRARY};FAKE_CUDA_CAPABILITY=91"
            TIMEOUT 1200)
endif()
if(ENABLE_DISPLAY)
    qa_python(blocks display/display)
    qa_python(blocks display/display_record)
    set_tests_properties(blocks.display_record PROPERTIES SKIP_RETURN_CODE 77)
    qa_python(blocks grc/grc_display)
endif()
