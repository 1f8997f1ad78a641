/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/folds.h"

namespace gpufft {

bool folds_input(const pass& p)
{
    return p.dimensions.size() > 1 &&
           (p.load.kind == transform_kind::dct3 || p.load.kind == transform_kind::dst3);
}

bool folds_output(const pass& p)
{
    return p.dimensions.size() > 1 &&
           (p.store.kind == transform_kind::dct2 || p.store.kind == transform_kind::dst2);
}

bool is_shuffled(transform_kind kind)
{
    return kind == transform_kind::dct2 || kind == transform_kind::dst2 ||
           kind == transform_kind::dct3 || kind == transform_kind::dst3;
}

bool has_room_for_folds(const pass& p)
{
    if (p.is_vector() || p.workgroup().parts == exchange::split)
        return !folds_input(p) && !folds_output(p);
    return (!folds_input(p) || p.workgroup().staged_input) &&
           (!folds_output(p) || p.workgroup().staged_output || p.store.needs_pairs());
}

std::int64_t input_pairs(std::int64_t length) { return length / 2; }

std::int64_t output_pairs(std::int64_t length) { return length / 2 + 1; }

} // namespace gpufft
