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

} // namespace gpufft
} // namespace gr
