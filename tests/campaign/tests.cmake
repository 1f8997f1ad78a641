# SPDX-License-Identifier: GPL-3.0-or-later
# What script/campaign runs, in as many processes as there are cores.
add_executable(
    campaign_trials
    campaign/campaign_trials.cc campaign/histogram_trials.cc campaign/smaller_transform.cc
    campaign/spectrum_trials.cc campaign/stream_trials.cc campaign/transform_case.cc
    campaign/transform_trials.cc soak/process_state.cc)
guarded_program(campaign_trials)

add_test(NAME campaign.campaign COMMAND ${PYTHON_EXECUTABLE}
                                        ${CMAKE_CURRENT_LIST_DIR}/qa_campaign.py
                                        ${PROJECT_BINARY_DIR})
set_tests_properties(campaign.campaign PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}" TIMEOUT
                                                                                    3600)
