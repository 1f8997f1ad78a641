# SPDX-License-Identifier: GPL-3.0-or-later
# Tests that a build with sanitizers leaves to people with time: they repeat one path
# through our code for ever more lengths, or for compilers to judge its text, and PoCL
# and NVRTC compile three times slower there. Programs that time transforms take minutes.
if(SANITIZE)
    foreach(test apps.bench_papers apps.bench_suite apps.bench_transforms apps.bench_unseen
                 campaign.cuda_text codegen.cuda_plans codegen.nvrtc exec.guarded
                 exec.lengths_sample exec.lengths_sample_float64 exec.lengths_to_64
                 exec.random_kernels exec.short_rows plan.plan_time)
        if(TEST ${test})
            set_tests_properties(${test} PROPERTIES LABELS soak)
        endif()
    endforeach()
endif()
