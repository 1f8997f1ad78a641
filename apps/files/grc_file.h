/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_GRC_FILE_H
#define INCLUDED_GPUFFT_APPS_FILES_GRC_FILE_H

#include <gpufft/transform.h>
#include <string>
#include <vector>

namespace gpufft::app {

//! What a flowgraph's blocks of ours transform.
struct flowgraph_transforms {
    std::vector<transform> transforms; //!< plain_transform() of each, none twice
    std::vector<std::string> unknown;  //!< blocks whose lengths cannot be told, and why
};

//! \p word, an argument of the program, names a flowgraph and no shape.
bool names_flowgraph(const std::string& word);

/*!
 * \brief The transforms of the enabled blocks of ours in \p text, a .grc file's
 *
 * Lengths are whole numbers, names of variables, and their sums, differences, products,
 * whole quotients and powers; what else Python could compute is not known. Of
 * spectrum blocks it is the transform of a frame.
 *
 * \throws usage_error  \p text is no flowgraph
 */
flowgraph_transforms parse_flowgraph(const std::string& text);

//! \throws usage_error  \p path cannot be read, is too large or no flowgraph
flowgraph_transforms read_flowgraph(const std::string& path);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_GRC_FILE_H */
