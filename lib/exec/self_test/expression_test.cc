/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/given_memory.h"
#include "exec/executor/wrong_values.h"
#include "exec/host/direct_terms.h"
#include "exec/host/host_transform.h"
#include "exec/self_test/expression_test.h"
#include "exec/self_test/self_test.h"
#include "exec/self_test/test_counts.h"
#include "exec/self_test/test_memory.h"
#include "exec/self_test/test_spectrum.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace gpufft {

namespace {

using complex = std::complex<double>;
using points = std::vector<complex>;

constexpr std::int64_t ROWS_AT_AN_END = 4;
constexpr int ROWS_BETWEEN = 8;
constexpr int SUMS_OF_LONG_ROWS = 3; // which the host cannot compute
constexpr double ROUNDING = 16;      // of the least that an evaluation loses
constexpr double SCALE_OF_TEST = 0.7;

class expression_test
{
public:
    expression_test(const executor& e, std::uint32_t most_rows)
        : d_executor(e),
          d_request(packed(e.made_plan().request)),
          d_plain(plain_of(d_request)),
          d_random(static_cast<unsigned>(d_request.points())),
          d_given(std::make_shared<const argument_values>(any_arguments())),
          d_load(d_request, INPUT_VIEW, fused_load(d_request), d_given),
          d_store(d_request, OUTPUT_VIEW, fused_store(d_request), d_given),
          d_counts(test_counts(e, most_rows))
    {
        if (d_request.windowed)
            for (std::int64_t n = d_request.points() * d_request.taps_per_branch; n > 0;
                 --n)
                d_taps.push_back(1.5 + sample() / 2);
        if (d_request.convolved) {
            d_spectrum = test_spectrum(d_request, d_random);
            d_taps = d_spectrum.taps;
        }
        const auto& passes = e.made_plan().passes;
        const bool is_scaled = std::any_of(
            passes.begin(), passes.end(), [](const pass& p) { return p.store.scaled; });
        d_scale = is_scaled ? SCALE_OF_TEST : 1;
        d_counts.insert(d_counts.begin(), 1);
    }

    void check()
    {
        test_memory memory(d_executor, d_counts.back(), d_taps, *d_given);
        const auto seed = d_random();
        const bool is_whole = host_transform::can(d_plain);
        for (const auto rows : d_counts) {
            if (!is_whole && rows > 1)
                break;
            memory.run(
                [&](std::uint32_t r, const row_memory& to) {
                    // Rows that overlap write what the next ones do not.
                    const auto& layout = memory.input_layout();
                    const auto shared = layout.size() - d_request.input_distance;
                    const bool is_last =
                        (rows - 1 - r) * d_request.input_distance < shared;
                    fill(layout,
                         to,
                         seed,
                         r,
                         shared > 0 && layout.is_dense() && !is_last
                             ? d_request.input_distance
                             : layout.size());
                },
                rows,
                d_scale);
            for (const auto r : rows_to_check(rows)) {
                const auto in = row_of(memory.input_layout(), seed, r);
                if (is_whole)
                    check_row(memory, in, r, rows);
                else
                    check_sums(memory, in);
            }
        }
    }

private:
    //! The transform between the expressions, of elements next to each other in double
    //! precision.
    static transform plain_of(const transform& t)
    {
        transform result;
        result.kind = t.kind;
        result.dir = t.dir;
        result.number = precision::float64;
        result.orthogonalize = t.orthogonalize;
        result.convolved = t.convolved;
        result.shape.clear();
        for (const auto& d : t.shape) {
            result.shape.emplace_back();
            result.shape.back().length = d.length;
        }
        for (const auto& l : t.loops)
            result.loops.push_back({ l.count, 0, 0 });
        return packed(result);
    }

    double sample() { return static_cast<double>(d_random()) * 0x1p-31 - 1; }

    //! Values that roots, logarithms and divisions can be taken of.
    argument_values any_arguments()
    {
        argument_values all;
        for (const auto& each : d_request.arguments) {
            const bool is_number = each.is == argument_kind::number;
            all.emplace_back();
            for (std::int64_t i = 0; i < (is_number ? 1 : each.length); ++i) {
                const double real = 1 + sample() / 2;
                all.back().emplace_back(round_to_float(real),
                                        each.is == argument_kind::complex_buffer
                                            ? round_to_float(sample())
                                            : 0);
            }
        }
        return all;
    }

    static double round_to_float(double value) { return static_cast<float>(value); }

    //! The element at a place of the input, the same for all rows that share it.
    complex any_value(std::uint64_t seed, std::uint64_t place) const
    {
        // Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014.
        auto bits = (seed << 32) + place * 0x9e3779b97f4a7c15;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
        bits ^= bits >> 31;
        const auto part = [](std::uint64_t of) {
            return static_cast<double>(of & 0xffffffff) * 0x1p-31 - 1;
        };
        return { part(bits), has_real_input(d_request) ? 0 : part(bits >> 32) };
    }

    //! The first \p count elements of row \p row.
    void fill(const row_layout& layout,
              const row_memory& to,
              std::uint32_t seed,
              std::uint32_t row,
              std::int64_t count) const
    {
        const auto first = row * static_cast<std::uint64_t>(d_request.input_distance);
        for (std::int64_t i = 0; i < count; ++i)
            layout.set(
                to,
                i,
                any_value(seed, first + layout.place_of(i) / layout.element_bytes()));
    }

    //! What fill() stores, rounded as the input is.
    points
    row_of(const row_layout& layout, std::uint32_t seed, std::uint32_t number) const
    {
        const test_row row(layout, input_row_extent());
        fill(layout, row.memory(), seed, number, layout.size());
        points all;
        for (std::int64_t i = 0; i < layout.size(); ++i)
            all.push_back(layout.get(row.memory(), i));
        return all;
    }

    std::size_t input_row_extent() const
    {
        return static_cast<std::size_t>(input_extent(d_request)) *
               input_element_bytes(d_request);
    }

    std::vector<std::uint32_t> rows_to_check(std::uint32_t rows)
    {
        std::set<std::uint32_t> all;
        for (std::int64_t i = 0; i < std::min<std::int64_t>(rows, ROWS_AT_AN_END); ++i) {
            all.insert(static_cast<std::uint32_t>(i));
            all.insert(rows - 1 - static_cast<std::uint32_t>(i));
        }
        for (int i = 0; i < ROWS_BETWEEN; ++i)
            all.insert(static_cast<std::uint32_t>(d_random() % rows));
        return { all.begin(), all.end() };
    }

    //! \p e of an element as kernels may round it, beside what it should be.
    complex
    lost(const host_expression& e, complex value, std::size_t i, std::int64_t row) const
    {
        if (d_request.number == precision::float64)
            return e.value<double>(value, i, row) - e.value<long double>(value, i, row);
        return e.value<float>(value, i, row) - e.value<double>(value, i, row);
    }

    double precision_bound() const
    {
        switch (d_request.number) {
        case precision::float64:
            return 1e-12;
        case precision::float16:
            return 4e-3;
        case precision::float32:
            break;
        }
        return 1e-4;
    }

    //! What is transformed of a row, and how far each part of an output may be off.
    struct loaded_row {
        points x;
        double bound;
    };

    loaded_row load(points in, std::int64_t row) const
    {
        double size = 0, rounding = 0;
        for (std::size_t i = 0; i < in.size(); ++i) {
            auto x = in[i];
            if (d_load.is_there()) {
                rounding += std::norm(lost(d_load, x, i, row));
                x = d_load.value<double>(x, i, row);
            }
            if (d_request.windowed)
                x *= d_taps[i];
            in[i] = x;
            size += std::norm(x);
        }
        const auto repeats = static_cast<double>(std::max<std::size_t>(1, in.size()));
        if (d_request.taps_per_branch > 1)
            fold_branches(in, d_request.points());
        const auto term = largest_term();
        // Neighbouring points may add up, beside the root of the sum of squares.
        return { std::move(in),
                 term * (precision_bound() * (std::sqrt(size) + 1) +
                         ROUNDING * std::sqrt(rounding * std::min(repeats, 64.0))) };
    }

    double largest_term() const
    {
        const auto twice = is_trigonometric(d_request.kind)        ? d_request.rank()
                           : d_request.kind == transform_kind::c2r ? 1
                                                                   : 0;
        return std::ldexp(2, static_cast<int>(twice));
    }

    points transformed(const points& x) const
    {
        const bool is_real = has_real_input(d_plain);
        std::vector<double> in;
        for (const auto& each : x) {
            in.push_back(each.real());
            if (!is_real)
                in.push_back(each.imag());
        }
        const auto outputs = static_cast<std::size_t>(output_extent(d_plain));
        const bool makes_reals = has_real_output(d_plain);
        std::vector<double> out(outputs * (makes_reals ? 1 : 2));
        host_transform(d_plain, d_spectrum.taps)(
            { { in.data(), nullptr }, { out.data(), nullptr } }, 1);
        points y;
        for (std::size_t k = 0; k < outputs; ++k)
            y.emplace_back(makes_reals ? out[k] : out[2 * k],
                           makes_reals ? 0 : out[2 * k + 1]);
        return y;
    }

    void check_row(test_memory& memory,
                   const points& in,
                   std::uint32_t row,
                   std::uint32_t rows) const
    {
        const auto loaded = load(in, row);
        const auto y = transformed(loaded.x);
        const auto& layout = memory.output_layout();
        const auto at = memory.output(row);
        for (std::size_t k = 0; k < y.size(); ++k)
            expect(layout.get(at, static_cast<std::int64_t>(k)),
                   d_scale * y[k],
                   d_scale * loaded.bound,
                   k,
                   row,
                   rows);
    }

    //! Some outputs of a row that takes the host too long.
    void check_sums(test_memory& memory, const points& in)
    {
        const auto loaded = load(in, 0);
        const auto& layout = memory.output_layout();
        const auto at = memory.output(0);
        for (int i = 0; i < SUMS_OF_LONG_ROWS; ++i) {
            const auto k = static_cast<std::int64_t>(
                d_random() % static_cast<std::uint64_t>(layout.size()));
            expect(layout.get(at, k),
                   d_scale * direct_sum(loaded.x, layout.index_of(k)),
                   d_scale * loaded.bound,
                   static_cast<std::size_t>(k),
                   0,
                   1);
        }
    }

    complex direct_sum(const points& x, const point_index& to) const
    {
        const direct_terms terms(d_plain);
        const auto loops = static_cast<std::ptrdiff_t>(d_plain.loops.size());
        const row_layout layout(d_plain, INPUT_VIEW);
        const point_index k(to.begin() + loops, to.end());
        complex sum = 0;
        for (std::int64_t i = 0; i < layout.size(); ++i) {
            const auto from = layout.index_of(i);
            if (!std::equal(from.begin(), from.begin() + loops, to.begin()))
                continue;
            const auto by = d_request.convolved
                                ? d_spectrum.term(d_request, i, k[0])
                                : terms.term({ from.begin() + loops, from.end() }, k);
            const auto term = x[static_cast<std::size_t>(i)] * by;
            sum += has_real_output(d_plain) ? term.real() : term;
        }
        return sum;
    }

    //! \p got is the store expression's value of \p y, whose parts may be \p bound off.
    void expect(complex got,
                complex y,
                double bound,
                std::size_t k,
                std::uint32_t row,
                std::uint32_t rows) const
    {
        if (!d_store.is_there()) {
            expect_near(got, y, bound, row, rows);
            return;
        }
        const auto value = d_store.value<double>(y, k, row);
        auto allowed = ROUNDING * std::abs(lost(d_store, y, k, row)) +
                       precision_bound() * (std::abs(value) + 1e-30);
        const bool is_real = has_real_output(d_plain);
        for (const complex off :
             { complex(bound), complex(-bound), complex(0, bound), complex(0, -bound) })
            if (!is_real || off.imag() == 0)
                allowed = std::max(
                    allowed,
                    2 * std::abs(d_store.value<double>(y + off, k, row) - value));
        // Next to a pole, or where one branch ends, values tell nothing.
        if (!std::isfinite(allowed) || !std::isfinite(std::abs(value)))
            return;
        expect_near(got, value, allowed, row, rows);
    }

    void expect_near(complex got,
                     complex expected,
                     double bound,
                     std::uint32_t row,
                     std::uint32_t rows) const
    {
        if (d_request.number == precision::float16)
            bound += precision_bound() * std::abs(expected);
        if (std::abs(got - expected) <= bound)
            return;
        throw wrong_values(
            fmt::format(
                "{} computes wrong values on {}: an output of row {} of {} should "
                "be {:.6g}{:+.6g}i, got {:.6g}{:+.6g}i",
                to_string(d_request),
                d_executor.on()->info().product,
                row,
                rows,
                expected.real(),
                expected.imag(),
                got.real(),
                got.imag()),
            "the device compiler miscompiled it. Choose another device, or report it "
            "with the text that `gpufft dump` prints");
    }

    const executor& d_executor;
    transform d_request;
    transform d_plain;
    std::mt19937 d_random;
    std::shared_ptr<const argument_values> d_given;
    host_expression d_load, d_store;
    std::vector<std::uint32_t> d_counts;
    std::vector<double> d_taps;
    test_spectrum d_spectrum; //!< of a convolution
    double d_scale = 1;
};

} // namespace

void test_expressions(const executor& e, std::uint32_t most_rows)
{
    expression_test(e, most_rows).check();
}

} // namespace gpufft
