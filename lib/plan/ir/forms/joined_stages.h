/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_JOINED_STAGES_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_JOINED_STAGES_H

#include "plan/ir/pass.h"

namespace gpufft {

/*!
 * The last two stages of \p p are *joined*: each holds all values of the other's digit in
 * the registers of a work-item, so both hold the same points and exchange nothing. Two
 * dimensions, or two digits of one, are then finished in registers. Where both stages
 * hold more butterflies per item than that, by the same factor, the rest is the top of an
 * earlier digit.
 */
inline bool has_joined_stages(const pass& p)
{
    const auto m = p.stages.size();
    if (m < 3 || p.convolves || p.store.power || p.workgroup().paired_input ||
        p.workgroup().paired_output || p.workgroup().parts == exchange::split ||
        p.workgroup().cluster.size > 1 || p.workgroup().has_constant_geometry)
        return false;
    const auto &one = p.stages[m - 2], &other = p.stages[m - 1];
    return one.per_item > 1 && one.per_item % other.radix == 0 &&
           one.per_item / other.radix * one.radix == other.per_item;
}

//! Values of an earlier digit that joined stages hold as well.
inline int joined_rest(const pass& p)
{
    return p.stages.back().per_item / p.stages.end()[-2].radix;
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_JOINED_STAGES_H */
