/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "exec/executor/wrong_values.h"
#include "exec/frames/spectra/spectrum_self_test.h"
#include "exec/frames/spectra/spectrum_slot.h"
#include "exec/self_test/passed_tests.h"
#include "plan/text/plan_summary.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <random>

namespace gpufft {

namespace {

using complex = std::complex<double>;

// Direct sums of three frames and some bins take less time than building the kernels;
// above, one frame and few bins have to do.
constexpr std::int64_t LONGEST_OF_SEVERAL_FRAMES = std::int64_t(1) << 20;
constexpr std::int64_t MOST_TERMS = std::int64_t(1) << 21;
constexpr std::size_t MOST_BINS = 16;
constexpr std::size_t RUN_FRAMES = 2; //!< so that both runs and averages have several
constexpr double KEEP = 0.5;          //!< of exponential averages

// Generous: wrong code misses by far more than rounding.
constexpr double RELATIVE_BOUND = 1e-4;

//! Noise over the whole range of its kind, and what it means.
class noise_samples
{
public:
    noise_samples(sample_kind kind, std::size_t count)
        : d_bytes(count * sample_bytes(kind))
    {
        std::mt19937 random(static_cast<unsigned>(count));
        std::uniform_real_distribution<double> any(-1, 1);
        const auto parts = is_real(kind) ? 1 : 2;
        for (std::size_t i = 0; i < count; ++i) {
            double value[2] = {};
            for (int part = 0; part < parts; ++part)
                value[part] = put(kind, parts * i + part, any(random));
            values.emplace_back(value[0], value[1]);
        }
    }

    const void* data() const { return d_bytes.data(); }
    std::vector<complex> values;

private:
    template <typename T>
    double store(std::size_t i, double value)
    {
        const auto stored = static_cast<T>(value);
        std::memcpy(d_bytes.data() + i * sizeof(T), &stored, sizeof(T));
        return static_cast<double>(stored);
    }

    double put(sample_kind kind, std::size_t i, double value)
    {
        switch (kind) {
        case sample_kind::complex_int16:
            return store<std::int16_t>(i, 32767 * value);
        case sample_kind::complex_int8:
            return store<std::int8_t>(i, 127 * value);
        case sample_kind::complex_uint8:
            return store<std::uint8_t>(i, 127.5 + 127.5 * value) - 127.5;
        default:
            return store<float>(i, value);
        }
    }

    std::vector<unsigned char> d_bytes;
};

class known_spectrum
{
public:
    known_spectrum(const spectrum_kernels& kernels, average how)
        : d_kernels(kernels), d_request(kernels.request()), d_how(how)
    {
        for (std::int64_t n = 0; n < d_request.frame_samples(); ++n)
            d_taps.push_back(1.5 + std::sin(static_cast<double>(n)) / 2);
        d_window = upload_taps(kernels.on(), d_taps, precision::float32);
    }

    //! \throws build_error
    void check(std::size_t frames) const
    {
        const noise_samples samples(d_request.samples,
                                    d_kernels.front->samples_of(frames));
        std::vector<std::vector<complex>> windowed(frames);
        double size = 0; // of a bin's power, about
        for (std::size_t f = 0; f < frames; ++f) {
            for (std::int64_t n = 0; n < d_request.length; ++n) {
                complex x = 0;
                for (auto i = n; i < d_request.frame_samples(); i += d_request.length)
                    x += d_taps[i] * samples.values[f * d_request.hop + i];
                windowed[f].push_back(x);
                size += std::norm(x);
            }
        }
        const auto bins = static_cast<std::size_t>(d_request.bins());
        const auto planes = d_request.how.planes();
        const auto all = run(samples, frames, bins);
        const auto got = std::vector<float>(all.begin(), all.begin() + bins);
        const auto checked = std::clamp<std::size_t>(
            MOST_TERMS / (d_request.length * static_cast<std::int64_t>(frames)),
            2,
            MOST_BINS);
        for (std::size_t i = 0; i < checked; ++i) {
            const auto bin = (bins - 1) * i / (checked - 1);
            std::vector<double> powers;
            for (const auto& x : windowed)
                powers.push_back(power(x, bin));
            for (std::size_t i = 0; i < planes.size(); ++i)
                expect_near(all[i * bins + bin],
                            averaged(powers, planes[i]),
                            planes[i] == accumulation::square ? size * size : size,
                            "a bin");
        }
        if (frames == 1 && planes[0] != accumulation::square) // else they are no sum
            expect_near(
                total(got) / d_request.length, size, size, "the power of all bins");
        check_reduced(samples, frames, all, size);
        if (d_kernels.singles)
            check_singles(samples, windowed, checked, size);
    }

private:
    //! Each frame by itself, in the order of bins that its kernels were made for.
    void check_singles(const noise_samples& samples,
                       const std::vector<std::vector<complex>>& windowed,
                       std::size_t checked,
                       double size) const
    {
        const auto bins = static_cast<std::size_t>(d_request.bins());
        auto batch = batch_of(samples, windowed.size());
        batch.ends.clear();
        for (std::size_t f = 0; f < windowed.size(); ++f)
            batch.ends.push_back(static_cast<std::uint32_t>(f + 1));
        batch.counts.assign(windowed.size(), 1);
        batch.output.centered = d_kernels.singles->is_centered();
        batch.output.edge_factor = 0.5;
        const auto linear = run(batch);
        batch.output.decibels = true;
        const auto decibels = run(batch);
        for (std::size_t i = 0; i < checked; ++i) {
            const auto bin = (bins - 1) * i / (checked - 1);
            const auto place = batch.output.centered ? (bin + bins / 2) % bins : bin;
            const bool is_edge = is_real(d_request.samples) &&
                                 (!bin || (d_request.length % 2 == 0 && bin == bins - 1));
            for (std::size_t f = 0; f < windowed.size(); ++f) {
                const auto expected =
                    (is_edge ? batch.output.edge_factor : 1) * power(windowed[f], bin);
                const auto at = f * bins + place;
                expect_near(linear[at], expected, size, "a bin of a frame");
                expect_near(std::pow(10, decibels[at] / 10.0),
                            expected,
                            size,
                            "decibels of a frame");
            }
        }
    }

    //! Means of neighbouring bins, of which \p all have been found right.
    void check_reduced(const noise_samples& samples,
                       std::size_t frames,
                       const std::vector<float>& all,
                       double size) const
    {
        const auto bins = static_cast<std::size_t>(d_request.bins());
        const auto fewer = bins - bins / 3;
        const auto got = run(samples, frames, fewer);
        for (std::size_t b = 0; b < fewer; ++b) {
            const auto first = b * bins / fewer, behind = (b + 1) * bins / fewer;
            double sum = 0;
            for (auto k = first; k < behind; ++k)
                sum += all[k]; // of the first plane
            expect_near(got[b],
                        sum / static_cast<double>(behind - first),
                        size,
                        "a mean of bins");
        }
    }

    std::vector<float>
    run(const noise_samples& samples, std::size_t frames, std::size_t bins) const
    {
        auto batch = batch_of(samples, frames);
        batch.output.bins = static_cast<std::int64_t>(bins);
        batch.output.mean_bins = true;
        return run(batch);
    }

    //! All frames in one average.
    spectrum_batch batch_of(const noise_samples& samples, std::size_t frames) const
    {
        spectrum_batch batch;
        batch.samples = samples.data();
        batch.frames = frames;
        batch.how = d_how;
        batch.keep = KEEP;
        batch.restarts = d_how != average::exponential;
        batch.ends = { static_cast<std::uint32_t>(frames) };
        batch.counts = { frames };
        return batch;
    }

    std::vector<float> run(spectrum_batch batch) const
    {
        auto& on = d_kernels.on();
        const auto bins = batch.output.bins ? batch.output.bins : d_request.bins();
        std::vector<float> powers(static_cast<std::size_t>(bins * d_request.how.count()) *
                                  batch.ends.size());
        batch.out = powers.data();
        const auto in = on.make_buffer(d_kernels.front->partial_bytes(1));
        const auto out = on.make_buffer(d_kernels.front->partial_bytes(1));
        average_state left; // of what goes on
        left.powers.resize(d_request.values());
        state_passage state;
        state.in = in.get();
        state.out = out.get();
        state.out_on_host = left.powers.data();
        const locked_memory none(d_kernels.front->on());
        spectrum_slot slot(d_kernels.front->on(), none);
        slot.start(d_kernels, d_window, batch, state, RUN_FRAMES);
        slot.finish();
        return powers;
    }

    double power(const std::vector<complex>& frame, std::size_t bin) const
    {
        const double turn = -2 * M_PI / static_cast<double>(d_request.length);
        complex sum = 0;
        std::int64_t place = 0; // bin * n, around the circle
        for (const auto& x : frame) {
            sum += x * std::polar(1.0, turn * static_cast<double>(place));
            place = (place + static_cast<std::int64_t>(bin)) % d_request.length;
        }
        return std::norm(sum);
    }

    double averaged(const std::vector<double>& powers, accumulation plane) const
    {
        switch (plane) {
        case accumulation::highest:
            return *std::max_element(powers.begin(), powers.end());
        case accumulation::lowest:
            return *std::min_element(powers.begin(), powers.end());
        default:
            break;
        }
        double sum = 0, weights = 0;
        for (const auto p : powers) {
            const double keep = d_how == average::exponential ? KEEP : 1;
            sum = keep * sum + (plane == accumulation::square ? p * p : p);
            weights = keep * weights + 1;
        }
        return sum / weights;
    }

    //! The sum of all bins' powers. All bins of a real signal but the first and the
    //! middle one stand for two.
    double total(const std::vector<float>& powers) const
    {
        double sum = 0;
        for (std::int64_t k = 0; k < d_request.bins(); ++k) {
            const bool has_image =
                is_real(d_request.samples) && k != 0 && 2 * k != d_request.length;
            sum += (has_image ? 2.0 : 1.0) * powers[k];
        }
        return sum;
    }

    void expect_near(double got, double expected, double size, const char* subject) const
    {
        if (std::abs(got - expected) <= RELATIVE_BOUND * (size + expected))
            return;
        throw wrong_values(
            fmt::format("spectra of {} points compute wrong values on {}: {} should be "
                        "{:.6g}, got {:.6g}",
                        d_request.length,
                        label_of(d_kernels.on().info()),
                        subject,
                        expected,
                        got),
            fmt::format("the device compiler miscompiled them. Choose another device, or "
                        "report it with the plan ({})",
                        to_string(d_kernels.front->made_plan().front)));
    }

    const spectrum_kernels& d_kernels;
    power_request d_request;
    average d_how;
    std::vector<double> d_taps;
    std::shared_ptr<buffer> d_window;
};

} // namespace

void self_test(const spectrum_kernels& kernels, average how)
{
    const auto& info = kernels.on().info();
    if (has_passed(kernels.id(), info))
        return;
    const known_spectrum known(kernels, how);
    known.check(1);
    if (kernels.request().length <= LONGEST_OF_SEVERAL_FRAMES &&
        kernels.request().hop <= LONGEST_OF_SEVERAL_FRAMES)
        known.check(3);
    note_passed(kernels.id(), info);
}

} // namespace gpufft
