/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/transforms/transform_block.h"
#include <gnuradio/gpufft/dct_vff.h>
#include <gnuradio/gpufft/dst_vff.h>

namespace gr {
namespace gpufft {

dct_vff::sptr dct_vff::make(int length,
                            int type,
                            bool inverse,
                            const std::string& normalization,
                            bool orthogonalize,
                            const std::string& device)
{
    return gnuradio::make_block_sptr<transform_block<dct_vff>>(
        "dct_vff",
        plan_trigonometric(trigonometric::dct,
                           length,
                           type,
                           inverse,
                           normalization,
                           orthogonalize,
                           device));
}

dst_vff::sptr dst_vff::make(int length,
                            int type,
                            bool inverse,
                            const std::string& normalization,
                            bool orthogonalize,
                            const std::string& device)
{
    return gnuradio::make_block_sptr<transform_block<dst_vff>>(
        "dst_vff",
        plan_trigonometric(trigonometric::dst,
                           length,
                           type,
                           inverse,
                           normalization,
                           orthogonalize,
                           device));
}

} // namespace gpufft
} // namespace gr
