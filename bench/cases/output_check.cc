/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/output_check.h"
#include "codegen/text/kernel_head.h"
#include "exec/executor/executor.h"
#include "exec/host/direct_terms.h"
#include "exec/host/number_format.h"
#include "exec/self_test/test_rows.h"
#include "plan/request/io_view.h"
#include "plan/request/taps.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <random>

namespace gpufft::app {

namespace {

using complex = std::complex<double>;
using wide_complex = std::complex<long double>; // a long sum of doubles errs, too

// Terms of all direct sums together, and sums.
constexpr std::int64_t MOST_TERMS = std::int64_t(1) << 20;
constexpr std::int64_t FEWEST_OUTPUTS = 3, MOST_OUTPUTS = 512;

constexpr int GROUPS = 1024, ITEMS = 256;

//! An output and what it should be.
struct expected_output {
    complex value;
    double power = 0; //!< of such outputs on average
};

class direct_outputs
{
public:
    direct_outputs(const transform& request, const noise& in)
        : d_request(packed(request)),
          d_terms(d_request),
          d_in(in),
          d_layout(d_request, INPUT_VIEW),
          d_taps(case_taps(in, request))
    {
    }

    //! \p k: along each dimension
    expected_output of(std::int64_t row, const point_index& k) const
    {
        std::vector<std::vector<complex>> terms(k.size());
        expected_output result;
        // A real part of complex products has half of the power.
        const bool is_complex = !has_real_input(d_request) && !has_real_output(d_request);
        result.power = is_complex ? 2 / 3. : 1 / 3.;
        for (std::size_t d = 0; d < k.size(); ++d) {
            double power = 0;
            const auto points = view_length(d_request, INPUT_VIEW, d);
            for (std::int64_t n = 0; n < points; ++n) {
                const double tap = d_taps.empty() ? 1 : d_taps[n];
                terms[d].push_back(tap * d_terms.term(d, n, k[d]));
                power += std::norm(terms[d].back());
            }
            result.power *= power;
        }
        result.value = complex(sum(terms, 0, row, 0, d_layout.size()));
        if (has_real_output(d_request))
            result.value = result.value.real();
        return result;
    }

private:
    //! Over dimensions \p d and later, whose points begin at \p first.
    wide_complex sum(const std::vector<std::vector<complex>>& terms,
                     std::size_t d,
                     std::int64_t row,
                     std::int64_t first,
                     std::int64_t points) const
    {
        if (d == terms.size())
            return wide_complex(input(row, first));
        const auto inside = points / static_cast<std::int64_t>(terms[d].size());
        wide_complex result = 0;
        for (const auto& term : terms[d]) {
            result += wide_complex(term) * sum(terms, d + 1, row, first, inside);
            first += inside;
        }
        return result;
    }

    complex input(std::int64_t row, std::int64_t i) const
    {
        const auto number = number_bytes(d_request.number);
        const auto at = (static_cast<std::size_t>(row) * input_row_bytes(d_request) +
                         d_layout.place_of(i)) /
                        number;
        const double real = d_in.at(at, d_request.number);
        if (has_real_input(d_request))
            return real;
        const auto other = d_layout.planes() == 2 ? at + SECOND_PLANE_NOISE : at + 1;
        return { real, d_in.at(other, d_request.number) };
    }

    transform d_request;
    direct_terms d_terms;
    const noise& d_in;
    row_layout d_layout;
    std::vector<double> d_taps;
};

kernel_source difference_kernel(const dialect& d)
{
    launch_facts launch;
    launch.work_items = ITEMS;
    launch.groups_in_part = groups_in_part(d, launch);
    const std::string name = "difference";
    source_writer w;
    w.put("// Sums of squares of a - b and of b, over every so manieth number.");
    open_kernel(w,
                d,
                { name,
                  { fmt::format("{}const float* a", d.global),
                    fmt::format("{}const float* b", d.global),
                    fmt::format("{}float2* sums", d.global),
                    fmt::format("{} count", d.wide_unsigned) },
                  launch });
    w.line("const unsigned int item = {} * {} + {};", d.group, ITEMS, d.item);
    w.put("float2 sum;");
    w.put("sum.x = sum.y = 0;");
    w.open(fmt::format(
        "for ({} i = item; i < count; i += {})", d.wide_unsigned, GROUPS * ITEMS));
    w.put("sum.x += (a[i] - b[i]) * (a[i] - b[i]);");
    w.put("sum.y += b[i] * b[i];");
    w.close();
    w.put("sums[item] = sum;");
    w.close();
    return { name, w.str(), d.suffix, launch, nullptr };
}

} // namespace

std::vector<double> case_taps(const noise& in, const transform& request)
{
    std::vector<double> taps;
    for (std::size_t n = 0; request.windowed && n < taps_of(request); ++n)
        taps.push_back(1.5 + in.at(n) / 2);
    // Kernels have them in the precision that they compute in.
    if (request.number != precision::float64)
        for (auto& tap : taps)
            tap = static_cast<float>(tap);
    return taps;
}

double error_bound(const plan& p)
{
    const bool convolves = std::any_of(
        p.passes.begin(), p.passes.end(), [](const auto& one) { return one.convolves; });
    const double stages = std::log2(static_cast<double>(p.request.points()));
    const double rounding = std::sqrt(std::max(1.0, stages)) * (convolves ? 3 : 1);
    constexpr double FLOAT = 6e-8, DOUBLE = 1.2e-16;
    constexpr double STORED_HALF = 3e-4; // 2^-11 of the larger numbers of each binade
    switch (p.request.number) {
    case precision::float64:
        return DOUBLE * rounding;
    case precision::float16:
        return STORED_HALF + FLOAT * rounding;
    case precision::float32:
        break;
    }
    return FLOAT * rounding;
}

double sampled_error(const transform& request,
                     std::uint32_t rows,
                     const noise& in,
                     const std::array<const buffer*, 2>& out,
                     queue& q)
{
    const direct_outputs direct(request, in);
    const auto full = packed(request);
    const row_layout layout(full, OUTPUT_VIEW);
    const auto count =
        std::clamp(MOST_TERMS / request.points(), FEWEST_OUTPUTS, MOST_OUTPUTS);
    std::mt19937_64 random(rows);
    const auto element = layout.element_bytes();
    std::vector<std::array<unsigned char, 2 * sizeof(complex)>> got(
        static_cast<std::size_t>(count));
    std::vector<std::pair<std::int64_t, std::int64_t>> places; // row and element
    for (auto& bytes : got) {
        // The last row as well: it may be in a workgroup that is not full.
        const auto row = places.empty() ? rows - 1 : random() % rows;
        const auto i = static_cast<std::int64_t>(random() % layout.size());
        places.emplace_back(row, i);
        for (std::size_t plane = 0; plane < layout.planes(); ++plane)
            q.download(&bytes[plane * element],
                       *out[plane],
                       row * output_row_bytes(full) + layout.place_of(i),
                       element);
    }
    q.wait_all();
    const auto number = number_bytes(full.number);
    double wrong = 0, all = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const auto [row, k] = places[i];
        const auto want = direct.of(row, layout.index_of(k));
        const double real = read_number(full.number, got[i].data());
        const double imaginary =
            has_real_output(full) ? 0 : read_number(full.number, &got[i][number]);
        wrong += std::norm(complex(real, imaginary) - want.value);
        all += want.power;
    }
    return std::sqrt(wrong / all);
}

buffer_difference::buffer_difference(device& on)
    : d_kernel(on.build(difference_kernel(on.kernel_dialect()))),
      d_sums(on.make_buffer(GROUPS * ITEMS * sizeof(std::complex<float>)))
{
}

double
buffer_difference::operator()(buffer& a, buffer& b, std::size_t floats, queue& q) const
{
    q.launch(
        *d_kernel, GROUPS, { &a, &b, d_sums.get(), static_cast<std::uint64_t>(floats) });
    std::vector<std::complex<float>> sums(GROUPS * ITEMS);
    q.download(sums.data(), *d_sums, 0, d_sums->bytes());
    q.wait_all();
    complex all = 0;
    for (const auto& sum : sums)
        all += complex(sum);
    return std::sqrt(all.real() / all.imag());
}

} // namespace gpufft::app
