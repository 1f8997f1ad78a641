/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/item_block.h"
#include "plan/request/refuse.h"
#include <gnuradio/gpufft/mag_squared.h>
#include <gnuradio/gr_complex.h>
#include <limits>

namespace gr {
namespace gpufft {

namespace {

class mag_squared_impl : public item_block<mag_squared>
{
public:
    explicit mag_squared_impl(const item_request& request)
        : gr::block(
              "mag_squared",
              gr::io_signature::make(1, 1, static_cast<int>(request.request.in_bytes)),
              gr::io_signature::make(1, 1, static_cast<int>(request.request.out_bytes))),
          item_block<mag_squared>(request)
    {
    }
};

} // namespace

mag_squared::sptr mag_squared::make(std::size_t vlen)
{
    constexpr std::size_t most = std::numeric_limits<int>::max() / sizeof(gr_complex);
    if (vlen < 1 || vlen > most)
        ::gpufft::refuse("vlen is {}; 1 to {} samples make an item", vlen, most);
    item_request request{ "mag_squared", {}, {} };
    request.request.request = ::gpufft::item_operation::kind::mag_squared;
    request.request.in_bytes = vlen * sizeof(gr_complex);
    request.request.out_bytes = vlen * sizeof(float);
    return gnuradio::make_block_sptr<mag_squared_impl>(request);
}

} // namespace gpufft
} // namespace gr
