/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNELIZER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNELIZER_STREAM_H

#include "blocks/chains/chained_stream.h"
#include "blocks/channels/channel_map.h"
#include "blocks/scheduler/gpu_use.h"
#include "exec/channels/stream_channelizer.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief The samples of a block through a stream_channelizer, in the order of a map
 *
 * A period of outputs is a row of chain_ends. Samples of one stream may come from a
 * mirror, as may those of several where blocks on the device write some of these.
 * Vectors, or streams of channels, go to mirrors.
 */
class channelizer_stream final : public chained_stream<::gpufft::stream_channelizer>
{
public:
    using call = ::gpufft::channelizer_call;

    //! \param map  the channel of each output
    //! \throws plan_error, device_error, build_error
    channelizer_stream(const ::gpufft::channelizer_request& request,
                       const std::vector<int>& map,
                       bool has_vectors,
                       const std::string& device,
                       const gr::logger_ptr& logger,
                       const gr::logger_ptr& debug_logger);

    //! From the next call of work() on; from any thread. \p map is within range.
    void set_map(std::vector<int> map) { d_map.set(std::move(map)); }
    std::vector<int> current_map() const { return d_map.now(); }

    //! Neither channels nor hop ever change.
    ::gpufft::channelizer_shape shape() const { return now()->shape(); }

    //! Outputs that are worth a call, a multiple of the shape's period. \p
    //! max_output_buffer: what the block's user allows, in items; 0 or less: any number.
    std::size_t outputs_of_a_call(long max_output_buffer);

    //! Before neighbours ask: so many streams come in, and go out.
    void connect(int inputs, int outputs);
    //! Outputs are what may stay on the device.
    bool keeps_output_there() const { return d_keeps_output; }
    std::shared_ptr<::gpufft::device> chain_device() const override;
    //! Samples may be read where the device has some of what \p in reads; for neighbours.
    bool may_read(const std::vector<gr::buffer_reader*>& in) const;

    //! \param offered  outputs of each channel that a call has at most; 0: rings may move
    void start(chain_rings rings, std::size_t offered);

    //! Makes outputs of \p c, of which the first so many channels of the map are wanted
    //! as it has streams; some of them may be in flight since the last call, and after
    //! this one. It never throws.
    chain_progress work(const call& c, const chain_view& v);

private:
    using channelizer = ::gpufft::stream_channelizer;
    using past_samples = ::gpufft::past_samples;

    std::size_t period(const channelizer& by) const
    {
        return static_cast<std::size_t>(by.shape().period());
    }
    std::size_t items_of_a_row(const channelizer& by) const;
    std::size_t reach(const channelizer& by) const override;
    std::size_t most_rows(const channelizer& by) const override
    {
        return by.linked_rows() / period(by);
    }
    bool may_stay(const channelizer& by) override;
    std::size_t
    piece_of(const channelizer& by, std::size_t rows, std::size_t arrived) const override;
    std::size_t
    submit(channelizer& by, const past_samples& past, const chain_piece& p) override;
    std::size_t
    advance(channelizer& by, past_samples& past, const chain_piece& p) override;
    void compute(channelizer& by, past_samples& past, const chain_piece& p) override;
    std::uint64_t same_until(std::uint64_t row) const override;

    bool may_link(const channelizer& by) override;
    void
    keep_from_rings(past_samples& past, std::uint64_t begin, std::size_t count) override;
    std::size_t samples_of_an_item() const override
    {
        return static_cast<std::size_t>(d_inputs);
    }

    call call_of(const channelizer& by, const chain_piece& p) const;
    void place_streams(call& c, const chain_piece& p) const;
    void note_map(const std::vector<int>& map);

    //! In force from a row on.
    struct map_since {
        std::uint64_t row = 0;
        std::vector<int> map;
    };
    const map_since& map_at(std::uint64_t row) const;

    const bool d_has_vectors;
    channel_map d_map;
    gpu_use d_gpu_use;
    int d_inputs = 1;
    int d_outputs = 1;
    bool d_keeps_output = false;

    call d_call;                   //!< of work()
    std::vector<map_since> d_maps; //!< of rows that may have to be computed again
    std::optional<::gpufft::channel_order> d_order; //!< what is in force in a call
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNELIZER_STREAM_H */
