/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BENCH_FLOWGRAPH_ENDS_H
#define INCLUDED_GPUFFT_TESTS_BENCH_FLOWGRAPH_ENDS_H

#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <atomic>
#include <cstdint>
#include <memory>

namespace gpufft::testing {

//! Items without end, whatever its buffer happens to hold: it costs no memory traffic, so
//! what is measured is the block behind it.
class untouched_source : public gr::sync_block
{
public:
    explicit untouched_source(std::size_t item_bytes)
        : gr::sync_block("untouched_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, static_cast<int>(item_bytes)))
    {
    }

    int work(int noutput_items, gr_vector_const_void_star&, gr_vector_void_star&) override
    {
        return noutput_items;
    }
};

//! Takes items without looking at them, and counts.
class counting_sink : public gr::sync_block
{
public:
    explicit counting_sink(std::size_t item_bytes)
        : gr::sync_block("counting_sink",
                         gr::io_signature::make(1, 1, static_cast<int>(item_bytes)),
                         gr::io_signature::make(0, 0, 0))
    {
    }

    std::uint64_t items() const { return d_items.load(std::memory_order_relaxed); }

    int work(int noutput_items, gr_vector_const_void_star&, gr_vector_void_star&) override
    {
        d_items.fetch_add(static_cast<std::uint64_t>(noutput_items),
                          std::memory_order_relaxed);
        return noutput_items;
    }

private:
    std::atomic<std::uint64_t> d_items{ 0 };
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BENCH_FLOWGRAPH_ENDS_H */
