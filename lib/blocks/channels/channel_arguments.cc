/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/channels/channel_arguments.h"
#include "blocks/messages/block_messages.h"
#include "exec/channels/channelizer_shape.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>

namespace gr {
namespace gpufft {

gr::io_signature::sptr ports_of(std::size_t streams, std::size_t values)
{
    return gr::io_signature::make(
        1, static_cast<int>(streams), static_cast<int>(values * sizeof(gr_complex)));
}

std::vector<int> all_channels_unless(const std::vector<int>& map, int channels)
{
    if (!map.empty())
        return map;
    std::vector<int> all(static_cast<std::size_t>(channels));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

void check_channels_of(const std::vector<int>& map, int channels)
{
    const auto most = static_cast<std::size_t>(
        std::max<std::int64_t>(channels, ::gpufft::MOST_CHANNELS));
    if (map.empty() || map.size() > most)
        throw ::gpufft::plan_error(
            fmt::format("a channel map has 1 .. {} channels, got {}", most, map.size()));
    for (const auto channel : map)
        if (channel < 0 || channel >= channels)
            throw ::gpufft::plan_error(
                fmt::format("a channel map names channels 0 .. {}, got {}; those from {} "
                            "on are the negative frequencies",
                            channels - 1,
                            channel,
                            (channels + 1) / 2));
}

void check_map_of(const std::vector<int>& map,
                  int channels,
                  std::size_t values,
                  int streams)
{
    check_channels_of(map, channels);
    if (values && map.size() != values)
        throw ::gpufft::plan_error(
            fmt::format("a vector has values of {} channels, and the map {}; make the "
                        "block anew for another number",
                        values,
                        map.size()));
    if (!values && static_cast<int>(map.size()) < streams)
        throw ::gpufft::plan_error(
            fmt::format("{0} streams are connected, and the map has {1} channels; name "
                        "one for each stream",
                        streams,
                        map.size()));
}

std::vector<int> map_in(const pmt::pmt_t& value)
{
    std::vector<int> map;
    for (const auto number : floats_of(value)) {
        if (!(number >= 0 && number < static_cast<float>(2 * ::gpufft::MOST_CHANNELS)) ||
            number != std::floor(number))
            throw ::gpufft::plan_error(
                fmt::format("channel_map: {} is no channel's number", number));
        map.push_back(static_cast<int>(number));
    }
    return map;
}

std::vector<double> widened(const std::vector<float>& taps)
{
    return { taps.begin(), taps.end() };
}

std::vector<std::vector<float>> branches_of(const std::vector<double>& taps, int branches)
{
    const auto count = static_cast<std::size_t>(branches);
    const auto of_each = (taps.size() + count - 1) / count;
    std::vector<std::vector<float>> result(count, std::vector<float>(of_each));
    for (std::size_t i = 0; i < taps.size(); ++i)
        result[i % count][i / count] = static_cast<float>(taps[i]);
    return result;
}

void print_branches(const std::vector<std::vector<float>>& branches)
{
    for (std::size_t i = 0; i < branches.size(); ++i)
        fmt::print("branch {}: {:.4e}\n", i, fmt::join(branches[i], " "));
    std::fflush(stdout);
}

} // namespace gpufft
} // namespace gr
