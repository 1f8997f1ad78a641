# SPDX-License-Identifier: GPL-3.0-or-later
qa(exec reference)
qa(exec plans)
qa(exec random_plans)
qa(exec stream_executor)
qa(exec kernels)

# Every length's accuracy. Building its kernels takes PoCL most of a second a length: CI
# takes the short ones and a sample, the rest carries the label soak.
add_executable(qa_exec_lengths exec/qa_lengths.cc)
target_link_libraries(qa_exec_lengths PRIVATE test_reference)
function(qa_lengths name)
    add_test(NAME exec.lengths_${name} COMMAND qa_exec_lengths ${ARGN})
    set_tests_properties(exec.lengths_${name} PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}"
                                                         TIMEOUT 3600)
endfunction()
qa_lengths(to_128 1 128)
qa_lengths(to_256 129 256)
qa_lengths(sample 1 0 1024 2048 4096 1000 2197 3000 8192 10000 30000 65536 117649 262144
           1000000 1048576)
qa_lengths(to_4096 257 4096)
qa_lengths(longest 1 0 4194304 16777216 48828125 62748517 67108864)
set_tests_properties(exec.lengths_to_4096 exec.lengths_longest PROPERTIES LABELS soak)

# Lengths that take a convolution; with little local memory, in several passes.
add_executable(qa_exec_primes exec/qa_primes.cc)
target_link_libraries(qa_exec_primes PRIVATE test_reference)
function(qa_primes name)
    add_test(NAME exec.primes_${name} COMMAND qa_exec_primes ${ARGN})
    set_tests_properties(exec.primes_${name} PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}"
                                                        TIMEOUT 3600)
endfunction()
qa_primes(to_1000 37 1000 20 74 111 1517)
qa_primes(several_passes --local-bytes 1024 100 1000 80 1517 4099)
qa_primes(to_4096 37 4096 1)
qa_primes(long 1 0 1 8191 16381 65537 131071 524287 1000003)
set_tests_properties(exec.primes_to_4096 exec.primes_long PROPERTIES LABELS soak)

# Not a test: for people to run.
add_executable(bm_kernels bench/bm_kernels.cc)
target_link_libraries(bm_kernels PRIVATE test_reference)
