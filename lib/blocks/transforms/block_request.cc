/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/transforms/block_request.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <limits>

namespace gr {
namespace gpufft {

namespace {

using ::gpufft::direction;
using ::gpufft::plan_error;
using ::gpufft::transform;
using ::gpufft::transform_kind;

::gpufft::normalization parse_normalization(const std::string& name)
{
    if (name == "none")
        return ::gpufft::normalization::none;
    if (name == "by_length")
        return ::gpufft::normalization::by_length;
    if (name == "orthonormal")
        return ::gpufft::normalization::orthonormal;
    throw plan_error(fmt::format(
        "normalization \"{}\" is not one of none, by_length, orthonormal", name));
}

transform_kind kind_of(trigonometric family, int type)
{
    if (type < 1 || type > 4)
        throw plan_error(fmt::format("type must be 1, 2, 3 or 4, got {}", type));
    const auto first =
        family == trigonometric::dct ? transform_kind::dct1 : transform_kind::dst1;
    return static_cast<transform_kind>(static_cast<int>(first) + type - 1);
}

// Spectra are what a shift reorders: the output of a forward transform, the input of a
// reverse one. Half a length is rounded down in both, so one undoes the other.
void shift_spectrum(transform& request)
{
    for (auto& d : request.shape) {
        auto& rotation =
            request.dir == direction::forward ? d.output_rotation : d.input_rotation;
        rotation = d.length / 2;
    }
}

// GNU Radio counts the bytes of an item in an int.
void check_item_bytes(const transform& request)
{
    const auto bytes = std::max(input_row_bytes(request), output_row_bytes(request));
    constexpr std::size_t most = std::numeric_limits<int>::max();
    if (bytes > most) {
        throw plan_error(fmt::format("{}: an item has {} bytes and GNU Radio's have at "
                                     "most {}; a shape of fewer points works",
                                     to_string(request),
                                     bytes,
                                     most));
    }
}

void check_window(const std::vector<float>& window,
                  const char* length_name,
                  std::int64_t length)
{
    if (window.empty() || window.size() == static_cast<std::size_t>(length))
        return;
    throw plan_error(fmt::format("window has {} taps and {} is {}; give {} taps, or none "
                                 "for no window",
                                 window.size(),
                                 length_name,
                                 length,
                                 length));
}

block_request checked(const transform& request, const std::string& device)
{
    validate(request);
    check_item_bytes(request);
    block_request result;
    result.asked = request;
    result.device = device;
    return result;
}

} // namespace

block_request check_fft_request(int fft_size,
                                bool forward,
                                const std::vector<float>& window,
                                bool shift,
                                bool real_input,
                                const std::string& device)
{
    transform request(fft_size);
    request.dir = forward ? direction::forward : direction::inverse;
    request.real_input = real_input;
    request.windowed = !window.empty();
    auto result = checked(request, device);
    if (shift)
        shift_spectrum(result.asked);
    check_window(window, "fft_size", fft_size);
    result.window = window;
    return result;
}

block_request plan_rfft(int length,
                        const std::vector<float>& window,
                        const std::string& normalization,
                        const std::string& device)
{
    transform request(length);
    request.kind = transform_kind::r2c;
    request.norm = parse_normalization(normalization);
    request.windowed = !window.empty();
    auto result = checked(request, device);
    check_window(window, "length", length);
    result.window = window;
    return result;
}

block_request
plan_irfft(int length, const std::string& normalization, const std::string& device)
{
    transform request(length);
    request.kind = transform_kind::c2r;
    request.dir = direction::inverse;
    request.norm = parse_normalization(normalization);
    return checked(request, device);
}

block_request plan_trigonometric(trigonometric family,
                                 int length,
                                 int type,
                                 bool inverse,
                                 const std::string& normalization,
                                 bool orthogonalize,
                                 const std::string& device)
{
    transform request(length);
    request.kind = kind_of(family, type);
    request.dir = inverse ? direction::inverse : direction::forward;
    request.norm = parse_normalization(normalization);
    request.orthogonalize = orthogonalize;
    return checked(request, device);
}

block_request plan_fftn(const std::vector<int>& shape,
                        bool forward,
                        bool shift,
                        const std::string& normalization,
                        const std::string& device)
{
    transform request;
    request.shape.clear();
    for (const int length : shape)
        request.shape.push_back({ length });
    request.dir = forward ? direction::forward : direction::inverse;
    request.norm = parse_normalization(normalization);
    auto result = checked(request, device);
    if (shift)
        shift_spectrum(result.asked);
    return result;
}

} // namespace gpufft
} // namespace gr
