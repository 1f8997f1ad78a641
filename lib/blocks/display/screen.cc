/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include <gnuradio/gpufft/display.h>

namespace gr {
namespace gpufft {

std::string display::why_no_window()
{
    namespace env = ::gpufft::env;
    if (!env::display().empty() || !env::wayland_display().empty() ||
        !env::qt_platform().empty())
        return "";
    return "there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set; run it in a "
           "desktop, by ssh -X, under xvfb-run, or with QT_QPA_PLATFORM=offscreen for "
           "pictures alone";
}

} // namespace gpufft
} // namespace gr
