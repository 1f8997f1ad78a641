/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CODEGEN_IO_TEXTS_H
#define INCLUDED_GPUFFT_TESTS_CODEGEN_IO_TEXTS_H

/*!
 * What the CUDA text of load and store operations needs to be compiled for the host, and
 * how the test reaches it. print_io.cc writes the text of every case into a file that
 * includes this one.
 */

#define __device__
#define __forceinline__ inline

struct double2 {
    double x, y;
};
inline double2 make_double2(double x, double y) { return { x, y }; }

//! The arguments of a kernel; the row begins where its pointers do.
struct io_memory {
    void* in[2];
    void* out[2];
    const double2* twiddles;
    const double* window;
    const unsigned int* indices;
    double scale;
};

//! The load and store operations of a case. Indices are points of the inner DFT;
//! operations that a case lacks are null.
struct io_texts {
    double2 (*load)(const io_memory&, const unsigned int* n);
    void (*store)(const io_memory&, const unsigned int* k, double2 value);
    void (*store_mirrored)(const io_memory&,
                           const unsigned int* k,
                           double2 z,
                           double2 mirror);
    double2 (*load_first)(const io_memory&);
    void (*store_first)(const io_memory&, double2 value);
};

//! One for each of io_texts_cases().
extern const io_texts ENDS_TEXT[];

#endif /* INCLUDED_GPUFFT_TESTS_CODEGEN_IO_TEXTS_H */
