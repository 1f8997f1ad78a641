/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/channels/channelizer_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <utility>

namespace gr {
namespace gpufft {

channelizer_stream::channelizer_stream(const ::gpufft::channelizer_request& request,
                                       std::vector<int> map,
                                       const std::string& device,
                                       const gr::logger_ptr& logger)
    : device_stream(request,
                    ::gpufft::past_samples(sizeof(::gpufft::channel_sample)),
                    device,
                    "channelizer",
                    logger),
      d_map(std::move(map))
{
}

void channelizer_stream::set_map(std::vector<int> map)
{
    const std::lock_guard<std::mutex> guard(d_map_mutex);
    d_map = std::move(map);
}

std::vector<int> channelizer_stream::current_map() const
{
    const std::lock_guard<std::mutex> guard(d_map_mutex);
    return d_map;
}

std::size_t channelizer_stream::outputs_of_a_call(long max_output_buffer) const
{
    const auto runs = now();
    const auto period = static_cast<std::size_t>(runs->shape().period());
    const auto sample_bytes = sizeof(::gpufft::channel_sample);
    // Vectors have the channels of the map, some perhaps several times.
    const auto samples =
        std::max(static_cast<std::size_t>(runs->shape().channels), current_map().size());
    // Half of a buffer is offered at a time.
    auto outputs = std::min(runs->outputs_of_a_call(),
                            ring_byte_limit() / 2 / sample_bytes / samples);
    if (max_output_buffer > 0)
        outputs = std::min(outputs, static_cast<std::size_t>(max_output_buffer) / 2);
    return std::max<std::size_t>(outputs / period, 1) * period;
}

//! The channels that \p c wants of \p of, by the map of now. Another device may leave
//! more to the host.
const ::gpufft::channel_order&
channelizer_stream::order_for(const call& c, const ::gpufft::channelizer_shape& of)
{
    auto map = current_map();
    if (!c.has_vectors)
        map.resize(c.out.size());
    if (!d_order || d_order->map() != map ||
        d_order->shape().device_turns != of.device_turns)
        d_order.emplace(of, std::move(map));
    return *d_order;
}

void channelizer_stream::start(std::vector<gr::buffer*> rings, std::size_t offered)
{
    d_piece_outputs =
        offered ? std::max<std::size_t>(offered / now()->executor().depth(), 1) : 0;
    begin(std::move(rings));
}

int channelizer_stream::work(const call& c)
{
    const auto samples = static_cast<std::size_t>(shape().hop);
    return work_on(samples, [&](auto& channelizer, auto& past) {
        const auto& order = order_for(c, channelizer.shape());
        if (d_piece_outputs)
            return channelizer.advance(c, order, past, d_piece_outputs);
        channelizer.run(c, order, past);
        return c.outputs;
    });
}

} // namespace gpufft
} // namespace gr
