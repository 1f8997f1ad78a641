/* SPDX-License-Identifier: GPL-3.0-or-later */
// Chains on the device that $GPUFFT_DEVICE names: on a GPU, items stay there; on a CPU
// device they do not, and come out the same.
#include <gnuradio/blocks/copy.h>
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/channels.h>
#include <gnuradio/gpufft/expression.h>
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/keep_m_in_n.h>
#include <gnuradio/gpufft/mag_squared.h>
#include <gnuradio/gpufft/matched_filter.h>
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/gpufft/pfb_channelizer_vccf.h>
#include <gnuradio/gpufft/pfb_synthesizer_ccf.h>
#include <gnuradio/gpufft/pfb_synthesizer_vccf.h>
#include <gnuradio/gpufft/vector_source.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <string>
#include <vector>

namespace {

struct row {
    const char* why;
    int length;
    int items;
};

const row ROWS[] = {
    { "short vectors", 8, 100000 },
    { "rows that are no multiple of 64 bytes, across the ring's end", 1021, 3000 },
    { "whole workgroups", 4096, 2000 },
    { "some passes", 1 << 17, 60 },
};

std::vector<gr_complex> noise(std::size_t samples)
{
    std::mt19937 random(1);
    std::normal_distribution<float> level;
    std::vector<gr_complex> all(samples);
    for (auto& each : all)
        each = { level(random), level(random) };
    return all;
}

gr::gpufft::fft_vcc::sptr make_fft(int length, bool forward)
{
    return gr::gpufft::fft_vcc::make(length, forward, {}, false, 0, "auto");
}

//! |a - scale b| of all samples, relative to |scale b|.
double difference(const std::vector<gr_complex>& a,
                  const std::vector<gr_complex>& b,
                  double scale)
{
    double error = 0, norm = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto want = scale * std::complex<double>(b[i]);
        error += std::norm(std::complex<double>(a[i]) - want);
        norm += std::norm(want);
    }
    return std::sqrt(error / norm);
}

//! What comes of \p data through \p blocks, in a row; \p is_source_ours: which begins
//! on the device.
std::vector<gr_complex> through(const std::vector<gr_complex>& data,
                                const std::vector<gr::basic_block_sptr>& blocks,
                                bool is_source_ours,
                                int first_length,
                                int last_length)
{
    const auto graph = gr::make_top_block("qa_chain_on_device");
    gr::basic_block_sptr last;
    if (is_source_ours)
        last = gr::gpufft::vector_source_c::make(data, false, first_length);
    else
        last = gr::blocks::vector_source_c::make(data, false, first_length);
    for (const auto& next : blocks) {
        graph->connect(last, 0, next, 0);
        last = next;
    }
    const auto sink = gr::blocks::vector_sink_c::make(last_length);
    graph->connect(last, 0, sink, 0);
    graph->run();
    return sink->data();
}

class qa_chain_on_device : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_chain_on_device);
    CPPUNIT_TEST(transforms_and_inverses_in_a_row_give_all_back);
    CPPUNIT_TEST(a_foreign_reader_between_sees_the_spectra);
    CPPUNIT_TEST(items_are_kept_and_squared);
    CPPUNIT_TEST(expressions_between_transforms_shift_and_scale);
    CPPUNIT_TEST(filters_in_a_row_are_sums_of_taps_and_samples);
    CPPUNIT_TEST(banks_of_filters_in_a_row_are_as_apart);
    CPPUNIT_TEST(streams_of_channels_are_as_apart);
    CPPUNIT_TEST(streams_of_the_host_beside_others_are_as_apart);
    CPPUNIT_TEST(correlators_and_receivers_read_what_is_there);
    CPPUNIT_TEST(streams_of_receivers_are_as_apart);
    CPPUNIT_TEST_SUITE_END();

public:
    void transforms_and_inverses_in_a_row_give_all_back()
    {
        for (const auto& r : ROWS)
            for (const bool is_source_ours : { false, true }) {
                const auto data = noise(static_cast<std::size_t>(r.length) * r.items);
                std::vector<gr::basic_block_sptr> row;
                for (int i = 0; i < 4; ++i)
                    row.push_back(make_fft(r.length, i % 2 == 0));
                const auto got = through(data, row, is_source_ours, r.length, r.length);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, data.size(), got.size());
                const double scale = std::pow(r.length, 2);
                CPPUNIT_ASSERT_MESSAGE(r.why, difference(got, data, scale) < 2e-6);
            }
    }

    void a_foreign_reader_between_sees_the_spectra()
    {
        const int length = 256, items = 20000;
        const auto data = noise(static_cast<std::size_t>(length) * items);
        const auto run = [&](bool has_chain) {
            const auto graph = gr::make_top_block("qa_chain_on_device");
            const auto source = gr::blocks::vector_source_c::make(data, false, length);
            const auto there = make_fft(length, true), back = make_fft(length, false);
            const auto spectra = gr::blocks::vector_sink_c::make(length);
            const auto sink = gr::blocks::vector_sink_c::make(length);
            graph->connect(source, 0, there, 0);
            graph->connect(there, 0, spectra, 0);
            if (has_chain) {
                graph->connect(there, 0, back, 0);
                graph->connect(back, 0, sink, 0);
            }
            graph->run();
            if (has_chain)
                CPPUNIT_ASSERT(difference(sink->data(), data, length) < 2e-6);
            return spectra->data();
        };
        const auto want = run(false), got = run(true);
        CPPUNIT_ASSERT_EQUAL(want.size(), got.size());
        CPPUNIT_ASSERT(difference(got, want, 1) < 1e-6);
    }

    void items_are_kept_and_squared()
    {
        const int length = 100, items = 30000;
        const auto data = noise(static_cast<std::size_t>(length) * items);
        const auto graph = gr::make_top_block("qa_chain_on_device");
        const auto source = gr::gpufft::vector_source_c::make(data, false, length);
        const auto there = make_fft(length, true), back = make_fft(length, false);
        const auto some =
            gr::gpufft::keep_m_in_n::make(length * sizeof(gr_complex), 3, 7, 2);
        const auto squares = gr::gpufft::mag_squared::make(length);
        const auto sink = gr::blocks::vector_sink_f::make(length);
        graph->connect(source, 0, there, 0);
        graph->connect(there, 0, back, 0);
        graph->connect(back, 0, some, 0);
        graph->connect(some, 0, squares, 0);
        graph->connect(squares, 0, sink, 0);
        graph->run();
        const auto& got = sink->data();
        CPPUNIT_ASSERT_EQUAL(std::size_t(items / 7 * 3) * length, got.size());
        double error = 0, norm = 0;
        for (std::size_t i = 0; i < got.size(); ++i) {
            const auto kept = i / length;
            const auto item = kept / 3 * 7 + 2 + kept % 3;
            const double want =
                std::norm(std::complex<double>(data[item * length + i % length])) *
                length * length;
            error += std::pow(got[i] - want, 2);
            norm += want * want;
        }
        CPPUNIT_ASSERT(std::sqrt(error / norm) < 2e-6);
    }

    // A product with a spectrum, whose inverse transform is a shift by one point, and the
    // sum of both streams; the inverse of that once more.
    void expressions_between_transforms_shift_and_scale()
    {
        const int length = 100, items = 20000;
        const auto data = noise(static_cast<std::size_t>(length) * items);
        std::vector<gr_complex> turns;
        for (int k = 0; k < length; ++k)
            turns.push_back(std::polar(1.0F, static_cast<float>(-2 * M_PI * k / length)));
        const auto graph = gr::make_top_block("qa_chain_on_device");
        const auto source = gr::gpufft::vector_source_c::make(data, false, length);
        const auto there = make_fft(length, true), back = make_fft(length, false);
        const auto shift = gr::gpufft::expression::make(
            "x * h[n] * s", "c", "c", length, { { "s", 0.5 } }, { { "h", turns } });
        const auto sum = gr::gpufft::expression::make("x0 + 2 * x1", "cc", "c", length);
        const auto sink = gr::blocks::vector_sink_c::make(length);
        graph->connect(source, 0, there, 0);
        graph->connect(there, 0, shift, 0);
        graph->connect(there, 0, sum, 0);
        graph->connect(shift, 0, sum, 1);
        graph->connect(sum, 0, back, 0);
        graph->connect(back, 0, sink, 0);
        graph->run();
        auto want = data;
        for (std::size_t i = 0; i < data.size(); ++i) {
            const auto row = i / length * length;
            want[i] += data[row + (i - row + length - 1) % length];
        }
        CPPUNIT_ASSERT_EQUAL(data.size(), sink->data().size());
        CPPUNIT_ASSERT(difference(sink->data(), want, length) < 2e-6);
    }

private:
    //! y[m] = sum over k of h[k] x[m decimation - k].
    static std::vector<gr_complex> filtered(const std::vector<gr_complex>& x,
                                            const std::vector<gr_complex>& h,
                                            std::size_t decimation)
    {
        std::vector<gr_complex> y(x.size() / decimation);
        for (std::size_t m = 0; m < y.size(); ++m) {
            std::complex<double> sum = 0;
            for (std::size_t k = 0; k < h.size() && k <= m * decimation; ++k)
                sum += std::complex<double>(h[k]) *
                       std::complex<double>(x[m * decimation - k]);
            y[m] = gr_complex(sum);
        }
        return y;
    }

public:
    // With a product between them, and parts of rows at the end.
    void filters_in_a_row_are_sums_of_taps_and_samples()
    {
        const auto data = noise(300007);
        const auto one = noise(130), two = noise(41);
        const auto want = filtered(filtered(data, one, 1), two, 3);
        for (const bool is_source_ours : { false, true }) {
            const auto first = gr::gpufft::fft_filter_ccc::make(1, one);
            const auto product =
                gr::gpufft::expression::make("x * s", "c", "c", 1, { { "s", 0.5 } });
            const auto second = gr::gpufft::fft_filter_ccc::make(3, two);
            const auto got =
                through(data, { first, product, second }, is_source_ours, 1, 1);
            CPPUNIT_ASSERT_EQUAL(want.size(), got.size());
            CPPUNIT_ASSERT(difference(got, want, 0.5) < 2e-6);
        }
    }

    // Vectors of all channels stay on the device between the two.
    void banks_of_filters_in_a_row_are_as_apart()
    {
        for (const int channels : { 7, 64, 1024 }) {
            const auto why = fmt::format("{} channels", channels);
            const auto count = static_cast<unsigned>(channels);
            const auto data = noise(300000 / count * count);
            std::vector<float> taps;
            for (const auto& each : noise(count * 12))
                taps.push_back(each.real());
            const auto channelizer = [&] {
                return gr::gpufft::pfb_channelizer_vccf::make(count, taps, 1);
            };
            const auto synthesizer = [&] {
                return gr::gpufft::pfb_synthesizer_vccf::make(count, taps, false);
            };
            const auto vectors = through(data, { channelizer() }, false, 1, channels);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(why, data.size(), vectors.size());
            const auto want = through(vectors, { synthesizer() }, false, channels, 1);
            for (const bool is_source_ours : { false, true }) {
                const auto got =
                    through(data, { channelizer(), synthesizer() }, is_source_ours, 1, 1);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(why, want.size(), got.size());
                CPPUNIT_ASSERT_MESSAGE(why, difference(got, want, 1) < 1e-6);
            }
        }
    }

    // Streams of channels stay there between the two, and so do vectors by other maps.
    void streams_of_channels_are_as_apart()
    {
        for (const int channels : { 3, 16 }) {
            const auto why = fmt::format("{} channels", channels);
            const auto count = static_cast<unsigned>(channels);
            const auto data = noise(300000 / count * count);
            std::vector<float> taps;
            for (const auto& each : noise(count * 12))
                taps.push_back(each.real());
            std::vector<int> turned(count);
            for (int i = 0; i < channels; ++i)
                turned[static_cast<std::size_t>(i)] = (i + 2) % channels;
            const auto vectors = through(
                data,
                { gr::gpufft::pfb_channelizer_vccf::make(count, taps, 1, turned) },
                false,
                1,
                channels);
            const auto want = through(
                vectors,
                { gr::gpufft::pfb_synthesizer_vccf::make(count, taps, false, turned) },
                false,
                channels,
                1);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(why, data.size(), want.size());
            for (const bool are_streams : { false, true }) {
                const auto graph = gr::make_top_block("qa_chain_on_device");
                const auto source = gr::gpufft::vector_source_c::make(data, false);
                const auto sink = gr::blocks::vector_sink_c::make();
                if (are_streams) {
                    const auto all =
                        gr::gpufft::pfb_channelizer_ccf::make(count, taps, 1);
                    const auto one =
                        gr::gpufft::pfb_synthesizer_ccf::make(count, taps, false);
                    graph->connect(source, 0, all, 0);
                    for (int i = 0; i < channels; ++i)
                        graph->connect(all, i, one, i);
                    graph->connect(one, 0, sink, 0);
                } else {
                    const auto all =
                        gr::gpufft::pfb_channelizer_vccf::make(count, taps, 1, turned);
                    const auto one = gr::gpufft::pfb_synthesizer_vccf::make(
                        count, taps, false, turned);
                    graph->connect(source, 0, all, 0);
                    graph->connect(all, 0, one, 0);
                    graph->connect(one, 0, sink, 0);
                }
                graph->run();
                CPPUNIT_ASSERT_EQUAL_MESSAGE(why, want.size(), sink->data().size());
                CPPUNIT_ASSERT_MESSAGE(why, difference(sink->data(), want, 1) < 1e-6);
            }
        }
    }

private:
    //! The first stream of \p to, which reads \p count streams of a channelizer: every \p
    //! nth of them through the host.
    static std::vector<gr_complex> of_streams(const std::vector<gr_complex>& data,
                                              const std::vector<float>& taps,
                                              unsigned count,
                                              const gr::basic_block_sptr& to,
                                              unsigned nth)
    {
        const auto graph = gr::make_top_block("qa_chain_on_device");
        const auto all = gr::gpufft::pfb_channelizer_ccf::make(count, taps, 1);
        graph->connect(gr::gpufft::vector_source_c::make(data, false), 0, all, 0);
        for (unsigned i = 0; i < count; ++i) {
            const auto port = static_cast<int>(i);
            if (i % nth == 0) {
                const auto copy = gr::blocks::copy::make(sizeof(gr_complex));
                graph->connect(all, port, copy, 0);
                graph->connect(copy, 0, to, port);
            } else {
                graph->connect(all, port, to, port);
            }
        }
        const auto sink = gr::blocks::vector_sink_c::make();
        graph->connect(to, 0, sink, 0);
        graph->run();
        return sink->data();
    }

public:
    void streams_of_the_host_beside_others_are_as_apart()
    {
        for (const unsigned count : { 4U, 16U }) {
            const auto data = noise(400000 / count * count);
            std::vector<float> taps;
            for (const auto& each : noise(count * 12))
                taps.push_back(each.real());
            const auto same = [&](const auto& make) {
                const auto want = of_streams(data, taps, count, make(), 1);
                CPPUNIT_ASSERT(want.size() >= data.size() / count - 1);
                for (const unsigned nth : { 2U, 3U, count + 1 }) {
                    const auto got = of_streams(data, taps, count, make(), nth);
                    CPPUNIT_ASSERT_EQUAL(want.size(), got.size());
                    CPPUNIT_ASSERT(difference(got, want, 1) < 1e-6);
                }
            };
            same([&] { return gr::gpufft::pfb_synthesizer_ccf::make(count, taps); });
            for (const float rate : { 1.0F, 2.0F, 4.0F / 3 })
                same([&] {
                    return gr::gpufft::pfb_channelizer_ccf::make(count, taps, rate);
                });
        }
    }

    void streams_of_receivers_are_as_apart()
    {
        const auto data = noise(300007);
        const auto run = [&](bool is_apart) {
            const auto block = gr::gpufft::channels::make(1e6, 0, 10, 2, { 50e3 }, 0.02);
            const auto graph = gr::make_top_block("qa_chain_on_device");
            graph->connect(gr::gpufft::vector_source_c::make(data, false), 0, block, 0);
            std::vector<gr::blocks::vector_sink_c::sptr> sinks;
            for (int i = 0; i < 2; ++i) {
                block->add_channel(std::to_string(i), 1e5 * i, 50e3, 0, 0, 5, i);
                gr::basic_block_sptr last = block;
                if (is_apart) {
                    last = gr::blocks::copy::make(sizeof(gr_complex));
                    graph->connect(block, i, last, 0);
                }
                const auto filter = gr::gpufft::fft_filter_ccc::make(1, noise(41));
                graph->connect(last, is_apart ? 0 : i, filter, 0);
                sinks.push_back(gr::blocks::vector_sink_c::make());
                graph->connect(filter, 0, sinks.back(), 0);
            }
            graph->run();
            auto all = sinks[0]->data();
            const auto others = sinks[1]->data();
            all.insert(all.end(), others.begin(), others.end());
            return all;
        };
        const auto want = run(true), got = run(false);
        CPPUNIT_ASSERT(!want.empty());
        CPPUNIT_ASSERT_EQUAL(want.size(), got.size());
        CPPUNIT_ASSERT(difference(got, want, 1) < 1e-6);
    }

    void correlators_and_receivers_read_what_is_there()
    {
        const auto data = noise(300007);
        const auto correlator = [&] {
            return gr::gpufft::matched_filter::make({ noise(1023) });
        };
        const auto receiver = [&] {
            auto block = gr::gpufft::channels::make(1e6, 0, 10, 1, { 50e3 }, 0.02);
            block->add_channel("one", 123456, 50e3, 0, 0, 5, 0);
            return block;
        };
        const auto same = [&](const auto& make) {
            const auto want = through(data, { make() }, false, 1, 1);
            const auto got = through(data, { make() }, true, 1, 1);
            CPPUNIT_ASSERT(!want.empty());
            CPPUNIT_ASSERT_EQUAL(want.size(), got.size());
            CPPUNIT_ASSERT(difference(got, want, 1) < 1e-6);
        };
        same(correlator);
        same(receiver);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_chain_on_device);

} // namespace
