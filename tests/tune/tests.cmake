# SPDX-License-Identifier: GPL-3.0-or-later
qa(tune candidates)
qa(tune pass_sums)
qa(tune search)
qa(tune device_timer fault_points)
qa(tune probe_time)
qa_timed(tune probe_time)
qa(tune whole_plans)
qa_faults(tune)
qa(tune timing_file)
qa(tune newest_timings)
qa(tune resumed)
qa(tune tuner) # with wisdom that it may empty
set_property(TEST tune.tuner APPEND
             PROPERTY ENVIRONMENT
                      "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_tune_tuner")
if(TARGET gpufft-opencl)
    qa(tune probe)
endif()
