/* SPDX-License-Identifier: GPL-3.0-or-later */
// Histograms of the powers of streams that are cut into random pieces.
#include "campaign/fields.h"
#include "campaign/trial.h"
#include "exec/frames/histograms/persistence_executor.h"
#include "support/transforms/random_spectra.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace gpufft::testing {

namespace {

struct histogram_case {
    persistence_request request;
    spectrum_output output;
    std::size_t frames = 1; //!< of the stream
    std::size_t period = 1; //!< frames of a histogram
    std::size_t most = 1;   //!< frames of a piece
    unsigned data = 1;

    std::size_t counts() const
    {
        return static_cast<std::size_t>(request.length * request.levels);
    }
    //! Histograms that the stream ends.
    std::size_t ended() const { return frames / period; }
};

std::vector<float> taps_of(const histogram_case& c)
{
    const auto taps = uneven_taps(c.request.length);
    return { taps.begin(), taps.end() };
}

std::vector<complex32> samples_of(const histogram_case& c)
{
    return noise((c.frames - 1) * c.request.hop + c.request.length, c.data);
}

//! Counts between which a right histogram has its own, [levels][length].
struct bounds {
    std::vector<double> least, most;
};

// A power whose error may move it over a border of levels counts in either.
void count_power(
    const histogram_case& c, std::size_t bin, double amplitude, double error, bounds& to)
{
    const auto length = static_cast<std::size_t>(c.request.length);
    const auto place = c.output.centered ? (bin + length / 2) % length : bin;
    const auto level = [&](double of) {
        const double db =
            10 * std::log10(std::max(of, 1e-30) * std::max(of, 1e-30) * c.output.factor);
        const double height =
            (db - c.output.lowest_db) / (c.output.highest_db - c.output.lowest_db);
        return static_cast<std::size_t>(
            std::clamp(height * c.request.levels, 0.0, c.request.levels - 1.0));
    };
    const auto first = level(amplitude - error), last = level(amplitude + error);
    for (auto l = first; l <= last; ++l)
        to.most[l * length + place] += 1;
    if (first == last)
        to.least[first * length + place] += 1;
}

void count_frame(const histogram_case& c,
                 const std::vector<complex32>& frame,
                 const std::vector<float>& taps,
                 bounds& to)
{
    const transform t(c.request.length);
    const auto spectrum = reference_rows(t, frame, taps);
    double power = 0;
    for (const auto& x : spectrum)
        power += std::norm(x) / static_cast<double>(spectrum.size());
    const double error = 16 * tolerance(t) * std::sqrt(power);
    for (std::size_t bin = 0; bin < spectrum.size(); ++bin)
        count_power(c, bin, std::abs(spectrum[bin]), error, to);
}

//! \return bounds of the counts in the last histogram that the stream ends
bounds expected_of(const histogram_case& c, const std::vector<complex32>& x)
{
    const auto taps = taps_of(c);
    bounds made{ std::vector<double>(c.counts()), std::vector<double>(c.counts()) };
    for (std::size_t frame = 0; frame < c.ended() * c.period; ++frame) {
        if (frame && frame % c.period == 0)
            for (auto* counts : { &made.least, &made.most })
                for (auto& count : *counts)
                    count *= std::pow(c.output.fade, c.period);
        const auto begin = x.begin() + static_cast<std::ptrdiff_t>(frame) * c.request.hop;
        count_frame(c, { begin, begin + c.request.length }, taps, made);
    }
    return made;
}

std::vector<float> run_stream(persistence_executor& with,
                              const histogram_case& c,
                              const std::vector<complex32>& x)
{
    std::vector<float> out(c.counts());
    const in_flight_guard guard{ with };
    std::mt19937 random(c.data);
    for (std::size_t at = 0; at < c.ended() * c.period;) {
        const auto in_period = at % c.period;
        spectrum_batch b;
        b.samples = &x[at * static_cast<std::size_t>(c.request.hop)];
        b.frames =
            std::min({ 1 + random() % c.most, with.max_frames(), c.period - in_period });
        b.output = c.output;
        b.is_fresh = at == 0;
        b.out = out.data();
        if (in_period + b.frames == c.period) {
            b.ends = { static_cast<std::uint32_t>(b.frames) };
            b.counts = { c.period };
        }
        while (!with.can_submit())
            with.wait_oldest();
        with.submit(b);
        at += b.frames;
    }
    while (with.wait_oldest().frames) {
    }
    return out;
}

class histogram_trial : public trial
{
public:
    explicit histogram_trial(const histogram_case& c) : d_case(c) {}

    std::string text() const override
    {
        const auto& c = d_case;
        return fmt::format("length={} hop={} levels={} lowest={} highest={} fade={} "
                           "centered={} frames={} period={} most={} data={}",
                           c.request.length,
                           c.request.hop,
                           c.request.levels,
                           c.output.lowest_db,
                           c.output.highest_db,
                           c.output.fade,
                           c.output.centered ? 1 : 0,
                           c.frames,
                           c.period,
                           c.most,
                           c.data);
    }

    outcome run(const std::string& device) const override
    {
        const auto x = samples_of(d_case);
        persistence_executor with(d_case.request, taps_of(d_case), device);
        const auto got = run_stream(with, d_case, x);
        const auto want = expected_of(d_case, x);
        for (std::size_t i = 0; i < got.size(); ++i) {
            const double slack = 1e-5 * (1 + want.most[i]);
            if (!(got[i] >= want.least[i] - slack && got[i] <= want.most[i] + slack))
                return { fmt::format("level {} bin {} counts {}, not {} to {}, by {}",
                                     i / static_cast<std::size_t>(d_case.request.length),
                                     i % static_cast<std::size_t>(d_case.request.length),
                                     got[i],
                                     want.least[i],
                                     want.most[i],
                                     with.plan_line()),
                         1 };
        }
        return { "", 1 };
    }

    std::vector<std::unique_ptr<trial>> smaller() const override
    {
        std::vector<std::unique_ptr<trial>> all;
        const auto add = [&](auto change) {
            auto made = d_case;
            change(made);
            made.period = std::min(made.period, made.frames);
            if (made.request.length > 0 && made.request.hop > 0 &&
                made.request.levels > 1 && made.period > 0 &&
                histogram_trial(made).text() != text())
                all.push_back(std::make_unique<histogram_trial>(made));
        };
        add([](histogram_case& c) { c.frames = c.period; });
        add([](histogram_case& c) { c.frames /= 2; });
        add([](histogram_case& c) { --c.frames; });
        add([](histogram_case& c) { c.period = 1; });
        add([](histogram_case& c) { c.most = 1; });
        add([](histogram_case& c) { c.output.fade = 1; });
        add([](histogram_case& c) { c.output.centered = false; });
        add([](histogram_case& c) { c.request.hop = c.request.length; });
        add([](histogram_case& c) { c.request.levels /= 2; });
        add([](histogram_case& c) { c.request.length /= 2; });
        add([](histogram_case& c) { --c.request.length; });
        return all;
    }

private:
    histogram_case d_case;
};

std::unique_ptr<trial> any_histogram_trial(std::mt19937& random, const std::string&)
{
    histogram_case c;
    const auto longest = one_of<std::int64_t>(random, { 8, 40, 300, 3000 });
    c.request.length = number(random, 1, longest);
    c.request.hop = one_of<std::int64_t>(
        random,
        { 1, c.request.length, c.request.length + 3, number(random, 1, longest) });
    c.request.levels =
        one_of<std::int64_t>(random, { 2, 7, 64, 256, number(random, 2, 1000) });
    c.output.factor = 1.0 / static_cast<double>(c.request.length * c.request.length);
    c.output.lowest_db = one_of(random, { -120.0, -60.0, -33.5 });
    c.output.highest_db = one_of(random, { 20.0, 0.0, -20.0 });
    c.output.fade = one_of(random, { 1.0, 1.0, 0.97, 0.5 });
    c.output.centered = number(random, 0, 1);
    c.frames = static_cast<std::size_t>(
        number(random, 1, std::min<std::int64_t>(300, 40000 / c.request.length + 1)));
    c.period =
        static_cast<std::size_t>(number(random, 1, static_cast<std::int64_t>(c.frames)));
    c.most = static_cast<std::size_t>(number(random, 1, 40));
    c.data = static_cast<unsigned>(random() % 1000000);
    return std::make_unique<histogram_trial>(c);
}

std::unique_ptr<trial> parse_histogram_trial(const std::string& text)
{
    const fields given(text);
    histogram_case c;
    c.request.length = given.number("length");
    c.request.hop = given.number("hop");
    c.request.levels = given.number("levels");
    c.output.factor = 1.0 / static_cast<double>(c.request.length * c.request.length);
    c.output.lowest_db = given.real("lowest");
    c.output.highest_db = given.real("highest");
    c.output.fade = given.real("fade");
    c.output.centered = given.number("centered") != 0;
    c.frames = static_cast<std::size_t>(given.number("frames"));
    c.period = static_cast<std::size_t>(given.number("period"));
    c.most = static_cast<std::size_t>(given.number("most"));
    c.data = static_cast<unsigned>(given.number("data"));
    return std::make_unique<histogram_trial>(c);
}

} // namespace

const trial_kind HISTOGRAMS = {
    "histograms", true, any_histogram_trial, parse_histogram_trial
};

} // namespace gpufft::testing
