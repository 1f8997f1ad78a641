/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/direct_terms.h"
#include "exec/passed_tests.h"
#include "exec/self_test.h"
#include "exec/test_rows.h"
#include "plan/validate.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <future>
#include <random>

namespace gpufft {

namespace {

using complex = std::complex<double>;

// Above this, direct sums and three rows of data would take longer than the kernels.
constexpr std::int64_t LONGEST_NOISE = std::int64_t(1) << 20;
constexpr std::int64_t MOST_OUTPUTS_CHECKED = 4096;
constexpr int SPARSE_INPUTS = 3;
constexpr int DIRECT_SUMS = 3;
constexpr std::int64_t SUM_WORTH_A_THREAD = 1 << 14;
constexpr std::int64_t MOST_POINTS_OF_ROWS = 1 << 17; // a few ms
constexpr int FACTORS_OF_ROWS = 7;                    // no tile has so many rows

// Generous: wrong code misses by far more than rounding.
double relative_bound(precision number)
{
    switch (number) {
    case precision::float64:
        return 1e-13;
    case precision::float16:
        return 1e-2;
    case precision::float32:
        break;
    }
    return 1e-5;
}

class known_row
{
public:
    explicit known_row(const executor& e)
        : d_executor(e),
          d_what(packed(e.made_plan().what)),
          d_terms(d_what),
          d_sparse(empty_input(e))
    {
        d_random.seed(static_cast<unsigned>(d_sparse.size()));
        if (d_what.windowed) {
            for (std::int64_t n = 0; n < d_what.points(); ++n)
                d_taps.push_back(1.5 + sample() / 2);
        }
    }

    //! \throws build_error
    void check()
    {
        fill_sparse();
        const auto of_sparse = run_row(d_executor, d_sparse, d_taps);
        check_sparse(of_sparse);
        if (d_sparse.size() > LONGEST_NOISE)
            return;
        auto noise = d_sparse;
        for (std::int64_t i = 0; i < noise.size(); ++i)
            noise.set(i, any_value());
        auto both = noise;
        for (const auto i : d_places)
            both.set(i, noise.get(i) + d_sparse.get(i));
        const auto of_noise = run_row(d_executor, noise, d_taps);
        // Of long rows the sums take longest: each on a core of its own, meanwhile.
        const auto sums = begin_direct_sums(noise, of_noise);
        check_linearity(of_sparse, of_noise, run_row(d_executor, both, d_taps));
        for (const auto& sum : sums)
            expect_near(of_noise.get(sum.output),
                        sum.value.get(),
                        noise_size(),
                        "an output of noise");
        check_rows(noise, of_noise);
    }

private:
    //! -1 to 1. The library's distribution draws twice, for bits that floats have no
    //! place for.
    double sample() { return static_cast<double>(d_random()) * 0x1p-31 - 1; }

    complex any_value()
    {
        const double real = sample();
        return { real, has_real_input(d_what) ? 0 : sample() };
    }

    double tap(std::int64_t n) const { return d_taps.empty() ? 1 : d_taps[n]; }

    void fill_sparse()
    {
        std::uniform_int_distribution<std::int64_t> any(0, d_sparse.size() - 1);
        for (int i = 0; i < SPARSE_INPUTS; ++i) {
            d_places.push_back(any(d_random));
            d_sparse.set(d_places.back(), any_value());
        }
        // One place may have been drawn twice.
        std::sort(d_places.begin(), d_places.end());
        d_places.erase(std::unique(d_places.begin(), d_places.end()), d_places.end());
    }

    //! What input \p from adds to output \p to, both with indices of loops in front.
    complex contribution(std::int64_t i,
                         const point_index& from,
                         const point_index& to,
                         complex x) const
    {
        const auto loops = static_cast<std::ptrdiff_t>(d_what.loops.size());
        if (!std::equal(from.begin(), from.begin() + loops, to.begin()))
            return 0;
        const auto value = x * tap(i) *
                           d_terms.term({ from.begin() + loops, from.end() },
                                        { to.begin() + loops, to.end() });
        return has_real_output(d_what) ? value.real() : value;
    }

    //! \p size: root of the sum of squares of all terms, about
    void expect_near(complex got, complex expected, double size, const char* what) const
    {
        const double bound = 10 * relative_bound(d_what.number) * size;
        if (std::abs(got - expected) <= bound)
            return;
        throw build_error(fmt::format(
            "{} computes wrong values on {}: {} should be {:.6g}{:+.6g}i, got "
            "{:.6g}{:+.6g}i; the device compiler miscompiled it. Choose another device, "
            "or report it with the text that `gpufft dump` prints",
            to_string(d_what),
            d_executor.on()->info().product,
            what,
            expected.real(),
            expected.imag(),
            got.real(),
            got.imag()));
    }

    void check_sparse(const test_row& y) const
    {
        std::vector<point_index> from;
        for (const auto i : d_places)
            from.push_back(d_sparse.index_of(i));
        const auto step = std::max<std::int64_t>(1, y.size() / MOST_OUTPUTS_CHECKED) | 1;
        for (std::int64_t k = 0; k < y.size(); k += step) {
            const auto to = y.index_of(k);
            complex sum = 0;
            for (std::size_t i = 0; i < from.size(); ++i)
                sum += contribution(d_places[i], from[i], to, d_sparse.get(d_places[i]));
            expect_near(y.get(k), sum, largest_term(), "an output of few inputs");
        }
    }

    //! A DCT counts inputs twice in each dimension, c2r those of the last one.
    double largest_term() const
    {
        const auto twice = is_trigonometric(d_what.kind)        ? d_what.rank()
                           : d_what.kind == transform_kind::c2r ? 1
                                                                : 0;
        return std::ldexp(2, static_cast<int>(twice));
    }

    struct running_sum {
        std::int64_t output;
        std::shared_future<complex> value;
    };

    //! Of some outputs of \p y. \p noise stays until they are there: the sums wait for
    //! that when they go.
    std::vector<running_sum> begin_direct_sums(const test_row& noise, const test_row& y)
    {
        std::uniform_int_distribution<std::int64_t> any(0, y.size() - 1);
        std::vector<running_sum> begun;
        for (int i = 0; i < DIRECT_SUMS; ++i) {
            const auto k = any(d_random);
            const auto policy = noise.size() < SUM_WORTH_A_THREAD ? std::launch::deferred
                                                                  : std::launch::async;
            begun.push_back({ k, std::async(policy, [this, &noise, to = y.index_of(k)] {
                                     return direct_sum(noise, to);
                                 }).share() });
        }
        return begun;
    }

    complex direct_sum(const test_row& noise, const point_index& to) const
    {
        const auto loops = d_what.loops.size();
        // Terms of a dimension do not depend on the others.
        std::vector<std::vector<complex>> terms(d_what.rank());
        std::int64_t points = 1;
        for (std::size_t d = 0; d < d_what.rank(); ++d) {
            const auto length = side_length(d_what, INPUT_SIDE, d);
            for (std::int64_t n = 0; n < length; ++n)
                terms[d].push_back(d_terms.term(d, n, to[loops + d]));
            points *= length;
        }
        std::int64_t first = 0;
        for (std::size_t l = 0; l < loops; ++l)
            first = first * d_what.loops[l].count + to[l];
        complex sum = 0;
        for (std::int64_t n = 0; n < points; ++n) {
            complex term = tap(n);
            auto rest = n;
            for (std::size_t d = d_what.rank(); d-- > 0;) {
                const auto length = static_cast<std::int64_t>(terms[d].size());
                term *= terms[d][rest % length];
                rest /= length;
            }
            sum += noise.get(first * points + n) * term;
        }
        return has_real_output(d_what) ? sum.real() : sum;
    }

    double noise_size() const
    {
        return largest_term() * std::sqrt(static_cast<double>(d_what.points()));
    }

    void check_linearity(const test_row& sparse,
                         const test_row& noise,
                         const test_row& both) const
    {
        for (std::int64_t k = 0; k < both.size(); ++k)
            expect_near(both.get(k),
                        sparse.get(k) + noise.get(k),
                        noise_size(),
                        "an output of a sum");
    }

    //! Rows that fill a tile and begin another, and in the SIMD form have each worker
    //! take two, since it goes from one to the next.
    std::int64_t rows_worth_a_test() const
    {
        std::int64_t most = 1;
        for (const auto& p : d_executor.made_plan().passes) {
            const std::int64_t tiles = p.form == kernel_form::simd ? 2 * p.workers : 1;
            const std::int64_t together = p.columns_are_rows() ? p.columns.size : 1;
            most = std::max(most, tiles * together + 1);
        }
        return std::min(most, MOST_POINTS_OF_ROWS / std::max(d_sparse.size(), 1L));
    }

    //! Many rows, which may take other code than one.
    void check_rows(const test_row& noise, const test_row& of_noise) const
    {
        if (input_extent(d_what) > d_what.input_distance ||
            output_extent(d_what) > d_what.output_distance)
            return;
        const auto factor = [](std::int64_t row) { return 1 + row % FACTORS_OF_ROWS; };
        const auto count = rows_worth_a_test();
        std::vector<test_row> rows;
        for (std::int64_t r = 0; r < count; ++r) {
            rows.push_back(noise);
            for (std::int64_t i = 0; i < noise.size(); ++i)
                rows.back().set(i, noise.get(i) * double(factor(r)));
        }
        if (count < 2)
            return;
        const auto made = run_rows(d_executor, rows, d_taps);
        for (std::int64_t r = 0; r < count; ++r)
            for (std::int64_t k = 0; k < of_noise.size(); ++k)
                expect_near(made[r].get(k),
                            of_noise.get(k) * double(factor(r)),
                            noise_size() * FACTORS_OF_ROWS,
                            "an output of one row among several");
    }

    const executor& d_executor;
    transform d_what;
    direct_terms d_terms;
    test_row d_sparse;
    std::vector<std::int64_t> d_places; //!< of what is not 0 in it
    std::mt19937 d_random;
    std::vector<double> d_taps;
};

} // namespace

void self_test(const executor& e)
{
    const auto& info = e.on()->info();
    if (has_passed(e.id(), info))
        return;
    // One row is few: the kernels for many must be seen to as well.
    const auto many = e.for_many_rows();
    known_row(many).check();
    if (e.for_few_rows())
        known_row(*e.for_few_rows()).check();
    note_passed(e.id(), info);
}

} // namespace gpufft
