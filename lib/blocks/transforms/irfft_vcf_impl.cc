/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/transforms/transform_block.h"
#include <gnuradio/gpufft/irfft_vcf.h>

namespace gr {
namespace gpufft {

irfft_vcf::sptr
irfft_vcf::make(int length, const std::string& normalization, const std::string& device)
{
    return gnuradio::make_block_sptr<transform_block<irfft_vcf>>(
        "irfft_vcf", plan_irfft(length, normalization, device));
}

} // namespace gpufft
} // namespace gr
