# SPDX-License-Identifier: GPL-3.0-or-later
qa(exec kernels/reference)
qa(exec kernels/plans)
qa(exec kernels/random_plans)
qa(exec kernels/folds)
qa_rows(exec kernels/expressions)
guarded_program(qa_exec_expressions)
qa_rows(exec kernels/paired)
qa(exec kernels/plan_lines)
qa_rows(exec kernels/convolved)
qa(exec memory/row_copy)
qa(exec filters/filter_shape)
qa(exec filters/stream_filter)
qa(exec filters/pieces_in_flight)
qa(exec channels/stream_channelizer)
qa(exec synthesizers/branch_sums)
qa(exec synthesizers/fused_branch_sums)
qa(exec channels/reorder)
qa(exec synthesizers/stream_synthesizer)
qa(exec receivers/channel_bank)
qa(exec receivers/receiver_kernels)
# Rates that nobody thought of are kernels that no cache has, and are not what is tested.
set_property(TEST exec.channel_bank APPEND
             PROPERTY ENVIRONMENT "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable")
qa(exec executor/small_batch)
qa(exec executor/slices)
qa(exec executor/row_slices)
qa_rows(exec executor/row_per_thread)
qa(exec self_test/self_test)
qa(exec self_test/test_counts)
qa(exec self_test/mutants)
qa(exec self_test/io_mutants)
qa(exec self_test/pass_mutants)

# Mutants of CUDA text, which becomes C++ as that of codegen.cluster_text does.
add_executable(print_cluster_mutants exec/self_test/print_cluster_mutants.cc)
target_link_libraries(print_cluster_mutants PRIVATE test_reference)
quickly_compiled(print_cluster_mutants)
add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/cluster_mutants.cc
    COMMAND print_cluster_mutants > ${CMAKE_CURRENT_BINARY_DIR}/cluster_mutants.cc
    DEPENDS print_cluster_mutants)
qa(exec self_test/cluster_mutants)
target_sources(
    qa_exec_cluster_mutants PRIVATE support/devices/fenced_memory.cc
                                    support/devices/host_cluster.cc
                                    ${CMAKE_CURRENT_BINARY_DIR}/cluster_mutants.cc)
set_source_files_properties(
    ${CMAKE_CURRENT_BINARY_DIR}/cluster_mutants.cc
    PROPERTIES COMPILE_OPTIONS "-Wno-unused-parameter;-Wno-unused-variable")

qa(exec executor/tested spdlog::spdlog)
qa_rows(exec memory/unaligned)
qa(exec memory/aligned_rows)
qa(exec self_test/passed_tests)
qa(exec executor/wisdom)
qa(exec self_test/left_aside spdlog::spdlog)
qa(exec executor/plan_switch)
qa(exec executor/small_stacks) # with a cache that it may empty; then where the main thread and threads of drivers have little
set_property(TEST exec.small_stacks APPEND
             PROPERTY ENVIRONMENT
                      "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_small_stacks")
foreach(threads ours driver)
    add_test(NAME exec.small_stacks_of_${threads}
             COMMAND sh -c "ulimit -s 512 && exec $<TARGET_FILE:qa_exec_small_stacks>")
    set_tests_properties(
        exec.small_stacks_of_${threads}
        PROPERTIES
            SKIP_RETURN_CODE 77
            TIMEOUT 1200
            ENVIRONMENT
            "${TEST_ENVIRONMENT};XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_small_stacks_${threads}"
    )
endforeach()
set_property(TEST exec.small_stacks_of_driver APPEND PROPERTY ENVIRONMENT
                                                              "GPUFFT_POCL=driver")
qa(exec executor/fft)
qa_faults(exec executor)
qa(exec executor/given_workspace)
qa(exec rows/stream_executor)
qa(exec rows/submission_size)
qa(exec executor/threads)
qa(exec executor/side_by_side)
qa(exec host/host_transform)
qa(exec host/host_vectors)
qa(exec host/smoothed_decibels)
qa(exec executor/at_once)
qa(exec frames/host_fallback_frames)
qa(exec frames/average_schedule)
qa(exec frames/spectra/spectrum_executor)
qa(exec frames/spectra/spectrum_running)
qa(exec frames/spectra/batches_that_follow)
qa(exec frames/spectra/spectrum_self_test)
qa(exec frames/spectra/run_table)
qa(exec memory/locked_memory)
qa(exec memory/ring_mirror)
qa(exec items/item_executor)
qa(exec memory/link_rates)
qa(exec frames/histograms/level_histogram)
qa(exec frames/histograms/persistence_executor)
qa_rows(exec kernels/kernels)
qa(exec kernels/vector_rows)
qa_rows(exec kernels/vector_inputs)
qa_rows(exec kernels/vector_halves)
qa_rows(exec kernels/convolution_rows)
qa(exec kernels/odd_halves)
qa_rows(exec kernels/real_rows)
qa_rows(exec kernels/real_columns)
qa_rows(exec kernels/real_dimensions)
qa_rows(exec kernels/tile_forms)
qa_rows(exec kernels/vector_forms)
qa(exec frames/spectra/power_helpers)
qa(exec kernels/vector_logarithm)
qa(exec frames/spectra/power_combine)
qa_rows(exec frames/spectra/power_passes)
qa(exec kernels/properties)
qa(exec kernels/values)

# qa_program(NAME COMMAND...): programs that are no suites; 77: the device cannot.
add_executable(qa_exec_lengths exec/kernels/qa_lengths.cc)
target_link_libraries(qa_exec_lengths PRIVATE test_reference)
add_executable(qa_exec_random_kernels exec/kernels/qa_random_kernels.cc)
target_link_libraries(qa_exec_random_kernels PRIVATE test_reference)
quickly_compiled(qa_exec_lengths qa_exec_random_kernels)
function(qa_program name)
    add_test(NAME exec.${name} COMMAND ${ARGN})
    set_tests_properties(
        exec.${name} PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}" TIMEOUT 7200
                                SKIP_RETURN_CODE 77)
endfunction()

qa_program(random_kernels qa_exec_random_kernels 12)
qa_program(random_kernels_many qa_exec_random_kernels 300)

# Random kernels between unreadable pages, on CPU devices.
add_executable(qa_exec_guarded exec/kernels/qa_guarded.cc support/faults/planted_faults.cc)
guarded_program(qa_exec_guarded)
quickly_compiled(qa_exec_guarded)
qa_program(guarded qa_exec_guarded 60)
qa_program(guarded_planted qa_exec_guarded planted)
qa_program(guarded_many qa_exec_guarded 3000)

# Every length's accuracy where it is hardest to keep.
add_executable(qa_exec_short_rows exec/kernels/qa_short_rows.cc)
guarded_program(qa_exec_short_rows)
quickly_compiled(qa_exec_short_rows)
qa_program(short_rows qa_exec_short_rows 40)
qa_program(short_rows_all qa_exec_short_rows all)

# A case takes PoCL some seconds to compile.
add_executable(qa_exec_spectra_on_device exec/frames/spectra/qa_spectra_on_device.cc)
target_link_libraries(qa_exec_spectra_on_device PRIVATE test_reference PkgConfig::CPPUNIT)
quickly_compiled(qa_exec_spectra_on_device)
qa_program(spectra_on_device qa_exec_spectra_on_device)
qa_program(spectra_on_device_many qa_exec_spectra_on_device 60)
set_tests_properties(exec.spectra_on_device_many PROPERTIES LABELS soak)

# Every length's accuracy. Building its kernels takes PoCL about a second a length and
# direction: CI takes half of the short ones and of a sample, the rest carries the label
# soak.
set(SAMPLE 1024 2048 4096 1000 2197 3000 8192 10000 30000 65536 117649 262144 1000000)
qa_program(lengths_to_64 qa_exec_lengths float32 1 64)
foreach(part "" _all)
    qa_program(lengths_sample${part} qa_exec_lengths float32 1 0 ${SAMPLE} 127 1009 4093
               1048576)
    qa_program(lengths_sample_float64${part} qa_exec_lengths float64 1 32 ${SAMPLE} 127 1009)
endforeach()
qa_program(lengths_to_4096 qa_exec_lengths float32 1 4096)
qa_program(lengths_to_4096_float64 qa_exec_lengths float64 1 4096)
qa_program(lengths_longest qa_exec_lengths float32 1 0 4194304 16777216 48828125 62748517
           67108864 134217728)
foreach(test guarded_many random_kernels_many short_rows_all lengths_to_4096
             lengths_to_4096_float64 lengths_longest lengths_sample_all
             lengths_sample_float64_all)
    set_tests_properties(exec.${test} PROPERTIES LABELS soak)
    set_property(TEST exec.${test} APPEND PROPERTY ENVIRONMENT "GPUFFT_ROWS=all")
endforeach()

# PoCL 3.1 makes vectors out of the work-items of GPUs' plans, and did so wrongly for one random
# kernel (dst2 of 45x1, `qa_exec_guarded 1 107540892 12`). Without optimization, and by its other
# two ways to run work-items, that kernel is right. These tests are of kernels' text, so they
# choose one of those ways.
foreach(test guarded guarded_many random_kernels random_kernels_many)
    set_property(TEST exec.${test} APPEND PROPERTY ENVIRONMENT
                                                   "POCL_WORK_GROUP_METHOD=loops")
endforeach()

# Lengths that take a convolution; with little local memory, in several passes.
add_executable(qa_exec_primes exec/kernels/qa_primes.cc)
target_link_libraries(qa_exec_primes PRIVATE test_reference)
quickly_compiled(qa_exec_primes)
qa_program(primes_to_1000 qa_exec_primes 37 1000 20 74 111 1517)
qa_program(primes_in_passes qa_exec_primes --local-bytes 1024 100 1000 80 1517 4099)
qa_program(primes_of_a_gpu qa_exec_primes --gpu 37 300 13 1021 2311)
qa_program(primes_long qa_exec_primes 1 0 1 8191 16381 65537 131071 524287 1000003)
set_tests_properties(exec.primes_long PROPERTIES LABELS soak)

# On a GPU: kernels that NVRTC compiles, and a driver of the tests' that interprets them.
if(TARGET fake-libcuda AND NVRTC_LIBRARY)
    foreach(name stream_filter stream_channelizer stream_synthesizer branch_sums fused_branch_sums reorder
                 channel_bank receiver_kernels)
        add_test(NAME exec.${name}_cuda COMMAND qa_exec_${name})
        set_tests_properties(
            exec.${name}_cuda
            PROPERTIES
                ENVIRONMENT
                "${TEST_ENVIRONMENT};LD_LIBRARY_PATH=${FAKE_CUDA_FOLDER};GPUFFT_NVRTC=${NVRTC_LIBRARY};FAKE_CUDA_CAPABILITY=91"
                TIMEOUT 1200)
    endforeach()
endif()
