/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host_transform.h"
#include "math/factor.h"
#include "math/host_fft.h"
#include <utility>

namespace gpufft {

namespace {

// Some 40 ms a row, which is how late the change to kernels may come.
constexpr std::int64_t LONGEST = std::int64_t(1) << 20;

bool is_real_at_one_end(transform_kind k)
{
    return k == transform_kind::r2c || k == transform_kind::c2r;
}

void exchange_parts(std::vector<std::complex<double>>& x)
{
    for (auto& value : x)
        value = { value.imag(), value.real() };
}

} // namespace

bool host_transform::can(const transform& what)
{
    const bool is_known =
        what.kind == transform_kind::c2c || is_real_at_one_end(what.kind);
    if (!is_known || what.rank() != 1 || !what.loops.empty() || what.in_place ||
        what.number == precision::float16 ||
        what.input_layout != complex_layout::interleaved ||
        what.output_layout != complex_layout::interleaved)
        return false;
    const auto t = packed(what);
    const auto& d = t.shape[0];
    return d.length <= LONGEST && d.input_stride == 1 && d.output_stride == 1 &&
           is_covered(d.length);
}

host_transform::host_transform(const transform& what, std::vector<double> taps)
    : d_what(packed(what)),
      d_taps(std::move(taps)),
      d_scale(scale_of(what)),
      d_length(static_cast<std::size_t>(what.points())),
      d_roots(what.points())
{
}

void host_transform::operator()(const host_arrays& arrays, std::size_t rows) const
{
    if (d_what.number == precision::float64)
        run<double>(arrays, rows);
    else
        run<float>(arrays, rows);
}

template <typename number>
void host_transform::run(const host_arrays& arrays, std::size_t rows) const
{
    const auto* in = static_cast<const number*>(arrays.in[0]);
    auto* out = static_cast<number*>(arrays.out[0]);
    const auto in_step = d_what.input_distance * (has_real_input(d_what) ? 1 : 2);
    const auto out_step = d_what.output_distance * (has_real_output(d_what) ? 1 : 2);
    const bool is_inverse = d_what.dir == direction::inverse;
    for (std::size_t r = 0; r < rows; ++r, in += in_step, out += out_step) {
        auto x = load(in);
        if (is_inverse)
            exchange_parts(x);
        x = host_fft(std::move(x), d_roots);
        if (is_inverse)
            exchange_parts(x);
        store(x, out);
    }
}

template <typename number>
host_transform::points host_transform::load(const number* row) const
{
    const auto rotation = static_cast<std::size_t>(d_what.shape[0].input_rotation);
    points x(d_length);
    if (d_what.kind == transform_kind::c2r) {
        x[0] = row[0];
        for (std::size_t k = 1; 2 * k <= d_length; ++k) {
            x[k] = { row[2 * k], row[2 * k + 1] };
            // Its mirror is itself, and real.
            if (2 * k == d_length)
                x[k] = row[2 * k];
            else
                x[d_length - k] = std::conj(x[k]);
        }
        return x;
    }
    const bool is_real = has_real_input(d_what);
    for (std::size_t n = 0, from = rotation; n < d_length; ++n, ++from) {
        if (from == d_length)
            from = 0;
        if (is_real)
            x[n] = row[from];
        else
            x[n] = { row[2 * from], row[2 * from + 1] };
    }
    for (std::size_t n = 0; n < d_taps.size(); ++n)
        x[n] *= d_taps[n];
    return x;
}

template <typename number>
void host_transform::store(const points& y, number* row) const
{
    const auto put = [&](std::size_t to, const std::complex<double>& value) {
        row[2 * to] = static_cast<number>(value.real() * d_scale);
        row[2 * to + 1] = static_cast<number>(value.imag() * d_scale);
    };
    if (d_what.kind == transform_kind::c2r) {
        for (std::size_t n = 0; n < d_length; ++n)
            row[n] = static_cast<number>(y[n].real() * d_scale);
        return;
    }
    const bool is_half = d_what.kind == transform_kind::r2c;
    const auto bins = is_half ? d_length / 2 + 1 : d_length;
    auto to = static_cast<std::size_t>(d_what.shape[0].output_rotation);
    for (std::size_t k = 0; k < bins; ++k, ++to) {
        if (to == d_length)
            to = 0;
        put(to, y[k]);
    }
}

} // namespace gpufft
