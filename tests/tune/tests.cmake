# SPDX-License-Identifier: GPL-3.0-or-later
qa(tune candidates/candidates)
qa(tune search/pass_sums)
qa(tune search/search)
qa(tune timing/device_timer fault_points)
qa(tune probe/cache_probe)
qa(tune probe/probe_time)
qa_timed(tune probe_time)
qa(tune candidates/whole_plans)
qa_faults(tune tuner)
qa(tune timing/timing_file)
qa(tune timing/newest_timings)
qa(tune search/resumed)
qa(tune tuner/tuner) # with wisdom that it may empty
set_property(TEST tune.tuner APPEND
             PROPERTY ENVIRONMENT
                      "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_tune_tuner")
if(TARGET gpufft-opencl)
    qa(tune probe/probe)
    qa(tune tuner/kept_kernels)
endif()
