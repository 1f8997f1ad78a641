/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/mirrored_output.h"

namespace gr {
namespace gpufft {

void mirrored_output::start(gr::buffer& to,
                            const std::shared_ptr<::gpufft::device>& on,
                            gr::logger& log)
{
    d_link = ring_link::for_writer(to, on, log);
    if (d_link && !d_link->is_copied_there())
        d_link.reset(); // other blocks share it among themselves
    d_made = 0;
}

} // namespace gpufft
} // namespace gr
