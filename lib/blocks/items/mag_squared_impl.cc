/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/item_block.h"
#include <gnuradio/gpufft/mag_squared.h>

namespace gr {
namespace gpufft {

namespace {

class mag_squared_impl : public item_block<mag_squared>
{
public:
    explicit mag_squared_impl(const item_request& request)
        : gr::block("mag_squared", input_of(request), output_of(request)),
          item_block<mag_squared>(request)
    {
    }
};

} // namespace

mag_squared::sptr mag_squared::make(std::size_t vlen)
{
    using ::gpufft::item_type;
    const auto squares = ::gpufft::make_item_expression(
        "norm(x)", { item_type::complex_float }, item_type::real_float, vlen);
    const item_request request{ "mag_squared",
                                ::gpufft::item_operation::of(squares),
                                {} };
    return gnuradio::make_block_sptr<mag_squared_impl>(request);
}

} // namespace gpufft
} // namespace gr
