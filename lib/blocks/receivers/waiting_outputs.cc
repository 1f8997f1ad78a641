/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/receivers/waiting_outputs.h"
#include <algorithm>

namespace gr {
namespace gpufft {

void waiting_outputs::add(const std::vector<gr_complex>& outputs,
                          std::vector<gr::tag_t> tags)
{
    if (empty())
        clear(); // memory stays
    for (auto& tag : tags) {
        tag.offset += d_outputs.size();
        d_tags.push_back(tag);
    }
    d_outputs.insert(d_outputs.end(), outputs.begin(), outputs.end());
}

std::size_t
waiting_outputs::give(gr_complex* to, std::size_t space, std::vector<gr::tag_t>& tags)
{
    const auto count = std::min(space, d_outputs.size() - d_given);
    std::copy_n(d_outputs.begin() + static_cast<std::ptrdiff_t>(d_given), count, to);
    while (!d_tags.empty() && d_tags.front().offset < d_given + count) {
        tags.push_back(d_tags.front());
        tags.back().offset -= d_given;
        d_tags.pop_front();
    }
    d_given += count;
    return count;
}

void waiting_outputs::clear()
{
    d_outputs.clear();
    d_tags.clear();
    d_given = 0;
}

} // namespace gpufft
} // namespace gr
