/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "exec/host/host_transform.h"
#include <algorithm>
#include <array>
#include <utility>

namespace gpufft {

namespace {

// Through FFTs along a dimension: a window, or the change to kernels, may come as late
// as those of so many points take, see measurements.md, "Longest FFT on the host".
constexpr std::int64_t MOST_FFT_POINTS = std::int64_t(1) << 21;

} // namespace

void fold_branches(std::vector<std::complex<double>>& x, std::int64_t length)
{
    const auto points = static_cast<std::size_t>(length);
    for (std::size_t n = points; n < x.size(); ++n)
        x[n % points] += x[n];
    x.resize(points);
}

bool host_transform::can(const transform& request)
{
    std::int64_t elements = 1;
    for (const auto& l : request.loops)
        elements = saturated_product(elements, l.count);
    for (const auto& d : request.shape)
        elements = saturated_product(elements, d.length);
    elements = saturated_product(elements, request.taps_per_branch);
    const auto kind = effective_kind(request);
    return std::all_of(
        request.shape.begin(), request.shape.end(), [&](const dimension& d) {
            const auto dft = host_dft_1d::dft_length(kind, d.length);
            const auto lines = elements / d.length;
            return elements <= MOST_FFT_POINTS / 2 &&
                   lines * host_dft::fft_points(dft) <= MOST_FFT_POINTS;
        });
}

host_transform::host_transform(const transform& request,
                               std::vector<double> taps,
                               std::shared_ptr<const argument_values> given)
    : d_request(packed(request)),
      d_scale(scale_of(request)),
      d_taps(std::move(taps)),
      d_in(d_request, INPUT_VIEW),
      d_out(d_request, OUTPUT_VIEW),
      d_load(d_request, INPUT_VIEW, given ? fused_load(d_request) : nullptr, given),
      d_store(d_request, OUTPUT_VIEW, given ? fused_store(d_request) : nullptr, given),
      // The last dimension is real in the input of r2c, so it comes first there; it is
      // real in the output of c2r, so it comes last there.
      d_goes_backwards(request.kind == transform_kind::r2c)
{
    for (std::size_t d = 0; d < request.rank(); ++d)
        d_lines.emplace_back(request, d);
}

void host_transform::operator()(const host_arrays& arrays,
                                std::size_t rows,
                                std::int64_t first_row) const
{
    if (!overwrites_later_rows(d_request, arrays, rows)) {
        compute(arrays, rows, first_row);
        return;
    }
    auto copied = arrays;
    std::array<std::vector<char>, 2> copies;
    for (std::size_t i = 0; i < planes_of(d_request.input_layout); ++i) {
        const auto* from = static_cast<const char*>(arrays.in[i]);
        copies[i].assign(from, from + input_plane_bytes(d_request, rows));
        copied.in[i] = copies[i].data();
    }
    compute(copied, rows, first_row);
}

void host_transform::compute(const host_arrays& arrays,
                             std::size_t rows,
                             std::int64_t first) const
{
    for (std::size_t r = 0; r < rows; ++r) {
        auto x = d_in.load(arrays.in, r);
        const auto number = first + static_cast<std::int64_t>(r);
        d_load.apply(x, number);
        x = d_request.convolved ? convolved(std::move(x)) : transformed(std::move(x));
        if (!d_store.is_there()) {
            d_out.store(x, d_scale, arrays.out, r);
            continue;
        }
        for (auto& y : x)
            y *= d_scale;
        d_store.apply(x, number);
        d_out.store(x, 1, arrays.out, r);
    }
}

//! The row \p x through its window and all of its lines.
host_transform::points host_transform::transformed(points x) const
{
    for (std::size_t n = 0; n < d_taps.size(); ++n)
        x[n] *= d_taps[n];
    if (d_request.taps_per_branch > 1)
        fold_branches(x, d_request.points());
    for (std::size_t i = 0; i < d_lines.size(); ++i)
        x = along(d_goes_backwards ? d_lines.size() - 1 - i : i, std::move(x));
    return x;
}

//! The points that are kept of the row's convolution with the spectrum d_taps.
host_transform::points host_transform::convolved(points x) const
{
    const auto length = x.size();
    x = d_lines.front()(std::move(x));
    // The way back is a DFT of exchanged parts.
    for (std::size_t k = 0; k < length; ++k) {
        const auto y = x[k] * std::complex<double>(d_taps[k], d_taps[length + k]);
        x[k] = { y.imag(), y.real() };
    }
    x = d_lines.front()(std::move(x));
    points kept;
    const auto& which = *d_request.convolved;
    for (std::int64_t m = 0; m < which.count; ++m) {
        const auto& y = x[static_cast<std::size_t>(which.first + m * which.step)];
        kept.emplace_back(y.imag(), y.real());
    }
    return kept;
}

//! The lines of dimension \p d, each replaced by its transform.
host_transform::points host_transform::along(std::size_t d, points x) const
{
    const auto& line = d_lines[d];
    if (x.size() == line.inputs())
        return line(std::move(x));
    std::size_t inner = 1;
    for (std::size_t behind = d + 1; behind < d_lines.size(); ++behind)
        inner *= d_goes_backwards ? d_lines[behind].outputs() : d_lines[behind].inputs();
    const auto outer = x.size() / inner / line.inputs();
    points result(outer * line.outputs() * inner);
    points one(line.inputs());
    for (std::size_t o = 0; o < outer; ++o) {
        for (std::size_t i = 0; i < inner; ++i) {
            const auto* from = x.data() + o * line.inputs() * inner + i;
            auto* to = result.data() + o * line.outputs() * inner + i;
            one.resize(line.inputs());
            for (std::size_t n = 0; n < line.inputs(); ++n)
                one[n] = from[n * inner];
            one = line(std::move(one));
            for (std::size_t k = 0; k < line.outputs(); ++k)
                to[k * inner] = one[k];
        }
    }
    return result;
}

} // namespace gpufft
