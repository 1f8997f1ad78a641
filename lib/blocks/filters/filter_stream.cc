/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/filters/filter_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>

namespace gr {
namespace gpufft {

filter_stream::filter_stream(const ::gpufft::filter_request& request,
                             const std::string& device,
                             const gr::logger_ptr& logger,
                             const gr::logger_ptr& debug_logger)
    : device_stream(request,
                    ::gpufft::filter_past(sizeof(float) * (request.is_real ? 1 : 2)),
                    device,
                    "filter",
                    logger),
      d_debug_logger(debug_logger)
{
}

std::size_t filter_stream::outputs_of_a_call(long max_output_buffer) const
{
    const auto runs = now();
    const std::size_t bytes = sizeof(float) * (runs->shape().is_real ? 1 : 2);
    const auto decimation = static_cast<std::size_t>(runs->shape().decimation);
    // Half of a buffer is offered at a time.
    const auto ring_bytes = ring_byte_limit(runs->piece_samples() * bytes);
    auto outputs =
        std::min(runs->outputs_of_a_call(), ring_bytes / 2 / bytes / decimation);
    if (max_output_buffer > 0)
        outputs = std::min(outputs, static_cast<std::size_t>(max_output_buffer) / 2);
    return std::max<std::size_t>(outputs, 1);
}

void filter_stream::start(gr::buffer_reader& in, gr::buffer& out)
{
    d_in.start(in, chain_device(), *d_debug_logger);
    lock_input();
    std::vector<gr::buffer*> rings = { &out };
    if (!d_in.reads_mirror())
        rings.push_back(in.buffer().get());
    begin(rings);
    choose_pieces(*in.buffer(), out);
}

//! Pieces of which as many as may be in flight fit what the scheduler offers, half of
//! each ring.
void filter_stream::choose_pieces(gr::buffer& in, gr::buffer& out)
{
    d_keeps_in_flight = stays_in_place(in) && stays_in_place(out);
    const auto& shape = now()->shape();
    const auto of_an_output =
        static_cast<std::size_t>(shape.decimation) *
        (shape.is_real ? sizeof(float) : ::gpufft::sample_bytes(shape.samples));
    const auto in_bytes = in.bufsize() * in.get_sizeof_item();
    const auto outputs =
        std::min<std::size_t>(in_bytes / of_an_output, out.bufsize()) / 2;
    d_piece_outputs = outputs / now()->executor().depth();
}

void filter_stream::stop()
{
    end();
    d_in.stop();
}

// Pairs of real rows lie in two planes, which no mirror has, and the host makes floats of
// whole numbers.
std::shared_ptr<::gpufft::device> filter_stream::chain_device() const
{
    const auto runs = now();
    const auto& shape = runs->shape();
    const bool may_read =
        !shape.is_real && shape.samples == ::gpufft::sample_kind::complex_float;
    return may_read ? runs->executor().on() : nullptr;
}

std::string filter_stream::buffers() const
{
    const std::lock_guard<std::mutex> guard(d_text_mutex);
    return d_buffers;
}

// Without a mirror, the ring is one of those that begin() has.
void filter_stream::lock_input()
{
    std::string text;
    if (d_in.reads_mirror()) {
        text = "input " + d_in.lock(now()->executor().locked());
        logger()->info("buffers: {}", text);
    }
    const std::lock_guard<std::mutex> guard(d_text_mutex);
    d_buffers = text;
}

//! Nothing is in flight: from now on samples come from the host.
bool filter_stream::may_try_again()
{
    const bool changes = d_in.reads_mirror();
    if (!d_in.go_to_host())
        return false;
    if (changes)
        lock_input();
    return true;
}

::gpufft::mirror_place filter_stream::mirrored(const ::gpufft::stream_filter& by,
                                               int outputs,
                                               std::uint64_t first,
                                               const void* in) const
{
    const auto samples = static_cast<std::size_t>(outputs) *
                         static_cast<std::size_t>(by.shape().decimation);
    return d_in.place_of(first, samples, in);
}

int filter_stream::work(int outputs, std::uint64_t first, const void* in, void* out)
{
    const auto count = static_cast<std::size_t>(outputs);
    const auto samples = static_cast<std::size_t>(now()->shape().decimation);
    return work_on(samples, [&](auto& filter, auto& past) -> std::size_t {
        const auto on_device = mirrored(filter, outputs, first, in);
        if (d_keeps_in_flight)
            return filter.advance(in, out, count, past, d_piece_outputs, on_device);
        filter.run(in, out, count, past, on_device);
        return count;
    });
}

} // namespace gpufft
} // namespace gr
