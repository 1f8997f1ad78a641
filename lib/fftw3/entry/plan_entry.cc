/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/entry/entry.h"
#include "fftw3/planner/planner.h"
#include <algorithm>

namespace gpufft::fftw3 {

namespace {

problem problem_of(const planner_call& call, int rank)
{
    problem p;
    p.kind = call.kind;
    p.number = call.number;
    p.at = call.at;
    p.flags = call.flags;
    if (call.r2r_kinds && rank > 0)
        p.r2r_kinds.assign(call.r2r_kinds, call.r2r_kinds + rank);
    return p;
}

//! Kinds that FFTW knows.
bool are_kinds(const problem& p)
{
    return std::all_of(p.r2r_kinds.begin(), p.r2r_kinds.end(), [](r2r_kind k) {
        return static_cast<unsigned>(k) <= static_cast<unsigned>(RODFT11);
    });
}

//! The plan of what \p build makes of the call.
template <class builder>
void* plan_of(const planner_call& call, int rank, const builder& build) noexcept
try {
    auto p = problem_of(call, rank);
    return are_kinds(p) ? make_plan(build(std::move(p)), call.sign) : nullptr;
} catch (...) {
    return nullptr; // there is no memory for the problem
}

} // namespace

void* plan_basic(const planner_call& call, int rank, const int* n) noexcept
{
    return plan_many(call, rank, n, 1, { nullptr, 1, 1 }, { nullptr, 1, 1 });
}

void* plan_many(const planner_call& call,
                int rank,
                const int* n,
                int howmany,
                const embedding& in,
                const embedding& out) noexcept
{
    return plan_of(call, rank, [&](problem p) {
        return with_many(std::move(p), rank, n, howmany, in, out);
    });
}

template <class dim>
void* plan_guru(const planner_call& call,
                stride_unit strides,
                int rank,
                const dim* dims,
                int howmany_rank,
                const dim* howmany_dims) noexcept
{
    return plan_of(call, rank, [&](problem p) {
        const bool by_elements = strides == stride_unit::elements;
        const auto in = numbers_in(by_elements && has_complex_input(p));
        const auto out = numbers_in(by_elements && has_complex_output(p));
        return with_guru(std::move(p), rank, dims, howmany_rank, howmany_dims, in, out);
    });
}

template void* plan_guru(
    const planner_call&, stride_unit, int, const iodim*, int, const iodim*) noexcept;
template void* plan_guru(
    const planner_call&, stride_unit, int, const iodim64*, int, const iodim64*) noexcept;

} // namespace gpufft::fftw3
