/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/cosine_stages.h"

namespace gpufft {

cosine_kind cosine_of(transform_kind kind)
{
    switch (kind) {
    case transform_kind::dct2:
        return { 2, false };
    case transform_kind::dct3:
        return { 3, false };
    case transform_kind::dct4:
        return { 4, false };
    case transform_kind::dst2:
        return { 2, true };
    case transform_kind::dst3:
        return { 3, true };
    case transform_kind::dst4:
        return { 4, true };
    default:
        return { 0, false };
    }
}

bool has_cosine_stage(transform_kind kind, std::int64_t length)
{
    return length <= MAX_CODELET_LENGTH &&
           has_cosine_codelet(cosine_of(kind), static_cast<int>(length));
}


} // namespace gpufft
