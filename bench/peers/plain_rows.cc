/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/peers/plain_rows.h"
#include <algorithm>

namespace gpufft::app {

bool has_plain_rows(const transform& request)
{
    transform plain;
    plain.kind = request.kind;
    plain.dir = request.dir;
    plain.in_place = request.in_place;
    plain.shape.clear();
    for (const auto& d : request.shape)
        plain.shape.push_back({ d.length });
    const auto have = packed(request), want = packed(plain);
    return request.loops.empty() && have.input_distance == want.input_distance &&
           have.output_distance == want.output_distance &&
           std::equal(have.shape.begin(),
                      have.shape.end(),
                      want.shape.begin(),
                      [](const dimension& a, const dimension& b) {
                          return a.input_stride == b.input_stride &&
                                 a.output_stride == b.output_stride;
                      });
}

bool has_plain_ends(const transform& request)
{
    const bool is_rotated =
        std::any_of(request.shape.begin(), request.shape.end(), [](const dimension& d) {
            return d.input_rotation || d.output_rotation;
        });
    return !request.windowed && !is_rotated && scale_of(request) == 1 &&
           request.input_layout == complex_layout::interleaved &&
           request.output_layout == complex_layout::interleaved;
}

} // namespace gpufft::app
