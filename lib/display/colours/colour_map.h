/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_COLOURS_COLOUR_MAP_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_COLOURS_COLOUR_MAP_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft::display {

//! 256 colours from the lowest level to the highest, as 0xffRRGGBB.
using colour_table = std::array<std::uint32_t, 256>;

//! The names that colour_map() knows: "viridis" first.
const std::vector<std::string>& colour_map_names();

/*!
 * \brief A map whose lightness rises evenly with the level
 *
 * The colours are those of matplotlib's maps of these names (by Smith, van der Walt and
 * Firing, CC0): every fifteenth of each 256, and straight lines in between, which are
 * within 6 / 255 of the others.
 *
 * \throws plan_error  there is no such map
 */
colour_table colour_map(const std::string& name);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_COLOURS_COLOUR_MAP_H */
