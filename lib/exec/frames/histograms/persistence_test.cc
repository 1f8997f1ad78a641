/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/wrong_values.h"
#include "exec/frames/histograms/persistence_test.h"
#include "math/roots.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <random>

namespace gpufft {

namespace {

constexpr std::int64_t MOST_BINS_CHECKED = 4096;
// Largest error of a power, as a part of the power of a bin where all samples are in
// phase. Generous: wrong code misses by far more than rounding.
constexpr double BOUND = 1e-4;

//! Two, unless that would be much to send.
std::uint32_t frames_for(const persistence_request& request)
{
    constexpr std::int64_t most_samples = std::int64_t(1) << 22;
    return request.hop + request.frame_samples() <= most_samples ? 2 : 1;
}

class known_frames
{
public:
    known_frames(const persistence_kernels& how, const persistence_request& request)
        : d_how(how),
          d_request(request),
          d_frames(frames_for(request)),
          d_samples(how.front().samples_of(d_frames)),
          d_taps(request.frame_samples())
    {
        std::mt19937 random(static_cast<unsigned>(request.length));
        std::uniform_real_distribution<float> any(-1, 1);
        for (auto& tap : d_taps)
            tap = 1.5F + any(random) / 2;
        for (int i = 0; i < 6; ++i)
            d_samples[random() % d_samples.size()] = { any(random), any(random) };
        for (std::size_t i = 0; i < d_samples.size(); ++i) {
            if (d_samples[i] != 0.0F)
                d_places.push_back(static_cast<std::int64_t>(i));
        }
    }

    void check()
    {
        run();
        const auto step = std::max<std::int64_t>(1, d_request.length / MOST_BINS_CHECKED);
        double largest = 0; // amplitude that a bin may have
        for (const auto i : d_places)
            largest += 2 * std::abs(d_samples[i]);
        for (std::uint32_t frame = 0; frame < d_frames; ++frame)
            for (std::int64_t bin = 0; bin < d_request.length; bin += step | 1)
                expect_near(d_powers[frame * d_request.length + bin],
                            power(frame, bin),
                            BOUND * largest * largest,
                            "a power");
        check_counts();
    }

private:
    double power(std::int64_t frame, std::int64_t bin) const
    {
        std::complex<double> sum = 0;
        for (const auto i : d_places) {
            const auto n = i - frame * d_request.hop;
            if (n >= 0 && n < d_request.frame_samples())
                sum += static_cast<double>(d_taps[n]) *
                       std::complex<double>(d_samples[i]) *
                       root_of_unity(-(n * bin % d_request.length), d_request.length);
        }
        return std::norm(sum);
    }

    void run()
    {
        auto& on = *d_how.front().on();
        const std::uint32_t runs[] = { 0, 1, 2 };
        const auto samples =
            upload_now(on, d_samples.data(), d_samples.size() * sizeof(d_samples[0]));
        const auto window = upload_now(on, d_taps.data(), d_taps.size() * sizeof(float));
        const auto table = upload_now(on, runs, sizeof(runs));
        const auto powers = on.make_buffer(d_how.front().partial_bytes(d_frames));
        frame_memory m;
        m.samples = samples.get();
        m.window = window.get();
        m.runs = table.get();
        m.partials = powers.get();
        auto q = on.make_queue();
        if (d_how.singles) {
            spectrum_output shown;
            shown.decibels = true;
            d_how.singles->enqueue(
                *q, { m.samples, m.window, m.partials }, m.workspace, d_frames, shown);
        } else {
            d_how.front().fit(m.workspace, d_frames);
            d_how.front().enqueue(*q, m, { d_frames, d_frames, 1, 1 });
        }
        d_powers.resize(d_frames * d_request.length);
        q->download(d_powers.data(), *powers, 0, d_powers.size() * sizeof(float));
        count(*q, *powers);
        q->wait_all();
        if (d_how.singles)
            for (auto& each : d_powers)
                each = std::pow(10.0F, each / 10);
    }

    //! Queues counting \p powers, and waits.
    void count(queue& q, buffer& powers)
    {
        auto& on = *d_how.front().on();
        const std::vector<char> zeros(d_how.counts_bytes());
        const auto counts = upload_now(on, zeros.data(), zeros.size());
        const auto state = on.make_buffer(d_how.state_bytes());
        std::shared_ptr<buffer> done;
        if (d_how.columns) {
            done = on.make_buffer(d_how.columns->done_bytes(d_frames));
            d_how.columns->count(
                q, {}, { &powers, counts.get(), done.get() }, d_frames, d_scale, {});
            d_how.columns->sum(q, nullptr, *counts, *state, { d_scale, 0 });
        } else {
            d_how.levels->enqueue(
                q, { &powers, nullptr, state.get(), counts.get() }, d_frames, d_scale, 0);
        }
        d_counts.resize(d_request.levels * d_request.length);
        q.download(d_counts.data(), *state, 0, d_how.state_bytes());
        q.wait_all();
    }

    //! Each bin's counts are those of its powers, but for some next to a border of
    //! levels.
    void check_counts() const
    {
        std::vector<float> expected(d_counts.size());
        for (std::size_t i = 0; i < d_powers.size(); ++i) {
            const double db = 10 * std::log10(static_cast<double>(d_powers[i]));
            const double height =
                (db - d_scale.lowest_db) / (d_scale.highest_db - d_scale.lowest_db);
            const auto level =
                std::clamp(height * d_request.levels, 0.0, d_request.levels - 1.0);
            const auto place = i % d_request.length;
            ++expected[static_cast<std::size_t>(level) * d_request.length + place];
        }
        double moved = 0, all = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            moved += std::abs(expected[i] - d_counts[i]) / 2;
            all += d_counts[i];
        }
        const auto powers = static_cast<double>(d_powers.size());
        expect_near(all, powers, 0, "the sum of all counts");
        expect_near(moved, 0, 1 + powers / 16, "the counts at other levels");
    }

    void expect_near(double got, double expected, double bound, const char* subject) const
    {
        if (std::abs(got - expected) <= bound)
            return;
        throw wrong_values(
            fmt::format("a histogram of {} levels and spectra of {} points come out "
                        "wrong on {}: {} should be {:.6g}, got {:.6g}",
                        d_request.levels,
                        d_request.length,
                        d_how.front().on()->info().product,
                        subject,
                        expected,
                        got),
            "the device compiler miscompiled it. Choose another device, or report it");
    }

    const persistence_kernels& d_how;
    persistence_request d_request;
    std::uint32_t d_frames;
    std::vector<std::complex<float>> d_samples;
    std::vector<std::int64_t> d_places; //!< of those that are not 0
    std::vector<float> d_taps;
    level_scale d_scale = { 1, -60, 20, false };
    std::vector<float> d_powers, d_counts;
};

} // namespace

void self_test(const persistence_kernels& how, const persistence_request& request)
{
    known_frames(how, request).check();
}

} // namespace gpufft
