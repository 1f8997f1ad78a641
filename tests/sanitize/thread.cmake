# SPDX-License-Identifier: GPL-3.0-or-later
# What continuous integration runs under the thread sanitizer, in minutes: tests of what
# several threads use at once, on fake devices, whose threads are all ours. PoCL's are not
# compiled with the sanitizer, and its compiler takes most of the time of other tests.
set(thread_tests
    device.built_kernels
    device.registry
    device.thread_pool
    exec.stream_executor
    exec.threads
    exec.wisdom
    tune.tuner)
add_custom_target(thread_tests)
foreach(test ${thread_tests})
    string(REPLACE "." "_" program "qa_${test}")
    set_property(TEST ${test} APPEND PROPERTY LABELS thread)
    add_dependencies(thread_tests ${program})
endforeach()
