/* SPDX-License-Identifier: GPL-3.0-or-later */
// FFTW computes by plans of the device while kernels are compiled, and after a device has
// failed: on a fake CPU device, which is held up, or fails.
#include "fftw3/data.h"
#include "fftw3/fftw_functions.h"
#include "support/devices/fake_devices.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <chrono>
#include <complex>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr unsigned FLAGS = fftw3::ESTIMATE;

std::shared_ptr<fake_control> control()
{
    static const auto made = add_fake_devices({ fake_cpu() });
    return made;
}

class stand_in_test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(stand_in_test);
    CPPUNIT_TEST(fftw_computes_while_kernels_are_compiled);
    CPPUNIT_TEST(fftw_computes_when_the_device_has_failed);
    CPPUNIT_TEST_SUITE_END();

    using numbers = std::vector<float>;
    both_libraries<single_functions> d_both{ FFTW3_LIBRARY };
    const single_functions& d_ours = d_both.ours;

public:
    void setUp() override { forget_orders(*control()); }

private:
    //! A tone's spectrum: one bin, \p length high.
    static bool is_right(const numbers& spectrum, int length)
    {
        double off = 0;
        for (int k = 0; k < 2 * length; ++k)
            off = std::max(off,
                           std::abs(double(spectrum[static_cast<std::size_t>(k)]) -
                                    (k == 6 ? length : 0)));
        return off < 1e-4 * length;
    }

    static numbers tone(int length)
    {
        numbers x;
        for (int n = 0; n < length; ++n) {
            const auto v = std::polar(1.0, 2 * M_PI * 3 * n / length);
            x.push_back(static_cast<float>(v.real()));
            x.push_back(static_cast<float>(v.imag()));
        }
        return x;
    }

    static fftwf_complex* of(numbers& x)
    {
        return reinterpret_cast<fftwf_complex*>(x.data());
    }

    numbers by_fftw(numbers x, int length) const
    {
        numbers y(x.size());
        const auto p =
            d_both.fftws.plan_dft_1d(length, of(x), of(y), -1, FLAGS | fftw3::UNALIGNED);
        d_both.fftws.execute(p);
        d_both.fftws.destroy_plan(p);
        return y;
    }

    void fftw_computes_while_kernels_are_compiled()
    {
        constexpr int LENGTH = 84;
        control()->holds_builds = true;
        auto x = tone(LENGTH);
        x[5] = 0.1f; // of what the host computes in double precision other bits remain
        numbers y(x.size());
        const auto p = d_ours.plan_dft_1d(LENGTH, of(x), of(y), -1, FLAGS);
        const auto calls = [&] { return control()->calls.calls("launch"); };
        const auto before = calls();
        d_ours.execute(p);
        CPPUNIT_ASSERT_MESSAGE("to the last bit", y == by_fftw(x, LENGTH));
        CPPUNIT_ASSERT_EQUAL(before, calls());
        control()->holds_builds = false;
        x[5] = tone(LENGTH)[5];
        for (int i = 0; calls() == before || !is_right(y, LENGTH); ++i) {
            CPPUNIT_ASSERT_MESSAGE("the kernels never come", i < 6000);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            y.assign(y.size(), 0);
            d_ours.execute(p);
        }
        d_ours.destroy_plan(p);
    }

    void fftw_computes_when_the_device_has_failed()
    {
        constexpr int LENGTH = 90;
        auto x = tone(LENGTH);
        numbers y(x.size());
        setenv("GPUFFT_BEGIN", "compiled", 1);
        const auto p = d_ours.plan_dft_1d(LENGTH, of(x), of(y), -1, FLAGS);
        setenv("GPUFFT_BEGIN", "at_once", 1);
        CPPUNIT_ASSERT(is_on_device(text_of(d_ours, p)));
        d_ours.execute(p);
        CPPUNIT_ASSERT(is_right(y, LENGTH));
        control()->calls.fail("work");
        y.assign(y.size(), 0);
        d_ours.execute(p);
        CPPUNIT_ASSERT(is_right(y, LENGTH));
        const auto launches = control()->calls.calls("launch");
        y.assign(y.size(), 0);
        d_ours.execute(p);
        CPPUNIT_ASSERT(is_right(y, LENGTH));
        CPPUNIT_ASSERT_EQUAL(launches, control()->calls.calls("launch"));
        d_ours.destroy_plan(p);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(stand_in_test);

} // namespace
