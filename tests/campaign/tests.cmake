# SPDX-License-Identifier: GPL-3.0-or-later
# What script/campaign runs, in as many processes as there are cores.
add_executable(
    campaign_trials
    campaign/campaign_trials.cc campaign/histogram_trials.cc campaign/smaller_transform.cc
    campaign/spectrum_trials.cc campaign/stream_trials.cc campaign/transform_case.cc
    campaign/transform_trials.cc soak/process_state.cc)
guarded_program(campaign_trials)
quickly_compiled(campaign_trials)

add_test(NAME campaign.campaign COMMAND ${PYTHON_EXECUTABLE}
                                        ${CMAKE_CURRENT_LIST_DIR}/qa_campaign.py
                                        ${PROJECT_BINARY_DIR})
set_tests_properties(campaign.campaign PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}" TIMEOUT
                                                                                    3600)

# CUDA kernels without a GPU: NVRTC compiles them, and a driver that is a library of the
# tests interprets what comes of it, within the bounds of every array.
if(TARGET fake-libcuda AND NVRTC_LIBRARY)
    # interpreted_cuda(NAME ARGUMENT...): the test campaign.NAME runs such a campaign.
    function(interpreted_cuda name)
        add_test(NAME campaign.${name}
                 COMMAND ${PYTHON_EXECUTABLE} ${PROJECT_SOURCE_DIR}/script/campaign --build
                         ${PROJECT_BINARY_DIR} --device cuda:0 ${ARGN})
        set_tests_properties(
            campaign.${name}
            PROPERTIES
                ENVIRONMENT
                "${TEST_ENVIRONMENT};LD_LIBRARY_PATH=${FAKE_CUDA_FOLDER};GPUFFT_NVRTC=${NVRTC_LIBRARY};FAKE_CUDA_CAPABILITY=91"
                TIMEOUT 3600)
    endfunction()
    interpreted_cuda(
        cuda_text --no-smaller --processes 1 --seed 20261125 --minutes 10 --kinds
        transforms,spectra,histograms --count transforms=120 --count spectra=5 --count
        histograms=5)
    # The program of api.cuda_memory, which calls the driver itself.
    add_test(NAME api.cuda_memory_interpreted COMMAND qa_api_cuda_memory)
    set_tests_properties(
        api.cuda_memory_interpreted
        PROPERTIES
            ENVIRONMENT
            "${TEST_ENVIRONMENT};LD_LIBRARY_PATH=${FAKE_CUDA_FOLDER};GPUFFT_NVRTC=${NVRTC_LIBRARY};FAKE_CUDA_CAPABILITY=91"
            TIMEOUT 3600)
    # NVRTC 13.0 made one address for all outputs of it, which wrapped in 32 bits.
    interpreted_cuda(
        cuda_falling_address --repeat
        "transforms rows=1 data=186142 of dct4 inverse 3x118, loops 3x2, float64, output loop strides 2x1, output strides 54x165, output distance 9"
    )
    # NVRTC 11.8, 12.0 and 12.4 made from[-1] of "from + line + m - 1" for odd m, and of the
    # second one also where the difference was one of unsigned numbers of 64 bits.
    interpreted_cuda(
        cuda_odd_address --repeat
        "transforms rows=3,1 data=947722 of dst1 inverse 1x69x1, loops 1x1, float64, input loop strides 1x1, input strides 1x6x1, input distance 2, output loop strides 1x1, output strides 1x6x1, output distance 2, by length, in place"
    )
    interpreted_cuda(
        cuda_odd_address_chirped --repeat
        "transforms rows=1 data=211025 of dst1 inverse 845, input distance 1, output distance 1, orthogonalized, in place"
    )
endif()
