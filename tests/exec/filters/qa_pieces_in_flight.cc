/* SPDX-License-Identifier: GPL-3.0-or-later */
// Filters, sets of them and channelizers that leave pieces in flight from call to call,
// on a device that takes its time and fails now and then: outputs are those of one call,
// whatever calls are offered, and whenever what is in flight is abandoned.
#include "exec/channels/stream_channelizer.h"
#include "exec/filters/filter_set.h"
#include "support/devices/fake_devices.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using sample = std::complex<float>;

constexpr int WORK_US = 200;
constexpr float BOUND = 1e-4F;

fake_control& fake()
{
    static const auto control = add_fake_devices({ fake_gpu() });
    return *control;
}

std::vector<sample> noise(std::size_t count, std::mt19937& random)
{
    std::uniform_real_distribution<float> part(-1, 1);
    std::vector<sample> all;
    for (std::size_t i = 0; i < count; ++i) {
        const float real = part(random);
        all.emplace_back(real, part(random));
    }
    return all;
}

std::vector<double> noise_taps(std::size_t count, std::mt19937& random)
{
    std::uniform_real_distribution<double> part(-1, 1);
    std::vector<double> all(count);
    for (auto& each : all)
        each = part(random);
    return all;
}

//! Samples whose outputs were returned are another's to write.
void overwrite(float* ring, std::size_t floats)
{
    std::fill_n(ring, floats, std::numeric_limits<float>::quiet_NaN());
}

//! How a stream went.
struct course {
    std::size_t calls = 0;
    std::size_t left_some = 0; //!< calls behind which there was something in flight
    std::size_t failed = 0;
    std::size_t changed = 0;
};

/*!
 * Has \p engine make \p outputs outputs by \p advance(done, offered), with whatever is
 * offered a call: sometimes less than is in flight. \p change(done) makes other taps of
 * the outputs behind those that are done.
 */
template <class engine_type, class advancer, class changer>
course make_all(engine_type& engine,
                std::size_t outputs,
                std::size_t unit,
                std::mt19937& random,
                const advancer& advance,
                const changer& change)
{
    course c;
    forget_orders(fake());
    fake().work_delay_us = WORK_US;
    for (std::size_t done = 0; done < outputs; ++c.calls) {
        const auto most = (outputs - done) / unit;
        const auto offered =
            random() % 8 ? most : 1 + random() % std::min<std::size_t>(most, 50);
        if (random() % 40 == 0)
            fake().calls.fail(random() % 2 ? "launch" : "wait",
                              static_cast<int>(1 + random() % 3));
        if (c.calls % 17 == 5)
            engine.abandon();
        if (c.calls % 17 == 13) {
            engine.abandon();
            fake().calls.clear(); // nobody goes on when it is a change that fails
            change(done);
            ++c.changed;
        }
        try {
            const auto done_now = advance(done, offered * unit);
            CPPUNIT_ASSERT(done_now > 0 && done_now % unit == 0);
            done += done_now;
            c.left_some += engine.executor().in_flight() > 0;
        } catch (const device_error&) {
            CPPUNIT_ASSERT_EQUAL(std::size_t(0), engine.executor().in_flight());
            engine.executor().renew_slots();
            ++c.failed;
        }
    }
    CPPUNIT_ASSERT_EQUAL(std::size_t(0), engine.executor().in_flight());
    forget_orders(fake());
    return c;
}

void expect_busy(const course& c, const std::string& what)
{
    const auto how = fmt::format("{}: {} calls, {} left something in flight, {} failed, "
                                 "{} changes",
                                 what,
                                 c.calls,
                                 c.left_some,
                                 c.failed,
                                 c.changed);
    CPPUNIT_ASSERT_MESSAGE(how, c.left_some > c.calls / 3 && c.changed > 0);
}

void expect_near(sample want, sample got, const std::string& what)
{
    CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {:g}{:+g}i should be {:g}{:+g}i",
                                       what,
                                       got.real(),
                                       got.imag(),
                                       want.real(),
                                       want.imag()),
                           std::abs(want - got) <= BOUND * (1 + std::abs(want)));
}

struct filter_kind {
    std::size_t taps;
    std::int64_t decimation;
    bool is_mixed;
    bool is_real;
};

void check_filter(const filter_kind& kind, std::mt19937& random)
{
    filter_request request;
    const auto draw = [&] {
        request.taps.clear();
        for (const auto tap : noise_taps(kind.taps, random))
            request.taps.emplace_back(tap);
    };
    draw();
    request.decimation = kind.decimation;
    request.is_real = kind.is_real;
    request.is_mixed = kind.is_mixed;
    request.center = kind.is_mixed ? 0.21 : 0;
    const std::size_t parts = kind.is_real ? 1 : 2;
    const auto step = static_cast<std::size_t>(kind.decimation);
    stream_filter engine(request, "fake:0", effort::estimate, startup::compiled);
    const auto row = static_cast<std::size_t>(engine.shape().outputs());
    const auto outputs = 300 * row + random() % row;
    const auto pairs = noise(outputs * step, random);
    const auto* x = reinterpret_cast<const float*>(pairs.data());
    std::vector<float> ring(x, x + outputs * step * parts); // copied from where it lies
    engine.executor().locked().add(ring.data(), ring.size() * sizeof(float));
    std::vector<float> got(outputs * parts), want(outputs * parts);
    // What each set of taps makes of all samples, in one call.
    std::vector<std::pair<std::size_t, filter_request>> requests = { { 0, request } };
    filter_past past(sizeof(float) * parts);
    past.keep(engine.past_to_keep());
    const auto c = make_all(
        engine,
        outputs,
        1,
        random,
        [&](std::size_t done, std::size_t offered) {
            const auto done_now = engine.advance(ring.data() + done * step * parts,
                                                 got.data() + done * parts,
                                                 offered,
                                                 past,
                                                 3 * row);
            overwrite(ring.data(), (done + done_now) * step * parts);
            return done_now;
        },
        [&](std::size_t done) {
            draw();
            CPPUNIT_ASSERT(engine.change_to(request));
            requests.emplace_back(done, request);
        });
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const auto begin = requests[i].first;
        const auto end = i + 1 < requests.size() ? requests[i + 1].first : outputs;
        if (begin == end)
            continue;
        stream_filter other(
            requests[i].second, "fake:0", effort::estimate, startup::compiled);
        filter_past nothing(sizeof(float) * parts);
        nothing.keep(other.past_to_keep());
        other.run(x, want.data(), end, nothing);
        for (auto o = begin * parts; o < end * parts; ++o)
            expect_near({ want[o], 0 },
                        { got[o], 0 },
                        fmt::format("{} taps, decimation {}, mixed {}, real {}, output "
                                    "{} of {}",
                                    kind.taps,
                                    kind.decimation,
                                    kind.is_mixed,
                                    kind.is_real,
                                    o / parts,
                                    outputs));
    }
    expect_busy(c, fmt::format("{} taps", kind.taps));
}

/*!
 * Filters of one stream, which return outputs together, some of which nobody wants, in
 * rings whose samples are another's as soon as their outputs were returned.
 */
void check_set(const std::vector<std::size_t>& taps, std::mt19937& random)
{
    std::vector<filter_request> requests;
    std::vector<filter_set::filter_ptr> filters;
    std::size_t kept = 0;
    for (const auto count : taps) {
        auto& request = requests.emplace_back();
        for (const auto tap : noise_taps(count, random))
            request.taps.emplace_back(tap);
        filters.push_back(std::make_shared<stream_filter>(
            request, "fake:0", effort::estimate, startup::compiled));
        kept = std::max(kept, filters.back()->past_to_keep());
    }
    filter_set set(filters);
    const std::size_t outputs = 40000;
    const auto x = noise(outputs, random);
    auto ring = x; // copied from where it lies
    for (const auto& each : filters)
        each->executor().locked().add(ring.data(), ring.size() * sizeof(sample));
    std::vector<std::vector<sample>> got(taps.size(), std::vector<sample>(outputs));
    std::vector<std::vector<bool>> is_wanted(taps.size(), std::vector<bool>(outputs));
    filter_past past(sizeof(sample));
    past.keep(kept);
    std::size_t unwanted = taps.size(); // none
    std::size_t calls = 0, left_some = 0, failed = 0;
    fake().work_delay_us = WORK_US;
    for (std::size_t done = 0; done < outputs; ++calls) {
        if (calls % 17 == 13) {
            set.abandon();
            unwanted = random() % (taps.size() + 1);
        }
        if (random() % 40 == 0)
            fake().calls.fail(random() % 2 ? "launch" : "wait",
                              static_cast<int>(1 + random() % 3));
        std::vector<void*> out;
        for (std::size_t i = 0; i < taps.size(); ++i)
            out.push_back(i == unwanted ? nullptr : got[i].data() + done);
        const auto most = outputs - done;
        const auto offered =
            random() % 8 ? most : 1 + random() % std::min<std::size_t>(most, 50);
        try {
            const auto done_now =
                set.advance(ring.data() + done, out, offered, past, 700);
            CPPUNIT_ASSERT(done_now > 0 && done_now <= offered);
            for (std::size_t i = 0; i < taps.size(); ++i)
                std::fill_n(is_wanted[i].begin() + static_cast<std::ptrdiff_t>(done),
                            done_now,
                            i != unwanted);
            done += done_now;
            overwrite(reinterpret_cast<float*>(ring.data()), 2 * done);
            left_some += set.in_flight() > 0;
        } catch (const device_error&) {
            CPPUNIT_ASSERT(set.is_idle());
            for (const auto& each : filters)
                each->executor().renew_slots();
            ++failed;
        }
    }
    CPPUNIT_ASSERT(set.is_idle());
    forget_orders(fake());
    CPPUNIT_ASSERT_MESSAGE(
        fmt::format("{} calls, {} left something, {} failed", calls, left_some, failed),
        left_some > calls / 3);
    std::vector<sample> want(outputs);
    for (std::size_t i = 0; i < taps.size(); ++i) {
        stream_filter other(requests[i], "fake:0", effort::estimate, startup::compiled);
        filter_past nothing(sizeof(sample));
        nothing.keep(other.past_to_keep());
        other.run(x.data(), want.data(), outputs, nothing);
        for (std::size_t o = 0; o < outputs; ++o)
            if (is_wanted[i][o])
                expect_near(
                    want[o], got[i][o], fmt::format("{} taps, output {}", taps[i], o));
    }
}

struct channelizer_kind {
    std::int64_t channels;
    std::int64_t hop;
    std::size_t taps;
    bool has_streams; //!< out
};

void check_channelizer(const channelizer_kind& kind, std::mt19937& random)
{
    channelizer_request request{ noise_taps(kind.taps, random), kind.channels, kind.hop };
    const auto channels = static_cast<std::size_t>(kind.channels);
    const auto hop = static_cast<std::size_t>(kind.hop);
    stream_channelizer engine(request, "fake:0", effort::estimate, startup::compiled);
    const auto period = static_cast<std::size_t>(engine.shape().period());
    const auto outputs = 1500 / period * period;
    const auto x = noise(outputs * hop, random);
    std::vector<int> map(channels);
    std::iota(map.begin(), map.end(), 0);
    const channel_order order(engine.shape(), map);
    // Streams lie one behind the other; else there are vectors.
    const auto call_at = [&](const std::vector<sample>& from,
                             std::vector<sample>& memory,
                             std::size_t done,
                             std::size_t offered) {
        channelizer_call call;
        call.in = { from.data() + done * hop };
        call.has_vectors = !kind.has_streams;
        call.outputs = offered;
        if (call.has_vectors)
            call.out = { memory.data() + done * channels };
        for (std::size_t i = 0; kind.has_streams && i < channels; ++i)
            call.out.push_back(memory.data() + i * outputs + done);
        return call;
    };
    auto ring = x; // copied from where it lies
    engine.executor().locked().add(ring.data(), ring.size() * sizeof(sample));
    std::vector<sample> got(outputs * channels), want(outputs * channels);
    past_samples past(sizeof(sample));
    past.keep(engine.past_to_keep());
    const auto c = make_all(
        engine,
        outputs,
        period,
        random,
        [&](std::size_t done, std::size_t offered) {
            const auto done_now =
                engine.advance(call_at(ring, got, done, offered), order, past, 9);
            overwrite(reinterpret_cast<float*>(ring.data()), 2 * (done + done_now) * hop);
            return done_now;
        },
        [&](std::size_t) { CPPUNIT_ASSERT(engine.change_to(request)); });
    past.clear();
    engine.run(call_at(x, want, 0, outputs), order, past);
    for (std::size_t i = 0; i < want.size(); ++i)
        expect_near(want[i],
                    got[i],
                    fmt::format("{} channels, hop {}, value {} of {}",
                                kind.channels,
                                kind.hop,
                                i,
                                want.size()));
    expect_busy(c, fmt::format("{} channels, hop {}", kind.channels, kind.hop));
}

} // namespace

class qa_pieces_in_flight : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pieces_in_flight);
    CPPUNIT_TEST(a_filter_makes_what_one_call_makes);
    CPPUNIT_TEST(so_do_filters_of_the_same_samples);
    CPPUNIT_TEST(so_does_a_channelizer);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(fake()); }

private:
    void a_filter_makes_what_one_call_makes()
    {
        std::mt19937 random(run_seed("exec.pieces_in_flight"));
        for (const auto& each : { filter_kind{ 31, 1, false, false },
                                  filter_kind{ 100, 3, false, false },
                                  filter_kind{ 64, 2, true, false },
                                  filter_kind{ 40, 1, false, true } })
            check_filter(each, random);
    }

    void so_do_filters_of_the_same_samples()
    {
        std::mt19937 random(run_seed("exec.pieces_in_flight"));
        for (const auto& taps :
             std::vector<std::vector<std::size_t>>{ { 31 }, { 31, 200, 5 }, { 900, 2 } })
            check_set(taps, random);
    }

    void so_does_a_channelizer()
    {
        std::mt19937 random(run_seed("exec.pieces_in_flight"));
        for (const auto& each : { channelizer_kind{ 16, 16, 100, false },
                                  channelizer_kind{ 16, 16, 192, true },
                                  channelizer_kind{ 12, 6, 90, false },
                                  channelizer_kind{ 15, 10, 70, true } })
            check_channelizer(each, random);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pieces_in_flight);
