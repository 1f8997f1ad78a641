/* SPDX-License-Identifier: GPL-3.0-or-later */
// Values that are no ordinary numbers, on a real device: zeros, a NaN, denormals, the
// largest.
#include "device/interface/registry.h"
#include "support/run_on.h"
#include <cppunit/extensions/HelperMacros.h>
#include <cmath>
#include <limits>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using values = std::vector<wide>;

constexpr std::size_t ROWS = 7;

struct subject {
    const char* why;
    transform request;
};

transform make(transform_kind kind, std::vector<dimension> shape, std::vector<loop> loops)
{
    transform t;
    t.kind = kind;
    t.shape = std::move(shape);
    t.loops = std::move(loops);
    return t;
}

const subject SUBJECTS[] = {
    { "rows share a workgroup", transform(60) },
    { "a convolution", transform(37) },
    { "half a spectrum, in two dimensions, with loops",
      make(transform_kind::r2c, { { 6 }, { 10 } }, { { 3 } }) },
    { "a store that pairs k and -k", make(transform_kind::dct2, { { 32 } }, {}) },
};

bool is_number(const wide& v)
{
    return std::isfinite(v.real()) && std::isfinite(v.imag());
}

} // namespace

class qa_values : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_values);
    CPPUNIT_TEST(zeros_give_zeros);
    CPPUNIT_TEST(a_nan_stays_in_its_transform);
    CPPUNIT_TEST(denormals_count_or_are_zero);
    CPPUNIT_TEST(the_largest_numbers_overflow_to_infinity);
    CPPUNIT_TEST_SUITE_END();

    static values run(const transform& t, const values& x)
    {
        host_rows data(t, ROWS);
        data.set_inputs(x);
        run_on(std::make_shared<executor>(t, open_device("auto")), data);
        return data.outputs();
    }

    static values noise_for(const transform& t)
    {
        std::mt19937 random(1);
        host_rows data(t, ROWS);
        data.fill(random);
        return data.inputs();
    }

    void zeros_give_zeros()
    {
        for (const auto& s : SUBJECTS) {
            const auto y = run(s.request, values(noise_for(s.request).size()));
            for (const auto& v : y)
                CPPUNIT_ASSERT_MESSAGE(s.why, v == wide(0));
        }
    }

    void a_nan_stays_in_its_transform()
    {
        for (const auto& s : SUBJECTS) {
            auto x = noise_for(s.request);
            const auto clean = run(s.request, x);
            std::size_t transforms = ROWS;
            for (const auto& l : s.request.loops)
                transforms *= static_cast<std::size_t>(l.count);
            const auto inputs = x.size() / transforms;
            const auto outputs = clean.size() / transforms;
            const std::size_t bad = transforms / 2;
            x[bad * inputs + inputs / 3] = std::numeric_limits<double>::quiet_NaN();
            const auto y = run(s.request, x);
            for (std::size_t i = 0; i < y.size(); ++i) {
                if (i / outputs == bad)
                    CPPUNIT_ASSERT_MESSAGE(s.why, !is_number(y[i]));
                else
                    CPPUNIT_ASSERT_MESSAGE(s.why, y[i] == clean[i]);
            }
        }
    }

    //! Devices may take denormal numbers for zeros, wherever they meet them.
    void denormals_count_or_are_zero()
    {
        const auto smallest = std::numeric_limits<float>::denorm_min();
        for (const auto& s : SUBJECTS) {
            auto x = noise_for(s.request);
            for (auto& v : x)
                v *= 1e-40L;
            host_rows data(s.request, ROWS);
            data.set_inputs(x);
            run_on(std::make_shared<executor>(s.request, open_device("auto")), data);
            const auto y = data.outputs(), expected = data.expected();
            for (std::size_t i = 0; i < y.size(); ++i) {
                CPPUNIT_ASSERT_MESSAGE(s.why, is_number(y[i]));
                // Each operation rounds to a multiple of the smallest number.
                const auto bound = 1000.0L * smallest;
                CPPUNIT_ASSERT_MESSAGE(s.why,
                                       std::abs(y[i] - expected[i]) <= bound ||
                                           std::abs(y[i]) < 1e-37L);
            }
        }
    }

    void the_largest_numbers_overflow_to_infinity()
    {
        const transform t(60);
        const auto huge = std::numeric_limits<float>::max();
        values x(60 * ROWS);
        x[60 * 2 + 7] = huge / 2; // alone, it overflows nowhere
        const auto alone = run(t, x);
        for (std::size_t k = 0; k < 60; ++k)
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                0.5, double(std::abs(alone[120 + k]) / huge), 1e-6);
        for (std::size_t n = 0; n < 60; ++n)
            x[120 + n] = huge / 2;
        const auto many = run(t, x);
        CPPUNIT_ASSERT(!std::isfinite(many[120].real()));
        CPPUNIT_ASSERT(is_number(many[0]) && is_number(many[180]));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_values);
