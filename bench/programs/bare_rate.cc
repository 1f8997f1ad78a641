/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/programs/bare_rate.h"
#include "exec/rows/stream_executor.h"
#include <boost/align/aligned_allocator.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gpufft::testing {

namespace {

// Buffers of GNU Radio begin with a page.
using page_memory =
    std::vector<unsigned char, boost::alignment::aligned_allocator<unsigned char, 4096>>;

//! Rows of a ring, taken in pieces that never wrap.
class ring
{
public:
    ring(std::size_t rows, std::size_t row_bytes)
        : d_memory(rows * row_bytes), d_rows(rows), d_row_bytes(row_bytes)
    {
    }

    unsigned char* next(std::size_t rows)
    {
        if (d_at + rows > d_rows)
            d_at = 0;
        auto* taken = d_memory.data() + d_at * d_row_bytes;
        d_at += rows;
        return taken;
    }

private:
    page_memory d_memory;
    std::size_t d_rows, d_row_bytes;
    std::size_t d_at = 0;
};

} // namespace

sample_rate run_bare(const transform& request,
                     const std::string& device,
                     const flowgraph_rate& like,
                     double seconds)
{
    stream_executor engine(request, device);
    const auto rows = std::clamp<std::size_t>(
        static_cast<std::size_t>(std::lround(like.items_per_call)), 1, engine.max_rows());
    const auto in_rows = std::max(like.input_buffer, (engine.depth() + 1) * rows);
    const auto out_rows = std::max(like.output_buffer, (engine.depth() + 1) * rows);
    ring in(in_rows, input_row_bytes(request));
    ring out(out_rows, output_row_bytes(request));

    const auto run_for = [&](double some_seconds) {
        const spent begin;
        std::size_t done = 0;
        do {
            while (engine.can_submit())
                engine.submit(in.next(rows), out.next(rows), rows);
            done += engine.wait_oldest();
        } while (begin.seconds() < some_seconds);
        return rate_since(
            begin, static_cast<double>(done) * static_cast<double>(request.points()));
    };
    run_for(0.1); // warms up
    const auto result = run_for(seconds);
    while (engine.wait_oldest()) {
    }
    return result;
}

} // namespace gpufft::testing
