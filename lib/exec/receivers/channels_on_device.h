/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_CHANNELS_ON_DEVICE_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_CHANNELS_ON_DEVICE_H

#include "exec/receivers/inverse_transforms.h"
#include "exec/receivers/mirrored_outputs.h"
#include "exec/receivers/receiver_input.h"
#include "exec/receivers/tuned_channel.h"
#include "exec/rows/stream_executor.h"
#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

namespace gpufft {

//! The kernels around the inverse transforms: codegen/helpers/receiver_kernels.h
struct receiver_kernels {
    std::shared_ptr<kernel> gather, turn;

    //! \throws build_error, device_error
    static receiver_kernels build(device& on);
};

/*!
 * \brief The channels of a channel_bank on a GPU: samples go there, and outputs come back
 *
 * What a submission of blocks leaves in the device's memory, the bins of each, is
 * gathered to the rows of channels, transformed back and turned there, all on the queue
 * of the submission. One thread at a time.
 */
class channels_on_device
{
public:
    //! Builds the kernels and tests them. \p forward and \p inverses outlive this.
    //! \throws build_error, device_error
    channels_on_device(const receiver_shape& shape,
                       stream_executor& forward,
                       inverse_transforms& inverses);
    ~channels_on_device();

    //! The outputs of a block of \p calls are few enough for the device.
    bool has_room(const std::vector<channel_call>& calls) const;

    //! channel_bank::run(). \throws device_error, build_error  nothing is in flight then
    void run(const receiver_input& in,
             std::size_t blocks,
             const std::vector<channel_call>& calls);

    //! Gives memory of the device back, which the next run() takes anew.
    void renew();

private:
    class finish;

    //! Channels of one length, whose rows are transformed back together, and what the
    //! device has of them.
    struct group {
        std::vector<std::shared_ptr<const tuned_channel>> channels;
        std::shared_ptr<buffer> weights, centres, drifts;

        std::size_t points() const { return std::size_t(channels[0]->points()); }
        std::size_t outputs() const { return std::size_t(channels[0]->outputs()); }
        std::size_t count() const { return channels.size(); }
    };
    //! A group of a call, and the calls of its channels.
    struct group_call {
        std::shared_ptr<const group> channels;
        std::shared_ptr<const executor> inverse;
        std::vector<const channel_call*> calls;
    };
    //! Memory of a submission, which grows.
    struct piece {
        std::shared_ptr<buffer> gathered, transformed, workspace;
        std::vector<std::shared_ptr<buffer>> begins; //!< of each group
        std::vector<std::shared_ptr<buffer>> rings;  //!< of each, where mirrors are
        std::shared_ptr<unsigned char> out;          //!< outputs, page-locked
        std::size_t out_bytes = 0;
        std::size_t first = 0, blocks = 0;
    };

    std::vector<group_call> groups_of(const std::vector<channel_call>& calls);
    std::shared_ptr<const group> uploaded(const std::vector<const channel_call*>& calls,
                                          std::size_t place);
    std::size_t most_blocks(const std::vector<group_call>& groups) const;
    void fit(piece& p, const std::vector<group_call>& groups);
    void send(piece& p, const receiver_input& in, const std::vector<group_call>& groups);
    void deal(const piece& p, const std::vector<group_call>& groups) const;

    receiver_shape d_shape;
    stream_executor& d_forward;
    inverse_transforms& d_inverses;
    receiver_kernels d_kernels;
    ring_writers d_ring_writers;
    std::vector<std::shared_ptr<const group>> d_groups; //!< of the last call
    std::vector<piece> d_pieces;                        //!< used in turn
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_CHANNELS_ON_DEVICE_H */
