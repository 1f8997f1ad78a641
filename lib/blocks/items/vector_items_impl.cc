/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/item_block.h"
#include "blocks/items/item_bytes.h"
#include <gnuradio/gpufft/stream_to_vector.h>
#include <gnuradio/gpufft/vector_to_stream.h>

//! Blocks that change what an item is, and no byte of the stream.
namespace gr {
namespace gpufft {

namespace {

template <class interface>
class vector_items_impl : public item_block<interface>
{
public:
    explicit vector_items_impl(const item_request& request)
        : gr::block(request.name,
                    item_block<interface>::input_of(request),
                    item_block<interface>::output_of(request)),
          item_block<interface>(request)
    {
    }
};

//! Bytes of a vector.
std::size_t checked(std::size_t item_size, int nitems_per_block)
{
    check_item_size(item_size);
    if (nitems_per_block < 1)
        ::gpufft::refuse("nitems_per_block is {}; a vector has an item or more",
                         nitems_per_block);
    return bytes_together(item_size, nitems_per_block);
}

template <class interface>
std::shared_ptr<interface>
make_block(const char* name, std::size_t vector_bytes, const chain_ends::row_items& row)
{
    const item_request request{
        name, ::gpufft::item_operation::keep(vector_bytes, vector_bytes, 0), row
    };
    return gnuradio::make_block_sptr<vector_items_impl<interface>>(request);
}

} // namespace

stream_to_vector::sptr stream_to_vector::make(std::size_t item_size, int nitems_per_block)
{
    const auto bytes = checked(item_size, nitems_per_block);
    return make_block<stream_to_vector>(
        "stream_to_vector", bytes, { static_cast<std::size_t>(nitems_per_block), 1 });
}

vector_to_stream::sptr vector_to_stream::make(std::size_t item_size, int nitems_per_block)
{
    const auto bytes = checked(item_size, nitems_per_block);
    return make_block<vector_to_stream>(
        "vector_to_stream", bytes, { 1, static_cast<std::size_t>(nitems_per_block) });
}

} // namespace gpufft
} // namespace gr
