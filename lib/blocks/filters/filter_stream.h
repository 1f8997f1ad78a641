/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H

#include "blocks/chains/mirrored_input.h"
#include "blocks/running/device_stream.h"
#include "exec/filters/stream_filter.h"
#include <gnuradio/buffer_reader.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace gr {
namespace gpufft {

//! \brief The samples of a block through a stream_filter, of a mirror where there is one
class filter_stream : public device_stream<::gpufft::stream_filter>
{
public:
    //! \throws plan_error, device_error, build_error
    filter_stream(const ::gpufft::filter_request& request,
                  const std::string& device,
                  const gr::logger_ptr& logger,
                  const gr::logger_ptr& debug_logger);

    //! Tunes a request that is mixed to another center, in turns a sample, from the next
    //! call of work() on; from any thread. \throws plan_error  it is not finite
    void set_center(double turns)
    {
        change([=](request_type& r) { r.center = turns; });
    }

    //! Outputs that are worth a call. \p max_output_buffer: what the block's user allows,
    //! in items; 0 or less: any number.
    std::size_t outputs_of_a_call(long max_output_buffer) const;

    //! The flowgraph has made the buffers.
    void start(gr::buffer_reader& in, gr::buffer& out);
    void stop(); //!< it is about to go

    //! Makes outputs of samples from \p first on, of those since start(); \p outputs may
    //! be sent, of which some may be in flight since the last call, and after this one.
    //! \return how many are done; WORK_DONE: no device is left, which is logged; it never
    //! throws
    int work(int outputs, std::uint64_t first, const void* in, void* out);

    //! The block has consumed the samples.
    void has_consumed() const { d_in.tell_writer(); }

    //! Whose memory samples may be in, for neighbours; nullptr: they are the host's.
    std::shared_ptr<::gpufft::device> chain_device() const;
    //! How the device comes by the samples, where it is not by copies of the block's own;
    //! from any thread.
    std::string buffers() const;

private:
    void is_replaced() override { lock_input(); }
    bool may_try_again() override;
    void lock_input();
    void choose_pieces(gr::buffer& in, gr::buffer& out);
    ::gpufft::mirror_place mirrored(const ::gpufft::stream_filter& by,
                                    int outputs,
                                    std::uint64_t first,
                                    const void* in) const;

    gr::logger_ptr d_debug_logger;
    mutable std::mutex d_text_mutex; // guards d_buffers
    std::string d_buffers;
    mirrored_input d_in;
    std::size_t d_piece_outputs = 0; //!< with which rings keep a GPU busy
    bool d_keeps_in_flight = false;  //!< rings are where they are from call to call
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H */
