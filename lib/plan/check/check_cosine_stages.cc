/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_parts.h"
#include "plan/ir/enum_names.h"
#include "plan/ir/forms/cosine_stages.h"

namespace gpufft {

namespace {

//! The operation copies reals.
bool is_copy(const io_operation& op)
{
    return op.kind == transform_kind::c2c && op.stored == element::real &&
           !op.swap_parts && !op.is_half && op.by == convolution::none;
}

} // namespace

void check_cosine_stages(const pass& p, transform_kind asked)
{
    if (!p.is_real())
        return;
    const auto* name = name_of(p.codelets);
    if (p.codelets != asked || cosine_of(asked).type == 0)
        refuse("codelets={}: they are those of the dct or dst of type 2, 3 or 4 that is "
               "asked for, or c2c",
               name);
    if (p.stages.size() != p.dimensions.size() || !p.is_workgroup() || p.convolves ||
        p.workgroup().parts == exchange::split || p.twiddle_order != 1 ||
        p.workgroup().paired_columns)
        refuse(
            "codelets={}: each dimension is one stage of work-items, without twiddles, "
            "split or pairs",
            name);
    for (const auto& s : p.stages) {
        const auto& d = p.dimensions[s.dimension];
        if (s.radix != d.length || !has_cosine_stage(p.codelets, s.radix))
            refuse("codelets={}: no codelet takes radix {} of a dimension of {}",
                   name,
                   s.radix,
                   d.length);
        if (d.length != d.caller_length || d.is_rotated())
            refuse("codelets={}: the inner DFT is the dimension, and not rotated", name);
    }
    if (!is_copy(p.load) || !is_copy(p.store) || p.load.windowed || p.store.power)
        refuse("codelets={}: load and store operations copy reals, as c2c.real", name);
}

} // namespace gpufft
