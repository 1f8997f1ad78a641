/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/peers/plain_rows.h"
#include <algorithm>

namespace gpufft::app {

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
