/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_parts.h"
#include "plan/simt/conjugate_pairs.h"

namespace gpufft {

void check_paired(const pass& p)
{
    if (p.workgroup().paired_input && !can_pair_input(p))
        refuse(
            "paired-input is for all points of a dct2 or dst2 of a multiple of 4 points, "
            "with an even first and second radix, or of a c2r of an even number of "
            "points, with an even second radix; with no fill of the first stage, "
            "in one workgroup");
    if (p.workgroup().paired_output && !can_pair_output(p))
        refuse("paired-output is for all outputs of a mirrored store operation, with "
               "an even radix before the last stage and no fill of that; a cluster "
               "shares out the outputs of the stage before "
               "its exchange, whose radix is a multiple of twice its size");
    if (p.workgroup().paired_input && p.workgroup().staged_input &&
        !can_stage_paired_input(p))
        refuse("a paired input is staged where rows lie behind each other "
               "without a gap");
    if (p.workgroup().paired_output && p.workgroup().staged_output &&
        !can_stage_paired_output(p))
        refuse("a paired output is staged where rows of an r2c, dct2 or dst2 lie behind "
               "each other without a gap");
    if (p.workgroup().staged_output && p.store.needs_pairs() &&
        !p.workgroup().paired_output)
        refuse("what is mirrored is staged anyway, unless it is paired-output");
}

} // namespace gpufft
