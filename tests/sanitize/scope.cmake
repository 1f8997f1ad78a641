# SPDX-License-Identifier: GPL-3.0-or-later
# Tests that a build with sanitizers leaves to people with time: they repeat one path
# through our code for ever more lengths, or for compilers to judge its text, and PoCL
# and NVRTC compile three times slower there. Programs that time transforms take minutes,
# and so do tests that start the program for each of many plans; its arguments are read in
# apps.devices and apps.program. Mutants and texts of kernels are about what is generated.
# Suites of theirs are built by name (ninja qa_codegen_golden).
if(SANITIZE)
    foreach(test apps.bench_cpu apps.bench_papers apps.bench_suite apps.bench_transforms
                 apps.bench_unseen apps.dump apps.output_check apps.plan apps.tune
                 campaign.campaign campaign.cuda_text codegen.cluster_text
                 codegen.cuda_plans codegen.golden codegen.nvrtc exec.cluster_mutants
                 exec.guarded exec.guarded_planted exec.io_mutants exec.lengths_sample
                 exec.lengths_sample_float64 exec.lengths_to_64 exec.mutants
                 exec.pass_mutants exec.random_kernels exec.short_rows plan.plan_time
                 plan.tile)
        if(TEST ${test})
            set_tests_properties(${test} PROPERTIES LABELS soak)
        endif()
        string(REPLACE "." "_" program "qa_${test}")
        if(TARGET ${program})
            set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL ON)
        endif()
    endforeach()
endif()
