/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/programs/flowgraph_check.h"
#include "support/judges/reference.h"
#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/top_block.h>
#include <gpufft/fft.h>
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace gpufft::testing {

namespace {

constexpr std::uint64_t TABLE_ITEMS = 251;

int bytes_of(int length) { return length * static_cast<int>(sizeof(complex32)); }

//! The table's items, over and over, \p items of them in all.
class table_source : public gr::sync_block
{
public:
    table_source(const std::vector<complex32>& table, int length, std::uint64_t items)
        : gr::sync_block("table_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, bytes_of(length))),
          d_table(table),
          d_length(length),
          d_items(items)
    {
    }

    int work(int noutput_items,
             gr_vector_const_void_star&,
             gr_vector_void_star& output_items) override
    {
        auto* out = static_cast<complex32*>(output_items[0]);
        int result = 0;
        for (; result < noutput_items && d_at < d_items;
             ++result, ++d_at, out += d_length)
            std::copy_n(&d_table[(d_at % TABLE_ITEMS) * d_length], d_length, out);
        return result ? result : WORK_DONE;
    }

private:
    const std::vector<complex32>& d_table;
    const std::size_t d_length;
    const std::uint64_t d_items;
    std::uint64_t d_at = 0;
};

class comparing_sink : public gr::sync_block
{
public:
    comparing_sink(const std::vector<complex32>& table, int length)
        : gr::sync_block("comparing_sink",
                         gr::io_signature::make(1, 1, bytes_of(length)),
                         gr::io_signature::make(0, 0, 0)),
          d_table(table),
          d_length(length)
    {
    }

    const flowgraph_check& seen() const { return d_seen; }

    int work(int noutput_items,
             gr_vector_const_void_star& input_items,
             gr_vector_void_star&) override
    {
        auto* in = static_cast<const complex32*>(input_items[0]);
        for (int i = 0; i < noutput_items; ++i, in += d_length)
            compare(in);
        return noutput_items;
    }

private:
    void compare(const complex32* item)
    {
        const auto* expected = &d_table[(d_seen.arrived % TABLE_ITEMS) * d_length];
        if (std::memcmp(item, expected, d_length * sizeof(complex32)) != 0) {
            if (!d_seen.wrong)
                d_seen.first_wrong = d_seen.arrived;
            ++d_seen.wrong;
        }
        ++d_seen.arrived;
    }

    const std::vector<complex32>& d_table;
    const std::size_t d_length;
    flowgraph_check d_seen;
};

} // namespace

flowgraph_check check_flowgraph(const measured_block& block,
                                int length,
                                const std::string& device,
                                std::size_t buffer_bytes,
                                std::uint64_t items)
{
    const auto in = noise(TABLE_ITEMS * static_cast<std::size_t>(length));
    std::vector<complex32> out(in.size());
    fft(transform(length), device).run(in.data(), out.data(), TABLE_ITEMS);

    auto source = std::make_shared<table_source>(in, length, items);
    auto sink = std::make_shared<comparing_sink>(out, length);
    set_buffers(*source, block, buffer_bytes);
    auto graph = gr::make_top_block("flowgraph_check");
    graph->connect(source, 0, block.runs, 0);
    graph->connect(block.runs, 0, sink, 0);
    graph->run();
    auto seen = sink->seen();
    seen.sent = items;
    return seen;
}

} // namespace gpufft::testing
