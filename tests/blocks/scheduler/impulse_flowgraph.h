/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_SCHEDULER_IMPULSE_FLOWGRAPH_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_SCHEDULER_IMPULSE_FLOWGRAPH_H

#include "blocks/log_lines.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/message_debug.h>
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/top_block.h>
#include <memory>
#include <string>
#include <vector>

//! A transform block on one of two fake devices, in a flowgraph whose output shows what
//! was lost: for tests of devices that fail.
namespace gpufft::testing {

constexpr int LENGTH = 8;
constexpr int ITEMS = 20000;
constexpr int FEW_ITEMS = 90;    // of as many submissions at most, which are soon done
constexpr int RING_ITEMS = 1024; // a page and more: some forty submissions


//! "fake:0" and "fake:1", made once: the registry keeps a backend for good.
inline fake_control& fake()
{
    static const auto control =
        add_fake_devices({ fake_gpu("first GPU"), fake_gpu("second GPU") });
    return *control;
}

inline gr::gpufft::fft_vcc::sptr make_block(const std::string& device = "auto",
                                            const std::vector<float>& window = {})
{
    return gr::gpufft::fft_vcc::make(LENGTH, true, window, false, 1, device);
}

//! Impulses go through, the i-th of height i: its spectrum is i everywhere.
struct flowgraph {
    gr::top_block_sptr graph = gr::make_top_block("qa_fallback");
    gr::blocks::vector_sink_c::sptr sink = gr::blocks::vector_sink_c::make(LENGTH);
    gr::blocks::message_debug::sptr heard = gr::blocks::message_debug::make();

    explicit flowgraph(const gr::gpufft::fft_vcc::sptr& block, int items = ITEMS)
    {
        std::vector<gr_complex> impulses(LENGTH * items);
        for (int i = 0; i < items; ++i)
            impulses[i * LENGTH] = static_cast<float>(i);
        auto source = gr::blocks::vector_source_c::make(impulses, false, LENGTH);
        source->set_max_output_buffer(RING_ITEMS);
        block->set_max_output_buffer(RING_ITEMS);
        graph->connect(source, 0, block, 0);
        graph->connect(block, 0, sink, 0);
        graph->msg_connect(block, "status", heard, "store");
    }

    //! Items before the first wrong one, all multiplied by \p scale.
    int right_items(float scale = 1) const
    {
        const auto& data = sink->data();
        std::size_t i = 0;
        while (i < data.size() &&
               data[i] == gr_complex(scale * static_cast<float>(i / LENGTH)))
            ++i;
        return static_cast<int>(i / LENGTH);
    }

    //! "started fallback"
    std::string events() const
    {
        std::string all;
        for (std::size_t i = 0; i < heard->num_messages(); ++i)
            all += (i ? " " : "") + text_of(i, "event");
        return all;
    }
    std::string text_of(std::size_t message, const char* name) const
    {
        const auto value =
            pmt::dict_ref(heard->get_message(message), pmt::intern(name), pmt::PMT_NIL);
        return pmt::is_symbol(value) ? pmt::symbol_to_string(value) : "";
    }
};

//! What our block has logged, not what the scheduler has.
inline std::vector<std::string> lines_of_block()
{
    return log_lines::all().take("fft_vcc");
}

inline std::string joined(const std::vector<std::string>& lines)
{
    std::string all;
    for (const auto& each : lines)
        all += each + "\n";
    return all;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_SCHEDULER_IMPULSE_FLOWGRAPH_H */
