/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/frame_executor.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft {

void check_window_of_frames(const window_taps& window, std::int64_t samples)
{
    const auto taps = window.values.size();
    if (taps != static_cast<std::size_t>(samples))
        throw plan_error(
            fmt::format("the window has {} taps and frames have {} samples; give {} taps",
                        taps,
                        samples,
                        samples));
}

} // namespace gpufft
