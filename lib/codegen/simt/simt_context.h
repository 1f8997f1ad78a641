/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_CONTEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_CONTEXT_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/forms/joined_stages.h"
#include "plan/ir/pass.h"
#include "plan/simt/bulk_tiles.h"
#include "plan/simt/tile.h"
#include "plan/simt/twiddle_layout.h"

namespace gpufft::simt {

//! What every emitter of the SIMT form looks at. Steps are those of struct pass: a stage
//! each, there and back where the pass convolves.
struct simt_context {
    source_writer& w;
    const dialect& d;
    const pass& p;
    tile layout;
    twiddle_layout twiddles;

    bool is_first(std::size_t i) const { return i == 0; }
    bool is_last(std::size_t i) const { return i + 1 == p.steps(); }
    //! The turnaround of a pass that convolves: the way back begins after this step, in
    //! registers.
    bool is_turnaround(std::size_t i) const
    {
        return p.convolves && i + 1 == p.stages.size();
    }
    //! The next step goes on with the same points in registers.
    bool is_joined(std::size_t i) const
    {
        return i + 2 == p.stages.size() && has_joined_stages(p);
    }
    const stage& stage_at(std::size_t i) const { return p.stages[p.stage_of(i)]; }
    //! Step \p i goes on with what other groups of the cluster have left.
    bool enters_from_cluster(std::size_t i) const
    {
        return i > 0 && p.leaves_group(i - 1);
    }
    bool is_async() const { return p.workgroup().cluster.is_async; }
    bool is_guarded(std::size_t i) const { return p.active_items(i) < p.work_items(); }
    bool is_split() const { return p.workgroup().parts == exchange::split; }
    //! Registers live from step to step, instead of inside each.
    bool keeps_registers() const { return is_split() && p.stages.size() > 1; }
    //! In place, a work-item stores to where others have loaded: their loads must be
    //! complete, which a fence of local memory does not promise.
    //! Where some work-items filter, the rows of a subgroup are its own.
    const char* barrier() const
    {
        if (p.workgroup().filter_items)
            return "__syncwarp();";
        return p.in_place ? d.barrier_all : d.barrier;
    }
    //! The rows of a batch may end inside the workgroup.
    bool may_be_partial() const { return p.columns_are_rows() && p.columns.size > 1; }
    //! What a register and an element of the exchange buffer are.
    std::string held() const { return p.is_real() ? real() : complex(); }
    //! A loaded point as a register takes it, and a register as a stored one.
    std::string as_held(const std::string& point) const
    {
        return p.is_real() ? point + ".x" : point;
    }
    std::string as_point(const std::string& held) const
    {
        return p.is_real() ? "complex_of(" + held + ", 0)" : held;
    }
    std::string real() const { return real_type(p); }
    std::string complex() const { return complex_type(p); }
};

//! Calls body(register, point, butterfly) for every register of step \p i.
template <typename Body>
void each_register(const simt_context& c, std::size_t i, Body body)
{
    const auto& s = c.stage_at(i);
    for (int f = 0; f < c.p.butterflies(i); ++f) {
        for (int r = 0; r < s.radix; ++r)
            body(f * s.radix + r, r, f);
    }
}

/*!
 * Declares \p name, a pointer to element \p at of the exchange buffer. An unsigned index
 * plus a constant may wrap, so that each access would be computed; a pointer may not, and
 * what is added to it becomes part of the instruction.
 */
void declare_slot(simt_context& c, const char* name, const std::string& at);

//! What register (point \p r of butterfly \p f) adds to an address.
inline std::int64_t
register_offset(const stage_layout& s, int r, int f, std::int64_t atom::*weight)
{
    return s.register_offset(r, f, weight);
}

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_SIMT_CONTEXT_H */
