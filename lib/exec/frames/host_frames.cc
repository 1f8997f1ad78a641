/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/host_frames.h"
#include "exec/host/host_transform.h"
#include "exec/host/host_vectors.h"
#include <complex>
#include <cstdint>
#include <utility>

namespace gpufft {

namespace {

using points = std::vector<std::complex<double>>;

//! Parts of \p count samples from sample \p first on, I and Q in turn, as doubles.
template <typename T>
points load(const void* samples, std::size_t first, std::size_t count)
{
    points x(count);
    widen(static_cast<const T*>(samples) + 2 * first,
          2 * count,
          reinterpret_cast<double*>(x.data()));
    return x;
}

points load_reals(const void* samples, std::size_t first, std::size_t count)
{
    std::vector<double> reals(count);
    widen(static_cast<const float*>(samples) + first, count, reals.data());
    return points(reals.begin(), reals.end());
}

points load(sample_kind kind, const void* samples, std::size_t first, std::size_t count)
{
    switch (kind) {
    case sample_kind::real_float:
        return load_reals(samples, first, count);
    case sample_kind::complex_int16:
        return load<std::int16_t>(samples, first, count);
    case sample_kind::complex_int8:
        return load<std::int8_t>(samples, first, count);
    case sample_kind::complex_uint8:
        return load<std::uint8_t>(samples, first, count);
    default:
        return load<float>(samples, first, count);
    }
}

//! Points that lie a multiple of \p length apart become one: their sum.
void fold(points& x, std::size_t length)
{
    for (auto i = length; i < x.size(); ++i)
        x[i % length] += x[i];
    x.resize(length);
}

} // namespace

bool host_frames::can(std::int64_t length)
{
    return host_transform::can(transform(length));
}

host_frames::host_frames(const power_request& request)
    : d_request(request), d_dft(request.length)
{
}

std::vector<double> host_frames::window_of(const std::vector<double>& taps)
{
    std::vector<double> window;
    window.reserve(2 * taps.size());
    for (const auto tap : taps)
        window.insert(window.end(), 2, tap);
    return window;
}

std::vector<double> host_frames::powers(const void* samples,
                                        std::size_t frame,
                                        const std::vector<double>& window) const
{
    const auto count = static_cast<std::size_t>(d_request.frame_samples());
    auto x = load(d_request.samples, samples, frame * d_request.hop, count);
    multiply(reinterpret_cast<double*>(x.data()), window.data(), window.size());
    fold(x, static_cast<std::size_t>(d_request.length));
    x = d_dft(std::move(x));
    std::vector<double> result(d_request.bins());
    for (std::size_t k = 0; k < result.size(); ++k)
        result[k] = std::norm(x[k]);
    return result;
}

} // namespace gpufft
