# SPDX-License-Identifier: GPL-3.0-or-later
# What takes a minute and more where no kernel is kept yet begins first, so that no
# processor is left to wait for it in the end. CTest knows by itself from the second run on.
foreach(
    test
    apps.bench_suite
    blocks.correlation_streams
    blocks.dct_blocks
    blocks.fft_blocks
    blocks.grc
    blocks.grc_transforms
    blocks.grc_tuner
    exec.expressions
    exec.kernels
    exec.lengths_sample_float64
    exec.lengths_to_64
    exec.power_passes
    exec.real_rows
    exec.tile_forms
    exec.vector_halves
    exec.vector_inputs
    python.scipy_fft
    python.scipy_pocketfft)
    if(TEST ${test})
        set_tests_properties(${test} PROPERTIES COST 60)
    endif()
endforeach()
