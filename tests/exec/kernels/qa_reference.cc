/* SPDX-License-Identifier: GPL-3.0-or-later */
// The judges judged: fast references against the sums that transform.h defines.
#include "support/judges/half.h"
#include "support/judges/host_rows.h"
#include "support/judges/reference_dft.h"
#include "support/judges/reference_kinds.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <functional>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using real = long double;
using reals = std::vector<real>;

const real PI = std::acos(real(-1));

//! A term of transform.h's sums, without the factor 2 that most have.
struct definition {
    transform_kind kind;
    int shortest;
    std::function<real(int k, int n, int N)> term;
};

real sign(int k) { return k % 2 ? -1 : 1; }

const definition DEFINITIONS[] = {
    { transform_kind::dct1,
      2,
      [](int k, int n, int N) {
          return n == 0       ? real(1) / 2
                 : n == N - 1 ? sign(k) / 2
                              : std::cos(PI * k * n / (N - 1));
      } },
    { transform_kind::dct2,
      1,
      [](int k, int n, int N) { return std::cos(PI * k * (2 * n + 1) / (2 * N)); } },
    { transform_kind::dct3,
      1,
      [](int k, int n, int N) {
          return n == 0 ? real(1) / 2 : std::cos(PI * (2 * k + 1) * n / (2 * N));
      } },
    { transform_kind::dct4,
      1,
      [](int k, int n, int N) {
          return std::cos(PI * (2 * k + 1) * (2 * n + 1) / (4 * N));
      } },
    { transform_kind::dst1,
      1,
      [](int k, int n, int N) { return std::sin(PI * (k + 1) * (n + 1) / (N + 1)); } },
    { transform_kind::dst2,
      1,
      [](int k, int n, int N) {
          return std::sin(PI * (k + 1) * (2 * n + 1) / (2 * N));
      } },
    { transform_kind::dst3,
      1,
      [](int k, int n, int N) {
          return n == N - 1 ? sign(k) / 2
                            : std::sin(PI * (2 * k + 1) * (n + 1) / (2 * N));
      } },
    { transform_kind::dst4,
      1,
      [](int k, int n, int N) {
          return std::sin(PI * (2 * k + 1) * (2 * n + 1) / (4 * N));
      } },
};

std::vector<wide> random_points(std::size_t n, bool is_real = false)
{
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<double> sample(-1, 1);
    std::vector<wide> x(n);
    for (auto& v : x)
        v = { sample(random), is_real ? 0 : sample(random) };
    return x;
}

//! Every output of every dimension, term by term.
std::vector<wide> direct_2d(const std::vector<wide>& x, int rows, int columns, int sign)
{
    std::vector<wide> y(x.size());
    for (int k = 0; k < rows * columns; ++k) {
        for (int n = 0; n < rows * columns; ++n)
            y[k] += x[n] *
                    root_of<real>((k / columns) * (n / columns) % rows, rows, sign) *
                    root_of<real>((k % columns) * (n % columns) % columns, columns, sign);
    }
    return y;
}

transform make(transform_kind kind, std::vector<dimension> shape)
{
    transform t;
    t.kind = kind;
    t.shape = std::move(shape);
    t.number = precision::float64;
    if (kind == transform_kind::c2r)
        t.dir = direction::inverse;
    return t;
}

constexpr double TINY = 1e-17;

} // namespace

class qa_reference : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_reference);
    CPPUNIT_TEST(fast_dfts_are_the_definition);
    CPPUNIT_TEST(trigonometric_kinds_are_the_definition);
    CPPUNIT_TEST(dimensions_multiply);
    CPPUNIT_TEST(half_spectra_are_halves);
    CPPUNIT_TEST(orthonormal_transforms_keep_energy);
    CPPUNIT_TEST(halves_round_as_halves_do);
    CPPUNIT_TEST(rows_lie_where_strides_say);
    CPPUNIT_TEST_SUITE_END();

    static void
    expect_near(const std::vector<wide>& a, const std::vector<wide>& b, std::string what)
    {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, b.size(), a.size());
        const auto error = relative_error(a, b);
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: error {:.1e}", what, error),
                               error < TINY);
    }

    void fast_dfts_are_the_definition()
    {
        for (const int n : { 1,
                             2,
                             3,
                             4,
                             5,
                             12,
                             16,
                             61,
                             64,
                             67,
                             74,
                             77,
                             101,
                             128,
                             210,
                             211,
                             499,
                             512 }) {
            const auto x = random_points(n);
            for (const int sign : { -1, 1 })
                expect_near(
                    fast_dft(x, sign), direct_dft(x, sign), fmt::format("length {}", n));
        }
        // The definition itself, with angles that nobody reduced.
        const auto x = random_points(15);
        std::vector<wide> y(15);
        for (int k = 0; k < 15; ++k)
            for (int n = 0; n < 15; ++n)
                y[k] += x[n] * std::polar(real(1), -2 * PI * n * k / 15);
        expect_near(direct_dft(x, -1), y, "definition");
    }

    void trigonometric_kinds_are_the_definition()
    {
        for (const auto& d : DEFINITIONS) {
            for (const int n : { 1, 2, 3, 4, 5, 8, 9, 16, 31, 67 }) {
                if (n < d.shortest)
                    continue;
                const auto x = random_points(n, true);
                std::vector<wide> y(n);
                for (int k = 0; k < n; ++k)
                    for (int i = 0; i < n; ++i)
                        y[k] += 2 * x[i].real() * d.term(k, i, n);
                expect_near(transform_line(d.kind, -1, n, x),
                            y,
                            fmt::format("kind {}, length {}", int(d.kind), n));
            }
        }
    }

    void dimensions_multiply()
    {
        const auto x = random_points(7 * 6);
        auto t = make(transform_kind::c2c, { { 7 }, { 6 } });
        expect_near(reference_transform(t, x), direct_2d(x, 7, 6, -1), "forward");
        t.dir = direction::inverse;
        expect_near(reference_transform(t, x), direct_2d(x, 7, 6, 1), "inverse");
        t.shape[0].input_rotation = 3;
        t.shape[1].output_rotation = 2;
        std::vector<wide> from(x.size());
        for (int n = 0; n < 42; ++n)
            from[n] = x[(n / 6 + 3) % 7 * 6 + n % 6];
        const auto y = direct_2d(from, 7, 6, 1);
        std::vector<wide> to(x.size());
        for (int k = 0; k < 42; ++k)
            to[k / 6 * 6 + (k % 6 + 2) % 6] = y[k];
        expect_near(reference_transform(t, x), to, "rotated");
    }

    void half_spectra_are_halves()
    {
        for (const int n : { 1, 2, 5, 6 }) {
            const auto x = random_points(std::size_t(4) * n, true);
            const auto whole = direct_2d(x, 4, n, -1);
            std::vector<wide> half;
            for (int k = 0; k < 4; ++k)
                half.insert(
                    half.end(), whole.begin() + k * n, whole.begin() + k * n + n / 2 + 1);
            const auto name = fmt::format("4 x {}", n);
            auto t = make(transform_kind::r2c, { { 4 }, { n } });
            expect_near(reference_transform(t, x), half, name);
            t = make(transform_kind::c2r, { { 4 }, { n } });
            t.norm = normalization::by_length;
            expect_near(reference_transform(t, half), x, name + " back");
        }
        // Imaginary parts that a real transform leaves real are ignored.
        auto t = make(transform_kind::c2r, { { 4 } });
        const std::vector<wide> odd = { { 1, 7 }, { 2, 3 }, { 4, -9 } };
        const std::vector<wide> even = { { 1, 0 }, { 2, 3 }, { 4, 0 } };
        expect_near(
            reference_transform(t, odd), reference_transform(t, even), "edge bins");
    }

    void orthonormal_transforms_keep_energy()
    {
        for (const auto& d : DEFINITIONS) {
            auto t = make(d.kind, { { 5 }, { 4 } });
            t.norm = normalization::orthonormal;
            t.orthogonalize = true;
            const auto x = random_points(20, true);
            const auto y = reference_transform(t, x);
            real before = 0, after = 0;
            for (int i = 0; i < 20; ++i) {
                before += std::norm(x[i]);
                after += std::norm(y[i]);
            }
            CPPUNIT_ASSERT_DOUBLES_EQUAL(1.0, double(after / before), 1e-15);
            t.dir = direction::inverse;
            expect_near(reference_transform(t, y), x, "there and back");
            t.norm = normalization::by_length;
            t.orthogonalize = false;
            auto forward = t;
            forward.dir = direction::forward;
            expect_near(reference_transform(t, reference_transform(forward, x)),
                        x,
                        "there and back, by length");
        }
    }

    void halves_round_as_halves_do()
    {
        for (int bits = 0; bits < 0x10000; ++bits) {
            const auto half = static_cast<std::uint16_t>(bits);
            if (!std::isnan(value_of_half(half)))
                CPPUNIT_ASSERT_EQUAL(half, half_of(value_of_half(half)));
        }
        CPPUNIT_ASSERT_EQUAL(std::uint16_t(0x3c00), half_of(1));
        CPPUNIT_ASSERT_EQUAL(std::uint16_t(0x3c00), half_of(1 + std::ldexp(1, -11)));
        CPPUNIT_ASSERT_EQUAL(std::uint16_t(0x3c02), half_of(1 + std::ldexp(3, -11)));
        CPPUNIT_ASSERT_EQUAL(std::uint16_t(0x0001), half_of(std::ldexp(1.1, -24)));
        CPPUNIT_ASSERT_EQUAL(std::uint16_t(0x0400), half_of(std::ldexp(1, -14)));
        CPPUNIT_ASSERT_EQUAL(std::uint16_t(0x7bff), half_of(65519));
        CPPUNIT_ASSERT_EQUAL(std::uint16_t(0xfc00), half_of(-65520));
    }

    void rows_lie_where_strides_say()
    {
        auto t = make(transform_kind::c2c, { { 2, 6, 1 } });
        t.loops = { { 2, 3, 2 } };
        t.input_distance = 1;
        t.output_distance = 5;
        t.output_layout = complex_layout::planar;
        host_rows data(t, 3);
        std::vector<wide> x(12);
        for (int i = 0; i < 12; ++i)
            x[i] = { real(i), real(100 + i) };
        data.set_inputs(x);
        const auto* in = static_cast<const double*>(data.in());
        CPPUNIT_ASSERT(data.in_imaginary() == nullptr);
        // Row 1, loop 0, point 1: element 1 + 6; the list's number 4 + 1.
        CPPUNIT_ASSERT_EQUAL(5.0, in[2 * 7]);
        CPPUNIT_ASSERT_EQUAL(105.0, in[2 * 7 + 1]);
        auto* re = static_cast<double*>(data.out());
        auto* im = static_cast<double*>(data.out_imaginary());
        re[1 * 5 + 2 + 1] = 42;
        im[1 * 5 + 2 + 1] = 43;
        CPPUNIT_ASSERT(data.gaps_are_untouched());
        CPPUNIT_ASSERT(data.outputs()[4 + 3] == wide(42, 43));
        im[4] = 1; // between two rows
        CPPUNIT_ASSERT(!data.gaps_are_untouched());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_reference);
