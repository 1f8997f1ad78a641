/* SPDX-License-Identifier: GPL-3.0-or-later */
// What a peer's interface of many equal rows can say of a transform.
#ifndef INCLUDED_GPUFFT_BENCH_PEERS_PLAIN_ROWS_H
#define INCLUDED_GPUFFT_BENCH_PEERS_PLAIN_ROWS_H

#include "plan/request/io_view.h"
#include <gpufft/transform.h>
#include <vector>

namespace gpufft::app {

//! There is nothing at the ends that peers lack: windows, rotations, scales, planes.
bool has_plain_ends(const transform& request);

//! Elements of memory along each dimension of side \p s of \p packed, gaps included.
template <typename Count>
std::vector<Count> memory_lengths(const transform& packed, const side& s)
{
    std::vector<Count> lengths;
    for (std::size_t d = 0; d < packed.rank(); ++d)
        lengths.push_back(static_cast<Count>(view_length(packed, s, d)));
    const bool is_other_complex =
        has_real_input(packed) != has_real_output(packed) && s.is_real(packed);
    if (is_other_complex && packed.in_place)
        lengths.back() = static_cast<Count>(2 * (packed.shape.back().length / 2 + 1));
    return lengths;
}

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PEERS_PLAIN_ROWS_H */
