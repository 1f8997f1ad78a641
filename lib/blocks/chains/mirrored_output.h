/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_MIRRORED_OUTPUT_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_MIRRORED_OUTPUT_H

#include "blocks/chains/ring_link.h"
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gr {
namespace gpufft {

/*!
 * \brief A ring that a block writes as the host does, and its mirror, where blocks on the
 * device read that (chain_member::writes_as_host())
 *
 * What the block leaves in the mirror they find there; the rest they bring. Items count
 * from start(). One thread at a time.
 */
class mirrored_output
{
public:
    void
    start(gr::buffer& to, const std::shared_ptr<::gpufft::device>& on, gr::logger& log);
    void stop() { d_link.reset(); }

    bool writes_mirror() const { return d_link && d_link->is_on_device(); }

    //! Where the mirror has \p count items, \p ahead behind those that were made; none:
    //! nowhere, or the ring has room for just \p room of those to come.
    ::gpufft::mirror_place
    next_place(std::size_t ahead, std::size_t count, std::size_t room) const
    {
        if (!writes_mirror() || ahead + count > room)
            return {};
        return d_link->place_of(d_made + ahead, count);
    }
    //! They go to the ring of the host in this order.
    void has_made(std::size_t count) { d_made += count; }

    //! What was queued has failed: readers take all from the ring.
    void go_to_host()
    {
        if (writes_mirror())
            d_link->now_on_host();
    }

private:
    std::shared_ptr<ring_link> d_link; //!< nullptr: the host alone has items
    std::uint64_t d_made = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_MIRRORED_OUTPUT_H */
