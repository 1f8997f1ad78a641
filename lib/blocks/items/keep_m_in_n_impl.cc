/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/item_block.h"
#include "blocks/items/item_bytes.h"
#include <gnuradio/gpufft/keep_m_in_n.h>

namespace gr {
namespace gpufft {

namespace {

class keep_m_in_n_impl : public item_block<keep_m_in_n>
{
public:
    explicit keep_m_in_n_impl(const item_request& request)
        : gr::block("keep_m_in_n", input_of(request), output_of(request)),
          item_block<keep_m_in_n>(request)
    {
    }
};

void check(std::size_t item_size, int m, int n, int offset)
{
    check_item_size(item_size);
    if (m < 1 || n < m)
        ::gpufft::refuse("{} items of {} cannot be kept; keep 1 to n of n", m, n);
    if (offset < 0 || offset > n - m)
        ::gpufft::refuse("offset is {}; of {} items, {} can be kept from item 0 to {} on",
                         offset,
                         n,
                         m,
                         n - m);
    bytes_together(item_size, n);
}

} // namespace

keep_m_in_n::sptr keep_m_in_n::make(std::size_t item_size, int m, int n, int offset)
{
    check(item_size, m, n, offset);
    const auto of_items = [&](int count) {
        return item_size * static_cast<std::size_t>(count);
    };
    const item_request request{
        "keep_m_in_n",
        ::gpufft::item_operation::keep(of_items(n), of_items(m), of_items(offset)),
        { static_cast<std::size_t>(n), static_cast<std::size_t>(m) }
    };
    return gnuradio::make_block_sptr<keep_m_in_n_impl>(request);
}

} // namespace gpufft
} // namespace gr
