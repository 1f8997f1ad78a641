/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNELIZER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNELIZER_STREAM_H

#include "blocks/running/device_stream.h"
#include "exec/channels/stream_channelizer.h"
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief The samples of a block through a stream_channelizer, in the order of a map
class channelizer_stream : public device_stream<::gpufft::stream_channelizer>
{
public:
    using call = ::gpufft::channelizer_call;

    //! \param map  the channel of each output
    //! \throws plan_error, device_error, build_error
    channelizer_stream(const ::gpufft::channelizer_request& request,
                       std::vector<int> map,
                       const std::string& device,
                       const gr::logger_ptr& logger);

    //! From the next call of work() on; from any thread. \p map is within range.
    void set_map(std::vector<int> map);
    std::vector<int> current_map() const;

    //! Neither channels nor hop ever change.
    ::gpufft::channelizer_shape shape() const { return now()->shape(); }

    //! Outputs that are worth a call, a multiple of the shape's period. \p
    //! max_output_buffer: what the block's user allows, in items; 0 or less: any number.
    std::size_t outputs_of_a_call(long max_output_buffer) const;

    //! \p rings: of a stream, or of vectors; those of many streams are copied anyway
    //! \param offered  outputs of each channel that a call has at most; 0: rings may move
    void start(std::vector<gr::buffer*> rings, std::size_t offered);
    void stop() { end(); }

    //! Makes outputs of \p c, of which the first so many channels of the map are wanted
    //! as it has streams; some of them may be in flight since the last call, and after
    //! this one. \return how many are done; WORK_DONE: no device is left, which is
    //! logged; it never throws
    int work(const call& c);

private:
    const ::gpufft::channel_order& order_for(const call& c,
                                             const ::gpufft::channelizer_shape& of);

    std::size_t d_piece_outputs = 0; //!< 0: nothing stays in flight between calls

    mutable std::mutex d_map_mutex; // guards d_map
    std::vector<int> d_map;
    std::optional<::gpufft::channel_order> d_order; //!< the scheduler thread's
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNELIZER_STREAM_H */
