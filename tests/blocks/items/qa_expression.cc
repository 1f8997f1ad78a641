/* SPDX-License-Identifier: GPL-3.0-or-later */
// Expressions between transforms on a fake GPU: of one stream and of two, beside streams
// of the host, with numbers that change, and with calls of the device that fail.
#include "blocks/chains/chain_flowgraph.h"
#include "support/first_wrong.h"
#include <gnuradio/gpufft/expression.h>
#include <gnuradio/gpufft/null_sink.h>
#include <gnuradio/gpufft/vector_source.h>
#include <gnuradio/host_buffer.h>
#include <gnuradio/sync_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <thread>

namespace {

using namespace gpufft::testing;
using gr::gpufft::expression;

constexpr std::size_t ITEM = LENGTH * sizeof(gr_complex);

expression::sptr make_expression(const std::string& text,
                                 const std::string& inputs = "c",
                                 const expression::number_map& numbers = {},
                                 const expression::buffer_map& buffers = {},
                                 const expression::real_buffer_map& reals = {})
{
    const auto result =
        expression::make(text, inputs, "c", LENGTH, numbers, buffers, reals);
    result->set_max_output_buffer(RING_ITEMS);
    return result;
}

//! Spectra, times what delays by one sample, and back: each impulse one place later. The
//! number is 1, 2, 1 ... in items that the flowgraph gives.
struct shifted_chain {
    gr::top_block_sptr graph = gr::make_top_block("qa_expression");
    expression::sptr turns;
    gr::blocks::vector_sink_c::sptr sink = gr::blocks::vector_sink_c::make(LENGTH);

    explicit shifted_chain(int items)
    {
        std::vector<gr_complex> delay;
        for (int k = 0; k < LENGTH; ++k)
            delay.push_back(std::polar(1.0F, static_cast<float>(-2 * M_PI * k / LENGTH)));
        turns = make_expression("x * h[n] * s * w[row % 2]",
                                "c",
                                { { "s", 1 } },
                                { { "h", delay } },
                                { { "w", { 1, -1 } } });
        const auto there = make_fft(), back = make_fft("fake:0", false);
        graph->connect(make_source(items), 0, there, 0);
        graph->connect(there, 0, turns, 0);
        graph->connect(turns, 0, back, 0);
        graph->connect(back, 0, sink, 0);
    }

    //! The factor of each item, 0 where it is wrong.
    std::vector<double> factors() const
    {
        std::vector<double> all;
        const auto& data = sink->data();
        for (std::size_t item = 1; item < data.size() / LENGTH; ++item) {
            const auto place = (item + 1) % LENGTH;
            const double height =
                LENGTH * static_cast<double>(item) * (item % 2 ? -1 : 1);
            double others = 0;
            for (std::size_t n = 0; n < LENGTH; ++n)
                others += n == place ? 0 : std::abs(data[item * LENGTH + n]);
            const double here = static_cast<double>(data[item * LENGTH + place].real());
            all.push_back(others < 1e-4 * std::abs(here) ? here / height : 0);
        }
        return all;
    }
};

//! A factor for each item, in a ring that is mapped once.
class moving_factors : public gr::sync_block
{
public:
    moving_factors()
        : gr::sync_block(
              "moving_factors",
              gr::io_signature::make(0, 0, 0),
              gr::io_signature::make(1, 1, LENGTH * sizeof(float), gr::host_buffer::type))
    {
    }

    static float of(std::uint64_t item) { return item % 2 ? 2.0F : 1.0F; }

    int work(int items, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        auto* to = static_cast<float*>(out[0]);
        for (int i = 0; i < items; ++i)
            std::fill_n(to + i * LENGTH, LENGTH, of(nitems_written(0) + i));
        return items;
    }
};

class qa_expression : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_expression);
    CPPUNIT_TEST(between_transforms_it_is_computed_on_the_device);
    CPPUNIT_TEST(a_chain_with_one_copies_nothing);
    CPPUNIT_TEST(numbers_change_once_for_each_item);
    CPPUNIT_TEST(calls_may_fail_while_numbers_change);
    CPPUNIT_TEST(two_streams_meet_on_the_device);
    CPPUNIT_TEST(a_stream_of_the_host_is_uploaded_beside_one_that_is_there);
    CPPUNIT_TEST(tags_of_all_inputs_come_once);
    CPPUNIT_TEST(it_says_where_it_computes_and_what_has_failed);
    CPPUNIT_TEST(it_says_why_it_does_not_start_on_the_device);
    CPPUNIT_TEST(beside_a_ring_that_moves_its_items_the_host_computes);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(fake()); }

    void between_transforms_it_is_computed_on_the_device()
    {
        const int launches = fake().calls.calls("launch");
        const shifted_chain c(ITEMS);
        c.graph->run();
        const auto factors = c.factors();
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS - 1), factors.size());
        for (const double each : factors)
            CPPUNIT_ASSERT_DOUBLES_EQUAL(1, each, 1e-4);
        CPPUNIT_ASSERT(fake().calls.calls("launch") > launches);
    }

    void a_chain_with_one_copies_nothing()
    {
        const auto graph = gr::make_top_block("qa_expression");
        const auto source =
            gr::gpufft::vector_source_c::make(impulses(64), true, LENGTH, "fake:0");
        source->set_max_output_buffer(RING_ITEMS);
        const auto there = make_fft(), back = make_fft();
        const auto squares = make_expression("x * conj(x) * g", "c", { { "g", 2 } });
        const auto sink = gr::gpufft::null_sink::make(ITEM);
        graph->connect(source, 0, there, 0);
        graph->connect(there, 0, squares, 0);
        graph->connect(squares, 0, back, 0);
        graph->connect(back, 0, sink, 0);
        const int up = fake().calls.calls("upload"),
                  down = fake().calls.calls("download"),
                  launches = fake().calls.calls("launch");
        graph->start();
        while (sink->nitems_read(0) < 20000)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        graph->stop();
        graph->wait();
        CPPUNIT_ASSERT_EQUAL(up + 1, fake().calls.calls("upload")); // the source's items
        // Where a thread gets no time for 20 ms, what it has not read is saved.
        CPPUNIT_ASSERT((fake().calls.calls("download") - down) * 10 <
                       fake().calls.calls("launch") - launches);
    }

private:
    //! Runs it while another thread counts the number up; \return the last factor
    static double run_with_changes(const shifted_chain& c, const std::string& request)
    {
        std::atomic<bool> goes_on{ true };
        std::thread changes([&] {
            for (int s = 2; goes_on; ++s) {
                c.turns->set_number("s", s);
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
        });
        c.graph->run();
        goes_on = false;
        changes.join();
        const auto factors = c.factors();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(request, std::size_t(ITEMS - 1), factors.size());
        double before = 1;
        for (std::size_t i = 0; i < factors.size(); ++i) {
            const auto at = fmt::format(
                "{}: item {} has {} after {}", request, i + 1, factors[i], before);
            CPPUNIT_ASSERT_MESSAGE(
                at, std::abs(factors[i] - std::round(factors[i])) < 1e-4 * factors[i]);
            CPPUNIT_ASSERT_MESSAGE(at, std::round(factors[i]) >= before);
            before = std::round(factors[i]);
        }
        return before;
    }

    //! What a status message says of \p key; "": nothing.
    static std::string message_of(const gr::blocks::message_debug::sptr& from,
                                  std::size_t number,
                                  const char* key)
    {
        const auto value =
            pmt::dict_ref(from->get_message(number), pmt::mp(key), pmt::mp(""));
        return pmt::symbol_to_string(value);
    }

public:
    // What was sent with a number is computed again with that one: they never fall.
    void numbers_change_once_for_each_item()
    {
        const shifted_chain c(ITEMS);
        CPPUNIT_ASSERT(run_with_changes(c, "no failure") > 1);
    }

    void calls_may_fail_while_numbers_change()
    {
        for (const char* call : { "download", "launch", "record", "work", "wait_for" })
            for (const int nth : { 1, 10, 40 }) {
                forget_orders(fake());
                const shifted_chain c(ITEMS);
                fake().calls.fail(call, 40 + nth);
                fake().calls.fail(call, 45 + nth);
                run_with_changes(c, fmt::format("{} {}", call, nth));
            }
    }

    // x0 conj(x1) of a spectrum with itself, by two ways of unequal length.
    void two_streams_meet_on_the_device()
    {
        for (const char* call : { "", "launch", "work", "wait" })
            for (const bool is_same_ring : { true, false }) {
                forget_orders(fake());
                const auto graph = gr::make_top_block("qa_expression");
                const auto source = make_source();
                const auto spectra = make_fft();
                const auto scaled = make_expression("x * 2");
                const auto product = make_expression("x0 * conj(x1) + x0", "cc");
                const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
                graph->connect(source, 0, spectra, 0);
                graph->connect(spectra, 0, product, 0);
                if (is_same_ring) {
                    graph->connect(spectra, 0, product, 1);
                } else {
                    graph->connect(spectra, 0, scaled, 0);
                    graph->connect(scaled, 0, product, 1);
                }
                graph->connect(product, 0, sink, 0);
                if (*call)
                    fake().calls.fail(call, 60);
                graph->run();
                const auto request = fmt::format("{} {}", call, is_same_ring);
                const auto& data = sink->data();
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    request, std::size_t(ITEMS) * LENGTH, data.size());
                expect_all(request, "output", 0, data.size(), [&](std::size_t i) {
                    const auto item = static_cast<double>(i / LENGTH);
                    const auto x = std::polar(
                        item,
                        -2 * M_PI * static_cast<double>(i % LENGTH * (i / LENGTH)) /
                            LENGTH);
                    const auto want = item * item * (is_same_ring ? 1 : 2) + x;
                    return std::abs(std::complex<double>(data[i]) - want) <
                           1e-5 * (1 + std::abs(want));
                });
            }
    }

    void a_stream_of_the_host_is_uploaded_beside_one_that_is_there()
    {
        for (const char* call : { "", "launch", "work", "upload" }) {
            forget_orders(fake());
            const auto graph = gr::make_top_block("qa_expression");
            const auto spectra = make_fft(), back = make_fft("fake:0", false);
            std::vector<float> factors(std::size_t(ITEMS) * LENGTH);
            for (std::size_t i = 0; i < factors.size(); ++i)
                factors[i] = i / LENGTH % 2 ? 2.F : 1.F;
            const auto more = gr::blocks::vector_source_f::make(factors, false, LENGTH);
            const auto product = make_expression("x0 * x1", "cf");
            const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
            graph->connect(make_source(), 0, spectra, 0);
            graph->connect(spectra, 0, product, 0);
            graph->connect(more, 0, product, 1);
            graph->connect(product, 0, back, 0);
            graph->connect(back, 0, sink, 0);
            if (*call)
                fake().calls.fail(call, 60);
            graph->run();
            auto data = sink->data();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(call, std::size_t(ITEMS) * LENGTH, data.size());
            for (std::size_t i = 0; i < data.size(); ++i)
                data[i] /= factors[i];
            CPPUNIT_ASSERT_EQUAL_MESSAGE(call, ITEMS, right_impulses(data, LENGTH));
        }
    }

    void tags_of_all_inputs_come_once()
    {
        const auto tags_of = [](const char* key) {
            std::vector<gr::tag_t> all;
            for (std::uint64_t item = 0; item < ITEMS; item += 501) {
                gr::tag_t tag;
                tag.offset = item;
                tag.key = pmt::mp(key);
                tag.value = pmt::from_uint64(item);
                all.push_back(tag);
            }
            return all;
        };
        const auto graph = gr::make_top_block("qa_expression");
        const auto one = make_fft(), two = make_fft(), back = make_fft("fake:0", false);
        const auto sum = make_expression("x0 + x1", "cc");
        const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
        graph->connect(make_source(ITEMS, tags_of("a")), 0, one, 0);
        graph->connect(make_source(ITEMS, tags_of("b")), 0, two, 0);
        graph->connect(one, 0, sum, 0);
        graph->connect(two, 0, sum, 1);
        graph->connect(sum, 0, back, 0);
        graph->connect(back, 0, sink, 0);
        graph->run();
        CPPUNIT_ASSERT_EQUAL(ITEMS, right_impulses(sink->data(), 2 * LENGTH));
        CPPUNIT_ASSERT_EQUAL(2 * tags_of("a").size(), sink->tags().size());
        for (const auto& tag : sink->tags())
            CPPUNIT_ASSERT_EQUAL(tag.offset, pmt::to_uint64(tag.value));
    }

    void it_says_where_it_computes_and_what_has_failed()
    {
        // Which block the launch is of that fails, threads decide: one of three at a
        // time.
        for (int attempt = 0; attempt < 30; ++attempt)
            if (has_told_of_a_failure(60 + attempt))
                return;
        CPPUNIT_FAIL("no launch of the expression was among 30 that failed");
    }

    //! Lets a launch fail. \return whether it was the expression's, which has told so
    bool has_told_of_a_failure(int launch)
    {
        const shifted_chain c(ITEMS);
        const auto heard = gr::blocks::message_debug::make();
        c.graph->msg_connect(c.turns, "status", heard, "store");
        CPPUNIT_ASSERT_EQUAL(std::string("host"), c.turns->device_name());
        fake().calls.fail("launch", launch);
        c.graph->run();
        CPPUNIT_ASSERT(heard->num_messages() >= 1);
        CPPUNIT_ASSERT_EQUAL(std::string("started"), message_of(heard, 0, "event"));
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0 (first GPU)"),
                             message_of(heard, 0, "device"));
        CPPUNIT_ASSERT_EQUAL(std::string("x*h[n]*s*w[row%2]"),
                             message_of(heard, 0, "plan"));
        CPPUNIT_ASSERT_EQUAL(std::string("resident"), message_of(heard, 0, "buffers"));
        for (const double each : c.factors())
            CPPUNIT_ASSERT_DOUBLES_EQUAL(1, each, 1e-4);
        if (heard->num_messages() == 1)
            return false;
        CPPUNIT_ASSERT_EQUAL(2, static_cast<int>(heard->num_messages()));
        CPPUNIT_ASSERT_EQUAL(std::string("fallback"), message_of(heard, 1, "event"));
        CPPUNIT_ASSERT_EQUAL(std::string("host"), message_of(heard, 1, "device"));
        CPPUNIT_ASSERT(!message_of(heard, 1, "reason").empty());
        CPPUNIT_ASSERT_EQUAL(std::string(), message_of(heard, 1, "buffers"));
        return true;
    }

    void it_says_why_it_does_not_start_on_the_device()
    {
        const shifted_chain c(ITEMS);
        const auto heard = gr::blocks::message_debug::make();
        c.graph->msg_connect(c.turns, "status", heard, "store");
        fake().refused_text = "in0_size"; // of rings, which transforms have none of
        c.graph->run();
        fake().refused_text.clear();
        CPPUNIT_ASSERT_EQUAL(1, static_cast<int>(heard->num_messages()));
        CPPUNIT_ASSERT_EQUAL(std::string("fallback"), message_of(heard, 0, "event"));
        CPPUNIT_ASSERT_EQUAL(std::string("host"), message_of(heard, 0, "device"));
        CPPUNIT_ASSERT_EQUAL(std::string(), message_of(heard, 0, "buffers"));
        CPPUNIT_ASSERT(message_of(heard, 0, "reason").find("in0_size") !=
                       std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS - 1), c.factors().size());
        for (const double each : c.factors())
            CPPUNIT_ASSERT_DOUBLES_EQUAL(1, each, 1e-4);
    }

    // Uploads may read its items while they are moved.
    void beside_a_ring_that_moves_its_items_the_host_computes()
    {
        const auto graph = gr::make_top_block("qa_expression");
        const auto product = make_expression("x0 * x1", "cf");
        const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
        const auto heard = gr::blocks::message_debug::make();
        const auto spectra = make_fft(), back = make_fft("fake:0", false);
        graph->msg_connect(product, "status", heard, "store");
        graph->connect(make_source(), 0, spectra, 0);
        graph->connect(spectra, 0, product, 0);
        graph->connect(gnuradio::make_block_sptr<moving_factors>(), 0, product, 1);
        graph->connect(product, 0, back, 0);
        graph->connect(back, 0, sink, 0);
        graph->run();
        auto data = sink->data();
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS) * LENGTH, data.size());
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] /= moving_factors::of(i / LENGTH);
        CPPUNIT_ASSERT_EQUAL(ITEMS, right_impulses(data, LENGTH));
        CPPUNIT_ASSERT_EQUAL(std::string("started"), message_of(heard, 0, "event"));
        CPPUNIT_ASSERT_EQUAL(std::string("host"), message_of(heard, 0, "device"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_expression);

} // namespace
