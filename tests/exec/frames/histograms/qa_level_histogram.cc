/* SPDX-License-Identifier: GPL-3.0-or-later */
// Both forms of the histogram's kernels count each power once, at its level, on the
// device there is and on a fake one; and what they keep of earlier frames fades.
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "exec/frames/histograms/level_histogram.h"
#include "reference/fake/fake_backend.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
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
    { "one bin", 1, 2, 500, { 1, -30, 0, true } },
    { "as many levels as there may be", 48, 4096, 200, { 1, -120, 0, false } },
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

//! Powers through the kernels, in calls of so many frames.
std::vector<float> run(const level_histogram& h,
                       const std::shared_ptr<device>& on,
                       const std::vector<float>& powers,
                       const shape& s,
                       std::size_t frames_a_call,
                       double keep)
{
    std::shared_ptr<buffer> states[] = { on->make_buffer(h.state_bytes()),
                                         on->make_buffer(h.state_bytes()) };
    std::shared_ptr<buffer> counts;
    if (h.counts_bytes()) {
        const std::vector<char> zeros(h.counts_bytes());
        counts = upload_now(*on, zeros.data(), zeros.size());
    }
    auto q = on->make_queue();
    std::vector<std::shared_ptr<buffer>> inputs;
    std::size_t call = 0;
    for (std::size_t begin = 0; begin < s.frames; begin += frames_a_call, ++call) {
        const auto frames = std::min(frames_a_call, s.frames - begin);
        inputs.push_back(
            upload_now(*on, &powers[begin * s.bins], frames * s.bins * sizeof(float)));
        level_histogram::memory m;
        m.powers = inputs.back().get();
        m.state_in = call ? states[call % 2].get() : nullptr;
        m.state_out = states[(call + 1) % 2].get();
        m.counts = counts.get();
        h.enqueue(*q, m, static_cast<std::uint32_t>(frames), s.scale, call ? keep : 0);
    }
    std::vector<float> result(s.bins * s.levels);
    q->download(result.data(), *states[call % 2], 0, h.state_bytes());
    q->wait_all();
    return result;
}

} // namespace

class qa_level_histogram : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_level_histogram);
    CPPUNIT_TEST(counts_each_power_at_its_level);
    CPPUNIT_TEST(fades_what_earlier_calls_counted);
    CPPUNIT_TEST_SUITE_END();

    struct form {
        const char* name;
        std::shared_ptr<device> on;
        bool by_columns;
    };

    static std::vector<form> forms()
    {
        auto real = open_device("auto");
        std::vector<form> all = { { "atomic", real, false }, { "fake", fake(), false } };
        if (real->info().limits.is_cpu)
            all.push_back({ "columns", real, true });
        return all;
    }

    static void check(const shape& s, const form& f, std::size_t a_call, double keep)
    {
        const auto powers = some_powers(s);
        const level_histogram h({ s.bins, s.levels }, f.on, f.by_columns);
        const auto got = run(h, f.on, powers, s, a_call, keep);
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
                check(s, f, s.frames, 1);
                check(s, f, 13, 1);
            }
        }
    }

    void fades_what_earlier_calls_counted()
    {
        for (const auto& f : forms())
            check(SHAPES[1], f, 1, 0.9);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_level_histogram);
