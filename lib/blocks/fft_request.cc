/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/fft_request.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gr {
namespace gpufft {

using ::gpufft::plan_error;

void check_nthreads(int n)
{
    if (n < 1)
        throw plan_error(fmt::format("nthreads must be at least 1, got {}", n));
}

fft_request plan_fft(int fft_size,
                     bool forward,
                     const std::vector<float>& window,
                     bool shift,
                     int nthreads,
                     const std::string& device,
                     ::gpufft::input_format input)
{
    fft_request request;
    request.what.length = fft_size;
    request.what.dir =
        forward ? ::gpufft::direction::forward : ::gpufft::direction::inverse;
    request.what.input = input;
    request.what.windowed = !window.empty();
    validate(request.what);

    // Spectra are what a shift reorders: the output of a forward transform, the input of
    // a reverse one. fft_size / 2 is rounded down in both, so one undoes the other.
    if (shift && forward)
        request.what.output_rotation = fft_size / 2;
    if (shift && !forward)
        request.what.input_rotation = fft_size / 2;

    if (!window.empty() && window.size() != static_cast<std::size_t>(fft_size)) {
        throw plan_error(fmt::format("window has {} taps and fft_size is {}; give {} "
                                     "taps, or none for no window",
                                     window.size(),
                                     fft_size,
                                     fft_size));
    }
    check_nthreads(nthreads);

    request.window = window;
    request.nthreads = nthreads;
    request.device = device;
    return request;
}

std::vector<float> taps_by_point(const std::vector<float>& window,
                                 const ::gpufft::transform& what)
{
    std::vector<float> taps = window;
    if (!taps.empty())
        std::rotate(taps.begin(), taps.begin() + what.input_rotation, taps.end());
    return taps;
}

} // namespace gpufft
} // namespace gr
