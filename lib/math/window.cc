/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/window.h"
#include <system_error>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

namespace gpufft {

namespace {

constexpr double PI = 3.14159265358979323846;

//! Value of a window's tap at `place` of the period, 0 .. 1, of `length` taps.
using shape = std::function<double(double place, std::int64_t length)>;

// Sums of cosines with alternating signs, so that the middle is the highest.
shape cosines(const std::vector<double>& factors)
{
    return [factors](double place, std::int64_t) {
        double sum = 0;
        for (std::size_t k = 0; k < factors.size(); ++k)
            sum += (k % 2 ? -factors[k] : factors[k]) *
                   std::cos(2 * PI * static_cast<double>(k) * place);
        return sum;
    };
}

struct named_shape {
    const char* name;
    shape at;
};

// The factors are SciPy's.
const std::vector<named_shape>& known_windows()
{
    static const auto& all = *new std::vector<named_shape>{
        { "boxcar", cosines({ 1 }) },
        { "hann", cosines({ 0.5, 0.5 }) },
        { "hamming", cosines({ 0.54, 0.46 }) },
        { "blackman", cosines({ 0.42, 0.50, 0.08 }) },
        { "nuttall", cosines({ 0.3635819, 0.4891775, 0.1365995, 0.0106411 }) },
        { "blackmanharris", cosines({ 0.35875, 0.48829, 0.14128, 0.01168 }) },
        { "flattop",
          cosines({ 0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368 }) },
        { "bartlett",
          [](double place, std::int64_t) { return 1 - std::abs(2 * place - 1); } },
        { "cosine",
          [](double place, std::int64_t length) {
              const auto taps = static_cast<double>(length);
              return std::sin(PI * (place * taps + 0.5) / (taps + 1));
          } },
    };
    return all;
}

//! Kaiser's window: the ratio of two modified Bessel functions of order 0.
shape kaiser(double beta)
{
    return [beta](double place, std::int64_t) {
        const double from_middle = 2 * place - 1;
        const double inside = std::max(0.0, 1 - from_middle * from_middle);
        return std::cyl_bessel_i(0.0, beta * std::sqrt(inside)) /
               std::cyl_bessel_i(0.0, beta);
    };
}

//! A boxcar whose ends, \p share of it, are those of a Hann window.
shape tukey(double share)
{
    return [share](double place, std::int64_t) {
        const double from_end = std::min(place, 1 - place);
        return from_end >= share / 2 ? 1
                                     : 0.5 * (1 - std::cos(2 * PI * from_end / share));
    };
}

shape gaussian(double deviation)
{
    return [deviation](double place, std::int64_t length) {
        const double from_middle =
            (place - 0.5) * static_cast<double>(length) / deviation;
        return std::exp(-0.5 * from_middle * from_middle);
    };
}

std::optional<double> parameter_of(const std::string& text)
{
    double value = 0;
    const auto* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end || !std::isfinite(value))
        return {};
    return value;
}

std::optional<shape> shape_with(const std::string& name, double parameter)
{
    // Beyond 700 the functions of Kaiser's are none that a double holds.
    if (name == "kaiser" && parameter >= 0 && parameter <= 700)
        return kaiser(parameter);
    if (name == "tukey" && parameter >= 0 && parameter <= 1)
        return parameter > 0 ? tukey(parameter) : cosines({ 1 });
    if (name == "gaussian" && parameter > 0)
        return gaussian(parameter);
    return {};
}

std::optional<shape> shape_of(const std::string& name)
{
    for (const auto& window : known_windows())
        if (name == window.name)
            return window.at;
    const auto comma = name.find(',');
    if (comma == std::string::npos)
        return {};
    const auto parameter = parameter_of(name.substr(comma + 1));
    return parameter ? shape_with(name.substr(0, comma), *parameter) : std::nullopt;
}

} // namespace

std::string window_names()
{
    std::string names;
    for (const auto& window : known_windows())
        names += (names.empty() ? "" : ", ") + std::string(window.name);
    return names;
}

std::optional<std::vector<double>> periodic_taps(const std::string& name,
                                                 std::int64_t length)
{
    const auto at = shape_of(name);
    if (!at)
        return {};
    std::vector<double> taps(static_cast<std::size_t>(length), 1);
    if (length > 1)
        for (std::int64_t n = 0; n < length; ++n)
            taps[n] = (*at)(static_cast<double>(n) / static_cast<double>(length), length);
    return taps;
}

std::vector<double> polyphase_taps(std::int64_t length, std::int64_t taps_per_branch)
{
    const auto count = length * taps_per_branch;
    std::vector<double> taps(static_cast<std::size_t>(count), 1);
    if (taps_per_branch < 2)
        return taps;
    constexpr double MOST_DB = 100, WIDEST_TRANSITION = 0.5;
    const double branch = 14.36 * static_cast<double>(taps_per_branch);
    const double db = std::min(MOST_DB, 7.95 + branch * WIDEST_TRANSITION);
    // In bins. The stopband begins a little late, the passband ends late.
    constexpr double MARGIN = 0.01;
    const double cutoff = 0.5 + (db - 7.95) / branch / 2 - MARGIN;
    const double beta = db > 50 ? 0.1102 * (db - 8.7)
                                : 0.5842 * std::pow(db - 21, 0.4) + 0.07886 * (db - 21);
    const auto at = kaiser(beta);
    for (std::int64_t n = 0; n < count; ++n) {
        const double from_middle =
            static_cast<double>(n) - static_cast<double>(count - 1) / 2;
        const double x = 2 * PI * cutoff * from_middle / static_cast<double>(length);
        const double place = (static_cast<double>(n) + 0.5) / static_cast<double>(count);
        taps[n] = (x == 0 ? 1 : std::sin(x) / x) * at(place, count);
    }
    return taps;
}

} // namespace gpufft
