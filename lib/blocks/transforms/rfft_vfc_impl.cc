/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/transforms/transform_block.h"
#include <gnuradio/gpufft/rfft_vfc.h>

namespace gr {
namespace gpufft {

namespace {

constexpr const char* RFFT_NAME = "rfft_vfc";

class rfft_vfc_impl : public transform_block<rfft_vfc>
{
public:
    explicit rfft_vfc_impl(const block_request& request)
        : gr::block(RFFT_NAME, input_of(request), output_of(request)),
          transform_block(RFFT_NAME, request)
    {
        take_window_commands();
    }

    bool set_window(const std::vector<float>& window) override
    {
        return take_window(window);
    }
};

} // namespace

rfft_vfc::sptr rfft_vfc::make(int length,
                              const std::vector<float>& window,
                              const std::string& normalization,
                              const std::string& device)
{
    return gnuradio::make_block_sptr<rfft_vfc_impl>(
        plan_rfft(length, window, normalization, device));
}

} // namespace gpufft
} // namespace gr
