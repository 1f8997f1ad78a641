/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/row_stream.h"
#include <gnuradio/block.h>
#include <algorithm>
#include <exception>

namespace gr {
namespace gpufft {

namespace {

// Four pieces of 1 MiB in flight reach 94 % of what four of 4 MiB do on a GPU behind
// PCIe 5, and more would outgrow the 64 MiB of shared memory that containers give to
// all buffers of a flowgraph together.
constexpr std::size_t IN_FLIGHT_BYTES = std::size_t(4) << 20;

// The transform multiplies logical point n by tap n, whereas a block's tap i belongs to
// element i of the item.
std::vector<float> taps_by_point(const std::vector<float>& window,
                                 const ::gpufft::transform& what)
{
    std::vector<float> taps = window;
    if (!taps.empty())
        std::rotate(
            taps.begin(), taps.begin() + what.shape[0].input_rotation, taps.end());
    return taps;
}

} // namespace

row_stream::row_stream(const block_request& request, const gr::logger_ptr& logger)
    : d_what(request.what),
      d_input_row_bytes(input_row_bytes(request.what)),
      d_output_row_bytes(output_row_bytes(request.what)),
      d_logger(logger),
      d_executor(request.what, request.device)
{
    if (!request.window.empty())
        d_executor.set_window(taps_by_point(request.window, d_what));
    d_logger->info("{} on {}", plan_line(), device_name());
}

bool row_stream::set_window(const std::vector<float>& window)
{
    const auto length = static_cast<std::size_t>(d_what.shape[0].length);
    if (!window.empty() && window.size() != length)
        return false;
    d_executor.set_window(taps_by_point(window, d_what));
    return true;
}

std::size_t row_stream::rows_in_flight(long max_output_buffer) const
{
    const auto row_bytes = std::max(d_input_row_bytes, d_output_row_bytes);
    std::size_t rows =
        std::min(d_executor.depth() * d_executor.max_rows(), IN_FLIGHT_BYTES / row_bytes);
    // The scheduler cannot put a larger multiple into the buffer that was asked for.
    if (max_output_buffer > 0)
        rows = std::min(rows, static_cast<std::size_t>(max_output_buffer) / 2);
    return std::max<std::size_t>(rows, 1);
}

void row_stream::start(gr::buffer& in, gr::buffer& out)
{
    const std::size_t rows = std::min(in.bufsize(), out.bufsize()) / 2;
    d_chunk_rows =
        std::clamp<std::size_t>(rows / d_executor.depth(), 1, d_executor.max_rows());
    // A buffer that is mapped only once moves its contents to make room.
    d_keeps_flying = in.get_mapping_type() == buffer_mapping_type::double_mapped &&
                     out.get_mapping_type() == buffer_mapping_type::double_mapped;
    d_pending_rows = 0;
}

// What is in flight was not consumed: when the flowgraph goes on, it is computed again.
void row_stream::stop()
{
    // After a failure, too, all must have ended: the buffers are about to go.
    for (auto left = d_executor.in_flight(); left > 0; --left) {
        try {
            d_executor.wait_oldest();
        } catch (const std::exception& e) {
            d_logger->error("{}: {}", device_name(), e.what());
        }
    }
    d_pending_rows = 0;
}

int row_stream::work(int rows, const void* in, void* out)
{
    try {
        submit_what_arrived(rows, static_cast<const char*>(in), static_cast<char*>(out));
        return collect();
    } catch (const std::exception& e) {
        d_logger->error("{}: {}; the stream ends here", device_name(), e.what());
        return gr::block::WORK_DONE;
    }
}

void row_stream::submit_what_arrived(std::size_t rows, const char* in, char* out)
{
    while (d_pending_rows < rows && d_executor.can_submit()) {
        const std::size_t chunk = std::min(rows - d_pending_rows, d_chunk_rows);
        // A small launch costs as much time as a large one: while the device is busy,
        // let rows gather.
        if (chunk < d_chunk_rows && d_executor.in_flight() > 0)
            return;
        d_executor.submit(in + d_pending_rows * d_input_row_bytes,
                          out + d_pending_rows * d_output_row_bytes,
                          chunk);
        d_pending_rows += chunk;
    }
}

// Rows whose output is in place: the oldest submission, or all where none may stay.
int row_stream::collect()
{
    std::size_t finished = d_executor.wait_oldest();
    while (!d_keeps_flying && d_executor.in_flight() > 0)
        finished += d_executor.wait_oldest();
    d_pending_rows -= finished;
    return static_cast<int>(finished);
}

} // namespace gpufft
} // namespace gr
