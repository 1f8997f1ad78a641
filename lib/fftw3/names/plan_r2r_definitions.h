/* SPDX-License-Identifier: GPL-3.0-or-later */
// The planner functions of declarations.h for reals alone, of one precision. No
// include guard: included once for each, inside extern "C", where NUMBER is what the
// engine calls it.

#define PLAN(call) return static_cast<X(plan)>(gpufft::fftw3::call)

X(plan)
X(plan_r2r_1d)(int n, R* in, R* out, X(r2r_kind) kind, unsigned flags)
{
    PLAN(plan_basic(gpufft::fftw3::call_r2r(NUMBER, in, out, &kind, flags), 1, &n));
}

X(plan)
X(plan_r2r_2d)
(int n0, int n1, R* in, R* out, X(r2r_kind) kind0, X(r2r_kind) kind1, unsigned flags)
{
    const X(r2r_kind) kind[] = { kind0, kind1 };
    const int n[] = { n0, n1 };
    PLAN(plan_basic(gpufft::fftw3::call_r2r(NUMBER, in, out, kind, flags), 2, n));
}

X(plan)
X(plan_r2r_3d)
(int n0,
 int n1,
 int n2,
 R* in,
 R* out,
 X(r2r_kind) kind0,
 X(r2r_kind) kind1,
 X(r2r_kind) kind2,
 unsigned flags)
{
    const X(r2r_kind) kind[] = { kind0, kind1, kind2 };
    const int n[] = { n0, n1, n2 };
    PLAN(plan_basic(gpufft::fftw3::call_r2r(NUMBER, in, out, kind, flags), 3, n));
}

X(plan)
X(plan_r2r)
(int rank, const int* n, R* in, R* out, const X(r2r_kind) * kind, unsigned flags)
{
    PLAN(plan_basic(gpufft::fftw3::call_r2r(NUMBER, in, out, kind, flags), rank, n));
}

X(plan)
X(plan_many_r2r)
(int rank,
 const int* n,
 int howmany,
 R* in,
 const int* inembed,
 int istride,
 int idist,
 R* out,
 const int* onembed,
 int ostride,
 int odist,
 const X(r2r_kind) * kind,
 unsigned flags)
{
    PLAN(plan_many(gpufft::fftw3::call_r2r(NUMBER, in, out, kind, flags),
                   rank,
                   n,
                   howmany,
                   { inembed, istride, idist },
                   { onembed, ostride, odist }));
}

X(plan)
X(plan_guru_r2r)
(int rank,
 const X(iodim) * dims,
 int howmany_rank,
 const X(iodim) * howmany_dims,
 R* in,
 R* out,
 const X(r2r_kind) * kind,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_r2r(NUMBER, in, out, kind, flags),
                   gpufft::fftw3::stride_unit::elements,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

X(plan)
X(plan_guru64_r2r)
(int rank,
 const X(iodim64) * dims,
 int howmany_rank,
 const X(iodim64) * howmany_dims,
 R* in,
 R* out,
 const X(r2r_kind) * kind,
 unsigned flags)
{
    PLAN(plan_guru(gpufft::fftw3::call_r2r(NUMBER, in, out, kind, flags),
                   gpufft::fftw3::stride_unit::elements,
                   rank,
                   dims,
                   howmany_rank,
                   howmany_dims));
}

#undef PLAN
