/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_GRC_BLOCKS_H
#define INCLUDED_GPUFFT_APPS_GRC_BLOCKS_H

#include <map>
#include <string>
#include <vector>

namespace gpufft::app {

//! A block of a flowgraph.
struct grc_block {
    std::string name;
    std::string id;
    bool is_enabled = true;
    std::map<std::string, std::string> parameters;
};

/*!
 * \brief The blocks in \p text, a .grc file's, in its order
 *
 * No more YAML than GRC writes: fields of a block are indented by 2, its parameters by 4,
 * and a value that goes on in another line is not read to its end.
 */
std::vector<grc_block> blocks_of(const std::string& text);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_GRC_BLOCKS_H */
