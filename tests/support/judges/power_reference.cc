/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/judges/power_reference.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace gpufft::testing {

namespace {

constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();

template <class T>
void put(std::vector<unsigned char>& bytes, std::size_t i, double value)
{
    const auto stored = static_cast<T>(value);
    if (bytes.size() < (i + 1) * sizeof(T))
        bytes.resize((i + 1) * sizeof(T));
    std::memcpy(&bytes[i * sizeof(T)], &stored, sizeof(T));
}

//! Full scale of a sample, and what is stored for 0.
struct number_range {
    double scale = 1;
    double zero = 0;
};

number_range range_of(sample_kind k)
{
    switch (k) {
    case sample_kind::complex_int16:
        return { 30000, 0 };
    case sample_kind::complex_int8:
        return { 120, 0 };
    case sample_kind::complex_uint8:
        return { 120, 127.5 };
    default:
        return {};
    }
}

//! Stores part \p i. \return the value that it stands for
double store_part(raw_samples& s, std::size_t i, double value)
{
    const auto zero = range_of(s.kind).zero;
    const double whole = std::nearbyint(value + zero);
    switch (s.kind) {
    case sample_kind::complex_int16:
        put<std::int16_t>(s.bytes, i, whole);
        return whole;
    case sample_kind::complex_int8:
        put<std::int8_t>(s.bytes, i, whole);
        return whole;
    case sample_kind::complex_uint8:
        put<std::uint8_t>(s.bytes, i, whole);
        return whole - zero;
    default:
        put<float>(s.bytes, i, value);
        return static_cast<float>(value);
    }
}

double accumulated(accumulation how, double s, double p, double keep)
{
    if (how == accumulation::sum)
        return keep * s + p;
    if (how == accumulation::square)
        return s + p * p;
    if (!std::isfinite(p))
        return s;
    if (std::isnan(s))
        return p;
    return how == accumulation::highest ? std::max(s, p) : std::min(s, p);
}

} // namespace

void raw_samples::set(std::size_t i, complex64 value)
{
    if (values.size() <= i)
        values.resize(i + 1);
    if (is_real(kind)) {
        values[i] = store_part(*this, i, value.real());
        return;
    }
    const double re = store_part(*this, 2 * i, value.real());
    values[i] = { re, store_part(*this, 2 * i + 1, value.imag()) };
}

raw_samples noise_samples(const power_request& what, std::size_t frames)
{
    raw_samples s;
    s.kind = what.samples;
    const auto points = (frames - 1) * what.hop + what.frame_samples();
    const auto values = noise(points);
    for (std::size_t i = 0; i < points; ++i)
        s.set(i, range_of(what.samples).scale * complex64(values[i]));
    return s;
}

std::vector<double> reference_powers(const power_request& what,
                                     const std::vector<complex64>& samples,
                                     const std::vector<float>& window,
                                     const std::vector<std::uint32_t>& runs,
                                     double keep)
{
    const auto bins = static_cast<std::size_t>(what.bins());
    const auto planes = what.how.planes();
    std::vector<double> all;
    for (std::size_t r = 0; r + 1 < runs.size(); ++r)
        for (const auto plane : planes)
            all.insert(
                all.end(), bins, accumulations(plane).has_extremes() ? NOT_A_NUMBER : 0);
    for (std::size_t r = 0; r + 1 < runs.size(); ++r) {
        for (auto f = runs[r]; f < runs[r + 1]; ++f) {
            std::vector<complex64> frame(what.length);
            for (std::int64_t n = 0; n < what.frame_samples(); ++n)
                frame[n % what.length] += double(window[n]) * samples[f * what.hop + n];
            const auto spectrum = reference_dft(frame, direction::forward);
            for (std::size_t i = 0; i < planes.size() * bins; ++i) {
                auto& s = all[r * planes.size() * bins + i];
                s = accumulated(planes[i / bins], s, std::norm(spectrum[i % bins]), keep);
            }
        }
    }
    return all;
}

std::uint32_t longest_of(const std::vector<std::uint32_t>& runs)
{
    std::uint32_t most = 0;
    for (std::size_t r = 0; r + 1 < runs.size(); ++r)
        most = std::max(most, runs[r + 1] - runs[r]);
    return most;
}

namespace {

//! Judges plane \p plane of each row.
power_verdict judge_plane(const std::vector<float>& got,
                          const std::vector<double>& expected,
                          const power_request& what,
                          std::size_t plane)
{
    const auto planes = what.how.planes();
    const auto bins = static_cast<std::size_t>(what.bins());
    double error = 0, norm = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (i / bins % planes.size() != plane)
            continue;
        // Infinite samples make NaNs or infinite powers, whichever way they meet.
        if (std::isfinite(expected[i]) != std::isfinite(got[i]))
            return { false,
                     fmt::format("power {} is {}, expected {}", i, got[i], expected[i]) };
        if (!std::isfinite(expected[i]))
            continue;
        error += (got[i] - expected[i]) * (got[i] - expected[i]);
        norm += expected[i] * expected[i];
    }
    const double relative = norm > 0 ? std::sqrt(error / norm) : error;
    // Squares have twice the error, and the squares of large bins weigh more.
    const double squared = planes[plane] == accumulation::square ? 2 : 1;
    const double bound = squared * (3 * tolerance(what.length) + 2e-7);
    return { relative <= bound,
             fmt::format("error {:.2e}, {:.2f} of the bound{}",
                         relative,
                         relative / bound,
                         plane ? fmt::format(", plane {}", plane) : "") };
}

} // namespace

power_verdict judge_powers(const std::vector<float>& got,
                           const std::vector<double>& expected,
                           const power_request& what)
{
    if (got.size() != expected.size())
        return { false, fmt::format("{} powers for {}", got.size(), expected.size()) };
    power_verdict v;
    for (std::size_t plane = 0; plane < what.how.planes().size(); ++plane) {
        v = judge_plane(got, expected, what, plane);
        if (!v.is_good)
            break;
    }
    return v;
}

} // namespace gpufft::testing
