/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_ROW_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_ROW_STREAM_H

#include "blocks/block_request.h"
#include "exec/stream_executor.h"
#include <gnuradio/buffer.h>
#include <gnuradio/logger.h>
#include <cstddef>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief The items of a block, a row each, through a stream_executor
 *
 * Rows in flight stay in the scheduler's buffers, not consumed and not produced, until
 * the device is done with them; the next call finds them at the head of its items.
 */
class row_stream
{
public:
    row_stream(const block_request& request, const gr::logger_ptr& logger);

    //! \return false, and nothing changes, where there are neither 0 taps nor one a point
    bool set_window(const std::vector<float>& window);

    std::string device_name() const { return d_executor.device_name(); }
    std::string plan_line() const { return d_executor.plan_line(); }

    //! Most rows that are worth having in flight. \p max_output_buffer: what the block's
    //! user allows, in items; 0 or less: any number.
    std::size_t rows_in_flight(long max_output_buffer) const;

    //! The flowgraph has made the buffers \p in and \p out.
    void start(gr::buffer& in, gr::buffer& out);
    //! They are about to go: waits for what is in flight.
    void stop();

    //! Computes some of the \p rows rows that \p in and \p out have room for.
    //! \return how many: that the block consumes and produces. WORK_DONE: the device
    //! failed, which is logged; it never throws
    int work(int rows, const void* in, void* out);

private:
    void submit_what_arrived(std::size_t rows, const char* in, char* out);
    int collect();

    const ::gpufft::transform d_what;
    const std::size_t d_input_row_bytes;
    const std::size_t d_output_row_bytes;
    gr::logger_ptr d_logger;
    ::gpufft::stream_executor d_executor;

    // Of the running flowgraph; only its scheduler thread touches these.
    std::size_t d_chunk_rows = 1; // a submission worth sending while others are in flight
    std::size_t d_pending_rows = 0; // in flight: the first rows at either pointer
    bool d_keeps_flying = true;     // may leave rows in flight when work() returns
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_ROW_STREAM_H */
