/* SPDX-License-Identifier: GPL-3.0-or-later */
// The planner functions of declarations.h for half a spectrum, of one precision. No
// include guard: included once for each, inside extern "C", where NUMBER is what the
// engine calls it.

#define PLAN(call) return static_cast<X(plan)>(gpufft::fftw3::call)

// From reals to half a spectrum
X(plan)
X(plan_dft_r2c_1d)(int n, R* in, X(complex) * out, unsigned flags)
{
    PLAN(plan_basic(gpufft::fftw3::call_r2c(NUMBER, in, out, flags), 1, &n));
}

X(plan)
X(plan_dft_r2c_2d)(int n0, int n1, R* in, X(complex) * out, unsigned flags)
{
    const int n[] = { n0, n1 };
    PLAN(plan_basic(gpufft::fftw3::call_r2c(NUMBER, in, out, flags), 2, n));
}

X(plan)
X(plan_dft_r2c_3d)(int n0, int n1, int n2, R* in, X(complex) * out, unsigned flags)
{
    const int n[] = { n0, n1, n2 };
    PLAN(plan_basic(gpufft::fftw3::call_r2c(NUMBER, in, out, flags), 3, n));
}

X(plan)
X(plan_dft_r2c)(int rank, const int* n, R* in, X(complex) * out, unsigned flags)
{
    PLAN(plan_basic(gpufft::fftw3::call_r2c(NUMBER, in, out, flags), rank, n));
}

X(plan)
X(plan_many_dft_r2c)
(int rank,
 const int* n,
 int howmany,
 R* in,
 const int* inembed,
 int istride,
 int idist,
 X(complex) * out,
 const int* onembed,
 int ostride,
 int odist,
 unsigned flags)
{
    PLAN(plan_many(gpufft::fftw3::call_r2c(NUMBER, in, out, flags),
                   rank,
                   n,
                   howmany,
                   { inembed, istride, idist },
                   { onembed, ostride, odist }));
}

X(plan)
X(plan_guru_dft_r2c)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* in,
 X(complex) * out,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_r2c(NUMBER, in, out, flags),
                   gpufft::fftw3::stride_unit::elements,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru64_dft_r2c)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* in,
 X(complex) * out,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_r2c(NUMBER, in, out, flags),
                   gpufft::fftw3::stride_unit::elements,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru_split_dft_r2c)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* in,
 R* ro,
 R* io,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_split_r2c(NUMBER, in, ro, io, flags),
                   gpufft::fftw3::stride_unit::numbers,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru64_split_dft_r2c)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* in,
 R* ro,
 R* io,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_split_r2c(NUMBER, in, ro, io, flags),
                   gpufft::fftw3::stride_unit::numbers,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}


// From half a spectrum to reals
X(plan)
X(plan_dft_c2r_1d)(int n, X(complex) * in, R* out, unsigned flags)
{
    PLAN(plan_basic(gpufft::fftw3::call_c2r(NUMBER, in, out, flags), 1, &n));
}

X(plan)
X(plan_dft_c2r_2d)(int n0, int n1, X(complex) * in, R* out, unsigned flags)
{
    const int n[] = { n0, n1 };
    PLAN(plan_basic(gpufft::fftw3::call_c2r(NUMBER, in, out, flags), 2, n));
}

X(plan)
X(plan_dft_c2r_3d)(int n0, int n1, int n2, X(complex) * in, R* out, unsigned flags)
{
    const int n[] = { n0, n1, n2 };
    PLAN(plan_basic(gpufft::fftw3::call_c2r(NUMBER, in, out, flags), 3, n));
}

X(plan)
X(plan_dft_c2r)(int rank, const int* n, X(complex) * in, R* out, unsigned flags)
{
    PLAN(plan_basic(gpufft::fftw3::call_c2r(NUMBER, in, out, flags), rank, n));
}

X(plan)
X(plan_many_dft_c2r)
(int rank,
 const int* n,
 int howmany,
 X(complex) * in,
 const int* inembed,
 int istride,
 int idist,
 R* out,
 const int* onembed,
 int ostride,
 int odist,
 unsigned flags)
{
    PLAN(plan_many(gpufft::fftw3::call_c2r(NUMBER, in, out, flags),
                   rank,
                   n,
                   howmany,
                   { inembed, istride, idist },
                   { onembed, ostride, odist }));
}

X(plan)
X(plan_guru_dft_c2r)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 X(complex) * in,
 R* out,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_c2r(NUMBER, in, out, flags),
                   gpufft::fftw3::stride_unit::elements,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru64_dft_c2r)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 X(complex) * in,
 R* out,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_c2r(NUMBER, in, out, flags),
                   gpufft::fftw3::stride_unit::elements,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru_split_dft_c2r)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* ri,
 R* ii,
 R* out,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_split_c2r(NUMBER, ri, ii, out, flags),
                   gpufft::fftw3::stride_unit::numbers,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru64_split_dft_c2r)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* ri,
 R* ii,
 R* out,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_split_c2r(NUMBER, ri, ii, out, flags),
                   gpufft::fftw3::stride_unit::numbers,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

#undef PLAN
