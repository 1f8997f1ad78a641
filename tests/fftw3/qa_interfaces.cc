/* SPDX-License-Identifier: GPL-3.0-or-later */
// The basic and the advanced interface beside FFTW's own results, on fake devices.
#include "fftw3/data.h"
#include "fftw3/fftw_functions.h"
#include "support/devices/fake_devices.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <functional>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using fftw3::r2r_kind;

const r2r_kind KINDS[] = {
    fftw3::REDFT00, fftw3::REDFT01, fftw3::REDFT10, fftw3::REDFT11,
    fftw3::RODFT00, fftw3::RODFT01, fftw3::RODFT10, fftw3::RODFT11
};

void make_devices()
{
    auto info = fake_gpu();
    info.limits.has_float64 = true;
    static const auto devices = add_fake_devices({ info });
}

//! Memory that is large enough for any case here, as either side.
template <class functions>
struct memory {
    using number = typename functions::number;
    using complex = typename functions::complex;
    static constexpr std::size_t NUMBERS = 2000;

    explicit memory(unsigned seed)
    {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> values(-1, 1);
        for (auto* side : { &in, &out })
            for (std::size_t i = 0; i < NUMBERS; ++i)
                side->push_back(static_cast<number>(values(random)));
    }
    complex* cin() { return reinterpret_cast<complex*>(in.data()); }
    complex* cout() { return reinterpret_cast<complex*>(out.data()); }
    number* rin() { return in.data(); }
    number* rout() { return out.data(); }

    std::vector<number> in, out;
};

template <class functions>
class checker
{
public:
    using data = memory<functions>;
    using planner = std::function<typename functions::plan(const functions&, data&)>;

    checker() { make_devices(); }

    void operator()(const std::string& name, const planner& make) const
    {
        data mine(7), right(7);
        const auto plan = make(d_both.ours, mine);
        const auto fftws = make(d_both.fftws, right);
        CPPUNIT_ASSERT_MESSAGE(name, plan && fftws);
        CPPUNIT_ASSERT_MESSAGE(name, is_on_device(text_of(d_both.ours, plan)));
        d_both.ours.execute(plan);
        d_both.fftws.execute(fftws);
        expect_near(name, mine.out, right.out);
        if (mine.in != data(7).in) // in place, or padding
            expect_near(name, mine.in, right.in);
        d_both.ours.destroy_plan(plan);
        d_both.fftws.destroy_plan(fftws);
    }

private:
    using numbers = std::vector<typename functions::number>;
    static void expect_near(const std::string& name, const numbers& a, const numbers& b)
    {
        double off = 0, all = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            off += std::pow(a[i] - b[i], 2);
            all += std::pow(b[i], 2);
        }
        CPPUNIT_ASSERT_MESSAGE(name, std::sqrt(off / all) < functions::TOLERANCE);
    }

    both_libraries<functions> d_both{ FFTW3_LIBRARY };
};

class interfaces_test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(interfaces_test);
    CPPUNIT_TEST(basic_in_single_precision);
    CPPUNIT_TEST(basic_in_double_precision);
    CPPUNIT_TEST(in_place_in_single_precision);
    CPPUNIT_TEST(in_place_in_double_precision);
    CPPUNIT_TEST(reals_to_reals_in_single_precision);
    CPPUNIT_TEST(reals_to_reals_in_double_precision);
    CPPUNIT_TEST(advanced_in_single_precision);
    CPPUNIT_TEST(advanced_in_double_precision);
    CPPUNIT_TEST_SUITE_END();

    void basic_in_single_precision() { basic<single_functions>(); }
    void basic_in_double_precision() { basic<double_functions>(); }
    void in_place_in_single_precision() { in_place<single_functions>(); }
    void in_place_in_double_precision() { in_place<double_functions>(); }
    void reals_to_reals_in_single_precision() { reals_to_reals<single_functions>(); }
    void reals_to_reals_in_double_precision() { reals_to_reals<double_functions>(); }
    void advanced_in_single_precision() { advanced<single_functions>(); }
    void advanced_in_double_precision() { advanced<double_functions>(); }

    static constexpr unsigned FLAGS = fftw3::ESTIMATE;
    static constexpr int N[] = { 3, 4, 6, 5 };

    template <class f>
    static void basic()
    {
        const checker<f> check;
        using data = memory<f>;
        for (const int sign : { fftw3::FORWARD, fftw3::BACKWARD }) {
            check("1d", [&](const f& l, data& d) {
                return l.plan_dft_1d(60, d.cin(), d.cout(), sign, FLAGS);
            });
            check("2d", [&](const f& l, data& d) {
                return l.plan_dft_2d(4, 15, d.cin(), d.cout(), sign, FLAGS);
            });
            check("3d", [&](const f& l, data& d) {
                return l.plan_dft_3d(3, 5, 8, d.cin(), d.cout(), sign, FLAGS);
            });
            check("4d", [&](const f& l, data& d) {
                return l.plan_dft(4, N, d.cin(), d.cout(), sign, FLAGS);
            });
            check("6d", [&](const f& l, data& d) {
                const int n[] = { 2, 3, 2, 4, 3, 2 };
                return l.plan_dft(6, n, d.cin(), d.cout(), sign, FLAGS);
            });
        }
        check("r2c 1d", [](const f& l, data& d) {
            return l.plan_dft_r2c_1d(61, d.rin(), d.cout(), FLAGS);
        });
        check("r2c 2d", [](const f& l, data& d) {
            return l.plan_dft_r2c_2d(5, 12, d.rin(), d.cout(), FLAGS);
        });
        check("r2c 3d", [](const f& l, data& d) {
            return l.plan_dft_r2c_3d(3, 4, 7, d.rin(), d.cout(), FLAGS);
        });
        check("r2c 4d", [](const f& l, data& d) {
            return l.plan_dft_r2c(4, N, d.rin(), d.cout(), FLAGS);
        });
        // A half spectrum as real data have it: FFTW looks at parts that others lack.
        check("c2r 1d", [](const f& l, data& d) {
            d.rin()[1] = d.rin()[61] = 0;
            return l.plan_dft_c2r_1d(
                60, d.cin(), d.rout(), FLAGS | fftw3::PRESERVE_INPUT);
        });
        check("c2r 1d odd", [](const f& l, data& d) {
            return l.plan_dft_c2r_1d(15, d.cin(), d.rout(), FLAGS);
        });
        check("c2r 2d", [](const f& l, data& d) {
            return l.plan_dft_c2r_2d(5, 12, d.cin(), d.rout(), FLAGS);
        });
        check("c2r 3d", [](const f& l, data& d) {
            return l.plan_dft_c2r_3d(3, 4, 7, d.cin(), d.rout(), FLAGS);
        });
        check("c2r 4d", [](const f& l, data& d) {
            return l.plan_dft_c2r(4, N, d.cin(), d.rout(), FLAGS);
        });
    }

    //! Rows of reals are padded to what half a spectrum takes. Of the other way round,
    //! where FFTW writes to the padding, qa_layouts.cc has any.
    template <class f>
    static void in_place()
    {
        const checker<f> check;
        using data = memory<f>;
        check("dft", [](const f& l, data& d) {
            return l.plan_dft_2d(4, 15, d.cin(), d.cin(), fftw3::BACKWARD, FLAGS);
        });
        check("r2c", [](const f& l, data& d) {
            return l.plan_dft_r2c_2d(5, 12, d.rin(), d.cin(), FLAGS);
        });
        check("r2c odd", [](const f& l, data& d) {
            return l.plan_dft_r2c_3d(2, 3, 7, d.rin(), d.cin(), FLAGS);
        });
        check("r2r", [](const f& l, data& d) {
            return l.plan_r2r_1d(20, d.rin(), d.rin(), fftw3::REDFT10, FLAGS);
        });
        check("many r2c", [](const f& l, data& d) {
            const int n[] = { 12 };
            return l.plan_many_dft_r2c(
                1, n, 5, d.rin(), nullptr, 1, 14, d.cin(), nullptr, 1, 7, FLAGS);
        });
    }

    template <class f>
    static void reals_to_reals()
    {
        const checker<f> check;
        using data = memory<f>;
        for (const auto k : KINDS) {
            const auto name = fmt::format("kind {}", static_cast<int>(k));
            check(name + " 1d", [&](const f& l, data& d) {
                return l.plan_r2r_1d(30, d.rin(), d.rout(), k, FLAGS);
            });
            check(name + " 2d", [&](const f& l, data& d) {
                return l.plan_r2r_2d(6, 9, d.rin(), d.rout(), k, k, FLAGS);
            });
            check(name + " and others", [&](const f& l, data& d) {
                return l.plan_r2r_3d(
                    4, 5, 6, d.rin(), d.rout(), k, fftw3::RODFT11, k, FLAGS);
            });
            check(name + " 3d", [&](const f& l, data& d) {
                return l.plan_r2r_3d(3, 4, 5, d.rin(), d.rout(), k, k, k, FLAGS);
            });
            check(name + " 4d", [&](const f& l, data& d) {
                const r2r_kind kinds[] = { k, k, k, k };
                return l.plan_r2r(4, N, d.rin(), d.rout(), kinds, FLAGS);
            });
        }
    }

    //! Part of an array around the data, with other strides and distances on both sides.
    template <class f>
    static void advanced()
    {
        const checker<f> check;
        using data = memory<f>;
        static constexpr int n[] = { 4, 6 }, around[] = { 5, 8 }, wide[] = { 4, 9 };
        for (const int sign : { fftw3::FORWARD, fftw3::BACKWARD })
            check("many", [&](const f& l, data& d) {
                return l.plan_many_dft(
                    2, n, 3, d.cin(), around, 2, 100, d.cout(), wide, 1, 50, sign, FLAGS);
            });
        check("columns", [](const f& l, data& d) {
            return l.plan_many_dft(1,
                                   n,
                                   7,
                                   d.cin(),
                                   nullptr,
                                   7,
                                   1,
                                   d.cout(),
                                   nullptr,
                                   7,
                                   1,
                                   fftw3::FORWARD,
                                   FLAGS);
        });
        check("transposed", [](const f& l, data& d) {
            return l.plan_many_dft(1,
                                   n,
                                   7,
                                   d.cin(),
                                   nullptr,
                                   7,
                                   1,
                                   d.cout(),
                                   nullptr,
                                   1,
                                   4,
                                   fftw3::FORWARD,
                                   FLAGS);
        });
        check("many r2c", [](const f& l, data& d) {
            return l.plan_many_dft_r2c(
                2, n, 3, d.rin(), around, 3, 140, d.cout(), wide, 2, 80, FLAGS);
        });
        check("many c2r", [](const f& l, data& d) {
            return l.plan_many_dft_c2r(
                2, n, 3, d.cin(), around, 2, 90, d.rout(), wide, 3, 130, FLAGS);
        });
        check("many r2r", [](const f& l, data& d) {
            const r2r_kind kinds[] = { fftw3::RODFT01, fftw3::RODFT01 };
            return l.plan_many_r2r(
                2, n, 3, d.rin(), around, 3, 140, d.rout(), wide, 2, 80, kinds, FLAGS);
        });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(interfaces_test);

} // namespace
