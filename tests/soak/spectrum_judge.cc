/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "soak/spectrum_judge.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace gpufft::testing {

namespace {

constexpr std::uint64_t SEARCHED = 1 << 20; // samples before and behind a fault
constexpr double BOUND = 1e-5; // averages of many frames, summed in single precision

// splitmix64 by Steele, Lea and Flood.
std::uint64_t hash(std::uint64_t n)
{
    n += 0x9e3779b97f4a7c15U;
    n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9U;
    n = (n ^ (n >> 27)) * 0x94d049bb133111ebU;
    return n ^ (n >> 31);
}

// -1 .. 1, in 2^24 steps, which single precision holds.
float number(std::uint32_t bits)
{
    return static_cast<float>(static_cast<std::int32_t>(bits) >> 8) / 8388608.0F;
}

} // namespace

complex32 spectrum_judge::sample(std::uint64_t n)
{
    const auto bits = hash(n);
    return { number(static_cast<std::uint32_t>(bits)),
             number(static_cast<std::uint32_t>(bits >> 32)) };
}

spectrum_judge::spectrum_judge(const judged_spectra& what) : d_request(what)
{
    const auto length = static_cast<std::size_t>(what.length);
    std::mt19937 random(11);
    std::uniform_real_distribution<float> tap(0.2F, 1.8F);
    for (int i = 0; i < WINDOWS; ++i) {
        d_windows.emplace_back(length);
        for (auto& t : d_windows.back())
            t = tap(random);
        const double sum =
            std::accumulate(d_windows.back().begin(), d_windows.back().end(), 0.0);
        d_factors.push_back(1 / (sum * sum));
    }
    for (std::size_t i = 0; i < length; ++i)
        d_roots.push_back(std::polar(
            1.0, -2 * M_PI * static_cast<double>(i) / static_cast<double>(length)));
}

//! Samples of the frame from \p first on, times the window.
std::vector<complex64> spectrum_judge::frame(std::uint64_t first, int window) const
{
    std::vector<complex64> x;
    x.reserve(d_roots.size());
    for (const double tap : d_windows[static_cast<std::size_t>(window)])
        x.push_back(tap * complex64(sample(first++)));
    return x;
}

double spectrum_judge::first_power(std::uint64_t first, int window) const
{
    const auto x = frame(first, window);
    const auto sum = std::accumulate(x.begin(), x.end(), complex64());
    return d_factors[static_cast<std::size_t>(window)] * std::norm(sum);
}

spectrum_judge::powers spectrum_judge::all_powers(std::uint64_t first, int window) const
{
    const auto x = frame(first, window);
    powers made;
    for (std::size_t k = 0; k < x.size(); ++k) {
        complex64 sum = 0;
        for (std::size_t i = 0, root = 0; i < x.size(); ++i) {
            sum += x[i] * d_roots[root];
            root += k;
            root -= root >= x.size() ? x.size() : 0;
        }
        made.push_back(d_factors[static_cast<std::size_t>(window)] * std::norm(sum));
    }
    return made;
}

//! Averages are sums over their weight, not extremes.
bool spectrum_judge::is_weighted() const
{
    return d_request.how == average::mean || d_request.how == average::exponential;
}

//! A power of the average under way and of the next frame, together.
double spectrum_judge::joined(double before, double next) const
{
    if (is_weighted())
        return d_request.keep * before + next;
    return d_request.how == average::highest ? std::max(before, next)
                                             : std::min(before, next);
}

bool spectrum_judge::is_close(const powers& want, const float* out) const
{
    double error = 0, power = 0;
    for (std::size_t k = 0; k < want.size(); ++k) {
        error += (want[k] - out[k]) * (want[k] - out[k]);
        power += want[k] * want[k];
    }
    return error <= BOUND * BOUND * power; // false of a NaN
}

//! The next average from \p at is \p out, if the window changes to the next one after
//! that many of its frames. \p at moves behind it where so.
bool spectrum_judge::is_next(place& at,
                             const float* out,
                             std::int64_t frames_before_change) const
{
    place to = at;
    powers sum = at.accumulated;
    for (std::int64_t i = 0; i < d_request.frames; ++i) {
        if (i == frames_before_change)
            to.window = d_next_window;
        const auto next = all_powers(to.sample, to.window);
        to.sample += static_cast<std::uint64_t>(d_request.hop);
        to.weight = d_request.keep * to.weight + 1;
        if (sum.empty())
            sum = next;
        else
            std::transform(sum.begin(),
                           sum.end(),
                           next.begin(),
                           sum.begin(),
                           [&](double a, double b) { return joined(a, b); });
    }
    const auto weight = to.weight;
    if (d_request.how == average::exponential)
        to.accumulated = sum;
    else
        to.weight = 0;
    if (is_weighted())
        for (auto& each : sum)
            each /= weight;
    if (!is_close(sum, out))
        return false;
    at = to;
    return true;
}

//! From wherever \p out may be the next average.
bool spectrum_judge::go_on(const float* out, std::int64_t frames_before_change)
{
    std::vector<place> left;
    for (auto at : d_places)
        if (is_next(at, out, frames_before_change))
            left.push_back(at);
    if (left.empty())
        return false;
    d_places = left;
    return true;
}

std::string spectrum_judge::judge(const float* out)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    const auto number = d_judged++;
    if (d_may_miss && d_judged > d_miss_before) { // none were
        d_may_miss = 0;
        d_is_settled = window_in_use() == d_next_window;
    }
    if (go_on(out, d_request.frames))
        return "";
    const bool has_changed = window_in_use() != d_next_window;
    for (std::int64_t before = 0; has_changed && before < d_request.frames; ++before) {
        if (go_on(out, before)) {
            d_is_settled = d_may_miss == 0;
            return "";
        }
    }
    if (d_may_miss && find(out))
        return "";
    return fmt::format("average {} is wrong, of {} frames from sample {} on{}{}; {}",
                       number,
                       d_request.frames,
                       next_sample(),
                       has_changed ? ", with either window" : "",
                       d_may_miss ? fmt::format(", or up to {} later", d_may_miss) : "",
                       source_of(out));
}

//! For whoever looks for a fault: of which samples and window \p out is.
std::string spectrum_judge::source_of(const float* out) const
{
    const auto from = next_sample() - std::min(next_sample(), SEARCHED);
    for (auto sample = from; sample < next_sample() + SEARCHED; ++sample) {
        for (int window = 0; window < WINDOWS; ++window) {
            place at;
            at.sample = sample;
            at.window = window;
            if (may_be_at(sample, window, out[0]) && is_next(at, out, d_request.frames))
                return fmt::format("it begins anew at sample {}, with window {} after {}",
                                   sample,
                                   window,
                                   window_in_use());
        }
    }
    return fmt::format("it begins anew nowhere within {} samples", SEARCHED);
}

//! A first average anew from \p sample, by its first bin alone.
bool spectrum_judge::may_be_at(std::uint64_t sample, int window, float first_bin) const
{
    double p = first_power(sample, window), weight = 1;
    for (std::int64_t i = 1; i < d_request.frames; ++i) {
        const auto first = sample + static_cast<std::uint64_t>(i * d_request.hop);
        p = joined(p, first_power(first, window));
        weight = d_request.keep * weight + 1;
    }
    if (is_weighted())
        p /= weight;
    // Coarser than the bound, which is of all bins together.
    return std::abs(p - first_bin) <=
           100 * BOUND * (p + 1.0 / static_cast<double>(d_request.length));
}

//! The places that samples may be missing up to.
bool spectrum_judge::find(const float* out)
{
    std::vector<place> found;
    // Samples between two frames may not have arrived yet, so the first of the new frames
    // may begin among them.
    const auto gap = std::max<std::int64_t>(d_request.hop - d_request.length, 0);
    const auto first = next_sample() - std::min<std::uint64_t>(next_sample(), gap);
    for (auto sample = first; sample <= next_sample() + d_may_miss; ++sample) {
        place at;
        at.sample = sample;
        at.window = d_next_window;
        if (may_be_at(at.sample, at.window, out[0]) && is_next(at, out, d_request.frames))
            found.push_back(at);
    }
    if (found.empty())
        return false;
    d_places = found;
    d_may_miss = 0;
    d_is_settled = true;
    return true;
}

void spectrum_judge::window_is_about_to_change(int which)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_next_window = which;
    d_is_settled = false;
}

void spectrum_judge::window_was_refused()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_next_window = window_in_use();
    d_is_settled = true;
}

void spectrum_judge::samples_may_be_missing(std::uint64_t at_most, std::uint64_t averages)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_may_miss = at_most;
    d_miss_before = d_judged + averages;
    d_is_settled = false;
}

} // namespace gpufft::testing
