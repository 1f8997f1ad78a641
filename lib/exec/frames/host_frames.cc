/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/host_frames.h"
#include "exec/host/host_transform.h"
#include <complex>
#include <cstring>
#include <utility>

namespace gpufft {

namespace {

using points = std::vector<std::complex<double>>;

constexpr double UINT8_ZERO = 127.5;

template <typename T>
points load(const void* samples, std::size_t first, std::size_t count, double zero = 0)
{
    points x(count);
    const auto* from = static_cast<const char*>(samples) + first * 2 * sizeof(T);
    for (auto& value : x) {
        T parts[2];
        std::memcpy(parts, from, sizeof(parts));
        from += sizeof(parts);
        value = { static_cast<double>(parts[0]) - zero,
                  static_cast<double>(parts[1]) - zero };
    }
    return x;
}

points load_reals(const void* samples, std::size_t first, std::size_t count)
{
    const auto* from = static_cast<const float*>(samples) + first;
    return points(from, from + count);
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
        return load<std::uint8_t>(samples, first, count, UINT8_ZERO);
    default:
        return load<float>(samples, first, count);
    }
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

std::vector<double> host_frames::powers(const void* samples,
                                        std::size_t frame,
                                        const std::vector<double>& taps) const
{
    auto x = load(d_request.samples, samples, frame * d_request.hop, d_request.length);
    for (std::size_t n = 0; n < x.size(); ++n)
        x[n] *= taps[n];
    x = d_dft(std::move(x));
    std::vector<double> result(d_request.bins());
    for (std::size_t k = 0; k < result.size(); ++k)
        result[k] = std::norm(x[k]);
    return result;
}

} // namespace gpufft
