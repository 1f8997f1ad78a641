/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/programs/flowgraph_rate.h"
#include "python/gpufft/bindings/flowgraph_ends.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/top_block.h>
#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace gpufft::testing {

namespace {

using gr::gpufft::counting_sink;
using gr::gpufft::noise_once_source;

void sleep_for(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

//! The first items are those of cold caches and buffers filling up.
void wait_until_warm(const counting_sink& sink)
{
    const spent begin;
    while (sink.last_arrival().first == 0) {
        if (begin.seconds() > 30)
            throw std::runtime_error("no item arrived within 30 s");
        sleep_for(0.01);
    }
    sleep_for(0.3);
}

sample_rate measure(const counting_sink& sink, double samples_per_item, double seconds)
{
    const auto items = sink.last_arrival().first;
    const spent begin;
    sleep_for(seconds);
    return rate_since(
        begin, static_cast<double>(sink.last_arrival().first - items) * samples_per_item);
}

} // namespace

void set_buffers(gr::block& source, const measured_block& block, std::size_t bytes)
{
    if (!bytes)
        return;
    const auto least = [bytes](std::size_t item_bytes) {
        return static_cast<long>(std::max<std::size_t>(1, bytes / item_bytes));
    };
    source.set_min_output_buffer(least(block.input_item_bytes));
    block.runs->set_min_output_buffer(least(block.output_item_bytes));
}

flowgraph_rate
run_flowgraph(const measured_block& block, std::size_t buffer_bytes, double seconds)
{
    auto source = std::make_shared<noise_once_source>(block.input_item_bytes);
    auto sink = std::make_shared<counting_sink>(block.output_item_bytes);
    set_buffers(*source, block, buffer_bytes);
    auto graph = gr::make_top_block("flowgraph_rate");
    graph->connect(source, 0, block.runs, 0);
    graph->connect(block.runs, 0, sink, 0);
    graph->start();

    flowgraph_rate result;
    try {
        wait_until_warm(*sink);
        result.speed = measure(*sink, block.samples_per_output_item, seconds);
    } catch (...) {
        graph->stop();
        graph->wait();
        throw;
    }
    result.items_per_call = block.runs->pc_nproduced_avg();
    const auto detail = block.runs->detail();
    result.input_buffer = static_cast<std::size_t>(detail->input(0)->buffer()->bufsize());
    result.output_buffer = static_cast<std::size_t>(detail->output(0)->bufsize());
    graph->stop();
    graph->wait();
    return result;
}

} // namespace gpufft::testing
