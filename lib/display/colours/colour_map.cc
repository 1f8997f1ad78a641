/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/colours/colour_map.h"
#include "plan/request/refuse.h"
#include <fmt/format.h>
#include <cmath>

namespace gpufft::display {

namespace {

constexpr std::size_t KNOTS = 18;
constexpr std::size_t KNOT_STEP = 15;

struct named_map {
    const char* name;
    std::uint32_t knots[KNOTS];
};

// clang-format off
constexpr named_map MAPS[] = {
    { "viridis",
      { 0x440154, 0x481769, 0x472a7a, 0x433d84, 0x3d4e8a, 0x355e8d, 0x2e6d8e, 0x297b8e, 0x23898e,
        0x1f978b, 0x21a585, 0x2eb37c, 0x46c06f, 0x65cb5e, 0x89d548, 0xb0dd2f, 0xd8e219, 0xfde725 } },
    { "inferno",
      { 0x000004, 0x0a0722, 0x1e0c45, 0x380962, 0x510e6c, 0x69166e, 0x801f6c, 0x982766, 0xb0315b,
        0xc63d4d, 0xd94d3d, 0xe9612b, 0xf47918, 0xfa9407, 0xfcb014, 0xf8cd37, 0xf2ea69, 0xfcffa4 } },
    { "magma",
      { 0x000004, 0x090720, 0x1a1042, 0x311165, 0x4a1079, 0x621980, 0x792282, 0x912b81, 0xaa337d,
        0xc23b75, 0xd9466b, 0xec5860, 0xf7725c, 0xfc8e64, 0xfeaa74, 0xfec68a, 0xfde2a3, 0xfcfdbf } },
    { "plasma",
      { 0x0d0887, 0x2f0596, 0x4903a0, 0x6100a7, 0x7801a8, 0x8e0ca4, 0xa21d9a, 0xb42e8d, 0xc43e7f,
        0xd24f71, 0xde6164, 0xe97257, 0xf3854b, 0xf99a3e, 0xfdaf31, 0xfdc627, 0xf8df25, 0xf0f921 } },
    { "grey",
      { 0x000000, 0x0f0f0f, 0x1e1e1e, 0x2d2d2d, 0x3c3c3c, 0x4b4b4b, 0x5a5a5a, 0x696969, 0x787878,
        0x878787, 0x969696, 0xa5a5a5, 0xb4b4b4, 0xc3c3c3, 0xd2d2d2, 0xe1e1e1, 0xf0f0f0, 0xffffff } },
};
// clang-format on

std::uint32_t between(std::uint32_t a, std::uint32_t b, double share)
{
    std::uint32_t colour = 0xff;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double from = (a >> shift) & 0xff, to = (b >> shift) & 0xff;
        colour = colour << 8 |
                 static_cast<std::uint32_t>(std::lround(from + share * (to - from)));
    }
    return colour;
}

} // namespace

const std::vector<std::string>& colour_map_names()
{
    static const auto& names = *new std::vector<std::string>([] {
        std::vector<std::string> all;
        for (const auto& map : MAPS)
            all.emplace_back(map.name);
        return all;
    }());
    return names;
}

colour_table colour_map(const std::string& name)
{
    for (const auto& map : MAPS) {
        if (name != map.name)
            continue;
        colour_table table;
        for (std::size_t i = 0; i < table.size(); ++i) {
            const auto knot = i / KNOT_STEP;
            const auto next = knot + 1 < KNOTS ? knot + 1 : knot;
            const auto share = static_cast<double>(i % KNOT_STEP) / KNOT_STEP;
            table[i] = between(map.knots[knot], map.knots[next], share);
        }
        return table;
    }
    refuse("colours are \"{}\"; there are {}", name, fmt::join(colour_map_names(), ", "));
}

} // namespace gpufft::display
