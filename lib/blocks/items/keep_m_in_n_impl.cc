/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/item_block.h"
#include "plan/request/refuse.h"
#include <gnuradio/gpufft/keep_m_in_n.h>
#include <limits>

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
    constexpr std::size_t most = std::numeric_limits<int>::max();
    if (item_size < 1 || item_size > most)
        ::gpufft::refuse("items of {} bytes; they have 1 to {}", item_size, most);
    if (m < 1 || n < m)
        ::gpufft::refuse("{} items of {} cannot be kept; keep 1 to n of n", m, n);
    if (offset < 0 || offset > n - m)
        ::gpufft::refuse("offset is {}; of {} items, {} can be kept from item 0 to {} on",
                         offset,
                         n,
                         m,
                         n - m);
    if (static_cast<std::size_t>(n) > most / item_size)
        ::gpufft::refuse(
            "{} items of {} bytes; together they have {} at most", n, item_size, most);
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
