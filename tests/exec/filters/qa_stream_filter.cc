/* SPDX-License-Identifier: GPL-3.0-or-later */
// Filters of a stream beside sums in double precision, through calls of any length: of
// floats, and of whole numbers, which kernels of GPUs make floats of.
#include "exec/filters/stream_filter.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex = std::complex<double>;

struct sample {
    const char* why;
    std::size_t taps;
    std::int64_t decimation;
    sample_kind samples;
    bool is_mixed;
};

const sample SAMPLES[] = {
    { "floats", 31, 1, sample_kind::complex_float, false },
    { "floats, every third", 100, 3, sample_kind::complex_float, false },
    { "int16", 31, 1, sample_kind::complex_int16, false },
    { "int16, every eighth", 200, 8, sample_kind::complex_int16, false },
    { "int8", 64, 1, sample_kind::complex_int8, false },
    { "uint8, whose zero is between two numbers",
      64,
      2,
      sample_kind::complex_uint8,
      false },
    { "int16, mixed, which the host makes floats of",
      31,
      4,
      sample_kind::complex_int16,
      true },
};

//! A stream of whole numbers, or floats, as it is stored and as it is meant.
struct stream {
    std::vector<unsigned char> stored;
    std::vector<complex> values;
};

stream stream_of(sample_kind kind, std::size_t count, std::mt19937& random)
{
    stream s;
    const auto put = [&](const auto& part) {
        const auto at = s.stored.size();
        s.stored.resize(at + sizeof(part));
        std::memcpy(s.stored.data() + at, &part, sizeof(part));
    };
    const auto draw = [&]() -> double {
        const auto byte = static_cast<int>(random() % 256) - 128;
        switch (kind) {
        case sample_kind::complex_int16: {
            const auto all = static_cast<int>(random() % 65536) - 32768;
            put(static_cast<std::int16_t>(all));
            return all / 32768.0;
        }
        case sample_kind::complex_int8:
            put(static_cast<std::int8_t>(byte));
            return byte / 128.0;
        case sample_kind::complex_uint8:
            put(static_cast<std::uint8_t>(byte + 128));
            return (byte + 128 - 127.5) / 128;
        default:
            put(static_cast<float>(byte) / 100);
            return static_cast<double>(static_cast<float>(byte) / 100);
        }
    };
    for (std::size_t i = 0; i < count; ++i) {
        const auto real = draw();
        s.values.emplace_back(real, draw());
    }
    return s;
}

//! Outputs through calls of any length, of which most have whole rows. GPUs may keep
//! pieces in flight between them.
std::vector<std::complex<float>>
outputs_of(const filter_request& request, const stream& in, std::mt19937& random)
{
    stream_filter made(request, "auto", effort::estimate, startup::compiled);
    const bool is_gpu = !made.executor().on()->info().limits.is_cpu;
    const bool has_whole_numbers = request.samples != sample_kind::complex_float;
    CPPUNIT_ASSERT_EQUAL(is_gpu && has_whole_numbers && !request.is_mixed,
                         made.sends_whole_numbers());
    filter_past past(sizeof(std::complex<float>));
    past.keep(made.past_to_keep());
    const auto decimation = static_cast<std::size_t>(request.decimation);
    std::vector<std::complex<float>> out(in.values.size() / decimation);
    const bool keeps_in_flight = random() % 2;
    for (std::size_t done = 0; done < out.size();) {
        const auto count = 1 + random() % (out.size() - done);
        const auto* from =
            in.stored.data() + done * decimation * sample_bytes(request.samples);
        auto* to = out.data() + done;
        if (keeps_in_flight) {
            done += made.advance(from, to, count, past, 1 + random() % 3000);
            continue;
        }
        made.run(from, to, count, past);
        done += count;
    }
    return out;
}

complex expected(const filter_request& request, const stream& in, std::size_t output)
{
    const auto newest = output * static_cast<std::size_t>(request.decimation);
    complex sum = 0;
    for (std::size_t k = 0; k < request.taps.size() && k <= newest; ++k) {
        auto value = in.values[newest - k];
        if (request.is_mixed)
            value *= std::polar(1.0,
                                -2 * std::acos(-1.0) * request.center *
                                    static_cast<double>(newest - k));
        sum += request.taps[k] * value;
    }
    return sum;
}

void check(const sample& s, std::mt19937& random)
{
    filter_request request;
    std::uniform_real_distribution<double> part(-1, 1);
    for (std::size_t i = 0; i < s.taps; ++i)
        request.taps.emplace_back(part(random), part(random));
    request.decimation = s.decimation;
    request.samples = s.samples;
    request.is_mixed = s.is_mixed;
    if (s.is_mixed)
        request.center = part(random) / 2;
    const auto in = stream_of(s.samples, 20000 + random() % 5000, random);
    const auto got = outputs_of(request, in, random);
    const auto bound = 5e-6 * std::sqrt(static_cast<double>(s.taps));
    for (std::size_t o = 0; o < got.size(); o += 1 + o / 200) {
        const auto want = expected(request, in, o);
        if (!(std::abs(complex(got[o]) - want) <= bound))
            CPPUNIT_FAIL(fmt::format("{}: output {}: {:g}{:+g}i should be {:g}{:+g}i",
                                     s.why,
                                     o,
                                     got[o].real(),
                                     got[o].imag(),
                                     want.real(),
                                     want.imag()));
    }
}

} // namespace

class qa_stream_filter : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_stream_filter);
    CPPUNIT_TEST(outputs_are_sums_of_taps_and_samples);
    CPPUNIT_TEST_SUITE_END();

    void outputs_are_sums_of_taps_and_samples()
    {
        std::mt19937 random(run_seed("exec.stream_filter"));
        for (const auto& s : SAMPLES)
            check(s, random);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_stream_filter);
