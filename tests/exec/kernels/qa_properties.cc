/* SPDX-License-Identifier: GPL-3.0-or-later */
// What holds of every Fourier transform, on a real device, without a reference: random
// shapes, strides and precisions, other ones in every run.
#include "device/interface/registry.h"
#include "plan/text/plan_summary.h"
#include "support/run_on.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <cmath>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using values = std::vector<wide>;

//! Few cases, because each takes kernels of its own.
constexpr int TRANSFORMS = 4;
constexpr std::size_t ROWS = 3;

struct subject {
    std::shared_ptr<executor> e;
    std::string text;

    const transform& request() const { return e->made_plan().request; }
    values random_inputs(std::mt19937& random) const
    {
        host_rows data(request(), ROWS);
        data.fill(random);
        return data.inputs();
    }
    values operator()(const values& x) const
    {
        host_rows data(request(), ROWS);
        data.set_inputs(x);
        run_on(e, data);
        return data.outputs();
    }
};

values sum(long double a, const values& x, long double b, const values& y)
{
    values z(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        z[i] = a * x[i] + b * y[i];
    return z;
}

//! Inputs that round to themselves, so that a sum of two is what the device adds.
values coarse(values x)
{
    for (auto& v : x)
        v = { std::nearbyint(v.real() * 64) / 64, std::nearbyint(v.imag() * 64) / 64 };
    return x;
}

//! Rotates rows along the last dimension, cyclically.
values shifted(const values& x, std::int64_t length, std::int64_t by)
{
    values y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto n = static_cast<std::int64_t>(i) % length;
        y[i - n + (n + by) % length] = x[i];
    }
    return y;
}

long double energy(const values& x)
{
    long double all = 0;
    for (const auto& v : x)
        all += std::norm(v);
    return all;
}

} // namespace

class qa_properties : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_properties);
    CPPUNIT_TEST(hold_of_random_transforms);
    CPPUNIT_TEST_SUITE_END();

    void expect_near(const subject& s,
                     const values& got,
                     const values& expected,
                     const char* property)
    {
        const auto error = relative_error(got, expected);
        // Both sides round.
        const auto bound = 3 * tolerance(s.request());
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{}: {}: {:.2e} > {:.2e}", s.text, property, error, bound),
            error <= bound);
    }

    static subject make(std::mt19937& random, int number)
    {
        const auto on = open_device("auto");
        random_choice choice;
        choice.has_float64 = on->info().limits.has_float64;
        for (;;) {
            auto t = random_transform(random, choice, ROWS);
            const bool is_fourier =
                t.kind == transform_kind::c2c || t.kind == transform_kind::r2c;
            if (number % 2 == 0 && !is_fourier)
                continue;
            t.windowed = false; // which a shift and the energy do not pass
            t.taps_per_branch = 1;
            const auto e = std::make_shared<executor>(t, on);
            return { e, to_string(e->made_plan()) };
        }
    }

    void hold_of_random_transforms()
    {
        std::mt19937 random(run_seed("exec.properties"));
        for (int i = 0; i < TRANSFORMS; ++i) {
            const auto s = make(random, i);
            is_linear(s, random);
            sees_impulses(s, random);
            if (s.request().kind == transform_kind::c2c && !s.request().real_input) {
                turns_with_shifts(s, random);
                keeps_energy(s, random);
            }
        }
    }

    void is_linear(const subject& s, std::mt19937& random)
    {
        const auto x = coarse(s.random_inputs(random));
        const auto y = coarse(s.random_inputs(random));
        expect_near(s, s(sum(2, x, -0.5, y)), sum(2, s(x), -0.5, s(y)), "linearity");
    }

    //! What noise becomes is the sum of what its impulses become: here a few of them.
    void sees_impulses(const subject& s, std::mt19937& random)
    {
        const auto x = s.random_inputs(random);
        values some(x.size());
        values all;
        for (int i = 0; i < 4; ++i) {
            const auto at = random() % x.size();
            if (some[at] != wide(0))
                continue;
            some[at] = x[at];
            values one(x.size());
            one[at] = x[at];
            all = all.empty() ? s(one) : sum(1, all, 1, s(one));
        }
        expect_near(s, s(some), all, "impulses");
    }

    //! A shift y[n] = x[n - 1] multiplies bin k by exp(-+ 2 pi i k / N).
    void turns_with_shifts(const subject& s, std::mt19937& random)
    {
        const auto x = s.random_inputs(random);
        const auto& last = s.request().shape.back();
        auto turned = s(x);
        const auto sign = s.request().dir == direction::forward ? -1 : 1;
        for (std::size_t i = 0; i < turned.size(); ++i) {
            const auto place = static_cast<std::int64_t>(i) % last.length;
            const auto k = (place - last.output_rotation + last.length) % last.length;
            turned[i] *= std::polar(1.0L, sign * 2 * std::acos(-1.0L) * k / last.length);
        }
        expect_near(s, s(shifted(x, last.length, 1)), turned, "time shift");
    }

    //! Parseval's theorem
    void keeps_energy(const subject& s, std::mt19937& random)
    {
        const auto x = s.random_inputs(random);
        const auto scale = scale_of(s.request());
        const auto ratio = energy(s(x)) / energy(x) /
                           static_cast<long double>(s.request().points()) / scale / scale;
        CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(
            s.text, 1.0, double(ratio), 2 * tolerance(s.request()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_properties);
