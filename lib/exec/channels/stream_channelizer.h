/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_STREAM_CHANNELIZER_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_STREAM_CHANNELIZER_H

#include "exec/channels/channel_order.h"
#include "exec/channels/channelizer_shape.h"
#include "exec/channels/device_reorder.h"
#include "exec/channels/ordered_rows.h"
#include "exec/filters/filter_places.h"
#include "exec/filters/past_samples.h"
#include "exec/memory/page_memory.h"
#include "exec/rows/stream_executor.h"
#include <gpufft/effort.h>
#include <gpufft/startup.h>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

//! Samples and outputs of a call of a stream_channelizer.
struct channelizer_call {
    //! The stream itself, or streams of which sample s is item s / count of stream s %
    //! count.
    std::vector<const channel_sample*> in;
    //! A stream for each output of the channel_order; or one of vectors of all of them.
    std::vector<channel_sample*> out;
    bool has_vectors = false;
    std::size_t outputs = 0; //!< of each channel; a multiple of the shape's period
    //! Where the device has the samples, of one stream or of several: joins_on_device();
    //! or is to have outputs, vectors or streams: keeps_on_device().
    filter_places on_device;
};

/*!
 * \brief A polyphase channelizer of a stream on a device; see channelizer_shape
 *
 * Calls follow one another; the samples before a call's first are the caller's
 * past_samples, so that another one can go on where this has ended. run() is called by
 * one thread at a time, change_to() from any.
 */
class stream_channelizer
{
public:
    using request_type = channelizer_request;
    using past_type = past_samples;

    //! Plans and builds as stream_executor() does. \throws plan_error, device_error,
    //! build_error
    stream_channelizer(const channelizer_request& request,
                       const std::string& device,
                       effort how,
                       startup begins);

    //! Other taps from the next run() on, where as many fit the rows.
    //! \return false, and nothing has changed, where rows would be longer or shorter
    bool change_to(const channelizer_request& request);

    /*!
     * Makes outputs of outputs * hop samples, and waits for them.
     * \param past  the samples before; those of this call are appended to it in the end
     * \throws device_error, build_error  \p past is as it was, outputs are in part
     * written
     */
    void run(const channelizer_call& c, const channel_order& order, past_samples& past);

    /*!
     * Makes outputs as run() does, but a GPU may have more of them in flight when it
     * returns: copies each way and kernels then work on from call to call. The next call
     * begins with the sample behind those of the outputs returned, and with the output
     * behind them; all that was given stays valid until its outputs were returned.
     * \param piece_outputs  outputs that are worth a piece while others are in flight
     * \return outputs of each channel that are done, from the first on: a multiple of the
     *         period, one or more
     * \throws device_error, build_error  nothing is in flight then
     */
    std::size_t advance(const channelizer_call& c,
                        const channel_order& order,
                        past_samples& past,
                        std::size_t piece_outputs);
    //! Outputs may stay on the device, as far as is known before a kernel for that is
    //! built.
    bool may_keep_on_device() const { return !is_cpu() && !d_shape.has_host_turns(); }
    //! Outputs by \p order may stay there. \throws device_error
    bool keeps_on_device(const channel_order& order, bool has_vectors) const;

    //! Samples of several streams may be read where the device has some of these. \throws
    //! device_error
    bool joins_on_device() const;

    //! Waits for what advance() has left in flight, and forgets it: the next call begins
    //! with the first output that was not returned. Before change_to().
    void abandon() noexcept;

    /*!
     * Queues a piece of outputs that stay on the device. finish_oldest() waits for it.
     * keeps_on_device() was true for \p order.
     * \param c      samples of all outputs that may be made; its outputs go to a mirror,
     *               from the first one that is sent on
     * \param ahead  outputs of \p c that were sent before, a multiple of the period
     * \param most   outputs behind those, likewise
     * \return its outputs, likewise
     * \throws device_error, build_error
     */
    std::size_t submit(const channelizer_call& c,
                       const channel_order& order,
                       std::size_t ahead,
                       std::size_t most,
                       const past_samples& past);
    //! Waits for the oldest piece of submit(). \return its outputs
    std::size_t finish_oldest();
    //! Waits until the device has looked at the host's samples before those of the oldest
    //! piece in flight: somebody may then write there.
    void wait_for_past();
    std::size_t linked_rows() const; //!< most outputs of a piece of submit()

    //! Outputs of each channel that are worth a call, a multiple of the period.
    std::size_t outputs_of_a_call() const;

    //! Samples before a call that longer taps to come find.
    std::size_t past_to_keep() const;

    const channelizer_shape& shape() const { return d_shape; }
    stream_executor& executor() { return d_rows; }
    const stream_executor& executor() const { return d_rows; }

private:
    //! The rows of a submission, and their memory.
    struct piece {
        page_array in, out;
        std::int64_t first = 0; //!< output of the call
        std::size_t rows = 0;
        const channel_sample* from = nullptr; //!< where its samples are
        row_places mirrored;    //!< where they are on the device, if they are
        bool is_direct = false; //!< outputs are where they are wanted
    };

    bool is_cpu() const;
    std::shared_ptr<const row_finish> dealing(const channel_order& order,
                                              bool has_vectors) const;
    std::size_t most_rows() const;
    std::size_t reach_of(std::size_t rows) const;
    std::size_t whole_periods(std::int64_t samples) const;
    void choose(piece& p,
                const channelizer_call& c,
                std::size_t first,
                std::size_t most) const;
    void choose_mirrored(piece& p, const channelizer_call& c) const;
    void choose_joined(piece& p, const channelizer_call& c, std::size_t most) const;
    void assemble(piece& p, const channelizer_call& c, const past_samples& past) const;
    void mirror(piece& p, const channelizer_call& c, const past_samples& past) const;
    void join(piece& p, const channelizer_call& c) const;
    void
    find_samples(piece& p, const channelizer_call& c, const past_samples& past) const;
    void send(piece& p,
              const channelizer_call& c,
              const channel_order& order,
              std::size_t ahead,
              bool tells_when_read);
    void place_outputs(row_places& places,
                       const piece& p,
                       const channelizer_call& c,
                       const channel_order& order,
                       std::size_t ahead) const;
    void abandon_other(const channel_order& order) noexcept;
    void
    finish(const piece& p, const channelizer_call& c, const channel_order& order) const;
    void
    keep_past(const channelizer_call& c, std::size_t outputs, past_samples& past) const;
    void send_next(const channelizer_call& c,
                   const channel_order& order,
                   const past_samples& past,
                   std::size_t most,
                   bool leaves_in_flight);
    void finish_oldest_of(const channelizer_call& c, const channel_order& order);
    void begin_behind(std::size_t outputs);

    channelizer_shape d_shape;
    stream_executor d_rows;
    const std::unique_ptr<reorder_for_map> d_reorder; //!< for outputs of a GPU
    mutable std::optional<join_orders> d_joins; //!< when wanted; of none: no kernel does
    std::vector<int> d_map_in_use;              //!< of what is in flight
    std::vector<piece> d_pieces;                //!< used in turn
    std::size_t d_next = 0, d_oldest = 0;
    std::size_t d_sent = 0; //!< outputs of the call, or of the next one
    std::size_t d_made = 0; //!< of these
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_STREAM_CHANNELIZER_H */
