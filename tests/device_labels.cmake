# SPDX-License-Identifier: GPL-3.0-or-later
# The label `device`: what runs on the device that $GPUFFT_DEVICE names, PoCL's where it
# names none. On a GPU: GPUFFT_DEVICE=cuda:0 ctest -L device -LE soak
# The label `gpu`: what needs a GPU; script/test leaves it out.
foreach(
    test
    api.convolution
    api.cuda_memory
    api.opencl_memory
    blocks.chain_on_device
    device.cuda
    device.cuda_queues
    exec.branch_sums
    exec.fused_branch_sums
    exec.reorder
    exec.channel_bank
    exec.convolved
    exec.folds
    exec.given_workspace
    exec.item_executor
    exec.kernels
    exec.lengths_longest
    exec.lengths_sample
    exec.lengths_sample_float64
    exec.lengths_to_4096
    exec.lengths_to_4096_float64
    exec.lengths_to_64
    exec.level_histogram
    exec.odd_halves
    exec.paired
    exec.persistence_executor
    exec.power_combine
    exec.power_helpers
    exec.vector_logarithm
    exec.power_passes
    exec.primes_in_passes
    exec.primes_long
    exec.primes_to_1000
    exec.properties
    exec.random_kernels
    exec.random_kernels_many
    exec.receiver_kernels
    exec.side_by_side
    exec.spectra_on_device
    exec.spectra_on_device_many
    exec.stream_synthesizer
    exec.tile_forms
    exec.unaligned
    exec.values)
    if(TEST ${test})
        set_property(TEST ${test} APPEND PROPERTY LABELS device)
    endif()
endforeach()
foreach(test api.cuda_memory device.cuda device.cuda_queues)
    if(TEST ${test})
        set_property(TEST ${test} APPEND PROPERTY LABELS gpu)
    endif()
endforeach()
