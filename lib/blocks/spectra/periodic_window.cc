/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include <gnuradio/gpufft/spectrum_block.h>
#include <gpufft/transform.h>
#include <cmath>
#include <functional>

namespace gr {
namespace gpufft {

namespace {

constexpr double PI = 3.14159265358979323846;

//! Value of a window's tap at `place` of the period, 0 .. 1, of `length` taps.
using shape = std::function<double(double place, int length)>;

// Sums of cosines with alternating signs, so that the middle is the highest.
shape cosines(std::vector<double> factors)
{
    return [factors](double place, int) {
        double sum = 0;
        for (std::size_t k = 0; k < factors.size(); ++k)
            sum += (k % 2 ? -factors[k] : factors[k]) * std::cos(2 * PI * k * place);
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
        { "bartlett", [](double place, int) { return 1 - std::abs(2 * place - 1); } },
        { "cosine",
          [](double place, int length) {
              return std::sin(PI * (place * length + 0.5) / (length + 1));
          } },
    };
    return all;
}

} // namespace

std::vector<float> periodic_window(const std::string& name, int length)
{
    if (length < 1 || length > ::gpufft::MAX_LENGTH)
        ::gpufft::refuse(
            "a window has 1 .. {} (2^27) taps, got {}", ::gpufft::MAX_LENGTH, length);
    std::string names;
    for (const auto& window : known_windows()) {
        names += (names.empty() ? "" : ", ") + std::string(window.name);
        if (name != window.name)
            continue;
        if (length == 1)
            return { 1 };
        std::vector<float> taps(length);
        for (int n = 0; n < length; ++n)
            taps[n] =
                static_cast<float>(window.at(static_cast<double>(n) / length, length));
        return taps;
    }
    ::gpufft::refuse(
        "window \"{}\" is not one of {}; any other can be given as taps", name, names);
}

} // namespace gpufft
} // namespace gr
