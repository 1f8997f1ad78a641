/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_SYNTHESIZER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_SYNTHESIZER_STREAM_H

#include "blocks/chains/chained_stream.h"
#include "blocks/channels/channel_map.h"
#include "blocks/scheduler/gpu_use.h"
#include "exec/synthesizers/stream_synthesizer.h"
#include <gnuradio/buffer_reader.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief The samples of a block through a stream_synthesizer, by a channel map
 *
 * The outputs of a sample of each channel are a row of chain_ends. Vectors of all
 * channels in order may come from a mirror, as may other vectors, and streams, where
 * blocks on the device write some of them. What is made of them goes to a mirror, where
 * the device adds rows up.
 */
class synthesizer_stream final : public chained_stream<::gpufft::stream_synthesizer>
{
public:
    using call = ::gpufft::synthesizer_call;

    //! \param map  the channel of each stream, or of each value of a vector
    //! \throws plan_error, device_error, build_error
    synthesizer_stream(const ::gpufft::synthesizer_request& request,
                       const std::vector<int>& map,
                       bool has_vectors,
                       const std::string& device,
                       const gr::logger_ptr& logger,
                       const gr::logger_ptr& debug_logger);

    //! From the next call of work() on; from any thread. \p map is within range.
    void set_map(std::vector<int> map) { d_map.set(std::move(map)); }
    std::vector<int> current_map() const { return d_map.now(); }

    //! Neither channels nor points ever change.
    ::gpufft::synthesizer_shape shape() const { return now()->shape(); }

    //! Rows that are worth a call. \p max_output_buffer: what the block's user allows, in
    //! samples; 0 or less: any number.
    std::size_t rows_of_a_call(long max_output_buffer);

    //! Before neighbours ask: buffers are about to be made.
    //! So many streams come in.
    void connect(int inputs);
    std::shared_ptr<::gpufft::device> chain_device() const override;
    //! Samples may be read where the device has some of what \p in reads; for neighbours.
    bool may_read(const std::vector<gr::buffer_reader*>& in) const;

    //! \param offered  rows that the scheduler offers to a call at most; 0: nothing may
    //! stay in flight from call to call
    void start(chain_rings rings, std::size_t offered);

    //! Makes outputs of \p c, whose streams are of the first channels of the map; some of
    //! them may be in flight since the last call, and after this one. It never throws.
    chain_progress work(const call& c, const chain_view& v);

private:
    using synthesizer = ::gpufft::stream_synthesizer;
    using synthesizer_past = ::gpufft::synthesizer_past;

    std::size_t reach(const synthesizer& by) const override { return by.reach(); }
    std::size_t most_rows(const synthesizer& by) const override
    {
        return by.linked_rows();
    }
    std::size_t unit_rows(const synthesizer& by) const override;
    bool may_link(const synthesizer& by) override;
    std::size_t
    piece_of(const synthesizer& by, std::size_t rows, std::size_t arrived) const override;
    std::size_t
    submit(synthesizer& by, const synthesizer_past& past, const chain_piece& p) override;
    std::size_t
    advance(synthesizer& by, synthesizer_past& past, const chain_piece& p) override;
    void compute(synthesizer& by, synthesizer_past& past, const chain_piece& p) override;
    void keep_from_rings(synthesizer_past& past,
                         std::uint64_t begin,
                         std::size_t count) override;

    std::vector<int> map_of_inputs() const;
    //! Vectors are rows.
    bool is_in_order(const std::vector<int>& map) const;
    call call_of(const chain_piece& p, std::uint64_t first, std::size_t rows) const;
    call call_of(const chain_piece& p) const;

    const bool d_has_vectors;
    channel_map d_map;
    gpu_use d_gpu_use;
    bool d_may_chain = false;
    std::size_t d_inputs = 1;

    call d_call;                   //!< of work()
    std::vector<int> d_map_now;    //!< what is in force in a call
    std::vector<int> d_linked_map; //!< as long as a ring has a mirror
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_SYNTHESIZER_STREAM_H */
