/* SPDX-License-Identifier: GPL-3.0-or-later */
// The types of FFTW's interface in one precision, for declarations.h. No include guard:
// included once for each, inside extern "C".
typedef R X(complex)[2];
typedef struct X(plan_s) * X(plan);
typedef gpufft::fftw3::iodim X(iodim);
typedef gpufft::fftw3::iodim64 X(iodim64);
typedef gpufft::fftw3::r2r_kind X(r2r_kind);
typedef void (*X(write_char_func))(char c, void*);
typedef int (*X(read_char_func))(void*);
