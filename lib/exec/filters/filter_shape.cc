/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/filters/filter_shape.h"
#include "exec/filters/output_turns.h"
#include "math/factor.h"
#include "math/host_fft.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gpufft {

namespace {

// Rows and outputs begin at multiples of so many bytes, where vectors and copies like it.
constexpr std::int64_t WHOLE_LINES = 8; // complex samples of 8 bytes
// Shorter rows are not worth their transpositions.
constexpr std::int64_t SHORTEST_ROW = 256;
constexpr std::int64_t LONGEST_ROW = MAX_LENGTH;
// A row that brings so many times more than it repeats is long enough.
constexpr std::int64_t MUCH_NEW = 16;
// Samples that a call has at most: rings are no longer, so more of a row is no use.
constexpr std::int64_t MOST_OF_A_CALL = std::int64_t(1) << 21;
// Decimations with such factors are folded into the way back.
constexpr std::int64_t MOST_FOLDED = 16;
// Least points of a row that is left by the fold, in the lanes of a CPU device.
constexpr std::int64_t LEAST_FOLDED = 256;
// Where outputs lie apart that no fold leaves as neighbours, they are stored one by one.
constexpr double SCATTERED_COST = 3;

//! Time of a point of long rows beside that of short ones, whose buffers, twiddles and
//! spectrum the first-level cache holds: bm_filters.py and its CPU times, on a Zen 5.
struct cache_step {
    std::int64_t longest;
    double factor;
};
const cache_step CPU_STEPS[] = { { 4096, 1 },     { 8192, 1.35 },  { 32768, 1.7 },
                                 { 131072, 1.9 }, { 262144, 2.5 }, { LONGEST_ROW, 3 } };

// On a GPU a row of one workgroup costs its way through memory above all, and a longer
// one three of those.
constexpr double GPU_MEMORY_COST = 20;
constexpr std::int64_t LONGEST_WORKGROUP = 16384;
constexpr double THREE_PASSES = 3.3;

//! How many times fewer points the way back has.
std::int64_t fold_of(std::int64_t length, std::int64_t decimation)
{
    auto fold = std::gcd(decimation, MOST_FOLDED);
    if (fold == 1 && decimation <= MOST_FOLDED && length % decimation == 0)
        fold = decimation;
    while (fold > 1 && length / fold < LEAST_FOLDED)
        fold = fold % 2 ? 1 : fold / 2;
    return fold;
}

double cost_on_cpu(std::int64_t length, std::int64_t decimation)
{
    const double points = static_cast<double>(length);
    const auto fold = fold_of(length, decimation);
    double cost = (std::log2(points) - 2) * (1 + 1.0 / static_cast<double>(fold)) / 2;
    if (fold != decimation)
        cost += SCATTERED_COST;
    for (const auto& step : CPU_STEPS)
        if (length <= step.longest)
            return points * cost * step.factor;
    return points * cost;
}

double cost_of_row(std::int64_t length, std::int64_t decimation, bool is_cpu)
{
    if (is_cpu)
        return cost_on_cpu(length, decimation);
    const double points = static_cast<double>(length);
    const double cost = points * (std::log2(points) + GPU_MEMORY_COST);
    return length <= LONGEST_WORKGROUP ? cost : THREE_PASSES * cost;
}

//! Odd factor of the lengths: that of a decimation that is folded, which divides a radix.
std::int64_t odd_part(std::int64_t decimation)
{
    while (decimation % 2 == 0)
        decimation /= 2;
    return decimation <= MOST_FOLDED && is_covered(decimation) ? decimation : 1;
}

filter_shape shape_of(std::int64_t length, const filter_request& request)
{
    filter_shape s;
    s.length = length;
    s.decimation = request.decimation;
    s.is_real = request.is_real;
    s.is_mixed = request.is_mixed;
    s.samples = request.samples;
    const auto repeats = static_cast<std::int64_t>(request.taps.size()) - 1;
    const auto outputs = (length - repeats) / request.decimation;
    s.hop = (outputs >= 4 * WHOLE_LINES ? outputs / WHOLE_LINES * WHOLE_LINES : outputs) *
            request.decimation;
    // A row ends with its last output's group: the next samples may not be there yet.
    s.first = length - s.hop;
    return s;
}

} // namespace

void validate(const filter_request& request)
{
    const auto count = static_cast<std::int64_t>(request.taps.size());
    if (count < 1)
        refuse(
            "a filter has 1 tap at least, got none; a single tap of 1 changes nothing");
    if (count > MOST_TAPS)
        refuse("a filter has at most {} (2^24) taps, got {}", MOST_TAPS, count);
    for (std::size_t i = 0; i < request.taps.size(); ++i)
        if (!std::isfinite(request.taps[i].real()) ||
            !std::isfinite(request.taps[i].imag()))
            refuse("tap {} of {} is not finite; outputs would all be NaN",
                   i,
                   request.taps.size());
    if (request.decimation < 1 || request.decimation > MOST_TAPS)
        refuse("decimation must be 1 .. {}, got {}", MOST_TAPS, request.decimation);
    if (!std::isfinite(request.center))
        refuse("a filter's center is a finite frequency, got {}", request.center);
    if (is_real(request.samples))
        refuse("samples are complex numbers, or reals by is_real");
    if (request.is_mixed && request.is_real)
        refuse("reals are not mixed to 0; take the filter of complex samples");
}

filter_shape choose_shape(const filter_request& request, bool is_cpu)
{
    filter_shape best;
    double least = std::numeric_limits<double>::infinity();
    const auto odd = odd_part(request.decimation);
    for (auto length = odd; length <= LONGEST_ROW; length *= 2) {
        if (length < SHORTEST_ROW)
            continue;
        const auto s = shape_of(length, request);
        if (s.hop < s.decimation)
            continue;
        const auto brought = std::min(s.hop, MOST_OF_A_CALL);
        const double cost = cost_of_row(length, request.decimation, is_cpu) /
                            static_cast<double>(brought);
        if (cost < least) {
            best = s;
            least = cost;
        }
        // Longer ones bring little, and much delay.
        if (s.hop >= MUCH_NEW * s.first && s.outputs() >= MUCH_NEW * WHOLE_LINES)
            break;
    }
    return best;
}

transform transform_of(const filter_shape& s)
{
    transform t(s.length);
    t.convolved = { s.first, s.outputs(), s.decimation };
    const auto rows = s.is_real ? 2 : 1;
    t.input_distance = rows * s.hop;
    t.output_distance = s.outputs();
    if (s.is_real)
        t.input_layout = t.output_layout = complex_layout::planar;
    return t;
}

transform turning_transform_of(const filter_shape& s)
{
    auto t = transform_of(s);
    t.store = "y * complex(re, im) * rows[row] * outputs[k]";
    t.arguments = { { "re", argument_kind::number },
                    { "im", argument_kind::number },
                    { "rows", argument_kind::complex_buffer, MOST_TURNED_ROWS },
                    { "outputs", argument_kind::complex_buffer, s.outputs() } };
    return t;
}

std::vector<std::complex<double>> spectrum_of(const filter_request& request,
                                              const filter_shape& s)
{
    std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(s.length));
    std::copy(request.taps.begin(), request.taps.end(), spectrum.begin());
    if (request.center != 0)
        for (std::size_t k = 0; k < request.taps.size(); ++k)
            spectrum[k] *= turned_by(static_cast<double>(k) * request.center);
    host_fft_of_length{ spectrum.size() }(spectrum.data());
    return spectrum;
}

} // namespace gpufft
