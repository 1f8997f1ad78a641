/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/chains/chain_flowgraphs.h"
#include "python/gpufft/bindings/flowgraph_ends.h"
#include <gnuradio/gpufft/expression.h>
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/matched_filter.h>
#include <gnuradio/gpufft/null_sink.h>
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/gpufft/pfb_channelizer_vccf.h>
#include <gnuradio/gpufft/pfb_synthesizer_ccf.h>
#include <gnuradio/gpufft/pfb_synthesizer_vccf.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/gpufft/vector_source.h>
#include <algorithm>
#include <memory>
#include <random>

namespace gpufft::testing {

namespace {

std::size_t item_bytes(int length)
{
    return static_cast<std::size_t>(length) * sizeof(gr_complex);
}

gr::gpufft::fft_vcc::sptr make_fft(const chain_settings& o, int length)
{
    const auto result = gr::gpufft::fft_vcc::make(length, true, {}, false, 0, o.device);
    if (o.mib)
        result->set_min_output_buffer(
            static_cast<long>((o.mib << 20) / item_bytes(length)));
    return result;
}

chain_flowgraph chain_of(const chain_settings& o, int length, int transforms)
{
    chain_flowgraph result{ gr::make_top_block("chain"), {}, "" };
    gr::basic_block_sptr last =
        std::make_shared<gr::gpufft::noise_once_source>(item_bytes(length));
    for (int i = 0; i < transforms; ++i) {
        const auto next = make_fft(o, length);
        result.device = next->device_name();
        result.graph->connect(last, 0, next, 0);
        last = next;
    }
    const auto sink = std::make_shared<gr::gpufft::counting_sink>(item_bytes(length));
    result.graph->connect(last, 0, sink, 0);
    result.samples = [sink, length] {
        return static_cast<double>(sink->last_arrival().first) * length;
    };
    return result;
}

std::vector<gr_complex> noise(std::size_t samples)
{
    std::minstd_rand random;
    std::uniform_real_distribution<float> level(-1, 1);
    std::vector<gr_complex> all(samples);
    for (auto& each : all)
        each = { level(random), level(random) };
    return all;
}

enum class between { nothing, expression, copies };

chain_flowgraph resident_of(const chain_settings& o, int length, between extra)
{
    chain_flowgraph result{ gr::make_top_block("resident"), {}, "" };
    const auto source = gr::gpufft::vector_source_c::make(
        noise(static_cast<std::size_t>(length) * 16), true, length, o.device);
    if (o.mib)
        source->set_min_output_buffer(
            static_cast<long>((o.mib << 20) / item_bytes(length)));
    const auto one = make_fft(o, length), two = make_fft(o, length);
    const auto sink = gr::gpufft::null_sink::make(item_bytes(length));
    result.device = one->device_name();
    result.graph->connect(source, 0, one, 0);
    if (extra == between::expression) {
        const auto product = gr::gpufft::expression::make(
            "x * h[n]", "c", "c", length, {}, { { "h", noise(length) } });
        result.graph->connect(one, 0, product, 0);
        result.graph->connect(product, 0, two, 0);
    } else {
        result.graph->connect(one, 0, two, 0);
    }
    result.graph->connect(two, 0, sink, 0);
    if (extra == between::copies)
        for (const auto& each : { one, two })
            result.graph->connect(
                each,
                0,
                std::make_shared<gr::gpufft::counting_sink>(item_bytes(length)),
                0);
    result.samples = [sink, length] {
        return static_cast<double>(sink->nitems_read(0)) * length;
    };
    return result;
}

chain_flowgraph filters_of(const chain_settings& o, int length)
{
    constexpr int taps = 1023;
    chain_flowgraph result{ gr::make_top_block("filters"), {}, "" };
    const auto bytes = sizeof(gr_complex);
    gr::block_sptr last = gr::gpufft::vector_source_c::make(
        noise(static_cast<std::size_t>(length) * 16), true, 1, o.device);
    std::vector<gr::block_sptr> row = { last };
    for (int i = 0; i < 2; ++i) {
        const auto next = gr::gpufft::fft_filter_ccc::make(1, noise(taps), 0, o.device);
        result.device = next->device_name();
        result.graph->connect(last, 0, next, 0);
        last = next;
        row.push_back(next);
    }
    if (o.mib)
        for (const auto& each : row)
            each->set_min_output_buffer(static_cast<long>((o.mib << 20) / bytes));
    const auto sink = gr::gpufft::null_sink::make(bytes);
    result.graph->connect(last, 0, sink, 0);
    result.samples = [sink] { return static_cast<double>(sink->nitems_read(0)); };
    return result;
}

//! \param is_rebuilt  a synthesizer puts the channels together again
chain_flowgraph filter_banks_of(const chain_settings& o, int length, bool is_rebuilt)
{
    constexpr int most_channels = 1 << 16, taps_of_a_branch = 12;
    const int channels = std::min(length, most_channels);
    const auto count = static_cast<unsigned>(channels);
    const std::vector<float> taps(std::size_t(count) * taps_of_a_branch, 0.5F);
    chain_flowgraph result{ gr::make_top_block("filter banks"), {}, "" };
    const auto source = gr::gpufft::vector_source_c::make(
        noise(std::size_t(count) * 16), true, 1, o.device);
    const auto channelizer =
        gr::gpufft::pfb_channelizer_vccf::make(count, taps, 1, {}, 0, o.device);
    std::vector<gr::block_sptr> row = { source, channelizer };
    if (is_rebuilt)
        row.push_back(
            gr::gpufft::pfb_synthesizer_vccf::make(count, taps, false, {}, 0, o.device));
    const auto last_bytes = is_rebuilt ? sizeof(gr_complex) : item_bytes(channels);
    const auto sink = gr::gpufft::null_sink::make(last_bytes);
    if (o.mib)
        for (const auto& each : row)
            each->set_min_output_buffer(static_cast<long>(
                (o.mib << 20) / static_cast<std::size_t>(
                                    each->output_signature()->sizeof_stream_item(0))));
    row.push_back(sink);
    for (std::size_t i = 1; i < row.size(); ++i)
        result.graph->connect(row[i - 1], 0, row[i], 0);
    result.device = channelizer->device_name();
    result.samples = [sink, last_bytes] {
        return static_cast<double>(sink->nitems_read(0)) *
               static_cast<double>(last_bytes / sizeof(gr_complex));
    };
    return result;
}

//! \param are_joined  a synthesizer makes one stream of them again
chain_flowgraph streams_of(const chain_settings& o, int length, bool are_joined)
{
    constexpr int most_channels = 64, taps_of_a_branch = 12;
    const int channels = std::min(length, most_channels);
    const auto count = static_cast<unsigned>(channels);
    const std::vector<float> taps(std::size_t(count) * taps_of_a_branch, 0.5F);
    chain_flowgraph result{ gr::make_top_block("streams"), {}, "" };
    const auto bytes = sizeof(gr_complex);
    const auto source = gr::gpufft::vector_source_c::make(
        noise(std::size_t(count) * 16), true, 1, o.device);
    const auto channelizer =
        gr::gpufft::pfb_channelizer_ccf::make(count, taps, 1, 0, o.device);
    if (o.mib) {
        source->set_min_output_buffer(static_cast<long>((o.mib << 20) / bytes));
        channelizer->set_min_output_buffer(
            static_cast<long>((o.mib << 20) / bytes / count));
    }
    result.device = channelizer->device_name();
    result.graph->connect(source, 0, channelizer, 0);
    const auto sink = gr::gpufft::null_sink::make(bytes);
    if (are_joined) {
        const auto synthesizer =
            gr::gpufft::pfb_synthesizer_ccf::make(count, taps, false, 0, o.device);
        for (int i = 0; i < channels; ++i)
            result.graph->connect(channelizer, i, synthesizer, i);
        result.graph->connect(synthesizer, 0, sink, 0);
    } else {
        result.graph->connect(channelizer, 0, sink, 0);
        for (int i = 1; i < channels; ++i)
            result.graph->connect(channelizer, i, gr::gpufft::null_sink::make(bytes), 0);
    }
    const double samples = are_joined ? 1 : channels; // of an item of the sink
    result.samples = [sink, samples] {
        return static_cast<double>(sink->nitems_read(0)) * samples;
    };
    return result;
}

//! \param is_resident  correlations stay on the device
chain_flowgraph correlator_of(const chain_settings& o, int length, bool is_resident)
{
    constexpr int reference = 1023; // samples
    chain_flowgraph result{ gr::make_top_block("correlator"), {}, "" };
    const auto source = gr::gpufft::vector_source_c::make(
        noise(static_cast<std::size_t>(length) * 16), true, 1, o.device);
    const auto filter =
        gr::gpufft::matched_filter::make({ noise(reference) }, 0.5, 0, 0, 0, o.device);
    const auto bytes = sizeof(gr_complex);
    if (o.mib)
        source->set_min_output_buffer(static_cast<long>((o.mib << 20) / bytes));
    result.device = filter->device_name();
    result.graph->connect(source, 0, filter, 0);
    if (is_resident) {
        const auto sink = gr::gpufft::null_sink::make(bytes);
        if (o.mib)
            filter->set_min_output_buffer(static_cast<long>((o.mib << 20) / bytes));
        result.graph->connect(filter, 0, sink, 0);
        result.samples = [sink] { return static_cast<double>(sink->nitems_read(0)); };
        return result;
    }
    const auto sink = std::make_shared<gr::gpufft::counting_sink>(bytes);
    result.graph->connect(filter, 0, sink, 0);
    result.samples = [sink] { return static_cast<double>(sink->last_arrival().first); };
    return result;
}

chain_flowgraph spectra_of(const chain_settings& o, int length, int blocks)
{
    constexpr int frames = 64;
    chain_flowgraph result{ gr::make_top_block("spectra"), {}, "" };
    const auto source =
        std::make_shared<gr::gpufft::noise_once_source>(sizeof(gr_complex));
    std::vector<std::shared_ptr<gr::gpufft::counting_sink>> sinks;
    for (int i = 0; i < blocks; ++i) {
        const auto spectrum = gr::gpufft::spectrum_c::make(length,
                                                           length,
                                                           {},
                                                           1e9,
                                                           "mean",
                                                           frames,
                                                           0,
                                                           "dbfs_per_hz",
                                                           true,
                                                           0,
                                                           0,
                                                           50,
                                                           o.device);
        result.device = spectrum->device_name();
        sinks.push_back(std::make_shared<gr::gpufft::counting_sink>(
            static_cast<std::size_t>(length) * sizeof(float)));
        result.graph->connect(source, 0, spectrum, 0);
        result.graph->connect(spectrum, 0, sinks.back(), 0);
    }
    result.samples = [sinks, length] { // of the slowest
        double least = 1e300;
        for (const auto& each : sinks)
            least = std::min(
                least, static_cast<double>(each->last_arrival().first) * length * frames);
        return least;
    };
    return result;
}

} // namespace

const std::vector<chain_case>& chain_cases()
{
    static const std::vector<chain_case> all = {
        { "one",
          nullptr,
          [](const chain_settings& o, int n) { return chain_of(o, n, 1); } },
        { "eight",
          "one",
          [](const chain_settings& o, int n) { return chain_of(o, n, 8); } },
        { "resident",
          nullptr,
          [](const chain_settings& o, int n) {
              return resident_of(o, n, between::nothing);
          } },
        { "product",
          "resident",
          [](const chain_settings& o, int n) {
              return resident_of(o, n, between::expression);
          } },
        { "copied",
          "resident",
          [](const chain_settings& o, int n) {
              return resident_of(o, n, between::copies);
          } },
        { "filter",
          nullptr,
          [](const chain_settings& o, int n) { return filters_of(o, n); } },
        { "channelizer",
          nullptr,
          [](const chain_settings& o, int n) { return filter_banks_of(o, n, false); } },
        { "rebuilt",
          "channelizer",
          [](const chain_settings& o, int n) { return filter_banks_of(o, n, true); } },
        { "streams",
          "channelizer",
          [](const chain_settings& o, int n) { return streams_of(o, n, false); } },
        { "joined",
          "rebuilt",
          [](const chain_settings& o, int n) { return streams_of(o, n, true); } },
        { "correlate",
          nullptr,
          [](const chain_settings& o, int n) { return correlator_of(o, n, false); } },
        { "correlations",
          "correlate",
          [](const chain_settings& o, int n) { return correlator_of(o, n, true); } },
        { "spectrum",
          nullptr,
          [](const chain_settings& o, int n) { return spectra_of(o, n, 1); } },
        { "spectra",
          "spectrum",
          [](const chain_settings& o, int n) { return spectra_of(o, n, 3); } },
    };
    return all;
}

} // namespace gpufft::testing
