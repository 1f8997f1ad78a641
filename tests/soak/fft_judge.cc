/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "soak/fft_judge.h"
#include "support/run_on.h"
#include <fmt/format.h>
#include <cmath>
#include <random>

namespace gpufft::testing {

namespace {

// Different enough for one item to tell them apart; none has a zero.
std::vector<std::vector<float>> make_windows(std::size_t length)
{
    std::vector<std::vector<float>> made(1); // none
    std::mt19937 random(7);
    std::uniform_real_distribution<float> tap(0.5F, 1.5F);
    for (int i = 1; i < fft_judge::WINDOWS; ++i) {
        made.emplace_back(length);
        for (auto& t : made.back())
            t = tap(random);
    }
    return made;
}

} // namespace

fft_judge::fft_judge(const transform& what)
    : d_length(static_cast<std::size_t>(what.points())),
      d_tolerance(4 * tolerance(what)),
      d_table(noise(ROWS * d_length, 3)),
      d_windows(make_windows(d_length))
{
    for (const auto& w : d_windows)
        d_expected.push_back(reference_rows(what, d_table, w));
}

// 16 and more, so that neighbours differ by less than a window does.
float fft_judge::factor(std::uint64_t number)
{
    return static_cast<float>(16 + number / ROWS % TURNS);
}

void fft_judge::make_item(std::uint64_t number, complex32* item) const
{
    const auto* row = &d_table[number % ROWS * d_length];
    const float f = factor(number);
    for (std::size_t i = 0; i < d_length; ++i)
        item[i] = f * row[i];
}

const complex64* fft_judge::expected(std::uint64_t number, int window) const
{
    return &d_expected[static_cast<std::size_t>(window)][number % ROWS * d_length];
}

bool fft_judge::is_item(std::uint64_t number, int window, const complex32* item) const
{
    const auto* e = expected(number, window);
    const double f = factor(number);
    double error = 0, power = 0;
    for (std::size_t i = 0; i < d_length; ++i) {
        error += std::norm(complex64(item[i]) - f * e[i]);
        power += std::norm(f * e[i]);
    }
    return error <= d_tolerance * d_tolerance * power; // false of a NaN
}

bool fft_judge::is_item(std::uint64_t number, const complex32* item)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    for (auto i = d_in_use; i < d_changes.size(); ++i) {
        if (is_item(number, d_changes[i], item)) {
            d_in_use = i;
            return true;
        }
    }
    return false;
}

// Two locks in a row, before an item came out, may have left one gap.
std::uint64_t fft_judge::take_gap()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    while (!d_gaps.empty() && d_judged > d_gaps[0].announced + d_gaps[0].at_most)
        d_gaps.pop_front(); // none came
    std::uint64_t at_most = 0;
    for (const auto& g : d_gaps)
        at_most += g.at_most;
    if (!d_gaps.empty())
        d_gaps.pop_front();
    return at_most;
}

std::string fft_judge::judge(const complex32* item)
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        ++d_judged;
    }
    if (is_item(d_next, item)) {
        ++d_next;
        return "";
    }
    const auto may_miss = take_gap();
    for (std::uint64_t lost = 1; lost <= may_miss; ++lost) {
        if (is_item(d_next + lost, item)) {
            d_missing += lost;
            d_next += lost + 1;
            return "";
        }
    }
    std::string looks_like = "no other near it";
    for (int away = -1000; away <= 1000; ++away)
        for (int w = 0; w < WINDOWS; ++w)
            if (const auto n = static_cast<std::int64_t>(d_next) + away;
                n >= 0 && is_item(static_cast<std::uint64_t>(n), w, item))
                looks_like = fmt::format("item {} with window {}", n, w);
    return fmt::format("item {} is wrong ({} may be missing); it looks like {}",
                       d_next,
                       may_miss,
                       looks_like);
}

void fft_judge::window_is_about_to_change(int which)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_changes.push_back(which);
}

void fft_judge::window_was_refused()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_changes.pop_back();
}

void fft_judge::items_may_be_missing(std::uint64_t at_most)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_gaps.push_back({ at_most, d_judged });
}

} // namespace gpufft::testing
