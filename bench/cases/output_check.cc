/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/output_check.h"
#include "codegen/text/kernel_head.h"
#include "exec/executor/executor.h"
#include "exec/host/direct_terms.h"
#include "plan/request/io_view.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <random>

namespace gpufft::app {

namespace {

using complex = std::complex<double>;

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
        : d_request(request), d_terms(request), d_in(in)
    {
    }

    //! \p k: along each dimension
    expected_output of(std::int64_t row, const point_index& k) const
    {
        std::vector<std::vector<complex>> terms(k.size());
        expected_output result;
        result.power = has_real_input(d_request) ? 1 / 3. : 2 / 3.;
        for (std::size_t d = 0; d < k.size(); ++d) {
            double power = 0;
            for (std::int64_t n = 0; n < d_request.shape[d].length; ++n) {
                terms[d].push_back(d_terms.term(d, n, k[d]));
                power += std::norm(terms[d].back());
            }
            result.power *= power;
        }
        const auto points = d_request.points();
        result.value = sum(terms, 0, row * points, points);
        if (has_real_output(d_request))
            result.value = result.value.real();
        return result;
    }

private:
    //! Over dimensions \p d and later, whose points begin at \p first.
    complex sum(const std::vector<std::vector<complex>>& terms,
                std::size_t d,
                std::int64_t first,
                std::int64_t points) const
    {
        if (d == terms.size())
            return input(first);
        const auto inside = points / static_cast<std::int64_t>(terms[d].size());
        complex result = 0;
        for (const auto& term : terms[d]) {
            result += term * sum(terms, d + 1, first, inside);
            first += inside;
        }
        return result;
    }

    complex input(std::int64_t i) const
    {
        const auto at = static_cast<std::size_t>(i);
        if (has_real_input(d_request))
            return d_in.at(at);
        return { d_in.at(2 * at), d_in.at(2 * at + 1) };
    }

    transform d_request;
    direct_terms d_terms;
    const noise& d_in;
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

double error_bound(const plan& p)
{
    const bool convolves = std::any_of(
        p.passes.begin(), p.passes.end(), [](const auto& one) { return one.convolves; });
    const double stages = std::log2(static_cast<double>(p.request.points()));
    return 6e-8 * std::sqrt(std::max(1.0, stages)) * (convolves ? 3 : 1);
}

double sampled_error(const transform& request,
                     std::uint32_t rows,
                     const noise& in,
                     const buffer& out,
                     queue& q)
{
    const direct_outputs direct(request, in);
    const bool is_real = has_real_output(request);
    const std::size_t element = output_element_bytes(request);
    const auto count =
        std::clamp(MOST_TERMS / request.points(), FEWEST_OUTPUTS, MOST_OUTPUTS);
    const auto row_elements =
        static_cast<std::int64_t>(output_row_bytes(request) / element);
    std::mt19937_64 random(rows);
    std::vector<std::complex<float>> got(static_cast<std::size_t>(count));
    std::vector<std::pair<std::int64_t, point_index>> places;
    for (auto& value : got) {
        // The last row as well: it may be in a workgroup that is not full.
        const auto row = places.empty() ? rows - 1 : random() % rows;
        auto place = static_cast<std::int64_t>(row) * row_elements;
        point_index k;
        auto inside = row_elements;
        for (std::size_t d = 0; d < request.rank(); ++d) {
            const auto length = view_length(request, OUTPUT_VIEW, d);
            inside /= length;
            k.push_back(static_cast<std::int64_t>(random() % length));
            place += k.back() * inside;
        }
        q.download(&value, out, static_cast<std::size_t>(place) * element, element);
        places.emplace_back(row, k);
    }
    q.wait_all();
    double wrong = 0, all = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const auto want = direct.of(places[i].first, places[i].second);
        const complex value(got[i].real(), is_real ? 0 : got[i].imag());
        wrong += std::norm(value - want.value);
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
