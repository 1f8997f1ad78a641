/* SPDX-License-Identifier: GPL-3.0-or-later */
// Several blocks of one device on one ring that the host writes: it goes up once for all.
#include "blocks/chains/chain_flowgraph.h"
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/gpufft/vector_source.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>

namespace {

using namespace gpufft::testing;

constexpr int SAMPLES = 60000;
constexpr int FRAME = 64;

std::vector<gr_complex> ramp()
{
    std::vector<gr_complex> all(SAMPLES);
    for (int i = 0; i < SAMPLES; ++i)
        all[i] = std::polar(1.0F + static_cast<float>(i) / SAMPLES,
                            0.3F * static_cast<float>(i % 1000));
    return all;
}

//! In pieces of some hundred samples, which a bound of latency makes.
gr::gpufft::spectrum_c::sptr make_spectrum(int frames, int hop, double latency_ms = 4)
{
    return gr::gpufft::spectrum_c::make(FRAME,
                                        hop,
                                        {},
                                        1e6,
                                        "mean",
                                        frames,
                                        0.0,
                                        "dbfs",
                                        true,
                                        0,
                                        0.0,
                                        latency_ms,
                                        "fake:0");
}

class qa_one_upload : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_one_upload);
    CPPUNIT_TEST(spectra_of_one_source_are_those_of_each_alone);
    CPPUNIT_TEST(a_failing_device_costs_nothing);
    CPPUNIT_TEST(spectra_of_samples_that_are_on_the_device);
    CPPUNIT_TEST(a_filter_and_a_spectrum_share_one_trip);
    CPPUNIT_TEST(a_failing_device_costs_a_filter_nothing);
    CPPUNIT_TEST(a_filter_of_samples_that_are_on_the_device);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(fake()); }

private:
    struct outcome {
        std::vector<std::vector<float>> spectra;
        std::string buffers; //!< as the last block says
        std::uint64_t uploaded_bytes = 0;
    };

    static gr::blocks::vector_source_c::sptr host_source()
    {
        const auto result = gr::blocks::vector_source_c::make(ramp());
        result->set_max_output_buffer(8192);
        return result;
    }

    //! What comes of \p source through spectra of so many frames each.
    static outcome run(const std::vector<int>& frames,
                       const gr::basic_block_sptr& source = host_source())
    {
        const auto graph = gr::make_top_block("qa_one_upload");
        const auto heard = gr::blocks::message_debug::make();
        std::vector<gr::blocks::vector_sink_f::sptr> sinks;
        for (const int each : frames) {
            const auto spectrum = make_spectrum(each, each % 2 ? FRAME / 2 : FRAME);
            sinks.push_back(gr::blocks::vector_sink_f::make(FRAME));
            graph->connect(source, 0, spectrum, 0);
            graph->connect(spectrum, 0, sinks.back(), 0);
            graph->msg_connect(spectrum, "status", heard, "store");
        }
        outcome all;
        const auto before = fake().uploaded_bytes.load();
        graph->run();
        all.uploaded_bytes = fake().uploaded_bytes - before;
        for (const auto& each : sinks)
            all.spectra.push_back(each->data());
        all.buffers = pmt::symbol_to_string(pmt::dict_ref(
            heard->get_message(0), pmt::intern("buffers"), pmt::intern("none")));
        return all;
    }

    static void expect_same(const std::vector<float>& want, const std::vector<float>& got)
    {
        CPPUNIT_ASSERT_EQUAL(want.size(), got.size());
        CPPUNIT_ASSERT(!want.empty());
        for (std::size_t i = 0; i < want.size(); ++i)
            CPPUNIT_ASSERT_DOUBLES_EQUAL(want[i], got[i], 1e-3);
    }

    struct filtering {
        std::vector<gr_complex> samples;
        std::string buffers; //!< as the filter says
        std::uint64_t uploaded_bytes = 0;
    };

    //! What comes of \p source through a filter, alone or beside a spectrum.
    static filtering filter(bool has_spectrum,
                            int decimation,
                            const gr::basic_block_sptr& source = host_source())
    {
        std::vector<gr_complex> taps; // more than one row of a short transform
        for (int i = 0; i < 150; ++i)
            taps.push_back(std::polar(1.0F / static_cast<float>(1 + i), 0.1F * i));
        const auto graph = gr::make_top_block("qa_one_upload");
        const auto block =
            gr::gpufft::fft_filter_ccc::make(decimation, taps, 0, "fake:0");
        block->set_max_output_buffer(8192); // some laps of the rings
        const auto sink = gr::blocks::vector_sink_c::make();
        const auto heard = gr::blocks::message_debug::make();
        graph->connect(source, 0, block, 0);
        graph->connect(block, 0, sink, 0);
        graph->msg_connect(block, "status", heard, "store");
        if (has_spectrum) {
            // Pieces of 4 ms would become smaller on a busy machine, and go up more
            // often.
            const auto spectrum = make_spectrum(7, FRAME, 1000);
            graph->connect(source, 0, spectrum, 0);
            graph->connect(spectrum, 0, gr::blocks::vector_sink_f::make(FRAME), 0);
        }
        const auto before = fake().uploaded_bytes.load();
        graph->run();
        return { sink->data(),
                 pmt::symbol_to_string(pmt::dict_ref(
                     heard->get_message(0), pmt::intern("buffers"), pmt::intern("none"))),
                 fake().uploaded_bytes - before };
    }

    static void expect_same(const filtering& want, const filtering& got)
    {
        CPPUNIT_ASSERT_EQUAL(want.samples.size(), got.samples.size());
        for (std::size_t i = 0; i < want.samples.size(); ++i)
            CPPUNIT_ASSERT_MESSAGE(fmt::format("output {}", i),
                                   std::abs(want.samples[i] - got.samples[i]) < 1e-4F);
    }

public:
    void spectra_of_one_source_are_those_of_each_alone()
    {
        const std::vector<int> frames = { 3, 10, 7 };
        const auto together = run(frames);
        CPPUNIT_ASSERT_EQUAL(
            std::string("input page-locked in place, one upload for all, output "
                        "page-locked in place"),
            together.buffers);
        std::uint64_t apart = 0;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const auto alone = run({ frames[i] });
            CPPUNIT_ASSERT_EQUAL(std::string::npos,
                                 alone.buffers.find("one upload for all"));
            expect_same(alone.spectra[0], together.spectra[i]);
            apart += alone.uploaded_bytes;
        }
        // Two of three trips are saved, but tables of each piece go up for each block,
        // and how many pieces there are is up to the threads: of busy cores, to chance.
        auto least = together.uploaded_bytes;
        for (int more = 0; more < 4; ++more)
            least = std::min(least, run(frames).uploaded_bytes);
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} bytes, {} of each alone", least, apart),
                               least + SAMPLES * sizeof(gr_complex) * 5 / 4 < apart);
    }

    void a_failing_device_costs_nothing()
    {
        const auto want = run({ 3, 10, 7 }).spectra;
        for (const char* call : { "upload",
                                  "download",
                                  "launch",
                                  "copy",
                                  "part_of",
                                  "record",
                                  "wait",
                                  "wait_for",
                                  "work" })
            for (const int nth : { 1, 5, 30 }) {
                forget_orders(fake());
                fake().calls.fail(call, nth + 200); // behind what makes the blocks
                fake().calls.fail(call, nth + 203);
                const auto got = run({ 3, 10, 7 }).spectra;
                for (std::size_t i = 0; i < want.size(); ++i)
                    expect_same(want[i], got[i]);
            }
    }

    void spectra_of_samples_that_are_on_the_device()
    {
        const auto want = run({ 3, 10 });
        const auto source = gr::gpufft::vector_source_c::make(ramp(), false, 1, "fake:0");
        source->set_max_output_buffer(8192);
        const auto got = run({ 3, 10 }, source);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             got.buffers);
        for (std::size_t i = 0; i < want.spectra.size(); ++i)
            expect_same(want.spectra[i], got.spectra[i]);
    }

    void a_filter_and_a_spectrum_share_one_trip()
    {
        for (const int decimation : { 1, 3 }) {
            const auto alone = filter(false, decimation);
            CPPUNIT_ASSERT_EQUAL(std::string("none"), alone.buffers);
            CPPUNIT_ASSERT_EQUAL(std::size_t(SAMPLES) / decimation, alone.samples.size());
            const auto together = filter(true, decimation);
            CPPUNIT_ASSERT_EQUAL(
                std::string("input page-locked in place, one upload for all, output "
                            "page-locked in place"),
                together.buffers);
            expect_same(alone, together);
            // Parts of rows, and the samples before a call's, go up once more.
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{} bytes", together.uploaded_bytes),
                                   together.uploaded_bytes <
                                       SAMPLES * sizeof(gr_complex) * 3 / 2);
        }
    }

    void a_failing_device_costs_a_filter_nothing()
    {
        const auto want = filter(false, 1);
        for (const char* call :
             { "upload", "launch", "copy", "record", "work", "wait", "download" })
            for (const int nth : { 1, 5, 30 }) {
                forget_orders(fake());
                fake().calls.fail(call, nth + 100); // behind what makes the blocks
                fake().calls.fail(call, nth + 103);
                expect_same(want, filter(true, 1));
            }
    }

    // The samples before a call's are in the mirror, too.
    void a_filter_of_samples_that_are_on_the_device()
    {
        const auto want = filter(false, 1);
        const auto source = gr::gpufft::vector_source_c::make(ramp(), false, 1, "fake:0");
        source->set_max_output_buffer(8192);
        const auto got = filter(false, 1, source);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             got.buffers);
        expect_same(want, got);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_one_upload);

} // namespace
