/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_parts.h"
#include "plan/simt/conjugate_pairs.h"

namespace gpufft {

void check_paired(const pass& p)
{
    if (p.workgroup().paired_input && !can_pair_input(p))
        refuse("paired-input is for all points of a dct or dst of type 2 or 4 of a "
               "multiple of 4 points, with an even first and second radix, or of a c2r, "
               "dct3 or dst3 of an even number of points, with an even second radix; "
               "with one "
               "butterfly per item in the first stage, in one workgroup");
    if (p.workgroup().paired_output && !can_pair_output(p))
        refuse("paired-output is for all outputs of a store operation that needs pairs, "
               "with an even radix before the last stage and one butterfly per item in "
               "that, or of a dct or dst of type 3 or 4 whose last radix is even as "
               "well; a cluster shares out the outputs of the stage before its exchange, "
               "whose radix is a multiple of twice its size");
    if (p.workgroup().paired_input && p.workgroup().staged_input &&
        !can_stage_paired_input(p))
        refuse("a paired input is staged where rows lie behind each other "
               "without a gap");
    if (p.workgroup().paired_output && p.workgroup().staged_output &&
        !can_stage_paired_output(p))
        refuse(
            "a paired output is staged where rows of an r2c, or of a dct or dst of type "
            "2 or 3, lie behind each other without a gap");
    if (p.workgroup().staged_output && p.store.needs_pairs() &&
        !p.workgroup().paired_output)
        refuse("what needs pairs is staged anyway, unless it is paired-output");
}

} // namespace gpufft
