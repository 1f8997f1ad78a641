/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_MIRRORED_INPUT_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_MIRRORED_INPUT_H

#include "blocks/chains/ring_link.h"
#include "exec/memory/locked_memory.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief The ring that a block reads, and what the block's device has of it
 *
 * For blocks whose output the host always has; chain_ends is for others. Items count from
 * start(). One thread at a time.
 */
class mirrored_input
{
public:
    void start(gr::buffer_reader& from,
               const std::shared_ptr<::gpufft::device>& on,
               gr::logger& log);
    void stop();

    gr::buffer* ring() const { return d_ring; } //!< nullptr before the first start()
    bool reads_mirror() const { return d_link && d_link->is_on_device(); }

    //! Where the device has \p count items from \p first on; none: nowhere.
    //! \param on_host  where the host has them, if it has
    //! \throws device_error  they are lost
    ::gpufft::mirror_place
    place_of(std::uint64_t first, std::size_t count, const void* on_host) const;

    //! Where the host has item \p number, if it has; those behind it follow.
    const char* on_host(std::uint64_t number) const;

    //! For has_consumed(): a writer on the device may wait for it.
    void tell_writer() const;

    //! Nothing is in flight: from now on items come from the host. \return false  what
    //! was not consumed is lost, which the block before has logged
    bool go_to_host();

    //! Page-locks the ring where the host's items are read. \return how the device comes
    //! by it, for the log
    std::string lock(::gpufft::locked_memory& locked);
    bool is_in_place() const { return d_is_in_place; } //!< the device reads the ring

private:
    gr::buffer_reader* d_reader = nullptr;
    gr::buffer* d_ring = nullptr;
    std::shared_ptr<ring_link> d_link; //!< nullptr: items come from the host
    bool d_is_in_place = false;
    std::size_t d_first = 0; //!< where in the ring item 0 lies
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_MIRRORED_INPUT_H */
