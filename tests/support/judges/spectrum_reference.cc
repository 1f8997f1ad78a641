/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/judges/spectrum_reference.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace gpufft::testing {

namespace {

const char* name_of(average how)
{
    const char* names[] = { "mean", "exponential", "highest", "lowest" };
    return names[static_cast<int>(how)];
}

//! Brings the powers of frames together, the way the words say it.
class accumulator
{
public:
    accumulator(average how, double keep, std::size_t bins)
        : d_how(how), d_keep(keep), d_sum(bins), d_weight(0)
    {
    }

    void add(const double* powers)
    {
        const bool is_first = d_weight == 0;
        d_weight = d_keep * d_weight + 1;
        for (std::size_t k = 0; k < d_sum.size(); ++k) {
            const double p = powers[k];
            if (d_how == average::highest)
                d_sum[k] = is_first ? p : std::max(d_sum[k], p);
            else if (d_how == average::lowest)
                d_sum[k] = is_first ? p : std::min(d_sum[k], p);
            else
                d_sum[k] = d_keep * d_sum[k] + p;
        }
    }

    double value(std::size_t k) const
    {
        const bool is_sum = d_how == average::mean || d_how == average::exponential;
        return is_sum ? d_sum[k] / d_weight : d_sum[k];
    }

    void restart()
    {
        d_weight = 0;
        std::fill(d_sum.begin(), d_sum.end(), 0);
    }

private:
    average d_how;
    double d_keep;
    std::vector<double> d_sum;
    double d_weight;
};

//! One average as it is shown.
void show(const spectrum_case& c, const accumulator& from, std::vector<double>& to)
{
    const auto bins = c.bins(), out_bins = c.out_bins();
    std::vector<double> placed(bins);
    for (std::size_t k = 0; k < bins; ++k) {
        double p = from.value(k);
        if (is_real(c.request.samples) &&
            (k == 0 || 2 * k == static_cast<std::size_t>(c.request.length)))
            p *= c.output.edge_factor;
        placed[c.output.centered ? (k + bins / 2) % bins : k] = p;
    }
    for (std::size_t b = 0; b < out_bins; ++b) {
        const auto first = placed.begin() + b * bins / out_bins;
        const auto behind = placed.begin() + (b + 1) * bins / out_bins;
        double value = *std::max_element(first, behind);
        if (c.output.mean_bins) {
            value = 0;
            for (auto p = first; p != behind; ++p)
                value += *p / static_cast<double>(behind - first);
        }
        to.push_back(c.output.factor * value);
    }
}

} // namespace

std::size_t spectrum_case::bins() const
{
    const auto length = static_cast<std::size_t>(request.length);
    return is_real(request.samples) ? length / 2 + 1 : length;
}

std::size_t spectrum_case::out_bins() const
{
    return output.bins ? static_cast<std::size_t>(output.bins) : bins();
}

std::size_t spectrum_case::samples() const
{
    return (frames - 1) * request.hop + request.length;
}

std::string spectrum_case::text() const
{
    return fmt::format(
        "length {} hop {} samples {}, {} frames {} seconds {} rate {}, bins "
        "{}{}{}{}, {} frames in all",
        request.length,
        request.hop,
        static_cast<int>(request.samples),
        name_of(average.how),
        average.frames,
        average.seconds,
        average.rate_hz,
        output.bins,
        output.mean_bins ? " (mean)" : "",
        output.centered ? " centered" : "",
        output.decibels ? " dB" : "",
        frames);
}

sample_array::sample_array(sample_kind kind, std::size_t count)
    : d_kind(kind), d_count(count), d_blocks(count * sample_bytes(kind) / 64 + 1)
{
}

const void* sample_array::at(std::size_t i) const
{
    return d_blocks[0].bytes + i * sample_bytes(d_kind);
}

void sample_array::set(std::size_t i, std::complex<double> x)
{
    const auto to = const_cast<void*>(at(i));
    const auto put = [&](auto real, auto imaginary) {
        const decltype(real) parts[] = { real, imaginary };
        std::memcpy(to, parts, sample_bytes(d_kind));
    };
    const auto whole = [](double v, double most) { return std::lrint(v * most); };
    switch (d_kind) {
    case sample_kind::complex_int16:
        return put(static_cast<std::int16_t>(whole(x.real(), 32767)),
                   static_cast<std::int16_t>(whole(x.imag(), 32767)));
    case sample_kind::complex_int8:
        return put(static_cast<std::int8_t>(whole(x.real(), 127)),
                   static_cast<std::int8_t>(whole(x.imag(), 127)));
    case sample_kind::complex_uint8:
        return put(static_cast<std::uint8_t>(127 + whole(x.real(), 127)),
                   static_cast<std::uint8_t>(127 + whole(x.imag(), 127)));
    default:
        return put(static_cast<float>(x.real()), static_cast<float>(x.imag()));
    }
}

std::complex<double> sample_array::get(std::size_t i) const
{
    const auto parts = [&](auto zero, double offset) {
        decltype(zero) part[2] = {};
        std::memcpy(part, at(i), sample_bytes(d_kind));
        return std::complex<double>(part[0] - offset, part[1] - offset);
    };
    switch (d_kind) {
    case sample_kind::complex_int16:
        return parts(std::int16_t(), 0);
    case sample_kind::complex_int8:
        return parts(std::int8_t(), 0);
    case sample_kind::complex_uint8:
        return parts(std::uint8_t(), 127.5);
    default:
        return parts(float(), 0);
    }
}

void sample_array::fill(std::mt19937& random)
{
    std::uniform_real_distribution<double> any(-1, 1);
    for (std::size_t i = 0; i < d_count; ++i) {
        const double real = any(random);
        set(i, { real, is_real(d_kind) ? 0 : any(random) });
    }
}

std::vector<double> reference_powers(const spectrum_case& c, const sample_array& samples)
{
    std::vector<double> powers;
    std::vector<complex64> frame(c.request.length);
    for (std::size_t f = 0; f < c.frames; ++f) {
        for (std::size_t n = 0; n < frame.size(); ++n)
            frame[n] = c.window[n] * samples.get(f * c.request.hop + n);
        const auto spectrum = reference_dft(frame, direction::forward);
        for (std::size_t k = 0; k < c.bins(); ++k)
            powers.push_back(std::norm(spectrum[k]));
    }
    return powers;
}

std::vector<double> reference_averages(const spectrum_case& c,
                                       const std::vector<double>& powers)
{
    average_schedule schedule;
    schedule.change(c.average);
    accumulator accumulated(c.average.how, schedule.keep(), c.bins());
    std::vector<double> averages;
    for (std::size_t f = 0; f < c.frames; ++f) {
        accumulated.add(&powers[f * c.bins()]);
        if (schedule.advance(1).empty())
            continue;
        show(c, accumulated, averages);
        if (schedule.restarts())
            accumulated.restart();
    }
    return averages;
}

double error_of(const spectrum_case& c,
                const std::vector<float>& got,
                const std::vector<double>& expected)
{
    if (got.size() != expected.size())
        return std::numeric_limits<double>::infinity();
    double wrong = 0, all = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double linear = c.output.decibels ? std::pow(10, got[i] / 10.0) : got[i];
        wrong += std::pow(linear - expected[i], 2);
        all += std::pow(expected[i], 2);
    }
    return all > 0 ? std::sqrt(wrong / all) : wrong;
}

} // namespace gpufft::testing
