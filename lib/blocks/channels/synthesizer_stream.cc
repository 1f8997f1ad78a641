/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/channels/synthesizer_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <utility>

namespace gr {
namespace gpufft {

synthesizer_stream::synthesizer_stream(const ::gpufft::synthesizer_request& request,
                                       std::vector<int> map,
                                       bool,
                                       const std::string& device,
                                       const gr::logger_ptr& logger)
    : device_stream(request,
                    ::gpufft::synthesizer_past(::gpufft::synthesizer_shape(request)),
                    device,
                    "synthesizer",
                    logger),
      d_map(std::move(map))
{
}

void synthesizer_stream::set_map(std::vector<int> map)
{
    const std::lock_guard<std::mutex> guard(d_map_mutex);
    d_map = std::move(map);
}

std::vector<int> synthesizer_stream::current_map() const
{
    const std::lock_guard<std::mutex> guard(d_map_mutex);
    return d_map;
}

std::size_t synthesizer_stream::rows_of_a_call(long max_output_buffer) const
{
    const auto runs = now();
    const auto channels = static_cast<std::size_t>(runs->shape().channels);
    // Vectors have the channels of the map, some perhaps several times.
    const auto samples =
        std::max(static_cast<std::size_t>(runs->shape().points), current_map().size());
    // Half of a buffer is offered at a time.
    auto rows =
        std::min(runs->rows_of_a_call(),
                 ring_byte_limit() / 2 / sizeof(::gpufft::channel_sample) / samples);
    if (max_output_buffer > 0)
        rows = std::min(rows, static_cast<std::size_t>(max_output_buffer) / 2 / channels);
    return std::max<std::size_t>(rows, 1);
}

void synthesizer_stream::start(std::vector<gr::buffer*> rings, std::size_t offered)
{
    d_piece_rows =
        offered ? std::max<std::size_t>(offered / now()->executor().depth(), 1) : 0;
    begin(std::move(rings));
}

int synthesizer_stream::work(const call& c)
{
    return work_on(1, [&](auto& synthesizer, auto& past) {
        auto done = c.rows;
        if (d_piece_rows)
            done = synthesizer.advance(c, current_map(), past, d_piece_rows);
        else
            synthesizer.run(c, current_map(), past);
        return done * static_cast<std::size_t>(synthesizer.shape().channels);
    });
}

} // namespace gpufft
} // namespace gr
