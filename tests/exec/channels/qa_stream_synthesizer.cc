/* SPDX-License-Identifier: GPL-3.0-or-later */
// Polyphase synthesizers beside sums in double precision: numbers of channels, taps and
// rows in a call that nobody thought of, from streams and from vectors, with taps that
// change between calls.
#include "exec/channels/stream_synthesizer.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <random>
#include <utility>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex = std::complex<double>;

struct sample {
    const char* why;
    std::int64_t channels;
    bool is_doubled;
    std::size_t taps;
};

const sample SAMPLES[] = {
    { "a lane a row", 16, false, 192 },
    { "a lane a row, at twice the rate", 8, true, 100 },
    { "lanes of points", 64, false, 768 },
    { "lanes of points, at twice the rate", 64, true, 600 },
    { "fewer taps than channels", 30, false, 11 },
    { "fewer taps than channels, at twice the rate", 30, true, 11 },
    { "one channel, a FIR filter", 1, false, 17 },
    { "a prime that a convolution takes", 37, false, 100 },
};

struct course {
    synthesizer_request request;
    std::vector<double> other_taps; //!< from the row on that run_of() returns
    std::vector<int> map;
    bool has_vectors = false;
    std::vector<std::vector<channel_sample>> in; //!< [place in the map][row]
};

course course_of(const sample& s, std::mt19937& random)
{
    course c;
    c.request.channels = s.channels;
    c.request.is_doubled = s.is_doubled;
    std::uniform_real_distribution<float> part(-1, 1);
    for (std::size_t i = 0; i < s.taps; ++i)
        c.request.taps.push_back(part(random));
    const auto other = 1 + random() % (2 * s.taps);
    for (std::size_t i = 0; i < other; ++i)
        c.other_taps.push_back(part(random));
    c.map.resize(static_cast<std::size_t>(synthesizer_shape(c.request).points));
    std::iota(c.map.begin(), c.map.end(), 0);
    if (random() % 2) {
        std::shuffle(c.map.begin(), c.map.end(), random);
        c.map.resize(1 + random() % c.map.size());
    }
    c.has_vectors = random() % 2;
    const auto rows = 50 + 4000 / static_cast<std::size_t>(s.channels) + random() % 300;
    c.in.resize(c.map.size());
    for (auto& each : c.in)
        for (std::size_t r = 0; r < rows; ++r) {
            const float real = part(random);
            each.emplace_back(real, part(random));
        }
    return c;
}

//! All outputs, through calls of any length, and the row from which on taps are others.
std::pair<std::vector<channel_sample>, std::int64_t> run_of(const course& c,
                                                            std::mt19937& random)
{
    stream_synthesizer made(c.request, "auto", effort::estimate, startup::compiled);
    synthesizer_past past(made.shape());
    past.keep(made.past_to_keep());
    const auto rows = c.in[0].size();
    const auto channels = static_cast<std::size_t>(c.request.channels);
    std::vector<channel_sample> vectors;
    for (std::size_t r = 0; r < rows; ++r)
        for (const auto& each : c.in)
            vectors.push_back(each[r]);
    std::vector<channel_sample> out(rows * channels);
    std::int64_t changed = -1;
    for (std::size_t done = 0; done < rows;) {
        if (changed < 0 && done > rows / 3) {
            auto other = c.request;
            other.taps = c.other_taps;
            CPPUNIT_ASSERT(made.change_to(other));
            changed = static_cast<std::int64_t>(done);
        }
        synthesizer_call call;
        call.rows = 1 + random() % std::min<std::size_t>(rows - done, rows / 4);
        call.has_vectors = c.has_vectors;
        if (c.has_vectors)
            call.in = { vectors.data() + done * c.map.size() };
        else
            for (const auto& each : c.in)
                call.in.push_back(each.data() + done);
        call.out = out.data() + done * channels;
        made.run(call, c.map, past);
        done += call.rows;
    }
    return { out, changed };
}

complex expected(const course& c, const std::vector<double>& taps, std::int64_t t)
{
    const synthesizer_shape shape(c.request);
    const double turn = 2 * std::acos(-1.0) / static_cast<double>(shape.points);
    complex sum = 0;
    for (auto r = t / shape.channels; r >= 0; --r) {
        const auto tap = t - r * shape.channels;
        if (tap >= static_cast<std::int64_t>(taps.size()))
            break;
        for (std::size_t i = 0; i < c.map.size(); ++i) {
            const auto turns =
                (t + shape.points - shape.channels) * c.map[i] % shape.points;
            sum += taps[static_cast<std::size_t>(tap)] *
                   complex(c.in[i][static_cast<std::size_t>(r)]) *
                   std::polar(1.0, turn * static_cast<double>(turns));
        }
    }
    return sum;
}

void check(const sample& s, std::mt19937& random)
{
    const auto c = course_of(s, random);
    const auto [got, changed] = run_of(c, random);
    const auto most_taps = std::max(c.request.taps.size(), c.other_taps.size());
    const auto bound = 3e-6 * std::sqrt(static_cast<double>(most_taps + c.map.size()));
    for (std::size_t t = 0; t < got.size(); t += 1 + t / 50) {
        const auto number = static_cast<std::int64_t>(t);
        const auto& taps = number >= changed * s.channels ? c.other_taps : c.request.taps;
        const auto want = expected(c, taps, number);
        if (!(std::abs(complex(got[t]) - want) <= bound))
            CPPUNIT_FAIL(
                fmt::format("{}: {} channels, doubled {}, vectors {}, other taps "
                            "from row {}: sample {}: {:g}{:+g}i should be "
                            "{:g}{:+g}i",
                            s.why,
                            s.channels,
                            s.is_doubled,
                            c.has_vectors,
                            changed,
                            t,
                            got[t].real(),
                            got[t].imag(),
                            want.real(),
                            want.imag()));
    }
}

} // namespace

class qa_stream_synthesizer : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_stream_synthesizer);
    CPPUNIT_TEST(outputs_are_sums_of_taps_and_channels);
    CPPUNIT_TEST(so_they_are_of_any_synthesizer);
    CPPUNIT_TEST(what_cannot_be_is_refused);
    CPPUNIT_TEST_SUITE_END();

    void outputs_are_sums_of_taps_and_channels()
    {
        std::mt19937 random(run_seed("exec.stream_synthesizer"));
        for (const auto& s : SAMPLES)
            check(s, random);
    }

    void so_they_are_of_any_synthesizer()
    {
        std::mt19937 random(run_seed("exec.stream_synthesizer"));
        for (int i = 0; i < 5; ++i) {
            const bool is_doubled = random() % 2;
            const auto half = 1 + static_cast<std::int64_t>(random() % 40);
            check({ "any", half * (is_doubled ? 2 : 1), is_doubled, 1 + random() % 300 },
                  random);
        }
    }

    void what_cannot_be_is_refused()
    {
        const synthesizer_request good{ { 1, 2 }, 4, true };
        validate(good);
        auto wrong = good;
        wrong.channels = 0;
        CPPUNIT_ASSERT_THROW(validate(wrong), plan_error);
        wrong.channels = 5;
        CPPUNIT_ASSERT_THROW(validate(wrong), plan_error);
        wrong = good;
        wrong.taps = {};
        CPPUNIT_ASSERT_THROW(validate(wrong), plan_error);
        wrong.taps = { 1, std::nan("") };
        CPPUNIT_ASSERT_THROW(validate(wrong), plan_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_stream_synthesizer);
