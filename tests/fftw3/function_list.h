/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_FFTW3_FUNCTION_LIST_H
#define INCLUDED_GPUFFT_TESTS_FFTW3_FUNCTION_LIST_H

//! F(name) for each function of FFTW's library itself, without prefix; not for those of
//! its library for threads.
#define FFTW_FUNCTIONS(F)          \
    F(plan_dft_1d)                 \
    F(plan_dft_2d)                 \
    F(plan_dft_3d)                 \
    F(plan_dft)                    \
    F(plan_many_dft)               \
    F(plan_guru_dft)               \
    F(plan_guru64_dft)             \
    F(plan_guru_split_dft)         \
    F(plan_guru64_split_dft)       \
    F(plan_dft_r2c_1d)             \
    F(plan_dft_r2c_2d)             \
    F(plan_dft_r2c_3d)             \
    F(plan_dft_r2c)                \
    F(plan_many_dft_r2c)           \
    F(plan_guru_dft_r2c)           \
    F(plan_guru64_dft_r2c)         \
    F(plan_guru_split_dft_r2c)     \
    F(plan_guru64_split_dft_r2c)   \
    F(plan_dft_c2r_1d)             \
    F(plan_dft_c2r_2d)             \
    F(plan_dft_c2r_3d)             \
    F(plan_dft_c2r)                \
    F(plan_many_dft_c2r)           \
    F(plan_guru_dft_c2r)           \
    F(plan_guru64_dft_c2r)         \
    F(plan_guru_split_dft_c2r)     \
    F(plan_guru64_split_dft_c2r)   \
    F(plan_r2r_1d)                 \
    F(plan_r2r_2d)                 \
    F(plan_r2r_3d)                 \
    F(plan_r2r)                    \
    F(plan_many_r2r)               \
    F(plan_guru_r2r)               \
    F(plan_guru64_r2r)             \
    F(execute)                     \
    F(execute_dft)                 \
    F(execute_dft_r2c)             \
    F(execute_dft_c2r)             \
    F(execute_r2r)                 \
    F(execute_split_dft)           \
    F(execute_split_dft_r2c)       \
    F(execute_split_dft_c2r)       \
    F(destroy_plan)                \
    F(flops)                       \
    F(estimate_cost)               \
    F(cost)                        \
    F(fprint_plan)                 \
    F(sprint_plan)                 \
    F(forget_wisdom)               \
    F(cleanup)                     \
    F(set_timelimit)               \
    F(export_wisdom_to_filename)   \
    F(export_wisdom_to_file)       \
    F(export_wisdom_to_string)     \
    F(export_wisdom)               \
    F(import_system_wisdom)        \
    F(import_wisdom_from_filename) \
    F(import_wisdom_from_file)     \
    F(import_wisdom_from_string)   \
    F(import_wisdom)               \
    F(malloc)                      \
    F(alloc_real)                  \
    F(alloc_complex)               \
    F(free)                        \
    F(alignment_of)

#endif /* INCLUDED_GPUFFT_TESTS_FFTW3_FUNCTION_LIST_H */
