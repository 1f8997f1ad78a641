/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/window.h"
#include "plan/request/refuse.h"
#include <gnuradio/gpufft/spectrum_block.h>
#include <gpufft/transform.h>

namespace gr {
namespace gpufft {

std::vector<float> periodic_window(const std::string& name, int length)
{
    if (length < 1 || length > ::gpufft::MAX_LENGTH)
        ::gpufft::refuse(
            "a window has 1 .. {} (2^27) taps, got {}", ::gpufft::MAX_LENGTH, length);
    if (const auto taps = ::gpufft::periodic_taps(name, length))
        return { taps->begin(), taps->end() };
    ::gpufft::refuse("window \"{}\" is not one of {}; any other can be given as taps",
                     name,
                     ::gpufft::window_names());
}

std::vector<float> polyphase_window(int length, int taps_per_branch)
{
    if (length < 1 || taps_per_branch < 1 ||
        taps_per_branch > ::gpufft::MAX_LENGTH / length)
        ::gpufft::refuse("a window of {} taps a branch for {} points has no or too many "
                         "taps; it has 1 .. {} (2^27)",
                         taps_per_branch,
                         length,
                         ::gpufft::MAX_LENGTH);
    const auto taps = ::gpufft::polyphase_taps(length, taps_per_branch);
    return { taps.begin(), taps.end() };
}

} // namespace gpufft
} // namespace gr
