/* SPDX-License-Identifier: GPL-3.0-or-later */
// A convolution as one call: on arrays of the host, in the device's memory, and by the
// interface for C; a filter of a stream whose rows overlap; and what is refused.
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/device_fft.h>
#include <gpufft/error.h>
#include <gpufft/fft.h>
#include <gpufft/gpufft.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex32 = std::complex<float>;
using complex64 = std::complex<double>;

std::vector<complex32> samples(std::size_t count)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<float> part(-1, 1);
    std::vector<complex32> x;
    for (std::size_t i = 0; i < count; ++i) {
        const float real = part(random);
        x.emplace_back(real, part(random));
    }
    return x;
}

//! The DFT of \p taps over \p length points.
std::vector<complex64> spectrum_of(const std::vector<complex64>& taps,
                                   std::int64_t length)
{
    const double turn = -2 * std::acos(-1.0) / static_cast<double>(length);
    std::vector<complex64> spectrum;
    for (std::int64_t k = 0; k < length; ++k) {
        complex64 sum = 0;
        for (std::size_t n = 0; n < taps.size(); ++n)
            sum += taps[n] *
                   std::polar(1.0,
                              turn * static_cast<double>(
                                         k * static_cast<std::int64_t>(n) % length));
        spectrum.push_back(sum);
    }
    return spectrum;
}

//! Sample \p n of \p x through a FIR filter.
complex64 filtered(const std::vector<complex32>& x,
                   const std::vector<complex64>& taps,
                   std::size_t n)
{
    complex64 sum = 0;
    for (std::size_t k = 0; k < taps.size() && k <= n; ++k)
        sum += taps[k] * complex64(x[n - k]);
    return sum;
}

const std::vector<complex64> TAPS = {
    { 1, 0 }, { 0, -2 }, { 0.5, 0.5 }, { 0, 0 }, { -1, 3 }
};

//! Rows of 256 points that overlap by 16, of which 240 outputs are kept.
transform stream_of_rows()
{
    transform t(256);
    t.convolved = { 16, 240, 1 };
    t.input_distance = t.output_distance = 240;
    return t;
}

void expect_filtered(const std::vector<complex32>& x,
                     const std::vector<complex32>& y,
                     const std::vector<complex64>& taps = TAPS)
{
    for (std::size_t m = 0; m < y.size(); ++m) {
        const auto want = filtered(x, taps, m + 16);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(want.real(), y[m].real(), 1e-5);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(want.imag(), y[m].imag(), 1e-5);
    }
}

void expect_refusal(const std::string& message, const std::function<void()>& f)
{
    try {
        f();
    } catch (const plan_error& e) {
        CPPUNIT_ASSERT_EQUAL(message, std::string(e.what()));
        return;
    }
    CPPUNIT_FAIL("was accepted: " + message);
}

//! Memory as calls on a CPU device take it.
struct aligned {
    explicit aligned(std::size_t count)
        : at(static_cast<complex32*>(
                 std::aligned_alloc(64, (count * sizeof(complex32) + 63) / 64 * 64)),
             std::free)
    {
    }
    std::unique_ptr<complex32, decltype(&std::free)> at;
};

} // namespace

class qa_convolution : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_convolution);
    CPPUNIT_TEST(filters_a_stream_in_one_call);
    CPPUNIT_TEST(takes_another_spectrum);
    CPPUNIT_TEST(computes_on_the_host_until_kernels_are_there);
    CPPUNIT_TEST(filters_memory_of_the_device);
    CPPUNIT_TEST(filters_by_the_interface_for_c);
    CPPUNIT_TEST(correlates_with_a_conjugate_spectrum);
    CPPUNIT_TEST(says_what_is_wrong);
    CPPUNIT_TEST_SUITE_END();

    static constexpr std::size_t ROWS = 33;

    void filters_a_stream_in_one_call()
    {
        const auto x = samples(ROWS * 240 + 16);
        std::vector<complex32> y(ROWS * 240);
        fft f(stream_of_rows());
        f.set_spectrum(spectrum_of(TAPS, 256));
        f.run(x.data(), y.data(), ROWS);
        expect_filtered(x, y);
    }

    void takes_another_spectrum()
    {
        const auto x = samples(240 + 16);
        std::vector<complex32> y(240);
        fft f(stream_of_rows());
        // At first the spectrum is 1, and changes nothing.
        f.run(x.data(), y.data(), 1);
        expect_filtered(x, y, { { 1, 0 } });
        f.set_spectrum(spectrum_of({ { 0, 2 } }, 256));
        f.run(x.data(), y.data(), 1);
        expect_filtered(x, y, { { 0, 2 } });
    }

    void computes_on_the_host_until_kernels_are_there()
    {
        const auto x = samples(ROWS * 240 + 16);
        std::vector<complex32> y(ROWS * 240);
        fft f(stream_of_rows(), "auto", effort::estimate, startup::host_fallback);
        f.set_spectrum(spectrum_of(TAPS, 256));
        f.run(x.data(), y.data(), ROWS);
        expect_filtered(x, y);
        while (!f.has_kernels())
            f.run(x.data(), y.data(), ROWS);
        f.run(x.data(), y.data(), ROWS);
        expect_filtered(x, y);
    }

    void filters_memory_of_the_device()
    {
        device_fft_settings settings;
        settings.rows = ROWS;
        device_fft f(stream_of_rows(), "auto", settings);
        if (f.device_name().find("cuda") != std::string::npos)
            skip("memory of the host is none of a GPU's");
        const auto x = samples(ROWS * 240 + 16);
        const aligned in(x.size()), out(ROWS * 240);
        std::copy(x.begin(), x.end(), in.at.get());
        f.set_spectrum(spectrum_of(TAPS, 256));
        f.start({ in.at.get(), out.at.get() }, ROWS).wait();
        expect_filtered(x, { out.at.get(), out.at.get() + ROWS * 240 });
    }

    void filters_by_the_interface_for_c()
    {
        gpufft_transform what;
        gpufft_init_transform(&what, 256);
        what.convolved = 1;
        what.first_output = 16;
        what.output_count = 240;
        what.input_distance = what.output_distance = 240;
        gpufft_plan* plan = nullptr;
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            gpufft_error_text(), GPUFFT_SUCCESS, gpufft_make_plan(&plan, &what, nullptr));
        const auto spectrum = spectrum_of(TAPS, 256);
        const auto* parts = reinterpret_cast<const double*>(spectrum.data());
        CPPUNIT_ASSERT_EQUAL(GPUFFT_SUCCESS, gpufft_set_spectrum(plan, parts, 256));
        CPPUNIT_ASSERT_EQUAL(GPUFFT_PLAN_ERROR, gpufft_set_spectrum(plan, parts, 255));
        const auto x = samples(3 * 240 + 16);
        std::vector<complex32> y(3 * 240);
        CPPUNIT_ASSERT_EQUAL(GPUFFT_SUCCESS,
                             gpufft_run(plan, x.data(), nullptr, y.data(), nullptr, 3));
        gpufft_destroy_plan(plan);
        expect_filtered(x, y);
    }

    void correlates_with_a_conjugate_spectrum()
    {
        transform t(64);
        t.convolved.emplace();
        fft f(t);
        auto spectrum = spectrum_of(TAPS, 64);
        for (auto& value : spectrum)
            value = std::conj(value);
        f.set_spectrum(spectrum);
        const auto x = samples(64);
        std::vector<complex32> y(64);
        f.run(x.data(), y.data(), 1);
        for (std::size_t n = 0; n < 64; ++n) {
            complex64 sum = 0;
            for (std::size_t k = 0; k < TAPS.size(); ++k)
                sum += std::conj(TAPS[k]) * complex64(x[(n + k) % 64]);
            CPPUNIT_ASSERT(std::abs(sum - complex64(y[n])) < 1e-5);
        }
    }

    void says_what_is_wrong()
    {
        transform t(37);
        t.convolved.emplace();
        expect_refusal("a convolution of 37 points has a prime factor above 31; "
                       "next_fast_length() says a length without",
                       [&] { validate(t); });
        t = transform(64);
        t.convolved = { 60, 5, 1 };
        expect_refusal(
            "a convolution of 64 points has 4 outputs from point 60 in steps of "
            "1; got 5",
            [&] { validate(t); });
        t.convolved = { 0, 0, 0 };
        expect_refusal("outputs of a convolution are 1 .. 64 points apart, got 0",
                       [&] { validate(t); });
        t.convolved.emplace();
        t.dir = direction::inverse;
        expect_refusal("a convolution is of complex rows, c2c forward, and goes back by "
                       "itself; two rows of reals go as the planes of a planar one",
                       [&] { validate(t); });
        fft plain((transform(64)));
        expect_refusal("c2c forward 64 takes no spectrum; make the transform `convolved`",
                       [&] { plain.set_spectrum(std::vector<complex64>(64)); });
        fft convolving(stream_of_rows());
        expect_refusal(
            "the spectrum has 5 values and the convolution 256 points; give the "
            "DFT of the taps, with zeros behind them",
            [&] { convolving.set_spectrum(TAPS); });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_convolution);
