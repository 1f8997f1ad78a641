/* SPDX-License-Identifier: GPL-3.0-or-later */
// The planner functions of declarations.h for complex data, of one precision. No
// include guard: included once for each, inside extern "C", where NUMBER is what the
// engine calls it.

#define PLAN(call) return static_cast<X(plan)>(gpufft::fftw3::call)

X(plan)
X(plan_dft_1d)(int n, X(complex) * in, X(complex) * out, int sign, unsigned flags)
{
    PLAN(plan_basic(gpufft::fftw3::call_dft(NUMBER, in, out, sign, flags), 1, &n));
}

X(plan)
X(plan_dft_2d)
(int n0, int n1, X(complex) * in, X(complex) * out, int sign, unsigned flags)
{
    const int n[] = { n0, n1 };
    PLAN(plan_basic(gpufft::fftw3::call_dft(NUMBER, in, out, sign, flags), 2, n));
}

X(plan)
X(plan_dft_3d)
(int n0, int n1, int n2, X(complex) * in, X(complex) * out, int sign, unsigned flags)
{
    const int n[] = { n0, n1, n2 };
    PLAN(plan_basic(gpufft::fftw3::call_dft(NUMBER, in, out, sign, flags), 3, n));
}

X(plan)
X(plan_dft)
(int rank, const int* n, X(complex) * in, X(complex) * out, int sign, unsigned flags)
{
    PLAN(plan_basic(gpufft::fftw3::call_dft(NUMBER, in, out, sign, flags), rank, n));
}

X(plan)
X(plan_many_dft)
(int rank,
 const int* n,
 int howmany,
 X(complex) * in,
 const int* inembed,
 int istride,
 int idist,
 X(complex) * out,
 const int* onembed,
 int ostride,
 int odist,
 int sign,
 unsigned flags)
{
    PLAN(plan_many(gpufft::fftw3::call_dft(NUMBER, in, out, sign, flags),
                   rank,
                   n,
                   howmany,
                   { inembed, istride, idist },
                   { onembed, ostride, odist }));
}

X(plan)
X(plan_guru_dft)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 X(complex) * in,
 X(complex) * out,
 int sign,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_dft(NUMBER, in, out, sign, flags),
                   gpufft::fftw3::stride_unit::elements,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru64_dft)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 X(complex) * in,
 X(complex) * out,
 int sign,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_dft(NUMBER, in, out, sign, flags),
                   gpufft::fftw3::stride_unit::elements,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru_split_dft)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* ri,
 R* ii,
 R* ro,
 R* io,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_split_dft(NUMBER, ri, ii, ro, io, flags),
                   gpufft::fftw3::stride_unit::numbers,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru64_split_dft)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* ri,
 R* ii,
 R* ro,
 R* io,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_split_dft(NUMBER, ri, ii, ro, io, flags),
                   gpufft::fftw3::stride_unit::numbers,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

#undef PLAN
