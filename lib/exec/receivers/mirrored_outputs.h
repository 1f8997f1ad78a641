/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_MIRRORED_OUTPUTS_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_MIRRORED_OUTPUTS_H

#include "exec/channels/device_reorder.h"
#include "exec/memory/ring_mirror.h"
#include "exec/receivers/receiver_input.h"
#include "exec/receivers/tuned_channel.h"
#include "exec/rows/ring_place.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace gpufft {

//! A channel in a call of a channel_bank.
struct channel_call {
    std::shared_ptr<const tuned_channel> channel;
    double turns = 0;               //!< of its oscillator where the first block begins
    receiver_sample* out = nullptr; //!< blocks * channel->outputs()
    mirror_place there;             //!< a mirror that gets them as well; none: none does
};

//! \brief What writes the outputs of so many channels to rings by address, one kernel for
//! all; made when first wanted. One thread at a time.
class ring_writers
{
public:
    explicit ring_writers(std::shared_ptr<device> on) : d_device(std::move(on)) {}

    //! nullptr: the device knows no addresses, or no kernel is right. \throws
    //! device_error
    std::shared_ptr<const device_reorder> of(std::size_t channels);

private:
    std::shared_ptr<device> d_device;
    std::map<std::size_t, std::shared_ptr<const device_reorder>> d_made;
};

/*!
 * \brief Outputs of channels of one length that go to mirrors beside the host, those of
 * some blocks of a call
 *
 * Queued just behind the kernel that makes them.
 */
class mirrored_outputs
{
public:
    mirrored_outputs(const std::vector<const channel_call*>& calls,
                     std::size_t first_block,
                     std::size_t blocks);

    bool is_empty() const { return d_addresses.empty(); } //!< no mirror gets any
    //! Queues it; this lives until it is done. \p from has the outputs from sample \p at
    //! on, channel by channel. \p rings  grows. \throws device_error
    void enqueue(queue& q,
                 device& on,
                 buffer& from,
                 std::uint64_t at,
                 ring_writers& by,
                 std::shared_ptr<buffer>& rings) const;
    //! They are there once \p work has ended.
    void mark(const ring_mirror::work_pointer& work) const;

private:
    std::size_t d_outputs = 0;           //!< of a channel
    std::vector<mirror_place> d_parts;   //!< of each channel; none: the host alone has it
    std::vector<ring_place> d_addresses; //!< of these; empty: there are no mirrors
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_MIRRORED_OUTPUTS_H */
