/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/samples/sample_source.h"
#include <algorithm>

namespace gpufft {

std::int64_t sample_source::wait_for(std::int64_t start, std::int64_t count)
{
    return std::clamp<std::int64_t>(samples() - start, 0, count);
}

} // namespace gpufft
