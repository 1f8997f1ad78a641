/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/entry/entry.h"
#include "fftw3/planner/plan.h"

namespace gpufft::fftw3 {

namespace {

//! FFTW, for plans that it made for somebody else.
const underneath* maker_of(precision p, const void* plan)
{
    return plan ? fftw_underneath(p) : nullptr;
}

auto function_of(const underneath& by, problem_kind kind)
{
    switch (kind) {
    case problem_kind::dft:
        return by.execute_interleaved;
    case problem_kind::r2c:
        return by.execute_r2c_interleaved;
    case problem_kind::c2r:
        return by.execute_c2r_interleaved;
    case problem_kind::r2r:
        break;
    }
    return by.execute_r2r;
}

std::array<void*, 2> side(const plan& p, bool is_complex, void* array)
{
    if (!is_complex)
        return { array, nullptr };
    return interleaved(array, number_bytes(p.posed().number), p.sign());
}

} // namespace

void execute(precision p, const void* handle) noexcept
{
    if (const auto* own = plan::ours(handle))
        own->execute(own->posed().at);
    else if (const auto* by = maker_of(p, handle))
        by->execute(const_cast<void*>(handle));
}

void execute_interleaved(
    precision p, problem_kind kind, const void* handle, void* in, void* out) noexcept
{
    if (const auto* own = plan::ours(handle))
        own->execute({ side(*own, has_complex_input(own->posed()), in),
                       side(*own, has_complex_output(own->posed()), out) });
    else if (const auto* by = maker_of(p, handle))
        function_of(*by, kind)(const_cast<void*>(handle), in, out);
}

void execute_split(precision p,
                   problem_kind kind,
                   const void* handle,
                   const arrays& at) noexcept
{
    if (const auto* own = plan::ours(handle)) {
        own->execute(at);
    } else if (const auto* by = maker_of(p, handle)) {
        problem of_kind;
        of_kind.kind = kind;
        execute_underneath(*by, const_cast<void*>(handle), of_kind, at);
    }
}

} // namespace gpufft::fftw3
