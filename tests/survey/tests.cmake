# SPDX-License-Identifier: GPL-3.0-or-later
qa(survey claims gpufft-survey)
qa(survey folder_watch gpufft-survey)
qa(survey frame_pieces gpufft-survey)
qa(survey power_percentiles gpufft-survey)
qa(survey sample_feeds gpufft-survey)

# The program, beside SciPy and read back by xarray: by Debian's Python, which GNU Radio's
# build finds.
if(TARGET gpufft-opencl AND ENABLE_GNURADIO)
    foreach(name axes damaged events exports growing growing_formats levels packaged_samples percentiles
                 process products resume shared_runs show telescopes voltages zoom)
        qa_python(survey ${name})
        set_property(TEST survey.${name} APPEND
                     PROPERTY ENVIRONMENT "GPUFFT_PROGRAM=$<TARGET_FILE:gpufft_program>")
        set_tests_properties(survey.${name} PROPERTIES SKIP_RETURN_CODE 77)
    endforeach()
    add_library(other_clock MODULE survey/other_clock.cc)
    set_target_properties(other_clock PROPERTIES LIBRARY_OUTPUT_DIRECTORY
                                                 ${PROJECT_BINARY_DIR}/tests/other_clock)
    target_link_libraries(other_clock PRIVATE ${CMAKE_DL_LIBS})
    set_property(TEST survey.resume APPEND PROPERTY ENVIRONMENT
                                                    "OTHER_CLOCK=$<TARGET_FILE:other_clock>")
    add_test(NAME survey.resume_often
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/qa_resume.py 300
                     ResumeTest.test_kills_at_random_moments)
    add_test(NAME survey.voltages_often
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/qa_voltages.py 300
                     KilledTest.test_kills_at_random_moments)
    set_tests_properties(
        survey.resume_often survey.voltages_often
        PROPERTIES ENVIRONMENT
                   "${TEST_ENVIRONMENT};GPUFFT_PROGRAM=$<TARGET_FILE:gpufft_program>" TIMEOUT
                   7200 LABELS soak)
endif()
