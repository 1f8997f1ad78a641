/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/begin_beside.h"
#include "base/hash.h"
#include "exec/executor/wrong_values.h"
#include "exec/host/direct_terms.h"
#include "exec/host/host_transform.h"
#include "exec/self_test/expression_test.h"
#include "exec/self_test/many_rows_test.h"
#include "exec/self_test/overlapping_rows_test.h"
#include "exec/self_test/passed_tests.h"
#include "exec/self_test/self_test.h"
#include "exec/self_test/test_counts.h"
#include "plan/request/fused_expression.h"
#include "plan/request/taps.h"
#include "plan/request/validate.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <random>

namespace gpufft {

namespace {

using complex = std::complex<double>;

// Above this, direct sums and three rows of data would take longer than the kernels.
constexpr std::int64_t LONGEST_NOISE = std::int64_t(1) << 20;
constexpr std::int64_t MOST_OUTPUTS_CHECKED = 4096;
constexpr int SPARSE_INPUTS = 3;
constexpr int MORE_SPARSE_INPUTS = 64; // where no row with all inputs is known
constexpr int DIRECT_SUMS = 3;
constexpr std::int64_t SUM_WORTH_A_THREAD = 1 << 14;
constexpr std::size_t MOST_SCALED_BYTES = std::size_t(64) << 10; // of a row
constexpr double SOME_SCALE = 0.7; // so that one of too few digits is another one
constexpr auto ANY_ROWS = std::numeric_limits<std::uint32_t>::max();

// Generous: wrong code misses by far more than rounding.
double relative_bound(precision number)
{
    switch (number) {
    case precision::float64:
        return 1e-12;
    case precision::float16:
        return 4e-3;
    case precision::float32:
        break;
    }
    return 1e-4;
}

class transform_test
{
public:
    //! For calls of up to \p most_rows rows.
    transform_test(const executor& e, std::uint32_t most_rows)
        : d_executor(e),
          d_request(packed(e.made_plan().request)),
          d_terms(d_request),
          d_counts(test_counts(e, most_rows))
    {
        d_random.seed(static_cast<unsigned>(d_request.points()));
        if (d_request.windowed) {
            for (auto left = taps_of(d_request); left > 0; --left)
                d_taps.push_back(1.5 + sample() / 2);
        }
        if (d_request.convolved) {
            d_spectrum = test_spectrum(d_request, d_random);
            d_taps = d_spectrum.taps;
        }
        const auto& passes = e.made_plan().passes;
        const bool is_scaled = std::any_of(
            passes.begin(), passes.end(), [](const pass& p) { return p.store.scaled; });
        d_scale = is_scaled ? SOME_SCALE : 1;
        d_host_can = row_layout(d_request, INPUT_VIEW).size() <= LONGEST_NOISE &&
                     host_transform::can(unscaled());
    }

    //! \throws build_error
    void check()
    {
        test_memory memory(d_executor, d_counts.empty() ? 1 : d_counts.back(), d_taps);
        std::vector<known_row> known = { check_sparse(memory) };
        // Zeros hide faults: where there is noise, it alone fills all places of a tile.
        if (known.front().in->size() <= LONGEST_NOISE)
            known = check_noise(memory, known.front());
        check_many(memory, with_multiples(std::move(known)));
    }

private:
    transform unscaled() const
    {
        auto t = d_request;
        t.norm = normalization::none;
        t.scale = 1;
        return t;
    }

    int sparse_inputs() const { return d_host_can ? SPARSE_INPUTS : MORE_SPARSE_INPUTS; }

    //! -1 to 1. The library's distribution draws twice, for bits that floats have no
    //! place for.
    double sample() { return static_cast<double>(d_random()) * 0x1p-31 - 1; }

    complex any_value()
    {
        const double real = sample();
        return { real, has_real_input(d_request) ? 0 : sample() };
    }

    double tap(std::int64_t n) const { return d_request.windowed ? d_taps[n] : 1; }

    //! What input \p n of a row's dimension \p d is multiplied by on its way to output
    //! \p k.
    complex term(std::size_t d, std::int64_t n, std::int64_t k) const
    {
        return d_request.convolved ? d_spectrum.term(d_request, n, k)
                                   : d_terms.term(d, n, k);
    }

    complex term(const point_index& n, const point_index& k) const
    {
        return d_request.convolved ? term(0, n[0], k[0]) : d_terms.term(n, k);
    }

    known_row make_known(test_row in, test_row out, double size, double scale = 1) const
    {
        return { std::make_shared<const test_row>(std::move(in)),
                 std::make_shared<const test_row>(std::move(out)),
                 bound_of(size),
                 scale };
    }

    //! Few inputs that are not 0. What they come to is known.
    known_row check_sparse(test_memory& memory)
    {
        auto sparse = memory.empty_input();
        std::uniform_int_distribution<std::int64_t> any(0, sparse.size() - 1);
        std::vector<std::int64_t> places;
        for (int left = sparse_inputs(); left > 0; --left) {
            places.push_back(any(d_random));
            sparse.set(places.back(), any_value());
        }
        // One place may have been drawn twice.
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
        auto result = memory.run(sparse, 1);
        check_outputs(sparse, places, result);
        d_places = places;
        return make_known(std::move(sparse), std::move(result), sparse_size());
    }

    //! Noise, a sample of whose outputs is known, the others as the host computes them,
    //! where it can, and by linearity.
    //! \return  the noise, and what else was added to it
    std::vector<known_row> check_noise(test_memory& memory, const known_row& sparse)
    {
        auto noise = memory.empty_input();
        for (std::int64_t i = 0; i < noise.size(); ++i)
            noise.set(i, any_value());
        auto both = noise;
        for (const auto i : d_places)
            both.set(i, noise.get(i) + sparse.in->get(i));
        auto of_noise = memory.run(noise, 1);
        // The sums of long rows take longest: each on a core of its own, meanwhile.
        const auto sums = begin_direct_sums(noise, of_noise);
        check_by_host(noise, of_noise);
        auto of_both = memory.run(both, d_scale);
        check_linearity(*sparse.out, of_noise, of_both);
        for (const auto& sum : sums)
            expect_near(of_noise.get(sum.output),
                        sum.value.get(),
                        noise_size(),
                        "an output of noise");
        return { make_known(std::move(noise), std::move(of_noise), noise_size()),
                 make_known(std::move(both), std::move(of_both), noise_size(), d_scale) };
    }

    //! Every output of a row that has all inputs: a fault between two stages shows in
    //! those outputs alone that some inputs share, in few of all, and is linear.
    void check_by_host(const test_row& in, const test_row& result) const
    {
        if (!d_host_can)
            return;
        const auto from = in.memory();
        const test_row expected(result.layout(), result.bytes());
        const auto to = expected.memory();
        host_transform(unscaled(), d_taps)({ { from[0], from[1] }, { to[0], to[1] } }, 1);
        const auto bound = bound_of(noise_size());
        if (result.layout().is_near(result.memory(), bound, 1, to))
            return;
        for (std::int64_t k = 0; k < result.size(); ++k)
            expect_near(
                result.get(k), expected.get(k), noise_size(), "an output of noise");
    }

    //! What is linear is so exactly with powers of two, but where numbers overflow.
    static known_row multiple(const known_row& row, double factor)
    {
        return { std::make_shared<const test_row>(row.in->scaled(factor)),
                 std::make_shared<const test_row>(row.out->scaled(factor)),
                 row.bound * factor,
                 row.scale };
    }

    //! And those, where rows are short, and all of them with the other sign.
    static std::vector<known_row> with_multiples(std::vector<known_row> all)
    {
        const auto bytes = std::max(all.front().in->bytes(), all.front().out->bytes());
        for (std::size_t count = all.size(), i = 0; i < count; ++i)
            if (bytes <= MOST_SCALED_BYTES)
                all.push_back(multiple(all[i], 2));
        for (std::size_t count = all.size(), i = 0; i < count; ++i) {
            all.push_back(all[i]);
            all.back().is_negative = true;
        }
        return all;
    }

    //! Many rows, which may take other code than one.
    void check_many(test_memory& memory, const std::vector<known_row>& known) const
    {
        if (d_counts.empty())
            return;
        if (inputs_overlap(d_request)) {
            check_overlapping(memory);
            return;
        }
        many_rows_test test(memory, known, d_scale, d_counts.back());
        for (const auto rows : d_counts)
            if (const auto wrong = test.find_wrong(rows))
                throw_wrong(wrong->got,
                            wrong->expected,
                            fmt::format("an output of row {} of {}", wrong->row, rows));
    }

    //! Rows that share elements: each is known only together with its neighbours.
    void check_overlapping(test_memory& memory) const
    {
        if (!d_host_can)
            return;
        for (const auto rows : d_counts)
            if (const auto wrong = find_wrong_overlapping(
                    memory, unscaled(), d_taps, rows, d_scale, bound_of(noise_size())))
                throw_wrong(wrong->got,
                            wrong->expected,
                            fmt::format("an output of row {} of {}", wrong->row, rows));
    }

    //! What input \p from adds to output \p to, both with indices of loops in front.
    complex contribution(std::int64_t i,
                         const point_index& from,
                         const point_index& to,
                         complex x) const
    {
        const auto loops = static_cast<std::ptrdiff_t>(d_request.loops.size());
        if (!std::equal(from.begin(), from.begin() + loops, to.begin()))
            return 0;
        const auto value =
            x * tap(i) *
            term({ from.begin() + loops, from.end() }, { to.begin() + loops, to.end() });
        return has_real_output(d_request) ? value.real() : value;
    }

    //! \p size: root of the sum of squares of all terms, about
    double bound_of(double size) const { return relative_bound(d_request.number) * size; }

    void
    expect_near(complex got, complex expected, double size, const char* subject) const
    {
        if (!(std::abs(got - expected) <= bound_of(size)))
            throw_wrong(got, expected, subject);
    }

    [[noreturn]] void
    throw_wrong(complex got, complex expected, const std::string& subject) const
    {
        throw wrong_values(
            fmt::format(
                "{} computes wrong values on {}: {} should be {:.6g}{:+.6g}i, got "
                "{:.6g}{:+.6g}i",
                to_string(d_request),
                d_executor.on()->info().product,
                subject,
                expected.real(),
                expected.imag(),
                got.real(),
                got.imag()),
            "the device compiler miscompiled it. Choose another device, or report it "
            "with "
            "the text that `gpufft dump` prints");
    }

    void check_outputs(const test_row& sparse,
                       const std::vector<std::int64_t>& places,
                       const test_row& y) const
    {
        std::vector<point_index> from;
        for (const auto i : places)
            from.push_back(sparse.index_of(i));
        const auto step = std::max<std::int64_t>(1, y.size() / MOST_OUTPUTS_CHECKED) | 1;
        // With the last one: of an r2c it is a case of its own.
        for (std::int64_t next = 0; next < y.size() - 1 + step; next += step) {
            const auto k = std::min(next, y.size() - 1);
            const auto to = y.index_of(k);
            complex sum = 0;
            for (std::size_t i = 0; i < from.size(); ++i)
                sum += contribution(places[i], from[i], to, sparse.get(places[i]));
            expect_near(y.get(k), sum, sparse_size(), "an output of few inputs");
        }
    }

    //! A DCT counts inputs twice in each dimension, c2r those of the last one.
    double largest_term() const
    {
        const auto twice = is_trigonometric(d_request.kind)        ? d_request.rank()
                           : d_request.kind == transform_kind::c2r ? 1
                                                                   : 0;
        return std::ldexp(2, static_cast<int>(twice));
    }

    struct running_sum {
        std::int64_t output;
        std::shared_future<complex> value;
    };

    //! Begins to compute some outputs of \p y as direct sums. \p noise stays until they
    //! are there: the sums wait for that when they go.
    std::vector<running_sum> begin_direct_sums(const test_row& noise, const test_row& y)
    {
        std::uniform_int_distribution<std::int64_t> any(0, y.size() - 1);
        std::vector<running_sum> begun;
        for (int i = 0; i < DIRECT_SUMS; ++i) {
            const auto k = any(d_random);
            const auto sum = [this, &noise, to = y.index_of(k)] {
                return direct_sum(noise, to);
            };
            auto begins = noise.size() < SUM_WORTH_A_THREAD
                              ? std::async(std::launch::deferred, sum)
                              : begin_beside(sum);
            begun.push_back({ k, begins.share() });
        }
        return begun;
    }

    complex direct_sum(const test_row& noise, const point_index& to) const
    {
        const auto loops = d_request.loops.size();
        // Terms of a dimension do not depend on the others.
        std::vector<std::vector<complex>> terms(d_request.rank());
        std::int64_t points = 1;
        for (std::size_t d = 0; d < d_request.rank(); ++d) {
            const auto length = view_length(d_request, INPUT_VIEW, d);
            for (std::int64_t n = 0; n < length; ++n)
                terms[d].push_back(term(d, n, to[loops + d]));
            points *= length;
        }
        std::int64_t first = 0;
        for (std::size_t l = 0; l < loops; ++l)
            first = first * d_request.loops[l].count + to[l];
        complex sum = 0;
        for (std::int64_t n = 0; n < points; ++n) {
            complex term = tap(n);
            auto rest = n;
            for (std::size_t d = d_request.rank(); d-- > 0;) {
                const auto length = static_cast<std::int64_t>(terms[d].size());
                term *= terms[d][rest % length];
                rest /= length;
            }
            sum += noise.get(first * points + n) * term;
        }
        return has_real_output(d_request) ? sum.real() : sum;
    }

    double sparse_size() const
    {
        return largest_term() *
               std::sqrt(static_cast<double>(sparse_inputs()) / SPARSE_INPUTS);
    }

    double noise_size() const
    {
        return largest_term() * std::sqrt(static_cast<double>(d_request.points() *
                                                              d_request.taps_per_branch));
    }

    void check_linearity(const test_row& sparse,
                         const test_row& noise,
                         const test_row& both) const
    {
        const auto added = sparse.memory();
        if (both.layout().is_near(
                both.memory(), bound_of(noise_size()), d_scale, noise.memory(), &added))
            return;
        for (std::int64_t k = 0; k < both.size(); ++k)
            expect_near(both.get(k),
                        d_scale * (sparse.get(k) + noise.get(k)),
                        noise_size(),
                        "an output of a sum");
    }

    const executor& d_executor;
    transform d_request;
    direct_terms d_terms;
    std::vector<std::uint32_t> d_counts;
    std::vector<std::int64_t> d_places; //!< of what is not 0 in the sparse row
    std::mt19937 d_random;
    std::vector<double> d_taps;
    test_spectrum d_spectrum; //!< of a convolution
    double d_scale = 1;       //!< of calls with more than one row, and of a sum
    bool d_host_can; //!< compute a row of noise, all of whose outputs are known then
};

void test_of(const executor& e, std::uint32_t most_rows)
{
    if (has_expressions(e.made_plan().request))
        test_expressions(e, most_rows);
    else
        transform_test(e, most_rows).check();
}

} // namespace

void self_test(const executor& e)
{
    const auto& info = e.on()->info();
    if (has_passed(e.id(), info))
        return;
    // One row is few: the kernels for many must be seen to as well.
    const auto many = e.for_many_rows();
    test_of(many, ANY_ROWS);
    if (e.small_batch_executor())
        test_of(*e.small_batch_executor(), e.small_batch());
    note_passed(e.id(), info);
}

void self_test_of(const executor& alone, std::uint32_t most_rows)
{
    const auto& info = alone.on()->info();
    const auto id = most_rows == ANY_ROWS
                        ? alone.id()
                        : stable_hash({ alone.id(), std::to_string(most_rows) });
    if (has_passed(id, info))
        return;
    test_of(alone, most_rows);
    note_passed(id, info);
}

} // namespace gpufft
