/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_NAMES_CALLS_H
#define INCLUDED_GPUFFT_LIB_FFTW3_NAMES_CALLS_H

#include "fftw3/entry/entry.h"

//! The planner calls of each kind, with interleaved and with split arrays.
namespace gpufft::fftw3 {

inline std::array<void*, 2> points(precision p, void* array, int sign = FORWARD)
{
    return interleaved(array, number_bytes(p), sign);
}

inline planner_call call_dft(precision p, void* in, void* out, int sign, unsigned flags)
{
    return {
        problem_kind::dft, p, { points(p, in, sign), points(p, out, sign) }, flags, sign
    };
}

inline planner_call call_r2c(precision p, void* in, void* out, unsigned flags)
{
    return { problem_kind::r2c, p, { { in, nullptr }, points(p, out) }, flags };
}

inline planner_call call_c2r(precision p, void* in, void* out, unsigned flags)
{
    return { problem_kind::c2r, p, { points(p, in), { out, nullptr } }, flags };
}

inline planner_call
call_r2r(precision p, void* in, void* out, const r2r_kind* kinds, unsigned flags)
{
    return { problem_kind::r2r, p,    { { in, nullptr }, { out, nullptr } }, flags,
             FORWARD,           kinds };
}

inline planner_call
call_split_dft(precision p, void* ri, void* ii, void* ro, void* io, unsigned flags)
{
    return { problem_kind::dft, p, { { ri, ii }, { ro, io } }, flags };
}

inline planner_call
call_split_r2c(precision p, void* in, void* ro, void* io, unsigned flags)
{
    return { problem_kind::r2c, p, { { in, nullptr }, { ro, io } }, flags };
}

inline planner_call
call_split_c2r(precision p, void* ri, void* ii, void* out, unsigned flags)
{
    return { problem_kind::c2r, p, { { ri, ii }, { out, nullptr } }, flags };
}

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_NAMES_CALLS_H */
