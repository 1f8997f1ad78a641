/* SPDX-License-Identifier: GPL-3.0-or-later */
// Averaged power spectra of streams that are cut into random pieces.
#include "campaign/fields.h"
#include "campaign/trial.h"
#include "support/transforms/random_spectra.h"

namespace gpufft::testing {

namespace {

class spectrum_trial : public trial
{
public:
    spectrum_trial(spectrum_case c, unsigned data) : d_case(std::move(c)), d_data(data) {}

    std::string text() const override
    {
        const auto& c = d_case;
        return fmt::format(
            "length={} hop={} samples={} how={} average={} seconds={} rate={} factor={} "
            "edge={} decibels={} centered={} mean={} bins={} frames={} data={}",
            c.request.length,
            c.request.hop,
            static_cast<int>(c.request.samples),
            static_cast<int>(c.average.how),
            c.average.frames,
            c.average.seconds,
            c.average.rate_hz,
            c.output.factor,
            c.output.edge_factor,
            c.output.decibels ? 1 : 0,
            c.output.centered ? 1 : 0,
            c.output.mean_bins ? 1 : 0,
            c.output.bins,
            c.frames,
            d_data);
    }

    // Twice: what is in flight differs, the averages do not.
    outcome run(const std::string& device) const override
    {
        const auto samples = noise_for(d_case, d_data);
        const auto expected =
            reference_averages(d_case, reference_powers(d_case, samples));
        std::mt19937 random(d_data);
        spectrum_executor with(d_case.request, d_case.window, d_case.average.how, device);
        outcome made;
        for (; made.runs < 2 && made.fault.empty(); ++made.runs) {
            average_schedule schedule;
            schedule.change(d_case.average);
            const auto got =
                run_spectra(with, d_case, samples, schedule, 0, d_case.frames, [&] {
                    return static_cast<std::size_t>(number(random, 1, 40));
                });
            const auto error = error_of(d_case, got, expected);
            if (!(error < (d_case.output.decibels ? DECIBEL_BOUND : BOUND)))
                made.fault = fmt::format("error {:.2e} by {}", error, with.plan_line());
        }
        return made;
    }

    std::vector<std::unique_ptr<trial>> smaller() const override
    {
        std::vector<std::unique_ptr<trial>> all;
        const auto add = [&](auto change) {
            auto made = d_case;
            change(made);
            made.window = uneven_taps(made.request.length);
            made.output.bins = std::min<std::int64_t>(
                made.output.bins, static_cast<std::int64_t>(made.bins()));
            const spectrum_trial one(made, d_data);
            if (made.request.length > 0 && made.frames > 0 && one.text() != text())
                all.push_back(std::make_unique<spectrum_trial>(one));
        };
        add([](spectrum_case& c) { c.frames = 1; });
        add([](spectrum_case& c) { c.frames /= 2; });
        add([](spectrum_case& c) { --c.frames; });
        add([](spectrum_case& c) { c.output = {}; });
        add([](spectrum_case& c) { c.average.how = average::mean; });
        add([](spectrum_case& c) { c.average.rate_hz = 0; });
        add([](spectrum_case& c) { c.average.frames = 1; });
        add([](spectrum_case& c) { c.request.samples = sample_kind::complex_float; });
        add([](spectrum_case& c) { c.request.hop = c.request.length; });
        add([](spectrum_case& c) { c.request.length /= 2; });
        add([](spectrum_case& c) { --c.request.length; });
        return all;
    }

private:
    spectrum_case d_case;
    unsigned d_data;
};

std::unique_ptr<trial> parse_spectrum_trial(const std::string& text)
{
    const fields given(text);
    spectrum_case c;
    c.request.length = given.number("length");
    c.request.hop = given.number("hop");
    c.request.samples = static_cast<sample_kind>(given.number("samples"));
    c.average.how = static_cast<average>(given.number("how"));
    c.average.frames = given.number("average");
    c.average.seconds = given.real("seconds");
    c.average.rate_hz = given.real("rate");
    c.average.frame_rate_hz = FRAME_RATE_HZ;
    c.output.factor = given.real("factor");
    c.output.edge_factor = given.real("edge");
    c.output.decibels = given.number("decibels") != 0;
    c.output.centered = given.number("centered") != 0;
    c.output.mean_bins = given.number("mean") != 0;
    c.output.bins = given.number("bins");
    c.frames = static_cast<std::size_t>(given.number("frames"));
    c.window = uneven_taps(c.request.length);
    return std::make_unique<spectrum_trial>(c,
                                            static_cast<unsigned>(given.number("data")));
}

std::unique_ptr<trial> any_spectrum_trial(std::mt19937& random, const std::string&)
{
    const auto data = static_cast<unsigned>(random() % 1000000);
    return std::make_unique<spectrum_trial>(random_case(random), data);
}

} // namespace

const trial_kind SPECTRA = { "spectra", true, any_spectrum_trial, parse_spectrum_trial };

} // namespace gpufft::testing
