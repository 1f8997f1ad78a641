/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/transforms/transform_block.h"
#include <gnuradio/gpufft/fftn_vcc.h>

namespace gr {
namespace gpufft {

fftn_vcc::sptr fftn_vcc::make(const std::vector<int>& shape,
                              bool forward,
                              bool shift,
                              const std::string& normalization,
                              const std::string& device)
{
    return gnuradio::make_block_sptr<transform_block<fftn_vcc>>(
        "fftn_vcc", plan_fftn(shape, forward, shift, normalization, device));
}

} // namespace gpufft
} // namespace gr
