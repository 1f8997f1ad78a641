/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_GRC_BLOCKS_H
#define INCLUDED_GPUFFT_APPS_FILES_GRC_BLOCKS_H

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gpufft::app {

//! A block of a flowgraph.
struct grc_block {
    std::string name;
    std::string id;
    bool is_enabled = true;
    //! Python's notation. What is neither a scalar nor a list of them is "".
    std::map<std::string, std::string> parameters;
};

//! Most bytes that the parameters of all blocks of a flowgraph take together. Aliases let
//! a short file stand for any amount.
constexpr std::size_t MOST_GRC_PARAMETERS = std::size_t(64) << 20;

/*!
 * \brief The blocks in \p text, a .grc file's, in its order
 *
 * \throws usage_error  it is no flowgraph, or its parameters are MOST_GRC_PARAMETERS
 */
std::vector<grc_block> blocks_of(const std::string& text);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_GRC_BLOCKS_H */
