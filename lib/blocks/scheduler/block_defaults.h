/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_BLOCK_DEFAULTS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_BLOCK_DEFAULTS_H

#include <gpufft/effort.h>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief What the blocks of this process take that name no device
 *
 * Whoever makes one, a tuner, says so for as long as it lives; of several the newest
 * counts. A flowgraph knows nothing of blocks that are not connected, and a tuner need
 * not be, so it is the process that they have in common.
 */
class block_defaults
{
public:
    struct values {
        std::string device = "auto";
        //! estimate or wisdom: blocks do not search.
        ::gpufft::effort how = ::gpufft::effort::wisdom;
    };

    //! \param how  of those that search, wisdom is what is left
    block_defaults(const std::string& device, ::gpufft::effort how);
    ~block_defaults();
    block_defaults(const block_defaults&) = delete;
    block_defaults& operator=(const block_defaults&) = delete;

    //! "auto" and ::gpufft::default_effort() where nobody has said.
    static values now();

    //! The name for what a block asks for: its own, where it is not "auto" or "". A limit
    //! on threads stays the block's where it has one, as in "auto/2".
    static std::string device_for(const std::string& asked);
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_BLOCK_DEFAULTS_H */
