/* SPDX-License-Identifier: GPL-3.0-or-later */
// Logarithms in vectors, as kernels for CPU devices have them, against the host's in
// double precision: all exponents, denormal numbers, and what has no logarithm.
#include "codegen/io/logarithm_text.h"
#include "codegen/text/kernel_head.h"
#include "device/interface/registry.h"
#include "support/devices/power_launch.h"
#include "support/judges/power_numbers.h"
#include <algorithm>
#include <cmath>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct logarithm {
    const char* name;
    double of_an_octave;
};

const logarithm LOGARITHMS[] = {
    { "natural", std::log(2.0) },
    { "decimal", std::log10(2.0) },
    { "decibels", 10 * std::log10(2.0) },
};

//! A kernel of one work-item that takes the logarithm of each number.
kernel_source source_of(const logarithm& f, int lanes, const dialect& d)
{
    const auto name = fmt::format("logarithms_{}_{}", f.name, lanes);
    const auto wide = lanes > 1 ? std::to_string(lanes) : "";
    source_writer w;
    emit_vector_logarithm(w, { "logarithm", "What is tested", lanes, f.of_an_octave });
    launch_facts launch;
    open_kernel(
        w,
        d,
        { name,
          { "__global const float* in", "__global float* out", "const uint vectors" },
          launch });
    w.open("for (uint i = 0; i < vectors; ++i)");
    w.line("*(__global float{0}*)(out + {1} * i) = logarithm(*(__global const "
           "float{0}*)(in + {1} * i));",
           wide,
           lanes);
    w.close();
    w.close();
    return { name, w.str(), d.suffix, launch, nullptr };
}

//! All exponents, with mantissas on both sides of where they are cut, to a whole number
//! of any vectors.
floats any_numbers()
{
    floats all = { 0, -0.0F, INFINITE, -INFINITE, NOT_A_NUMBER, -1, -1e-40F, 1 };
    for (int exponent = -149; exponent < 128; ++exponent)
        for (const double mantissa :
             { 1.0, 1.0000002, 1.2, 1.4142134, 1.4142137, 1.7, 1.9999999 })
            all.push_back(static_cast<float>(std::ldexp(mantissa, exponent)));
    while (all.size() % 16)
        all.push_back(0.99999994F);
    return all;
}

} // namespace

class qa_vector_logarithm : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_vector_logarithm);
    CPPUNIT_TEST(is_exact_over_all_numbers);
    CPPUNIT_TEST_SUITE_END();

    void is_exact_over_all_numbers()
    {
        const auto on = open_device("auto");
        const auto& words = on->kernel_dialect();
        if (words.is_cuda())
            return; // vectors are OpenCL's
        for (const auto& f : LOGARITHMS)
            for (const int lanes : { 1, 2, 4, 8, 16 })
                check(f, source_of(f, lanes, words), lanes, on);
    }

    static void check(const logarithm& f,
                      const kernel_source& source,
                      int lanes,
                      const std::shared_ptr<device>& on)
    {
        const auto numbers = any_numbers();
        launch_arguments a(on);
        a.in(numbers).in(floats(numbers.size(), -1));
        a.count(numbers.size() / static_cast<std::size_t>(lanes));
        a.run(source, 1);
        const auto got = a.floats(1);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const double expected =
                f.of_an_octave * std::log2(static_cast<double>(numbers[i]));
            const bool is_right =
                std::isfinite(expected)
                    ? std::abs(got[i] - expected) <=
                          std::max(1.2e-7 * std::abs(expected), 1e-7 * f.of_an_octave)
                : std::isnan(expected) ? std::isnan(got[i])
                                       : got[i] == expected;
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{} of {:.9g} is {:.9g}, expected {:.9g}",
                                               source.name,
                                               numbers[i],
                                               got[i],
                                               expected),
                                   is_right);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_vector_logarithm);
