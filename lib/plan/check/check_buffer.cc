/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_vectors.h"
#include "plan/ir/enum_names.h"
#include "plan/request/refuse.h"
#include "plan/simd/buffer_padding.h"
#include "plan/simd/loop_order.h"

namespace gpufft {

namespace {

// Part of the stack buffer that may be left out: what a kernel says of its stack counts
// so much more than its vectors.
constexpr std::int64_t MOST_PADDING_PART = 4;

void check_padding(const pass& p, const buffer_padding& padding)
{
    if (!may_pad(p))
        refuse("buffer-padding={},{}: for lanes that are points of a row, columns, or "
               "rows of several dimensions or with inner columns",
               padding.block,
               padding.spare);
    if (padding.spare < 1 || padding.spare > padding.block / MOST_PADDING_PART)
        refuse("buffer-padding={},{}: behind each block at least one vector is left out, "
               "and at most a quarter of the block's; or 0 for none",
               padding.block,
               padding.spare);
    if (!keeps_distances(p, padding))
        refuse("buffer-padding={},{}: blocks of so many of the {} vectors do not divide "
               "them, or would cut the butterflies of a stage unevenly; a block is a "
               "multiple or a divisor of the vectors between a stage's points",
               padding.block,
               padding.spare,
               buffer_vectors(p));
}

} // namespace

void check_buffer(const pass& p)
{
    const auto& k = p.vector();
    if (k.padding && !(*k.padding == buffer_padding()))
        check_padding(p, *k.padding);
    if (k.last_stage && !suits_last_stage(p, *k.last_stage))
        refuse("last-stage={}: for lanes that are points of a row, or columns without a "
               "convolution, and three stages or more in the stack buffer; outputs not "
               "where bins are stored, nested not where a row's last stage takes turns "
               "with the next row's first",
               name_of(*k.last_stage));
}

} // namespace gpufft
