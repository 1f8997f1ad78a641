/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/carried_tags.h"

namespace gr {
namespace gpufft {

void carried_tags::add(const std::vector<gr::tag_t>& tags)
{
    d_tags.insert(d_tags.end(), tags.begin(), tags.end());
}

std::vector<gr::tag_t> carried_tags::take_before(std::uint64_t end)
{
    std::vector<gr::tag_t> taken;
    while (!d_tags.empty() && d_tags.front().offset < end) {
        taken.push_back(d_tags.front());
        d_tags.pop_front();
    }
    return taken;
}

void carried_tags::begin_anew(std::uint64_t end)
{
    while (!d_tags.empty() && d_tags.back().offset >= end)
        d_tags.pop_back();
    for (auto& tag : d_tags)
        tag.offset = 0;
}

} // namespace gpufft
} // namespace gr
