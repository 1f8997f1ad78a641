/* SPDX-License-Identifier: GPL-3.0-or-later */
// Channels of a stream beside a mixer, a windowed sinc and a decimator in double
// precision: frequencies, edges, rates and blocks that nobody thought of, moved between
// blocks, where the host gathers bins and where a GPU does.
#include "device/interface/registry.h"
#include "exec/receivers/channel_bank.h"
#include "support/devices/fake_devices.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex = std::complex<double>;

//! A GPU, which gathers bins itself.
const char GPU[] = "fake:0";

fake_control& fake()
{
    static const auto control =
        add_fake_devices({ fake_gpu("one whose kernels take no time to build") });
    return *control;
}

//! The device that "auto" names where there is no fake one.
const std::string& real()
{
    static const std::string name = open_device("auto")->info().name;
    return name;
}

struct sample {
    const char* why;
    std::int64_t repeated;
    int overlap;
};

const sample SAMPLES[] = {
    { "half of each block is new", 128, 2 },          { "four fifths are new", 96, 5 },
    { "an odd overlap of odd samples", 105, 3 },      { "much new", 60, 9 },
    { "a prime, which a convolution takes", 101, 4 },
};

constexpr double SAMP_RATE = 48000;
// Outputs take up what the stopband lets through of noise in the whole band, and what the
// filter's last bins cut off: -110 dB each with a beta of 11, of noise some times more.
constexpr double BOUND = 2e-5;

double bessel_i0(double x)
{
    double sum = 1, term = 1;
    for (int k = 1; k < 200; ++k)
        sum += term *= (x / 2 / k) * (x / 2 / k);
    return sum;
}

//! The filter's impulse response around 0 Hz at \p t samples from its middle.
complex impulse(const channel_settings& c, const receiver_shape& s, double t)
{
    const double x = 2 * t / static_cast<double>(s.repeated);
    if (std::abs(x) > 1)
        return 0;
    const double window = bessel_i0(c.beta * std::sqrt(1 - x * x)) / bessel_i0(c.beta);
    const double low = 2 * M_PI * c.low / s.samp_rate,
                 high = 2 * M_PI * c.high / s.samp_rate;
    if (std::abs(t) < 1e-9)
        return window * (high - low) / (2 * M_PI);
    return window * (std::polar(1.0, high * t) - std::polar(1.0, low * t)) /
           (complex(0, 2 * M_PI) * t);
}

//! A tap that the caller gave: those between are not asked for.
complex given_tap(const channel_settings& c, double t)
{
    const double l = t + (static_cast<double>(c.taps.size()) - 1) / 2;
    const auto place = std::llround(l);
    CPPUNIT_ASSERT(std::abs(l - static_cast<double>(place)) < 1e-6);
    return place >= 0 && place < static_cast<std::int64_t>(c.taps.size())
               ? c.taps[static_cast<std::size_t>(place)]
               : 0;
}

//! A channel's course: its settings from a block on, and the oscillator's turns there.
struct stretch {
    std::size_t block;
    std::shared_ptr<const tuned_channel> channel;
    double turns;
};

//! Output \p o of a block: samples mixed with an oscillator that has made so many turns
//! when the block begins, then filtered, at the output's time.
complex expected(const std::vector<receiver_sample>& x,
                 const receiver_shape& s,
                 const stretch& at,
                 std::size_t block,
                 std::int64_t o,
                 double turns)
{
    const auto& c = at.channel->settings();
    const double begin = static_cast<double>(static_cast<std::int64_t>(block) * s.hop());
    const double newest = begin + static_cast<double>(o) * s.samp_rate / c.rate;
    const double middle = newest - s.delay();
    complex sum = 0;
    const auto first = static_cast<std::int64_t>(std::floor(newest)) - s.repeated;
    for (auto n = std::max<std::int64_t>(first, 0); n <= newest + 1e-9; ++n) {
        const double t = middle - static_cast<double>(n);
        const double cycles =
            c.frequency / s.samp_rate * (static_cast<double>(n) - (begin - s.delay()));
        sum += complex(x[static_cast<std::size_t>(n)]) *
               std::polar(1.0, -2 * M_PI * (turns + cycles)) *
               (c.taps.empty() ? impulse(c, s, t) : given_tap(c, t));
    }
    return sum;
}

std::vector<receiver_sample> noise(std::size_t count, std::mt19937& random)
{
    std::normal_distribution<float> part(0, 1);
    std::vector<receiver_sample> x;
    for (std::size_t i = 0; i < count; ++i) {
        const float real = part(random);
        x.emplace_back(real, part(random));
    }
    return x;
}

double between(double low, double high, std::mt19937& random)
{
    return std::uniform_real_distribution<double>(low, high)(random);
}

channel_settings any_settings(const receiver_shape& s, double rate, std::mt19937& random)
{
    channel_settings c;
    c.rate = rate;
    c = tuned_channel(c, s).settings(); // the widest edges
    if (random() % 3) {
        const double middle = between(0.8 * c.low, 0.8 * c.high, random);
        const double half = between(0.1, 1, random) * (c.high - std::abs(middle));
        c.low = middle - half;
        c.high = middle + half;
    }
    const double room = s.samp_rate / 2;
    c.frequency = between(-room - c.low, room - c.high, random);
    if (random() % 4 == 0) // a bin's
        c.frequency = s.bin_width() * std::trunc(c.frequency / s.bin_width());
    return c;
}

//! Rates that leave a passband, few points or all of a block.
double any_rate(const receiver_shape& s, std::mt19937& random)
{
    const std::int64_t least = 9;
    return s.rate_of(least +
                     static_cast<std::int64_t>(
                         random() % static_cast<unsigned>(s.repeated - least + 1)));
}

void check(const sample& given, const std::string& device, std::mt19937& random)
{
    const receiver_shape s{ SAMP_RATE, given.repeated, given.overlap };
    constexpr std::size_t blocks = 8;
    const auto hop = static_cast<std::size_t>(s.hop());
    const auto before = static_cast<std::size_t>(s.repeated);
    auto x = noise(blocks * hop, random);
    std::vector<receiver_sample> in(before); // zeros before the stream
    in.insert(in.end(), x.begin(), x.end());

    // Few lengths, as kernels for each are compiled.
    const double rates[] = { any_rate(s, random), any_rate(s, random) };
    const auto count = 1 + random() % 9;
    std::vector<std::vector<stretch>> courses(count);
    std::vector<std::vector<receiver_sample>> outputs(count);
    std::vector<double> turns(count);
    for (auto& course : courses) {
        auto c = any_settings(s, rates[random() % 2], random);
        auto first = std::make_shared<tuned_channel>(c, s);
        course.push_back({ 0, first, first->turns_at(-s.delay()) });
        while (random() % 2 && course.back().block + 1 < blocks) {
            const auto next = any_settings(s, c.rate, random);
            const auto from = course.back();
            stretch moved;
            moved.block = from.block + 1 + random() % (blocks - from.block - 1);
            moved.channel = std::make_shared<tuned_channel>(next, s);
            moved.turns = from.turns + from.channel->settings().frequency * hop /
                                           s.samp_rate *
                                           static_cast<double>(moved.block - from.block);
            course.push_back(moved);
        }
    }
    channel_bank bank(s, device, effort::estimate, startup::compiled);
    CPPUNIT_ASSERT_EQUAL(!bank.forward().on()->info().limits.is_cpu,
                         bank.device_gathers());
    for (std::size_t i = 0; i < count; ++i)
        turns[i] = courses[i][0].turns;
    for (std::size_t block = 0; block < blocks;) {
        // Up to the next change of any.
        auto end = std::min(blocks, block + 1 + random() % 3);
        for (const auto& course : courses)
            for (const auto& each : course)
                if (each.block > block)
                    end = std::min(end, each.block);
        std::vector<channel_call> calls;
        std::vector<std::vector<receiver_sample>> made(count);
        for (std::size_t i = 0; i < count; ++i) {
            auto now = courses[i].begin();
            while (now + 1 != courses[i].end() && (now + 1)->block <= block)
                ++now;
            made[i].resize((end - block) *
                           static_cast<std::size_t>(now->channel->outputs()));
            calls.push_back({ now->channel, turns[i], made[i].data() });
        }
        bank.run(in.data() + block * hop, end - block, calls);
        for (std::size_t i = 0; i < count; ++i) {
            turns[i] += static_cast<double>(end - block) * calls[i].channel->advance();
            outputs[i].insert(outputs[i].end(), made[i].begin(), made[i].end());
        }
        block = end;
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t place = 0;
        double error = 0, power = 0, expected_power = 0;
        for (std::size_t block = 0; block < blocks; ++block) {
            auto now = courses[i].begin();
            while (now + 1 != courses[i].end() && (now + 1)->block <= block)
                ++now;
            const auto& c = now->channel->settings();
            const double at = now->turns + c.frequency * static_cast<double>(hop) /
                                               s.samp_rate *
                                               static_cast<double>(block - now->block);
            // Noise has a power of 2, of which the filter lets that of its band through.
            expected_power += 2 * (c.high - c.low) / s.samp_rate *
                              static_cast<double>(now->channel->outputs());
            for (std::int64_t o = 0; o < now->channel->outputs(); ++o) {
                const auto want = expected(x, s, *now, block, o, at);
                error += std::norm(complex(outputs[i][place++]) - want);
                power += std::norm(want);
            }
        }
        CPPUNIT_ASSERT_EQUAL(outputs[i].size(), place);
        const auto& c = courses[i][0].channel->settings();
        // A narrow filter lets less through than its band has, and noise may have less in
        // it than is expected, but as much gets past it.
        const double most = std::sqrt(std::max(power, expected_power));
        if (!(std::sqrt(error) <= BOUND * most))
            CPPUNIT_FAIL(
                fmt::format("{}, {}: channel {} of {}, {} Hz, rate {} of {}, edges {} "
                            "and {}: {} moves, error {:.2g}",
                            device,
                            given.why,
                            i,
                            count,
                            c.frequency,
                            c.rate,
                            s.samp_rate,
                            c.low,
                            c.high,
                            courses[i].size() - 1,
                            std::sqrt(error / power)));
    }
}

std::string refusal_of(const channel_settings& c, const receiver_shape& s)
{
    try {
        tuned_channel made(c, s);
    } catch (const plan_error& e) {
        return e.what();
    }
    return "nothing is wrong";
}

void assert_names(const std::string& text, const std::string& part)
{
    CPPUNIT_ASSERT_MESSAGE(text, text.find(part) != std::string::npos);
}

} // namespace

class qa_channel_bank : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_channel_bank);
    CPPUNIT_TEST(channels_are_mixed_filtered_and_decimated);
    CPPUNIT_TEST(many_blocks_and_channels_are_as_few);
    CPPUNIT_TEST(the_host_gathers_where_kernels_do_not_build);
    CPPUNIT_TEST(taps_of_the_caller_are_the_filter);
    CPPUNIT_TEST(lengths_that_nobody_has_any_more_are_dropped);
    CPPUNIT_TEST(blocks_fit_the_rates);
    CPPUNIT_TEST(the_longest_blocks_have_a_shape);
    CPPUNIT_TEST(what_cannot_be_is_refused);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        real();
        forget_orders(fake());
    }

private:
    void channels_are_mixed_filtered_and_decimated()
    {
        std::mt19937 random(run_seed("exec.channel_bank"));
        for (const auto& s : SAMPLES)
            check(s, random() % 2 ? real() : GPU, random);
    }

    //! Blocks are many submissions, and so are the channels of one length.
    void many_blocks_and_channels_are_as_few()
    {
        std::mt19937 random(run_seed("exec.channel_bank"));
        const receiver_shape s{ SAMP_RATE, 100, 4 };
        const std::size_t blocks = 9000, count = 3;
        const auto hop = static_cast<std::size_t>(s.hop());
        const auto in = noise(100 + blocks * hop, random);
        std::vector<std::vector<receiver_sample>> outputs[2];
        for (const std::size_t i : { 0, 1 }) {
            channel_bank bank(s, i ? GPU : real(), effort::estimate, startup::compiled);
            std::vector<channel_call> calls;
            outputs[i].resize(count);
            for (std::size_t c = 0; c < count; ++c) {
                channel_settings settings;
                settings.rate = s.rate_of(c ? 20 : 11);
                settings.frequency = 1000.5 * static_cast<double>(c);
                const auto channel = std::make_shared<tuned_channel>(settings, s);
                outputs[i][c].resize(blocks *
                                     static_cast<std::size_t>(channel->outputs()));
                calls.push_back({ channel, 0.25, outputs[i][c].data() });
            }
            bank.run(in.data(), blocks, calls);
        }
        for (std::size_t c = 0; c < count; ++c)
            for (std::size_t t = 0; t < outputs[0][c].size(); ++t)
                CPPUNIT_ASSERT(std::abs(outputs[0][c][t] - outputs[1][c][t]) < 1e-4F);
    }

    void the_host_gathers_where_kernels_do_not_build()
    {
        fake().refused_text = "gather_bins";
        const receiver_shape s{ SAMP_RATE, 128, 4 };
        channel_bank bank(s, GPU, effort::estimate, startup::compiled);
        CPPUNIT_ASSERT(!bank.device_gathers());
    }

    void taps_of_the_caller_are_the_filter()
    {
        std::mt19937 random(run_seed("exec.channel_bank"));
        const receiver_shape s{ SAMP_RATE, 128, 4 };
        constexpr std::size_t blocks = 3;
        const auto x = noise(blocks * static_cast<std::size_t>(s.hop()), random);
        std::vector<receiver_sample> in(128);
        in.insert(in.end(), x.begin(), x.end());
        channel_bank bank(s, real(), effort::estimate, startup::compiled);
        for (const std::size_t taps : { 129, 65 }) { // of a middle that is a sample's
            channel_settings c;
            c.rate = 12000;
            c.frequency = 4711.5;
            auto shape = c;
            shape.beta = 9;
            shape.low = -2000;
            shape.high = 2500;
            const receiver_shape of_taps{ SAMP_RATE,
                                          static_cast<std::int64_t>(taps) - 1,
                                          2 };
            for (std::size_t l = 0; l < taps; ++l)
                c.taps.push_back(impulse(shape,
                                         of_taps,
                                         static_cast<double>(l) -
                                             (static_cast<double>(taps) - 1) / 2));
            const auto channel = std::make_shared<tuned_channel>(c, s);
            const double turns = channel->turns_at(-s.delay());
            std::vector<receiver_sample> out(
                blocks * static_cast<std::size_t>(channel->outputs()));
            bank.run(in.data(), blocks, { { channel, turns, out.data() } });
            double error = 0, power = 0;
            const double step = s.samp_rate / c.rate;
            for (std::size_t i = 0; i < out.size(); ++i) {
                const auto o = static_cast<std::int64_t>(i) % channel->outputs();
                const auto block = i / static_cast<std::size_t>(channel->outputs());
                const double so_far =
                    turns + c.frequency / s.samp_rate * step *
                                static_cast<double>(channel->outputs()) *
                                static_cast<double>(block);
                const auto want = expected(x, s, { 0, channel, turns }, block, o, so_far);
                error += std::norm(complex(out[i]) - want);
                power += std::norm(want);
            }
            const auto found = std::sqrt(error / power);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{} taps: {}", taps, found), found < 2e-4);
        }
    }

    void lengths_that_nobody_has_any_more_are_dropped()
    {
        const receiver_shape s{ SAMP_RATE, 128, 2 };
        channel_bank bank(s, GPU, effort::estimate, startup::compiled);
        const std::vector<receiver_sample> in(256);
        std::vector<receiver_sample> out(256);
        const auto run = [&](std::vector<std::int64_t> all_steps) {
            std::vector<channel_call> calls;
            for (const auto steps : all_steps) {
                channel_settings c;
                c.rate = s.rate_of(steps);
                calls.push_back({ std::make_shared<tuned_channel>(c, s), 0, out.data() });
            }
            bank.run(in.data(), 1, calls);
        };
        for (std::int64_t steps = 9; steps < 80; ++steps) {
            run({ steps });
            CPPUNIT_ASSERT(bank.lengths() <= 34);
        }
        // What is in use stays, however many there are.
        std::vector<std::int64_t> all;
        for (std::int64_t steps = 9; steps < 60; ++steps)
            all.push_back(steps);
        for (int i = 0; i < 3; ++i) {
            run(all);
            CPPUNIT_ASSERT(bank.lengths() >= all.size());
        }
    }

    void blocks_fit_the_rates()
    {
        struct row {
            double samp_rate;
            std::vector<double> rates;
        };
        for (const auto& each : { row{ 20e6, { 12500, 25000, 48000 } },
                                  row{ 2.4e6, { 240e3, 48e3, 44100 } },
                                  row{ 2.048e6, { 12500 } },
                                  row{ 1e6, {} },
                                  row{ 1, { 0.25 } },
                                  row{ 61.44e6, { 30720, 8000, 1.92e6 } } }) {
            const auto s = choose_shape({ each.samp_rate, each.rates, 0.02, 5 });
            for (const auto rate : each.rates) {
                const auto steps = s.steps_of(rate);
                CPPUNIT_ASSERT_DOUBLES_EQUAL(rate, s.rate_of(steps), 1e-9 * rate);
                // A block has as many outputs as its time.
                CPPUNIT_ASSERT_DOUBLES_EQUAL(rate * static_cast<double>(s.hop()) /
                                                 each.samp_rate,
                                             static_cast<double>(s.outputs_of(steps)),
                                             1e-6);
            }
            CPPUNIT_ASSERT_EQUAL(s.length(), s.repeated + s.hop());
            const double time = static_cast<double>(s.hop()) / each.samp_rate;
            if (each.samp_rate > 1)
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{} s", time),
                                       time > 0.01 && time < 0.085);
        }
    }

    void the_longest_blocks_have_a_shape()
    {
        // Blocks of 2.1 times the 2,000,000 samples that the rates have in common, of
        // which 2^24 / 5 fit once: 2.1 / 1.3 is nearer to 2.
        const receiver_request longest{ 2e6, { 1 }, 2.1 * 4, 5 };
        CPPUNIT_ASSERT_EQUAL(std::int64_t(2000000), choose_shape(longest).repeated);
    }

    void what_cannot_be_is_refused()
    {
        const double nan = std::nan("");
        for (const auto& bad :
             { receiver_request{ 0, {}, 0.02, 5 },
               receiver_request{ nan, {}, 0.02, 5 },
               receiver_request{ 1e6, {}, 0, 5 },
               receiver_request{ 1e6, {}, nan, 5 },
               receiver_request{ 1e12, {}, 1, 5 },
               receiver_request{ 1e6, {}, 0.02, 1 },
               receiver_request{ 1e6, {}, 0.02, 65 },
               receiver_request{ 1e6, { 2e6 }, 0.02, 5 },
               receiver_request{ 1e6, { nan }, 0.02, 5 },
               // any rate is near some fraction, but not two of them
               receiver_request{ 1e6, { 1e6 / M_PI, 1e6 / M_E }, 0.02, 5 } })
            CPPUNIT_ASSERT_THROW(choose_shape(bad), plan_error);

        const receiver_shape s{ 1e6, 4000, 5 };
        channel_settings good;
        good.rate = 25000;
        CPPUNIT_ASSERT_NO_THROW(tuned_channel(good, s));
        const auto with = [&](auto change) {
            auto c = good;
            change(c);
            return refusal_of(c, s);
        };
        assert_names(with([](auto& c) { c.rate = 12600; }), "12500 and 12750 Hz");
        assert_names(with([](auto& c) { c.rate = 10; }), "the least is 250 Hz");
        assert_names(with([](auto& c) { c.rate = 2e6; }), "at most 1000000 Hz");
        assert_names(with([](auto& c) { c.rate = 1000; }), "has no passband");
        assert_names(with([&](auto& c) { c.rate = nan; }), "finite");
        assert_names(with([&](auto& c) { c.frequency = nan; }), "finite");
        assert_names(with([](auto& c) { c.frequency = 495e3; }), "outside the band");
        assert_names(with([](auto& c) { c.frequency = -7e9; }), "outside the band");
        assert_names(with([](auto& c) { c.low = -13e3, c.high = 5e3; }), "they fit from");
        assert_names(with([](auto& c) { c.low = 6e3, c.high = 5e3; }), "below high");
        assert_names(with([](auto& c) { c.beta = -1; }), "beta");
        assert_names(with([](auto& c) { c.taps.assign(5000, 1); }), "at most 4001 taps");
        assert_names(with([&](auto& c) { c.taps.assign(5, nan); }), "not finite");
        assert_names(with([](auto& c) { c.taps.assign(5, 1); }), "where the rate ends");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_channel_bank);
