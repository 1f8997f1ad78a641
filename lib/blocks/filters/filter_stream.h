/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H

#include "blocks/chains/chained_stream.h"
#include "blocks/scheduler/gpu_use.h"
#include "exec/filters/stream_filter.h"
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <cstddef>
#include <memory>
#include <string>

namespace gr {
namespace gpufft {

//! \brief The samples of a block through a stream_filter. An output is a row of
//! chain_ends: `decimation` samples.
class filter_stream final : public chained_stream<::gpufft::stream_filter>
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
    std::size_t outputs_of_a_call(long max_output_buffer);

    //! The flowgraph has made the buffers. \p row: items of the rings for an output
    void start(gr::buffer_reader& in, gr::buffer& out, const chain_ends::row_items& row);

    std::shared_ptr<::gpufft::device> chain_device() const override;

private:
    using filter = ::gpufft::stream_filter;
    using filter_past = ::gpufft::filter_past;

    std::size_t reach(const filter& by) const override
    {
        return static_cast<std::size_t>(by.shape().first);
    }
    std::size_t unit_rows(const filter& by) const override
    {
        return static_cast<std::size_t>(by.shape().outputs());
    }
    std::size_t most_rows(const filter& by) const override
    {
        return by.linked_rows() * unit_rows(by);
    }
    double turns_of_a_row(const filter& by) const override
    {
        return by.turns_of_an_output();
    }
    void turn_to(filter_past& past, double turns) const override { past.turns = turns; }
    std::size_t
    piece_of(const filter& by, std::size_t rows, std::size_t arrived) const override;
    std::size_t
    submit(filter& by, const filter_past& past, const chain_piece& p) override;
    std::size_t advance(filter& by, filter_past& past, const chain_piece& p) override;
    void compute(filter& by, filter_past& past, const chain_piece& p) override;

    gpu_use d_gpu_use;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H */
