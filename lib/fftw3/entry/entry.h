/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_ENTRY_ENTRY_H
#define INCLUDED_GPUFFT_LIB_FFTW3_ENTRY_ENTRY_H

#include "fftw3/request/problem.h"
#include <cstddef>
#include <cstdio>

//! What FFTW's functions of either precision come to. Nothing is thrown. Plans are
//! handles of plan.h, or FFTW's own, which some other function made.
namespace gpufft::fftw3 {

//! What the interfaces have in common: all but dimensions and loops.
struct planner_call {
    problem_kind kind;
    precision number;
    arrays at;
    unsigned flags;
    int sign = FORWARD;
    const r2r_kind* r2r_kinds = nullptr; //!< a dimension each, of reals to reals
};

void* plan_basic(const planner_call& call, int rank, const int* n) noexcept;
void* plan_many(const planner_call& call,
                int rank,
                const int* n,
                int howmany,
                const embedding& in,
                const embedding& out) noexcept;

//! The strides of a side count its elements, or the numbers of split arrays.
enum class stride_unit { elements, numbers };

template <class dim>
void* plan_guru(const planner_call& call,
                stride_unit strides,
                int rank,
                const dim* dims,
                int howmany_rank,
                const dim* howmany_dims) noexcept;

//! On the arrays of the plan.
void execute(precision p, const void* plan) noexcept;
//! On other arrays, interleaved or real, by the function for plans of \p kind.
void execute_interleaved(
    precision p, problem_kind kind, const void* plan, void* in, void* out) noexcept;
//! On other split arrays, by the function for plans of \p kind.
void execute_split(precision p,
                   problem_kind kind,
                   const void* plan,
                   const arrays& at) noexcept;

void destroy_plan(precision p, void* plan) noexcept;
void flops(precision p, const void* plan, double* add, double* mul, double* fma) noexcept;
double estimate_cost(precision p, const void* plan) noexcept;
double cost(precision p, const void* plan) noexcept;
void fprint_plan(precision p, const void* plan, std::FILE* to) noexcept;
char* sprint_plan(precision p, const void* plan) noexcept; //!< to be freed by free()

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_ENTRY_ENTRY_H */
