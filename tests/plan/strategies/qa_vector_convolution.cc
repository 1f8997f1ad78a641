/* SPDX-License-Identifier: GPL-3.0-or-later */
// Convolutions of the SIMD form: the order of the tables, by doing on the host what
// kernels do with them, and where the strategies apply.
#include "math/host_fft.h"
#include "plan/choice/choose_plan.h"
#include "plan/ir/plan.h"
#include "plan/roots/convolution.h"
#include "plan/simd/output_permutation.h"
#include "plan/simd/vector_stages.h"
#include "plan/simd/vector_twiddles.h"
#include "plan/strategies/strategy.h"
#include "support/transforms/cores.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

std::complex<double> swapped(std::complex<double> v) { return { v.imag(), v.real() }; }

const device_limits CPU = make_limits(true, 1024, 4096, 512);

//! A pass that convolves, a lane a column, with K the same in all lanes.
pass convolving(std::int64_t length, convolution by, const std::vector<int>& radices)
{
    pass p;
    p.kernel = vector_kernel{ lane_kind::rows, 4 };
    p.convolves = true;
    p.load.by = p.store.by = by;
    p.dimensions[0].caller_length = length;
    for (const auto radix : radices)
        p.stages.push_back({ radix, 1, twiddle_source::full });
    p.dimensions[0].length = p.points();
    return p;
}

//! One lane of what emit_convolution.h's kernels do, with the table of \p p.
class table_walk
{
public:
    explicit table_walk(const pass& p)
        : d_p(p), d_layout(lay_out_vector_twiddles(p)), d_table(vector_twiddle_table(p))
    {
    }

    //! With Rader, point 0 is behind the convolution's points, and becomes output 0.
    complex_points operator()(complex_points a) const
    {
        const auto points = static_cast<std::size_t>(d_p.points());
        complex_points behind(a.begin() + points, a.end());
        a.resize(points);
        for (std::size_t i = 0; i < d_p.stages.size(); ++i)
            stage(a, i, false);
        const auto sum = a[0];
        for (std::size_t s = 0; s < a.size(); ++s)
            a[s] = a[s] * d_table[d_layout.spectrum + s];
        for (auto& lone : behind) {
            a[0] += lone;
            lone += sum;
        }
        for (auto& v : a)
            v = swapped(v);
        for (std::size_t i = d_p.stages.size(); i-- > 0;)
            stage(a, i, true);
        for (auto& v : a)
            v = swapped(v);
        a.insert(a.end(), behind.begin(), behind.end());
        return a;
    }

    std::complex<double> chirp(std::int64_t n) const
    {
        return d_table[d_layout.chirp + n];
    }

private:
    void stage(complex_points& a, std::size_t i, bool is_back) const
    {
        const int radix = d_p.stages[i].radix;
        const auto rest = d_layout.points / d_layout.groups[i] / radix;
        for (std::int64_t group = 0; group < d_layout.groups[i]; ++group) {
            for (std::int64_t r = 0; r < rest; ++r) {
                complex_points x(radix);
                const auto at = [&](int v) -> std::complex<double>& {
                    return a[(group * radix + v) * rest + r];
                };
                const auto twiddle = [&](int v) {
                    return i && v ? d_table[d_layout.offsets[i] + group * (radix - 1) +
                                            v - 1]
                                  : std::complex<double>(1);
                };
                for (int v = 0; v < radix; ++v)
                    x[v] = is_back ? at(v) : at(v) * twiddle(v);
                x = host_fft(x);
                for (int v = 0; v < radix; ++v)
                    at(v) = is_back ? x[v] * twiddle(v) : x[v];
            }
        }
    }

    const pass& d_p;
    vector_twiddles d_layout;
    complex_points d_table;
};

//! By DFTs in their natural order.
complex_points convolved(const pass& p, complex_points a)
{
    const auto spectrum = convolution_spectrum(p);
    a = host_fft(a);
    for (std::size_t k = 0; k < a.size(); ++k)
        a[k] = swapped(a[k] * spectrum[k]);
    a = host_fft(a);
    for (auto& v : a)
        v = swapped(v);
    return a;
}

class qa_vector_convolution : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_vector_convolution);
    CPPUNIT_TEST(stages_there_and_back_convolve);
    CPPUNIT_TEST(places_make_it_a_dft);
    CPPUNIT_TEST(a_chirp_makes_it_a_dft);
    CPPUNIT_TEST(rows_take_what_costs_less);
    CPPUNIT_TEST(spectra_of_lanes_stand_in_blocks);
    CPPUNIT_TEST(the_chirp_ends_with_the_row);
    CPPUNIT_TEST(splits_leave_whole_vectors);
    CPPUNIT_TEST_SUITE_END();

    void stages_there_and_back_convolve()
    {
        const pass PASSES[] = {
            convolving(17, convolution::rader, { 16 }),
            convolving(61, convolution::rader, { 15, 4 }),
            convolving(241, convolution::rader, { 5, 4, 12 }),
            convolving(37, convolution::bluestein, { 15, 5 }),
        };
        for (const auto& p : PASSES) {
            const auto a = random_points(p.points());
            const auto expected = convolved(p, a);
            const auto got = table_walk(p)(a);
            double difference = 0, size = 0;
            for (std::size_t q = 0; q < a.size(); ++q) {
                difference += std::norm(got[q] - expected[q]);
                size += std::norm(expected[q]);
            }
            const double error = std::sqrt(difference / size);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{} points: {:.2e}", p.points(), error),
                                   error < 1e-14);
        }
    }

    void places_make_it_a_dft()
    {
        auto other = convolving(61, convolution::rader, { 15, 4 });
        other.order.generator = 6;
        for (const auto& p : { convolving(17, convolution::rader, { 16 }),
                               convolving(61, convolution::rader, { 4, 15 }),
                               other }) {
            const auto x = random_points(p.points() + 1);
            const auto places = point_places(p);
            const auto order = output_permutation(p);
            complex_points a(x.size()), y(x.size());
            for (std::size_t n = 0; n < x.size(); ++n)
                a[places[n]] = x[n];
            a = table_walk(p)(a);
            for (std::size_t k = 0; k < y.size(); ++k)
                y[k] = a[order[k]];
            CPPUNIT_ASSERT(dft_error(x, y, 1) < 1e-14);
        }
    }

    void a_chirp_makes_it_a_dft()
    {
        const auto p = convolving(37, convolution::bluestein, { 15, 5 });
        const auto x = random_points(37);
        const table_walk walk(p);
        complex_points a(p.points()), y(x.size());
        for (std::size_t n = 0; n < x.size(); ++n)
            a[n] = x[n] * walk.chirp(n);
        a = walk(a);
        for (std::size_t k = 0; k < y.size(); ++k)
            y[k] = a[k] * walk.chirp(k);
        CPPUNIT_ASSERT(dft_error(x, y, 1) < 1e-14);
    }

    // A length - 1 with a large factor would need a convolution longer than twice the
    // length.
    void rows_take_what_costs_less()
    {
        const struct {
            std::int64_t length;
            convolution by;
        } EXPECTED[] = { { 37, convolution::rader },      { 61, convolution::rader },
                         { 251, convolution::rader },     { 4093, convolution::rader },
                         { 509, convolution::bluestein }, { 107, convolution::bluestein },
                         { 74, convolution::bluestein } };
        for (const auto& e : EXPECTED) {
            const auto passes = make_vector_convolution(packed_core(e.length), CPU);
            const auto what = fmt::format("{}", e.length);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::size_t(1), passes.size());
            CPPUNIT_ASSERT_MESSAGE(what, passes[0].load.by == e.by);
            CPPUNIT_ASSERT_MESSAGE(what, passes[0].convolves);
            choose_plan(transform(e.length), CPU); // checks what it makes
        }
        // A length whose stack buffer would be too large.
        CPPUNIT_ASSERT(make_vector_convolution(packed_core(65537), CPU).empty());
    }

    // Parts of lanes side by side, points in the order of the digits.
    void spectra_of_lanes_stand_in_blocks()
    {
        const auto passes = make_vector_bluestein(packed_core(1021), CPU);
        const auto& p = passes[1];
        const auto spectrum = convolution_spectrum(p);
        const auto table = vector_twiddle_table(p);
        const auto first = lay_out_vector_twiddles(p).spectrum;
        const auto points = p.points();
        const auto apart = p.dimensions[0].length / points;
        const auto real = [&](std::int64_t i) {
            const auto& entry = table[first + i / 2];
            return i % 2 ? entry.imag() : entry.real();
        };
        for (std::int64_t k1 = 0; k1 < apart; ++k1) {
            for (std::int64_t place = 0; place < points; ++place) {
                const auto block = (k1 / p.lanes() * points + place) * 2 * p.lanes();
                const auto lane = k1 % p.lanes();
                const auto k = k1 + apart * output_number(p, 0, p.stages.size(), place);
                CPPUNIT_ASSERT_EQUAL(spectrum[k].real(), real(block + lane));
                CPPUNIT_ASSERT_EQUAL(spectrum[k].imag(), real(block + p.lanes() + lane));
            }
        }
    }

    void the_chirp_ends_with_the_row()
    {
        const auto passes = make_vector_bluestein(packed_core(1021), CPU);
        const auto& p = passes[0];
        const auto layout = lay_out_vector_twiddles(p);
        const auto table = vector_twiddle_table(p);
        CPPUNIT_ASSERT_EQUAL(layout.chirp + 1024, std::int64_t(table.size()));
        // Lanes 12 .. 15 of the last block are points 1020 .. 1023.
        const auto last = layout.chirp + 1024 - p.lanes();
        CPPUNIT_ASSERT(std::abs(table[last + 6].real()) > 1e-3);
        CPPUNIT_ASSERT_EQUAL(0.0, table[last + 6].imag());
        CPPUNIT_ASSERT_EQUAL(std::complex<double>(0), table[last + 7]);
        CPPUNIT_ASSERT_EQUAL(std::complex<double>(0), table[last + 15]);
    }

    void splits_leave_whole_vectors()
    {
        for (const std::int64_t length :
             { 37, 107, 509, 4093, 65537, 1000003, 3000017 }) {
            const auto passes = make_vector_bluestein(packed_core(length), CPU);
            const auto what = fmt::format("{}", length);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::size_t(3), passes.size());
            CPPUNIT_ASSERT_MESSAGE(what,
                                   passes[0].dimensions[0].length >= 2 * length - 1);
            for (const auto& p : passes) {
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    what, std::int64_t(0), p.points() % p.lanes());
                CPPUNIT_ASSERT_MESSAGE(what, p.points() <= most_buffer_vectors(p));
            }
            choose_plan(transform(length), CPU); // checks what it makes
        }
        const auto doubles =
            make_vector_bluestein(packed_core(65537, precision::float64), CPU);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), doubles.size());
        CPPUNIT_ASSERT_EQUAL(CPU.vector_width / 2, doubles[0].lanes());
        CPPUNIT_ASSERT(
            make_vector_bluestein(packed_core(37), make_limits(false, 48, 1024, 128))
                .empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_vector_convolution);

} // namespace
