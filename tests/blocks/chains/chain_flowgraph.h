/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_CHAIN_FLOWGRAPH_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_CHAIN_FLOWGRAPH_H

#include "blocks/log_lines.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/message_debug.h>
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/top_block.h>
#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <vector>

//! Transforms in a row on one of two fake GPUs, whose output shows what was lost.
namespace gpufft::testing {

constexpr int LENGTH = 8;
constexpr int ITEMS = 20000;
constexpr int ODD_ITEMS = 99; // at a time, so that some rows go across the ends of rings
constexpr int RING_ITEMS = 1024; // a page and more: some forty submissions

//! "fake:0" and "fake:1", made once: the registry keeps a backend for good.
inline fake_control& fake()
{
    static const auto control =
        add_fake_devices({ fake_gpu("first GPU"), fake_gpu("second GPU") });
    return *control;
}

//! A tag with its number at some of \p count items.
inline std::vector<gr::tag_t> numbered_tags(int count)
{
    std::vector<gr::tag_t> tags;
    for (int i = 0; i < count; i += 37) {
        gr::tag_t tag;
        tag.offset = static_cast<std::uint64_t>(i);
        tag.key = pmt::intern("number");
        tag.value = pmt::from_long(i);
        tags.push_back(tag);
    }
    return tags;
}

//! Calls of a device that blocks make while they run.
inline const std::vector<const char*>& device_calls()
{
    static const std::vector<const char*> all = { "make_buffer", "upload", "download",
                                                  "launch",      "record", "wait",
                                                  "work",        "copy",   "wait_for" };
    return all;
}

inline gr::gpufft::fft_vcc::sptr make_fft(const std::string& device = "fake:0",
                                          bool forward = true)
{
    const auto result = gr::gpufft::fft_vcc::make(LENGTH, forward, {}, false, 1, device);
    result->set_max_output_buffer(RING_ITEMS);
    return result;
}

//! Item i is i in its place i modulo LENGTH, and 0 elsewhere.
inline std::vector<gr_complex> impulses(int items = ITEMS)
{
    std::vector<gr_complex> all(static_cast<std::size_t>(LENGTH) * items);
    for (int i = 0; i < items; ++i)
        all[static_cast<std::size_t>(i) * LENGTH + i % LENGTH] = static_cast<float>(i);
    return all;
}

inline gr::blocks::vector_source_c::sptr
make_source(int items = ITEMS, const std::vector<gr::tag_t>& tags = {})
{
    auto source = gr::blocks::vector_source_c::make(impulses(items), false, LENGTH, tags);
    if (tags.empty()) { // with them, it gives all of its items at a time
        source->set_max_output_buffer(RING_ITEMS);
        source->set_max_noutput_items(ODD_ITEMS);
    }
    return source;
}

//! Items of \p data before the first that is wrong, where each should be an impulse times
//! \p scale; a forward and an inverse transform scale by LENGTH.
inline int right_impulses(const std::vector<gr_complex>& data, double scale)
{
    for (std::size_t i = 0; i < data.size(); ++i) {
        const auto item = i / LENGTH;
        const double height =
            i % LENGTH == item % LENGTH ? scale * static_cast<double>(item) : 0;
        if (std::abs(std::complex<double>(data[i]) - height) > 1e-5 * scale * ITEMS)
            return static_cast<int>(item);
    }
    return static_cast<int>(data.size() / LENGTH);
}

//! So many transforms in a row, forward and inverse in turn.
struct chain {
    gr::top_block_sptr graph = gr::make_top_block("qa_chain");
    std::vector<gr::gpufft::fft_vcc::sptr> blocks;
    gr::blocks::vector_sink_c::sptr sink = gr::blocks::vector_sink_c::make(LENGTH);
    double scale = 1;

    explicit chain(int transforms,
                   int items = ITEMS,
                   const std::vector<gr::tag_t>& tags = {},
                   const std::string& device = "fake:0")
    {
        gr::basic_block_sptr last = make_source(items, tags);
        for (int i = 0; i < transforms; ++i) {
            blocks.push_back(make_fft(device, i % 2 == 0));
            graph->connect(last, 0, blocks.back(), 0);
            last = blocks.back();
            scale *= i % 2 ? LENGTH : 1;
        }
        graph->connect(last, 0, sink, 0);
    }

    int right_items() const { return right_impulses(sink->data(), scale); }
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_CHAIN_FLOWGRAPH_H */
