/* SPDX-License-Identifier: GPL-3.0-or-later */
// Correlations between blocks on one device: they stay there where nobody takes peaks and
// all of their readers are there, and they and the peaks are those of blocks of the host
// in any case, whatever reads them, whatever is changed and whatever fails.
#include "blocks/chains/stream_readers.h"
#include "support/first_wrong.h"
#include <gnuradio/gpufft/matched_filter.h>
#include <cppunit/extensions/HelperMacros.h>
#include <limits>

namespace {

using namespace gpufft::testing;
using gr::gpufft::matched_filter;
using reference_list = std::vector<std::vector<gr_complex>>;

//! Samples around a jump of the phase of tones(), of which there are 1000 each; the sum
//! of their sizes is near 1.
std::vector<gr_complex> jump(int before, int behind)
{
    const auto all = tones();
    std::vector<gr_complex> part(all.begin() + 1000 - before,
                                 all.begin() + 1000 + behind);
    for (auto& each : part)
        each /= static_cast<float>(part.size());
    return part;
}

//! Rows of the three have three lengths.
const reference_list THREE = { jump(20, 20), jump(100, 200), jump(700, 200) };
const reference_list OTHERS = { jump(30, 90), jump(10, 10), jump(100, 200) };

const reader D = reader::device, H = reader::host, N = reader::nothing,
             BOTH = reader::device_and_host;
const readers ON_DEVICE = { D, D, D };

matched_filter::sptr make_block(const reference_list& references = THREE)
{
    return with_short_ring(matched_filter::make(references, 0.8, 0, 0, 1, "fake:0"));
}

struct correlations : streams_outcome {
    std::vector<std::pair<std::uint64_t, long>> peaks; //!< offsets and references
};

//! How a matched filter is run.
struct setting {
    readers by = ON_DEVICE;
    bool has_peaks = false; //!< somebody takes them
    bool is_first = false;  //!< of the chain
    bool is_apart = false;
};

//! \param begin  is called when all is connected
correlations run_block(
    const gr::basic_block_sptr& source,
    const matched_filter::sptr& block,
    const setting& with,
    const std::function<void()>& begin = [] {})
{
    streams_flow flow(source, block, with.by, with.is_apart, with.is_first);
    const auto heard = gr::blocks::message_debug::make();
    if (with.has_peaks)
        flow.graph()->msg_connect(block, "peaks", heard, "store");
    begin();
    correlations all{ flow.run(), {} };
    for (std::size_t i = 0; i < heard->num_messages(); ++i) {
        const auto value = [&](const char* key) {
            return pmt::dict_ref(
                heard->get_message(static_cast<int>(i)), pmt::intern(key), pmt::PMT_NIL);
        };
        all.peaks.emplace_back(pmt::to_uint64(value("offset")),
                               pmt::to_long(value("reference")));
    }
    std::sort(all.peaks.begin(), all.peaks.end());
    return all;
}

setting apart(setting with)
{
    with.is_apart = true;
    return with;
}

//! And what a block says of it.
struct named_setting {
    const char* name;
    setting with;
    const char* buffers; //!< nullptr: that is up to the host's memory, as no output has
                         //!< a short ring
};
const named_setting SETTINGS[] = {
    { "read there", { ON_DEVICE }, "resident" },
    { "read there or not at all", { { D, N, D } }, "resident" },
    { "one of three", { { D } }, "resident" },
    { "a null sink and a filter", { { N, D } }, "resident" },
    { "one read by the host",
      { { D, H, D } },
      "input resident, output page-locked in place and resident" },
    { "one read by both",
      { { H, BOTH, N } },
      "input resident, output page-locked in place and resident" },
    { "read by the host",
      { { H, H, H } },
      "input resident, output page-locked in place" },
    { "peaks, and read there",
      { ON_DEVICE, true },
      "input resident, output page-locked in place and resident" },
    { "peaks, and two of three, one by nobody",
      { { D, N }, true },
      "input resident, output page-locked in place and resident" },
    { "peaks, and read by both",
      { { H, BOTH }, true },
      "input resident, output page-locked in place and resident" },
    { "peaks alone", { {}, true }, nullptr },
    { "first of a chain",
      { ON_DEVICE, false, true },
      "input page-locked in place, one upload for all, output resident" },
    { "first of a chain, peaks",
      { { D, H }, true, true },
      "input page-locked in place, one upload for all, output page-locked in place and "
      "resident" },
};

} // namespace

class qa_correlation_streams : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_correlation_streams);
    CPPUNIT_TEST(correlations_and_peaks_are_those_of_blocks_apart);
    CPPUNIT_TEST(a_single_reference_in_a_chain);
    CPPUNIT_TEST(what_stays_there_is_neither_downloaded_nor_uploaded);
    CPPUNIT_TEST(tags_are_where_those_of_blocks_apart_are);
    CPPUNIT_TEST(other_references_while_it_runs_change_the_rest);
    CPPUNIT_TEST(references_that_become_too_long_leave_the_device);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(a_flowgraph_starts_again);
    CPPUNIT_TEST(leaves_no_memory_behind);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        forget_orders(fake());
        log_lines::all().take("");
    }

private:
    void correlations_and_peaks_are_those_of_blocks_apart()
    {
        for (const auto& [name, with, buffers] : SETTINGS) {
            const auto want = run_block(host_source(), make_block(), apart(with));
            CPPUNIT_ASSERT_EQUAL(with.has_peaks, want.peaks.size() > 100);
            const auto got = run_block(host_source(), make_block(), with);
            expect_same_streams(name, want, got);
            CPPUNIT_ASSERT_MESSAGE(name, want.peaks == got.peaks);
            if (buffers)
                CPPUNIT_ASSERT_EQUAL_MESSAGE(name, std::string(buffers), got.buffers);
            const auto ours = run_block(device_source(), make_block(), with);
            expect_same_streams(name, want, ours);
            CPPUNIT_ASSERT_MESSAGE(name, want.peaks == ours.peaks);
        }
    }

    void a_single_reference_in_a_chain()
    {
        const auto make = [] {
            return blocks{ make_filter(33),
                           make_block({ jump(40, 60) }),
                           make_filter(9) };
        };
        expect_same_outputs({ "behind a filter", make });
        expect_same_outputs(
            { "first", [] {
                 return blocks{ make_block({ jump(40, 60) }), make_filter(9) };
             } });
        expect_same_outputs({ "twice", [] {
                                 return blocks{ make_block({ jump(40, 60) }),
                                                make_block({ jump(1, 0) }),
                                                make_block({ jump(5, 500) }) };
                             } });
    }

    // How many tables and parts of rows go there is up to the threads: of busy cores, to
    // chance.
    void what_stays_there_is_neither_downloaded_nor_uploaded()
    {
        struct copies {
            std::uint64_t up = std::numeric_limits<std::uint64_t>::max();
            int down = std::numeric_limits<int>::max();
        };
        const auto least = [](const setting& with) {
            copies all;
            for (int i = 0; i < 5; ++i) {
                const auto up = fake().uploaded_bytes.load();
                const auto down = fake().calls.calls("download");
                run_block(device_source(), make_block(), with);
                all.up = std::min(all.up, fake().uploaded_bytes - up);
                all.down = std::min(all.down, fake().calls.calls("download") - down);
            }
            return all;
        };
        const auto together = least({ ON_DEVICE }), nothing = least({ { N, N, N } }),
                   with_peaks = least({ ON_DEVICE, true }),
                   apart = least({ ON_DEVICE, true, false, true });
        const auto of_a_stream = SAMPLES * sizeof(gr_complex);
        // Each filter behind has as many downloads as pieces for its reader on the host.
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} and {} downloads", nothing.down, together.down),
            3 * nothing.down < together.down);
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} and {} downloads", together.down, with_peaks.down),
            together.down < with_peaks.down);
        // Filters behind do not upload what the host has as well.
        for (const auto& each : { together, with_peaks })
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format("{} bytes, {} with the host between", each.up, apart.up),
                each.up + 2 * of_a_stream < apart.up);
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        const auto tags = numbered_tags(SAMPLES);
        for (const auto& with :
             { setting{ ON_DEVICE }, setting{ { H, D } }, setting{ ON_DEVICE, true } })
            expect_same_tags(run_block(host_source(tags), make_block(), apart(with)),
                             run_block(host_source(tags), make_block(), with));
    }

    // What was made with the references before may have to be made again with those.
    void other_references_while_it_runs_change_the_rest()
    {
        const auto first = run_block(host_source(), make_block(), {});
        const auto second = run_block(host_source(), make_block(OTHERS), {});
        for (const char* failing : { "", "launch", "work", "wait_for", "make_queue" })
            for (const int nth : { 1, 4, 9 }) {
                forget_orders(fake());
                const auto changed = make_block();
                const auto source = feed().from_host([=] {
                    changed->set_references(OTHERS);
                    if (*failing)
                        fake().calls.fail(failing, nth);
                });
                const auto got = run_block(source, changed, {});
                expect_change(fmt::format("{} {}", failing, nth), first, second, got);
                if (!*failing)
                    CPPUNIT_ASSERT_EQUAL(std::string("resident"), got.buffers);
            }
    }

    void references_that_become_too_long_leave_the_device()
    {
        auto longer = THREE;
        longer[1] = jump(1000, 2000);
        const auto want = run_block(host_source(), make_block(longer), {});
        const auto changed = make_block();
        const auto source = feed().from_host([=] { changed->set_references(longer); });
        const auto got = run_block(source, changed, {});
        for (std::size_t i = 0; i < want.samples.size(); ++i) {
            const auto &all = got.samples[i], &rest = want.samples[i];
            CPPUNIT_ASSERT_EQUAL(rest.size(), all.size());
            // The ring has not all that a long reference wants of the samples before.
            expect_all(fmt::format("stream {}", i),
                       "item",
                       rest.size() * 3 / 4,
                       rest.size(),
                       [&](std::size_t n) { return std::abs(rest[n] - all[n]) < 2e-3F; });
        }
    }

    // At the begin and later on where all stays, or is copied; else once between.
    void every_call_may_fail_and_nothing_is_lost()
    {
        const std::pair<int, std::vector<int>> runs[] = {
            { 0, { 1, 30 } }, { 5, { 5 } }, { 7, { 1, 30 } }, { 11, { 5 } }
        };
        for (const auto& [which, nths] : runs) {
            const auto& [name, with, buffers] = SETTINGS[which];
            const auto want = run_block(host_source(), make_block(), apart(with));
            for (const char* call : device_calls())
                for (const int nth : nths) {
                    forget_orders(fake());
                    const auto fail = [call, nth = nth] {
                        fake().calls.fail(call, nth);
                        fake().calls.fail(call, nth + 3);
                    };
                    const auto got = run_block(host_source(), make_block(), with, fail);
                    const auto why =
                        fmt::format("{}: {}, {} of the run", name, call, nth);
                    expect_same_streams(why, want, got);
                    CPPUNIT_ASSERT_MESSAGE(why, want.peaks == got.peaks);
                }
        }
    }

    // Once with peaks, once without.
    void a_flowgraph_starts_again()
    {
        const auto want =
            run_block(host_source(), make_block(), apart({ ON_DEVICE, true }));
        const auto block = make_block();
        for (const bool has_peaks : { false, true }) {
            const auto got = run_block(device_source(), block, { ON_DEVICE, has_peaks });
            expect_same_streams(has_peaks ? "with peaks" : "without", want, got);
            if (has_peaks)
                CPPUNIT_ASSERT(want.peaks == got.peaks);
        }
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (const auto& each : SETTINGS)
            run_block(host_source(), make_block(), each.with);
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_correlation_streams);
