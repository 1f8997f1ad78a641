/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_VECTOR_WIDTHS_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_VECTOR_WIDTHS_H

/*!
 * Before a function with loops over many numbers, for which Volk has none: the compiler
 * makes it for each width of vectors, and the loader takes that of the processor. Not
 * where a sanitizer is linked, which is not there yet when the loader asks.
 */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GPUFFT_FOR_EACH_WIDTH \
    __attribute__((target_clones("arch=skylake-avx512", "arch=haswell", "default")))
#else
#define GPUFFT_FOR_EACH_WIDTH
#endif

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_VECTOR_WIDTHS_H */
