/* SPDX-License-Identifier: GPL-3.0-or-later */
// All forms of the histogram's kernels count each power once, at its level, on the device
// there is and on a fake one; and what they keep of earlier frames fades.
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "exec/frames/histograms/column_histogram.h"
#include "exec/frames/histograms/level_histogram.h"
#include "reference/fake/fake_backend.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace gpufft;

namespace {

struct shape {
    const char* why;
    std::int64_t bins;
    std::int64_t levels;
    std::size_t frames;
    level_scale scale;
};

const shape SHAPES[] = {
    { "whole vectors", 1024, 256, 40, { 1, -120, 0, false } },
    { "centred, in whole vectors", 1024, 256, 40, { 0.25, -90, 10, true } },
    { "centred, an odd number of bins", 45, 10, 100, { 1e-6, -100, -20, true } },
    { "vectors of four lanes alone", 1000, 7, 33, { 1, -50, 0, true } },
    { "a last block that shares bins", 37, 12, 70, { 1, -90, 10, true } },
    { "one bin", 1, 2, 500, { 1, -30, 0, true } },
    { "as many levels as there may be", 48, 4096, 200, { 1, -120, 0, false } },
    { "spectra too long for a core's cache", 8192, 16, 40, { 1, -90, 10, true } },
    { "such spectra in vectors of eight", 5000, 16, 20, { 1, -90, 10, true } },
    { "one frame", 256, 16, 1, { 3, -60, 0, false } },
};

std::shared_ptr<device> fake()
{
    device_info info;
    info.product = "Fake";
    return make_fake_device(info, std::make_shared<fake_control>());
}

//! Powers over all levels and beyond, and those that count nowhere or in the first or
//! last level.
std::vector<float> some_powers(const shape& s)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<float> db(-150, 30);
    std::vector<float> powers(s.bins * s.frames);
    for (auto& p : powers)
        p = std::pow(10.0F, db(random) / 10);
    const float special[] = { 0, NAN, INFINITY, 1e-44F, 3e38F };
    for (std::size_t i = 0; i < powers.size(); i += 17)
        powers[i] = special[i / 17 % std::size(special)];
    return powers;
}

//! Level of a power as a number with a fraction; no number where the power counts
//! nowhere.
double height(double power, const shape& s)
{
    if (!std::isfinite(power))
        return NAN;
    const auto& c = s.scale;
    const double db = 10 * std::log10(power * c.factor);
    const double h = (db - c.lowest_db) / (c.highest_db - c.lowest_db) * s.levels;
    return std::clamp(h, 0.0, s.levels - 1e-9);
}

//! Bounds of right histograms: rounding may take a power across a border of levels.
struct bounds {
    std::vector<double> least, most;
};

bounds expected(const std::vector<float>& powers, const shape& s, double keep)
{
    bounds b;
    b.least.resize(s.bins * s.levels);
    b.most.resize(s.bins * s.levels);
    const auto rotation = s.scale.centered ? s.bins - s.bins / 2 : 0;
    for (std::size_t i = 0; i < powers.size(); ++i) {
        const auto frame = i / s.bins;
        const auto place = (i % s.bins + s.bins - rotation) % s.bins;
        const double h = height(powers[i], s);
        if (std::isnan(h))
            continue;
        // Whole calls of one frame: each keeps the share `keep` of the counts before.
        const double weight = std::pow(keep, s.frames - 1.0 - frame);
        const double slack = 2e-5 * s.levels;
        const auto lowest = static_cast<std::int64_t>(std::max(h - slack, 0.0));
        const auto highest = std::min(static_cast<std::int64_t>(h + slack), s.levels - 1);
        for (auto level = lowest; level <= highest; ++level)
            b.most[level * s.bins + place] += weight;
        if (lowest == highest)
            b.least[lowest * s.bins + place] += weight;
    }
    return b;
}

//! What goes through kernels, in calls of so many frames.
struct course {
    std::shared_ptr<device> on;
    const std::vector<float>& values;
    const shape& of;
    std::size_t a_call;
    double keep; //!< of what earlier calls counted

    template <class Call> // of (its values, frames, number)
    void run(const Call& call) const
    {
        std::uint32_t number = 0;
        for (std::size_t begin = 0; begin < of.frames; begin += a_call, ++number) {
            const auto frames = std::min(a_call, of.frames - begin);
            const auto some = upload_now(
                *on, &values[begin * of.bins], frames * of.bins * sizeof(float));
            call(*some, static_cast<std::uint32_t>(frames), number);
        }
    }
};

std::shared_ptr<buffer> zeros_on(device& on, std::size_t bytes)
{
    const std::vector<char> zeros(bytes);
    return upload_now(on, zeros.data(), bytes);
}

std::vector<float> run(const level_histogram& h, const course& c)
{
    std::shared_ptr<buffer> states[] = { c.on->make_buffer(h.state_bytes()),
                                         c.on->make_buffer(h.state_bytes()) };
    const auto counts = zeros_on(*c.on, h.counts_bytes());
    auto q = c.on->make_queue();
    std::uint32_t calls = 0;
    c.run([&](buffer& powers, std::uint32_t frames, std::uint32_t call) {
        level_histogram::memory m;
        m.powers = &powers;
        m.state_in = call ? states[call % 2].get() : nullptr;
        m.state_out = states[++calls % 2].get();
        m.counts = counts.get();
        h.enqueue(*q, m, frames, c.of.scale, call ? c.keep : 0);
        q->wait_all();
    });
    std::vector<float> result(c.of.bins * c.of.levels);
    q->download(result.data(), *states[calls % 2], 0, h.state_bytes());
    q->wait_all();
    return result;
}

//! Where nothing fades, all calls count into the same memory; else each makes a
//! histogram.
std::vector<float> run(const column_histogram& h, const course& c)
{
    std::shared_ptr<buffer> states[] = { c.on->make_buffer(h.state_bytes()),
                                         c.on->make_buffer(h.state_bytes()) };
    const auto counts = zeros_on(*c.on, h.counts_bytes());
    const auto done_bytes = h.done_bytes(std::min(c.a_call, c.of.frames));
    const auto done = zeros_on(*c.on, done_bytes);
    auto q = c.on->make_queue();
    std::uint32_t sums = 0;
    const auto sum = [&] {
        auto* const before = sums ? states[sums % 2].get() : nullptr;
        ++sums;
        h.sum(*q, before, *counts, *states[sums % 2], { c.of.scale, c.keep, sums });
    };
    c.run([&](buffer& values, std::uint32_t frames, std::uint32_t call) {
        const bool goes_on = call > 0 && c.keep == 1;
        h.count(*q,
                {},
                { &values, counts.get(), done.get() },
                frames,
                c.of.scale,
                { sums + 1, goes_on });
        if (c.keep != 1)
            sum();
        q->wait_all();
    });
    if (c.keep == 1)
        sum();
    std::vector<float> result(c.of.bins * c.of.levels);
    std::vector<std::uint32_t> flags(done_bytes / sizeof(std::uint32_t));
    q->download(result.data(), *states[sums % 2], 0, h.state_bytes());
    q->download(flags.data(), *done, 0, done_bytes);
    q->wait_all();
    CPPUNIT_ASSERT(flags == std::vector<std::uint32_t>(flags.size(), 1));
    return result;
}

} // namespace

class qa_level_histogram : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_level_histogram);
    CPPUNIT_TEST(counts_each_power_at_its_level);
    CPPUNIT_TEST(fades_what_earlier_calls_counted);
    CPPUNIT_TEST(a_thread_without_frames_adds_nothing_of_the_histogram_before);
    CPPUNIT_TEST_SUITE_END();

    enum class kernels { atomic, columns_of_powers, columns_of_decibels };
    struct form {
        const char* name;
        std::shared_ptr<device> on;
        kernels by;
    };

    static std::vector<form> forms()
    {
        auto real = open_device("auto");
        std::vector<form> all = {
            { "atomic", real, kernels::atomic },
            { "fake", fake(), kernels::atomic },
            { "fake columns", fake(), kernels::columns_of_powers }
        };
        if (real->info().limits.is_cpu) {
            all.push_back({ "columns", real, kernels::columns_of_powers });
            all.push_back({ "decibels", real, kernels::columns_of_decibels });
        }
        return all;
    }

    static std::vector<float>
    counted(const shape& s, const form& f, const course& c, std::vector<float>& powers)
    {
        const histogram_shape size = { s.bins, s.levels };
        switch (f.by) {
        case kernels::atomic:
            return run(level_histogram(size, f.on), c);
        case kernels::columns_of_powers:
            return run(column_histogram(size, histogram_values::powers, f.on), c);
        default:
            for (auto& each : powers)
                each = static_cast<float>(
                    10 * std::log10(static_cast<double>(each) * s.scale.factor));
            return run(column_histogram(size, histogram_values::decibels, f.on), c);
        }
    }

    static void check(const shape& s, const form& f, std::size_t a_call, double keep)
    {
        const auto powers = some_powers(s);
        auto values = powers;
        const auto got = counted(s, f, { f.on, values, s, a_call, keep }, values);
        const auto want = expected(powers, s, keep);
        // CppUnit's macros make their message where all is well, too.
        for (std::size_t i = 0; i < got.size(); ++i)
            if (!(got[i] >= want.least[i] * (1 - 1e-5) &&
                  got[i] <= want.most[i] * (1 + 1e-5)))
                CPPUNIT_FAIL(
                    fmt::format("{}, {}, {} frames a call: level {} place {}: {} is not "
                                "{} .. {}",
                                s.why,
                                f.name,
                                a_call,
                                i / s.bins,
                                i % s.bins,
                                got[i],
                                want.least[i],
                                want.most[i]));
    }

    void counts_each_power_at_its_level()
    {
        for (const auto& f : forms()) {
            for (const auto& s : SHAPES) {
                // How decibels are counted differs in one line of the kernel.
                if (f.by == kernels::columns_of_decibels && s.bins % 16 == 0 &&
                    !s.scale.centered)
                    continue;
                check(s, f, s.frames, 1);
                check(s, f, 13, 1);
            }
        }
    }

    // One frame is one thread's, and others have counted the histogram before.
    void a_thread_without_frames_adds_nothing_of_the_histogram_before()
    {
        const auto on = open_device("auto");
        if (!on->info().limits.is_cpu)
            return;
        const std::int64_t bins = 256, levels = 16;
        const std::uint32_t frames = 40;
        const column_histogram h({ bins, levels }, histogram_values::decibels, on);
        const std::vector<float> decibels(bins * frames, -30);
        const auto values =
            upload_now(*on, decibels.data(), decibels.size() * sizeof(float));
        const auto counts = zeros_on(*on, h.counts_bytes());
        const auto done = zeros_on(*on, h.done_bytes(frames));
        const auto state = on->make_buffer(h.state_bytes());
        auto q = on->make_queue();
        const level_scale scale = { 1, -60, 0, false };
        std::uint32_t number = 0;
        for (const std::uint32_t some : { frames, 1U }) {
            ++number;
            h.count(*q,
                    {},
                    { values.get(), counts.get(), done.get() },
                    some,
                    scale,
                    { number, false });
            h.sum(*q, nullptr, *counts, *state, { scale, 0, number });
            std::vector<float> result(bins * levels);
            q->download(result.data(), *state, 0, h.state_bytes());
            q->wait_all();
            CPPUNIT_ASSERT_EQUAL(static_cast<float>(some),
                                 *std::max_element(result.begin(), result.end()));
            CPPUNIT_ASSERT_EQUAL(static_cast<float>(some * bins),
                                 std::accumulate(result.begin(), result.end(), 0.0F));
        }
    }

    void fades_what_earlier_calls_counted()
    {
        for (const auto& f : forms())
            check(SHAPES[1], f, 1, 0.9);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_level_histogram);
