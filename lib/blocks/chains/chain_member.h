/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAIN_MEMBER_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAIN_MEMBER_H

#include "device/interface/device.h"
#include <memory>

namespace gr {
namespace gpufft {

/*!
 * \brief A block of this module, as its neighbours in a flowgraph see it
 *
 * Neighbours ask from their own threads, in start() and in work().
 */
class chain_member
{
public:
    virtual ~chain_member() = default;

    //! The device whose memory its items may stay in, from check_topology() on; nullptr:
    //! they are to be in memory of the host.
    virtual std::shared_ptr<::gpufft::device> chain_device() const = 0;

    //! What it produces may stay there; else it is always the host's.
    virtual bool keeps_output_there() const { return true; }

    //! The host has all that it produces, whoever reads it: what stays on the device is a
    //! copy.
    virtual bool copies_output_to_host() const { return false; }

    //! ... and readers take it as what the host writes: of the device they have what the
    //! block has left there, and bring the rest.
    virtual bool writes_as_host() const { return false; }

    //! Some of what it reads it needs on the host as well as there.
    virtual bool needs_host_copy() const { return false; }

    //! So many times each item that it reads from the host would go to the device.
    virtual int reads_of_an_item() const { return 1; }

    //! Items that it reads may be on any device: it never looks at them.
    virtual bool reads_nothing() const { return false; }

    /*!
     * \brief Brings what it has produced, and not all of its readers have consumed, into
     * the rings of its outputs, where only the device has it; what it produces from now
     * on goes there, too
     *
     * \return false  that is lost: no device could compute it again
     */
    virtual bool bring_to_host() = 0;

    //! Readers of an output do not need some items any more. From a reader's thread.
    virtual void readers_got_on() {}

    /*!
     * \brief Copies what readers still need, and only the device has, to the rings of its
     * outputs as well, so that no block before it has to keep what that was computed from
     * \throws device_error
     */
    virtual void save_output() {}
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAIN_MEMBER_H */
