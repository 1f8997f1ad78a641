/* SPDX-License-Identifier: GPL-3.0-or-later */
// Any strides and loops of the guru interfaces, with interleaved and split arrays, beside
// FFTW's own results: on fake devices, which compute any plan at once.
#include "fftw3/data.h"
#include "fftw3/fftw_functions.h"
#include "fftw3/layouts.h"
#include "support/devices/fake_devices.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <type_traits>
#include <algorithm>
#include <cstdlib>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr int CASES = 150;
constexpr unsigned FLAGS = fftw3::ESTIMATE;

//! How many of each kind $FFTW3_CASES_ON_DEVICE asks for on $GPUFFT_DEVICE; 0: on fake
//! ones.
int cases_on_a_real_device()
{
    const char* const cases = std::getenv("FFTW3_CASES_ON_DEVICE");
    return cases ? std::atoi(cases) : 0;
}

device_info fake_with_doubles()
{
    auto info = fake_gpu();
    info.limits.has_float64 = true;
    return info;
}

//! A layout as a test asks for it.
struct asked {
    random_layout layout;
    bool is_split = false;
    int sign = fftw3::FORWARD;
    std::vector<fftw3::r2r_kind> kinds;

    std::string text() const
    {
        auto made = layout.text() + (is_split ? " split" : "");
        made += sign == fftw3::FORWARD ? "" : " backward";
        for (const auto k : kinds)
            made += fmt::format(" kind {}", static_cast<int>(k));
        return made;
    }
};

template <class functions>
class planner_of
{
public:
    using number = typename functions::number;
    using complex = typename functions::complex;
    using plan = typename functions::plan;
    using data = layout_data<number>;

    planner_of(const functions& by, const asked& what) : d_by(by), d_request(what) {}

    plan make(data& d) const
    {
        const auto& l = d_request.layout;
        const auto rank = static_cast<int>(l.dims.size());
        const auto depth = static_cast<int>(l.loops.size());
        const auto* dims = l.dims.data();
        const auto* loops = l.loops.data();
        const auto narrow_dims = l.narrow_dims(), narrow_loops = l.narrow_loops();
        auto* const cin = reinterpret_cast<complex*>(d.in());
        auto* const cout = reinterpret_cast<complex*>(d.out());
        switch (l.kind) {
        case data_kind::dft:
            if (d_request.is_split)
                return d_by.plan_guru64_split_dft(rank,
                                                  dims,
                                                  depth,
                                                  loops,
                                                  d.in(first()),
                                                  d.in(!first()),
                                                  d.out(first()),
                                                  d.out(!first()),
                                                  FLAGS);
            return d_by.plan_guru_dft(rank,
                                      narrow_dims.data(),
                                      depth,
                                      narrow_loops.data(),
                                      cin,
                                      cout,
                                      d_request.sign,
                                      FLAGS);
        case data_kind::r2c:
            return d_request.is_split
                       ? d_by.plan_guru_split_dft_r2c(rank,
                                                      narrow_dims.data(),
                                                      depth,
                                                      narrow_loops.data(),
                                                      d.in(),
                                                      d.out(0),
                                                      d.out(1),
                                                      FLAGS)
                       : d_by.plan_guru64_dft_r2c(
                             rank, dims, depth, loops, d.in(), cout, FLAGS);
        case data_kind::c2r:
            return d_request.is_split
                       ? d_by.plan_guru64_split_dft_c2r(
                             rank, dims, depth, loops, d.in(0), d.in(1), d.out(), FLAGS)
                       : d_by.plan_guru_dft_c2r(rank,
                                                narrow_dims.data(),
                                                depth,
                                                narrow_loops.data(),
                                                cin,
                                                d.out(),
                                                FLAGS);
        case data_kind::r2r:
            break;
        }
        return d_by.plan_guru64_r2r(
            rank, dims, depth, loops, d.in(), d.out(), d_request.kinds.data(), FLAGS);
    }

    void execute(plan p, data& d) const
    {
        auto* const cin = reinterpret_cast<complex*>(d.in());
        auto* const cout = reinterpret_cast<complex*>(d.out());
        switch (d_request.layout.kind) {
        case data_kind::dft:
            return d_request.is_split ? d_by.execute_split_dft(p,
                                                               d.in(first()),
                                                               d.in(!first()),
                                                               d.out(first()),
                                                               d.out(!first()))
                                      : d_by.execute_dft(p, cin, cout);
        case data_kind::r2c:
            return d_request.is_split
                       ? d_by.execute_split_dft_r2c(p, d.in(), d.out(0), d.out(1))
                       : d_by.execute_dft_r2c(p, d.in(), cout);
        case data_kind::c2r:
            return d_request.is_split
                       ? d_by.execute_split_dft_c2r(p, d.in(0), d.in(1), d.out())
                       : d_by.execute_dft_c2r(p, cin, d.out());
        case data_kind::r2r:
            return d_by.execute_r2r(p, d.in(), d.out());
        }
    }

private:
    //! The plane of real parts: of sign + the second one.
    int first() const { return d_request.sign == fftw3::FORWARD ? 0 : 1; }

    const functions& d_by;
    const asked& d_request;
};

//! Sign + of the split interface is real and imaginary parts exchanged.
asked random_case(std::mt19937& random, data_kind kind)
{
    asked made;
    layout_wishes wishes;
    wishes.kind = kind;
    wishes.in_place = random() % 3 == 0;
    wishes.has_reversed_loops = random() % 3 == 0;
    made.layout = make_layout(random, wishes);
    made.is_split = random() % 2 && kind != data_kind::r2r &&
                    !(wishes.in_place && kind != data_kind::dft);
    if (kind == data_kind::dft && random() % 2)
        made.sign = fftw3::BACKWARD;
    const auto any = [&] { return static_cast<fftw3::r2r_kind>(3 + random() % 8); };
    if (kind == data_kind::r2r)
        made.kinds.assign(made.layout.dims.size(), any());
    if (random() % 4 == 0)
        std::generate(made.kinds.begin(), made.kinds.end(), any);
    return made;
}

class layouts_test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(layouts_test);
    CPPUNIT_TEST(complex_data_in_single_precision);
    CPPUNIT_TEST(complex_data_in_double_precision);
    CPPUNIT_TEST(reals_to_half_a_spectrum);
    CPPUNIT_TEST(half_a_spectrum_to_reals);
    CPPUNIT_TEST(reals_to_reals);
    CPPUNIT_TEST_SUITE_END();

    void complex_data_in_single_precision() { check<single_functions>(data_kind::dft); }
    void complex_data_in_double_precision() { check<double_functions>(data_kind::dft); }
    void reals_to_half_a_spectrum() { check<single_functions>(data_kind::r2c); }
    void half_a_spectrum_to_reals() { check<double_functions>(data_kind::c2r); }
    void reals_to_reals() { check<single_functions>(data_kind::r2r); }

    static void make_devices()
    {
        static const auto devices = add_fake_devices({ fake_with_doubles() });
    }

    //! On the plan's arrays, and on others. \return whether the device computed it
    template <class functions>
    static bool check_case(const both_libraries<functions>& both, const asked& what)
    {
        using data = layout_data<typename functions::number>;
        data mine(what.layout, what.is_split, 1), right = mine;
        data my_others(what.layout, what.is_split, 2), right_others = my_others;
        const planner_of<functions> us(both.ours, what), fftw(both.fftws, what);
        const auto our_plan = us.make(mine), fftws_plan = fftw.make(right);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            what.text(), fftws_plan == nullptr, our_plan == nullptr);
        if (!our_plan)
            return false;
        both.ours.execute(our_plan);
        both.fftws.execute(fftws_plan);
        us.execute(our_plan, my_others);
        fftw.execute(fftws_plan, right_others);
        const auto text = text_of(both.ours, our_plan);
        for (const auto error : { mine.error(right), my_others.error(right_others) })
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format("{}: error {:.2e} by {}", what.text(), error, text),
                error < functions::TOLERANCE);
        both.ours.destroy_plan(our_plan);
        both.fftws.destroy_plan(fftws_plan);
        return is_on_device(text);
    }

    template <class functions>
    static void check(data_kind kind)
    {
        const int real_ones = cases_on_a_real_device();
        if (!real_ones)
            make_devices();
        const both_libraries<functions> both(FFTW3_LIBRARY);
        std::mt19937 random(static_cast<unsigned>(kind) + 1);
        const int cases = real_ones ? real_ones : CASES;
        int on_device = 0;
        for (int i = 0; i < cases; ++i)
            on_device += check_case(both, random_case(random, kind));
        // A real one may have no double precision.
        const bool has_it =
            !real_ones || std::is_same_v<typename functions::number, float>;
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} of {} on the device", on_device, cases),
                               !has_it || on_device > cases * 3 / 4);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(layouts_test);

} // namespace
