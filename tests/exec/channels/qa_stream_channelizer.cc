/* SPDX-License-Identifier: GPL-3.0-or-later */
// Polyphase channelizers beside sums in double precision: numbers of channels, taps,
// hops and calls that nobody thought of, from one stream and from as many as channels, to
// streams and to vectors.
#include "exec/channels/stream_channelizer.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex = std::complex<double>;

struct sample {
    const char* why;
    std::int64_t channels;
    std::int64_t hop;
    std::size_t taps;
};

const sample SAMPLES[] = {
    { "a lane a row, critically sampled", 16, 16, 192 },
    { "lanes of points, critically sampled", 64, 64, 768 },
    { "fewer taps than fill the branches", 64, 64, 600 },
    { "oversampled by 2", 64, 32, 768 },
    { "oversampled by 4/3", 16, 12, 100 },
    { "an output a sample", 5, 1, 23 },
    { "hop and channels without a common factor", 7, 5, 40 },
    { "fewer taps than channels", 30, 30, 11 },
    { "fewer taps than channels, oversampled", 30, 20, 11 },
    { "one channel, a FIR filter", 1, 1, 17 },
    { "two channels", 2, 1, 9 },
    { "a prime that a convolution takes", 37, 37, 100 },
    { "more turns than are kept", 1100, 1099, 20 },
};

struct course {
    channelizer_request request;
    std::vector<int> map;
    bool has_streams = false; //!< in
    bool has_vectors = false; //!< out
    std::vector<channel_sample> x;
};

course course_of(const sample& s, std::mt19937& random)
{
    course c;
    c.request.channels = s.channels;
    c.request.hop = s.hop;
    std::uniform_real_distribution<float> part(-1, 1);
    for (std::size_t i = 0; i < s.taps; ++i)
        c.request.taps.push_back(part(random));
    c.map.resize(static_cast<std::size_t>(s.channels));
    std::iota(c.map.begin(), c.map.end(), 0);
    if (random() % 2) {
        std::shuffle(c.map.begin(), c.map.end(), random);
        c.map.resize(1 + random() % c.map.size());
    }
    c.has_streams = random() % 2;
    c.has_vectors = random() % 2;
    const auto period = channelizer_shape(c.request).period() * s.hop;
    const auto periods = (3000 + static_cast<std::int64_t>(random() % 5000)) / period + 3;
    for (std::int64_t i = 0; i < periods * period; ++i) {
        const float real = part(random);
        c.x.emplace_back(real, part(random));
    }
    return c;
}

//! All outputs, [output of the map][time], through calls of any length. GPUs may keep
//! pieces in flight between them.
std::vector<std::vector<channel_sample>> outputs_of(const course& c, std::mt19937& random)
{
    stream_channelizer made(c.request, "auto", effort::estimate, startup::compiled);
    const auto& shape = made.shape();
    const channel_order order(shape, c.map);
    past_samples past(sizeof(channel_sample));
    past.keep(static_cast<std::size_t>(shape.row_samples()));
    const auto count = c.has_streams ? static_cast<std::size_t>(shape.channels) : 1;
    std::vector<std::vector<channel_sample>> in(count);
    for (std::size_t i = 0; i < c.x.size(); ++i)
        in[i % count].push_back(c.x[i]);
    const auto outputs = c.x.size() / static_cast<std::size_t>(shape.hop);
    std::vector<std::vector<channel_sample>> streams(
        c.map.size(), std::vector<channel_sample>(outputs));
    std::vector<channel_sample> vectors(outputs * c.map.size());
    const auto period = static_cast<std::size_t>(shape.period());
    const bool keeps_in_flight = random() % 2;
    for (std::size_t done = 0; done < outputs;) {
        channelizer_call call;
        const auto most = (outputs - done) / period;
        call.outputs = (1 + random() % most) * period;
        const auto items = done * static_cast<std::size_t>(shape.hop) / count;
        for (const auto& each : in)
            call.in.push_back(each.data() + items);
        call.has_vectors = c.has_vectors;
        if (c.has_vectors)
            call.out.push_back(vectors.data() + done * c.map.size());
        else
            for (auto& each : streams)
                call.out.push_back(each.data() + done);
        if (keeps_in_flight) {
            done += made.advance(call, order, past, 1 + random() % 100);
            continue;
        }
        made.run(call, order, past);
        done += call.outputs;
    }
    for (std::size_t i = 0; c.has_vectors && i < vectors.size(); ++i)
        streams[i % c.map.size()][i / c.map.size()] = vectors[i];
    return streams;
}

complex expected(const course& c, int channel, std::int64_t o)
{
    const auto newest = (o + 1) * c.request.hop - 1;
    const double turn = -2 * std::acos(-1.0) / static_cast<double>(c.request.channels);
    complex sum = 0;
    for (std::int64_t l = 0; l < static_cast<std::int64_t>(c.request.taps.size()); ++l) {
        const auto at = newest - l;
        if (at < 0)
            break;
        const auto turns =
            (at + c.request.hop + 1) % c.request.channels * channel % c.request.channels;
        sum += c.request.taps[static_cast<std::size_t>(l)] *
               complex(c.x[static_cast<std::size_t>(at)]) *
               std::polar(1.0, turn * static_cast<double>(turns));
    }
    return sum;
}

void check(const sample& s, std::mt19937& random)
{
    const auto c = course_of(s, random);
    const auto got = outputs_of(c, random);
    const auto bound = 2e-6 * std::sqrt(static_cast<double>(s.taps)) *
                       std::log2(static_cast<double>(s.channels) + 2);
    for (std::size_t i = 0; i < c.map.size(); ++i) {
        for (std::size_t o = 0; o < got[i].size(); o += 1 + o / 50) {
            const auto want = expected(c, c.map[i], static_cast<std::int64_t>(o));
            if (!(std::abs(complex(got[i][o]) - want) <= bound))
                CPPUNIT_FAIL(fmt::format("{}: {} channels, hop {}, streams in {}, "
                                         "vectors out {}: output {} of channel {}: {:g}"
                                         "{:+g}i should be {:g}{:+g}i",
                                         s.why,
                                         s.channels,
                                         s.hop,
                                         c.has_streams,
                                         c.has_vectors,
                                         o,
                                         c.map[i],
                                         got[i][o].real(),
                                         got[i][o].imag(),
                                         want.real(),
                                         want.imag()));
        }
    }
}

} // namespace

class qa_stream_channelizer : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_stream_channelizer);
    CPPUNIT_TEST(outputs_are_sums_of_taps_and_samples);
    CPPUNIT_TEST(so_they_are_of_any_channelizer);
    CPPUNIT_TEST(what_cannot_be_is_refused);
    CPPUNIT_TEST_SUITE_END();

    void outputs_are_sums_of_taps_and_samples()
    {
        std::mt19937 random(run_seed("exec.stream_channelizer"));
        for (const auto& s : SAMPLES)
            check(s, random);
    }

    void so_they_are_of_any_channelizer()
    {
        std::mt19937 random(run_seed("exec.stream_channelizer"));
        for (int i = 0; i < 5; ++i) {
            const auto channels = 1 + static_cast<std::int64_t>(random() % 80);
            const auto hop = random() % 2
                                 ? channels
                                 : 1 + static_cast<std::int64_t>(
                                           random() % static_cast<unsigned>(channels));
            check({ "any", channels, hop, 1 + random() % 300 }, random);
        }
    }

    void what_cannot_be_is_refused()
    {
        CPPUNIT_ASSERT_EQUAL(std::int64_t(6), hop_of(6, 1));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(4), hop_of(6, 1.5));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1), hop_of(6, 6));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(97), hop_of(100, 100.0 / 97.0F));
        for (const double rate : { 0.0, -1.0, 0.5, 1.1, 7.0, std::nan("") })
            CPPUNIT_ASSERT_THROW(hop_of(6, rate), plan_error);
        CPPUNIT_ASSERT_THROW(hop_of(0, 1), plan_error);
        const channelizer_request good{ { 1, 2 }, 4, 2 };
        CPPUNIT_ASSERT_NO_THROW(validate(good));
        const channelizer_request bad[] = {
            { {}, 4, 2 },    { { 1, std::nan("") }, 4, 2 },
            { { 1 }, 0, 1 }, { { 1 }, MOST_CHANNELS + 1, 1 },
            { { 1 }, 4, 5 }, { { 1 }, 4, 0 }
        };
        for (const auto& each : bad)
            CPPUNIT_ASSERT_THROW(validate(each), plan_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_stream_channelizer);
