/* SPDX-License-Identifier: GPL-3.0-or-later */
// Polyphase synthesizers beside sums in double precision: numbers of channels, taps and
// rows in a call that nobody thought of, from streams and from vectors, with taps and
// devices that change between calls, where rows are added up on the host and on a GPU.
#include "device/interface/registry.h"
#include "exec/synthesizers/stream_synthesizer.h"
#include "support/devices/fake_devices.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

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

//! A GPU, which adds rows up itself.
const char GPU[] = "fake:0";

fake_control& fake()
{
    static const auto control = add_fake_devices({ fake_gpu() });
    return *control;
}

//! The device that "auto" names where there is no fake one.
const std::string& real()
{
    static const std::string name = open_device("auto")->info().name;
    return name;
}

const sample SAMPLES[] = {
    { "a lane a row", 16, false, 192 },
    { "a lane a row, at twice the rate", 8, true, 100 },
    { "lanes of points", 64, false, 768 },
    { "lanes of points, at twice the rate", 64, true, 600 },
    { "fewer taps than channels", 30, false, 11 },
    { "fewer taps than channels, at twice the rate", 30, true, 11 },
    { "one channel, a FIR filter", 1, false, 17 },
    { "a prime that a convolution takes", 37, false, 100 },
    { "more taps than rows in a call", 2, true, 900 },
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

//! A course on its way: what computes, and how far it is.
class running_course
{
public:
    running_course(const course& c, const std::string& device, std::mt19937& random)
        : d_course(c),
          d_random(random),
          d_channels(static_cast<std::size_t>(c.request.channels)),
          d_request(c.request),
          d_past(synthesizer_shape(c.request)),
          d_out(c.in[0].size() * d_channels)
    {
        for (std::size_t r = 0; r < rows(); ++r)
            for (const auto& each : c.in)
                d_vectors.push_back(each[r]);
        use(device);
    }

    void use(const std::string& device)
    {
        d_runs = std::make_unique<stream_synthesizer>(
            d_request, device, effort::estimate, startup::compiled);
        d_past.keep(d_runs->past_to_keep());
        if (d_random() % 2) {
            auto& locked = d_runs->executor().locked();
            locked.add(d_vectors.data(), d_vectors.size() * sizeof(d_vectors[0]));
            locked.add(d_out.data(), d_out.size() * sizeof(d_out[0]));
        }
    }

    void change_taps()
    {
        d_runs->abandon();
        d_request.taps = d_course.other_taps;
        CPPUNIT_ASSERT(d_runs->change_to(d_request));
        d_past.keep(d_runs->past_to_keep());
    }

    //! A call of any length, which has at least the rows of the one before that were not
    //! returned.
    void call()
    {
        synthesizer_call call;
        d_end = std::min(rows(), std::max(d_end, d_done + 1 + d_random() % (rows() / 4)));
        call.rows = d_end - d_done;
        call.has_vectors = d_course.has_vectors;
        if (call.has_vectors)
            call.in = { d_vectors.data() + d_done * d_course.map.size() };
        else
            for (const auto& each : d_course.in)
                call.in.push_back(each.data() + d_done);
        call.out = d_out.data() + d_done * d_channels;
        if (d_random() % 2) {
            d_runs->run(call, d_course.map, d_past);
            d_done += call.rows;
        } else {
            const auto made =
                d_runs->advance(call, d_course.map, d_past, 1 + d_random() % 100);
            CPPUNIT_ASSERT(made >= 1 && made <= call.rows);
            d_done += made;
        }
    }

    std::size_t rows() const { return d_course.in[0].size(); }
    std::size_t done() const { return d_done; }
    const std::vector<channel_sample>& out() const { return d_out; }
    const stream_synthesizer& runs() const { return *d_runs; }

private:
    const course& d_course;
    std::mt19937& d_random;
    std::size_t d_channels;
    synthesizer_request d_request;
    synthesizer_past d_past;
    std::vector<channel_sample> d_vectors, d_out;
    std::unique_ptr<stream_synthesizer> d_runs;
    std::size_t d_done = 0, d_end = 0;
};

//! All outputs, through calls of any length, and the row from which on taps are others.
//! \p devices follow one another.
std::pair<std::vector<channel_sample>, std::int64_t>
run_of(const course& c, const std::vector<std::string>& devices, std::mt19937& random)
{
    running_course running(c, devices[0], random);
    std::int64_t changed = -1;
    std::size_t device = 0;
    while (running.done() < running.rows()) {
        if (running.done() * devices.size() > (device + 1) * running.rows())
            running.use(devices[++device]);
        if (changed < 0 && running.done() > running.rows() / 3) {
            running.change_taps();
            changed = static_cast<std::int64_t>(running.done());
        }
        running.call();
    }
    return { running.out(), changed };
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

void check(const sample& s, const std::vector<std::string>& devices, std::mt19937& random)
{
    const auto c = course_of(s, random);
    const auto [got, changed] = run_of(c, devices, random);
    const auto most_taps = std::max(c.request.taps.size(), c.other_taps.size());
    const auto bound = 3e-6 * std::sqrt(static_cast<double>(most_taps + c.map.size()));
    for (std::size_t t = 0; t < got.size(); t += 1 + t / 50) {
        const auto number = static_cast<std::int64_t>(t);
        const auto& taps = number >= changed * s.channels ? c.other_taps : c.request.taps;
        const auto want = expected(c, taps, number);
        if (!(std::abs(complex(got[t]) - want) <= bound))
            CPPUNIT_FAIL(
                fmt::format("{}, {}: {} channels, doubled {}, vectors {}, other taps "
                            "from row {}: sample {}: {:g}{:+g}i should be "
                            "{:g}{:+g}i",
                            devices[0],
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
    CPPUNIT_TEST(one_device_goes_on_where_another_has_ended);
    CPPUNIT_TEST(a_gpu_adds_rows_up);
    CPPUNIT_TEST(the_host_adds_up_where_the_kernel_does_not_build);
    CPPUNIT_TEST(what_cannot_be_is_refused);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        real();
        forget_orders(fake());
    }

private:
    void outputs_are_sums_of_taps_and_channels()
    {
        std::mt19937 random(run_seed("exec.stream_synthesizer"));
        for (const auto& s : SAMPLES)
            for (const std::string& device : { real(), std::string(GPU) })
                check(s, { device }, random);
    }

    void one_device_goes_on_where_another_has_ended()
    {
        std::mt19937 random(run_seed("exec.stream_synthesizer"));
        for (const auto& s : SAMPLES) {
            check(s, { real(), GPU, real() }, random);
            check(s, { GPU, real(), GPU, GPU }, random);
        }
    }

    //! What comes back from it is the samples alone.
    void a_gpu_adds_rows_up()
    {
        const synthesizer_request few{ std::vector<double>(96, 1.0), 8, true };
        const stream_synthesizer on_host(
            few, real(), effort::estimate, startup::compiled);
        CPPUNIT_ASSERT_EQUAL(!on_host.executor().on()->info().limits.is_cpu,
                             on_host.device_adds());
        const stream_synthesizer on_gpu(few, GPU, effort::estimate, startup::compiled);
        CPPUNIT_ASSERT(on_gpu.device_adds());
    }

    void the_host_adds_up_where_the_kernel_does_not_build()
    {
        std::mt19937 random(run_seed("exec.stream_synthesizer"));
        fake().refused_text = "branch_sums_2";
        const synthesizer_request doubled{ { 1, 2 }, 6, true };
        const stream_synthesizer made(doubled, GPU, effort::estimate, startup::compiled);
        CPPUNIT_ASSERT(!made.device_adds());
        check({ "no kernel", 6, true, 50 }, { GPU }, random);
    }

    void so_they_are_of_any_synthesizer()
    {
        std::mt19937 random(run_seed("exec.stream_synthesizer"));
        for (int i = 0; i < 5; ++i) {
            const bool is_doubled = random() % 2;
            const auto half = 1 + static_cast<std::int64_t>(random() % 40);
            const auto channels = half * (is_doubled ? 2 : 1);
            const auto taps = 1 + random() % 300;
            for (const std::string& device : { real(), std::string(GPU) })
                check({ "any", channels, is_doubled, taps }, { device }, random);
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
