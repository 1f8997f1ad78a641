/* SPDX-License-Identifier: GPL-3.0-or-later */
// Fortran's names of what executes plans, with one and two underscores behind them. No
// include guard: included once for each precision, inside extern "C", where F(name) is a
// name with its prefix. FFTW's other functions for Fortran call those of C, and so this
// library; these look into plans, which are no longer FFTW's.

#define EXECUTE(suffix)                                                            \
    void F(execute##suffix)(X(plan) * p) { X(execute)(*p); }                       \
    void F(execute_dft##suffix)(X(plan) * p, X(complex) * in, X(complex) * out)    \
    {                                                                              \
        X(execute_dft)(*p, in, out);                                               \
    }                                                                              \
    void F(execute_dft_r2c##suffix)(X(plan) * p, R * in, X(complex) * out)         \
    {                                                                              \
        X(execute_dft_r2c)(*p, in, out);                                           \
    }                                                                              \
    void F(execute_dft_c2r##suffix)(X(plan) * p, X(complex) * in, R * out)         \
    {                                                                              \
        X(execute_dft_c2r)(*p, in, out);                                           \
    }                                                                              \
    void F(execute_r2r##suffix)(X(plan) * p, R * in, R * out)                      \
    {                                                                              \
        X(execute_r2r)(*p, in, out);                                               \
    }                                                                              \
    void F(execute_split_dft##suffix)(X(plan) * p, R * ri, R * ii, R * ro, R * io) \
    {                                                                              \
        X(execute_split_dft)(*p, ri, ii, ro, io);                                  \
    }                                                                              \
    void F(execute_split_dft_r2c##suffix)(X(plan) * p, R * in, R * ro, R * io)     \
    {                                                                              \
        X(execute_split_dft_r2c)(*p, in, ro, io);                                  \
    }                                                                              \
    void F(execute_split_dft_c2r##suffix)(X(plan) * p, R * ri, R * ii, R * out)    \
    {                                                                              \
        X(execute_split_dft_c2r)(*p, ri, ii, out);                                 \
    }
EXECUTE(_)
EXECUTE(__)
#undef EXECUTE
