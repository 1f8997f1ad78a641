/* SPDX-License-Identifier: GPL-3.0-or-later */
// Who makes plans, what is refused, and plans in several threads and processes: on fake
// devices, beside FFTW.
#include "fftw3/data.h"
#include "fftw3/fftw_functions.h"
#include "support/devices/fake_devices.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using point = std::complex<float>;
using points = std::vector<point>;
using functions = single_functions;

constexpr int LENGTH = 60;
constexpr unsigned FLAGS = fftw3::ESTIMATE;

fftwf_complex* of(points& x) { return reinterpret_cast<fftwf_complex*>(x.data()); }

points noise_of(int count, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> values(-1, 1);
    points x(static_cast<std::size_t>(count));
    for (auto& v : x)
        v = { values(random), values(random) };
    return x;
}

double distance(const points& a, const points& b)
{
    double off = 0, all = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        off += std::norm(a[i] - b[i]);
        all += std::norm(b[i]);
    }
    return std::sqrt(off / all);
}

//! What $GPUFFT_FFTW_POINTS is within a block.
class with_points
{
public:
    explicit with_points(const char* value) { setenv("GPUFFT_FFTW_POINTS", value, 1); }
    ~with_points() { setenv("GPUFFT_FFTW_POINTS", "0", 1); }
};

class plans_test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(plans_test);
    CPPUNIT_TEST(wrong_calls_give_no_plan);
    CPPUNIT_TEST(what_the_engine_lacks_is_fftws);
    CPPUNIT_TEST(sides_that_mesh_are_fftws);
    CPPUNIT_TEST(small_calls_are_fftws);
    CPPUNIT_TEST(no_transforms_at_all_are_a_plan);
    CPPUNIT_TEST(wisdom_only_gives_no_plan_without_any);
    CPPUNIT_TEST(arrays_may_come_with_the_call);
    CPPUNIT_TEST(input_is_preserved);
    CPPUNIT_TEST(threads_share_a_plan);
    CPPUNIT_TEST(threads_plan_at_once);
    CPPUNIT_TEST(a_forked_process_goes_on);
    CPPUNIT_TEST(fortran_executes_plans);
    CPPUNIT_TEST(plans_tell_costs);
    CPPUNIT_TEST(wisdom_is_fftws);
    CPPUNIT_TEST(memory_is_aligned);
    CPPUNIT_TEST_SUITE_END();

    both_libraries<functions> d_both{ FFTW3_LIBRARY };
    const functions& d_ours = d_both.ours;

public:
    void setUp() override
    {
        static const auto devices = add_fake_devices({ fake_gpu(), fake_cpu() });
    }

private:
    fftwf_plan plan_of(int length, points& in, points& out, unsigned flags = FLAGS) const
    {
        return d_ours.plan_dft_1d(length, of(in), of(out), fftw3::FORWARD, flags);
    }

    bool on_device(fftwf_plan p) const { return is_on_device(text_of(d_ours, p)); }

    points by_fftw(const points& x) const
    {
        points in = x, out(x.size());
        const auto p = d_both.fftws.plan_dft_1d(
            static_cast<int>(x.size()), of(in), of(out), fftw3::FORWARD, FLAGS);
        d_both.fftws.execute(p);
        d_both.fftws.destroy_plan(p);
        return out;
    }

    //! FFTW gives none, too.
    void expect_no_plan(const char* name,
                        const std::function<fftwf_plan(const functions&)>& make)
    {
        CPPUNIT_ASSERT_MESSAGE(name, !make(d_both.fftws));
        CPPUNIT_ASSERT_MESSAGE(name, !make(d_ours));
    }

    void wrong_calls_give_no_plan()
    {
        auto x = noise_of(100, 1);
        auto* const c = of(x);
        auto* const r = reinterpret_cast<float*>(x.data());
        const auto guru = [&](int rank, fftw3::iodim dim, int depth, fftw3::iodim loop) {
            return [=](const functions& l) {
                return l.plan_guru_dft(rank, &dim, depth, &loop, c, c, -1, FLAGS);
            };
        };
        for (const int n : { 0, -1, -2147483647 })
            expect_no_plan("length", [&](const functions& l) {
                return l.plan_dft_1d(n, c, c, -1, FLAGS);
            });
        expect_no_plan("rank", [&](const functions& l) {
            const int n[] = { 4 };
            return l.plan_dft(-1, n, c, c, -1, FLAGS);
        });
        expect_no_plan("a length of several", [&](const functions& l) {
            return l.plan_dft_r2c_3d(4, 0, 4, r, c, FLAGS);
        });
        expect_no_plan("howmany", [&](const functions& l) {
            const int n[] = { 4 };
            return l.plan_many_dft(
                1, n, -1, c, nullptr, 1, 4, c, nullptr, 1, 4, -1, FLAGS);
        });
        expect_no_plan("guru length", guru(1, { 0, 1, 1 }, 0, {}));
        expect_no_plan("guru loop", guru(1, { 4, 1, 1 }, 1, { -3, 4, 4 }));
        expect_no_plan("guru rank", guru(-1, { 4, 1, 1 }, 0, {}));
        expect_no_plan("guru depth", guru(1, { 4, 1, 1 }, -1, {}));
        expect_no_plan("DCT of type 1 of a point", [&](const functions& l) {
            return l.plan_r2r_1d(1, r, r, fftw3::REDFT00, FLAGS);
        });
        CPPUNIT_ASSERT(
            !d_ours.plan_r2r_1d(8, r, r, static_cast<fftw3::r2r_kind>(11), FLAGS));
        d_ours.destroy_plan(nullptr);
    }

    void what_the_engine_lacks_is_fftws()
    {
        const std::pair<fftw3::r2r_kind, fftw3::r2r_kind> kinds[] = {
            { fftw3::R2HC, fftw3::R2HC },
            { fftw3::HC2R, fftw3::HC2R },
            { fftw3::DHT, fftw3::DHT },
            { fftw3::REDFT10, fftw3::DHT },
        };
        for (const auto& [first, second] : kinds) {
            std::vector<float> in(48, 0), out(48), right(48);
            in[1] = in[9] = 1;
            auto same = in;
            const auto p =
                d_ours.plan_r2r_2d(6, 8, in.data(), out.data(), first, second, FLAGS);
            const auto fftws = d_both.fftws.plan_r2r_2d(
                6, 8, same.data(), right.data(), first, second, FLAGS);
            CPPUNIT_ASSERT(p && !on_device(p));
            CPPUNIT_ASSERT_EQUAL(text_of(d_both.fftws, fftws), text_of(d_ours, p));
            d_ours.execute(p);
            d_both.fftws.execute(fftws);
            CPPUNIT_ASSERT(out == right);
            d_ours.execute_r2r(p, right.data(), out.data());
            d_ours.destroy_plan(p);
            d_both.fftws.destroy_plan(fftws);
        }
    }

    //! Outputs lie between the inputs, or move to other places.
    void sides_that_mesh_are_fftws()
    {
        auto x = noise_of(2 * LENGTH, 2);
        points every_other;
        for (int n = 0; n < LENGTH; ++n)
            every_other.push_back(x[2 * static_cast<std::size_t>(n)]);
        const auto right = by_fftw(every_other);
        const fftw3::iodim dim = { LENGTH, 2, 2 };
        const auto p =
            d_ours.plan_guru_dft(1, &dim, 0, nullptr, of(x), of(x) + 1, -1, FLAGS);
        CPPUNIT_ASSERT(p && !on_device(p));
        d_ours.execute(p);
        points got;
        for (int n = 0; n < LENGTH; ++n)
            got.push_back(x[2 * static_cast<std::size_t>(n) + 1]);
        CPPUNIT_ASSERT(distance(got, right) < 1e-6);
        d_ours.destroy_plan(p);
        const fftw3::iodim turned[] = { { 6, 10, 1 }, { 10, 1, 6 } };
        const auto transposition =
            d_ours.plan_guru_dft(0, nullptr, 2, turned, of(x), of(x), -1, FLAGS);
        const auto point = x[10];
        CPPUNIT_ASSERT(transposition && !on_device(transposition));
        d_ours.execute(transposition);
        CPPUNIT_ASSERT(x[1] == point);
        d_ours.destroy_plan(transposition);
    }

    void small_calls_are_fftws()
    {
        auto x = noise_of(120, 1), y = x;
        for (const auto& [least, expected] :
             { std::pair("60", true), std::pair("61", false), std::pair("0", true) }) {
            const with_points set(least);
            const auto p = plan_of(LENGTH, x, y);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(least, expected, on_device(p));
            d_ours.destroy_plan(p);
        }
        const with_points set("61");
        const int n[] = { LENGTH };
        const auto p = d_ours.plan_many_dft(
            1, n, 2, of(x), nullptr, 1, 60, of(y), nullptr, 1, 60, -1, FLAGS);
        CPPUNIT_ASSERT_MESSAGE("all points of a call count", on_device(p));
        d_ours.destroy_plan(p);
    }

    void no_transforms_at_all_are_a_plan()
    {
        auto x = noise_of(LENGTH, 1);
        const auto before = x;
        const int n[] = { 4 };
        const auto p = d_ours.plan_many_dft(
            1, n, 0, of(x), nullptr, 1, 4, of(x), nullptr, 1, 4, -1, FLAGS);
        CPPUNIT_ASSERT(p);
        d_ours.execute(p);
        d_ours.destroy_plan(p);
        CPPUNIT_ASSERT(x == before);
    }

    void wisdom_only_gives_no_plan_without_any()
    {
        auto x = noise_of(1021, 1), y = x;
        d_ours.forget_wisdom();
        expect_no_plan("none", [&](const functions& l) {
            return l.plan_dft_1d(1021, of(x), of(y), -1, fftw3::WISDOM_ONLY);
        });
    }

    //! As programs plan that have no arrays yet.
    void arrays_may_come_with_the_call()
    {
        auto x = noise_of(LENGTH, 3);
        points y(x.size());
        const fftw3::iodim64 dim = { LENGTH, 1, 1 };
        points nowhere;
        auto* const fake = reinterpret_cast<fftwf_complex*>(0x1000);
        auto* const other = reinterpret_cast<fftwf_complex*>(0x9000);
        const auto p =
            d_ours.plan_guru64_dft(1, &dim, 0, nullptr, fake, other, -1, FLAGS);
        d_ours.execute_dft(p, of(x), of(y));
        CPPUNIT_ASSERT(on_device(p) && distance(y, by_fftw(x)) < 1e-6);
        const auto in_place =
            d_ours.plan_guru64_dft(1, &dim, 0, nullptr, nullptr, nullptr, -1, FLAGS);
        const auto right = by_fftw(x);
        d_ours.execute_dft(in_place, of(x), of(x));
        CPPUNIT_ASSERT(on_device(in_place) && distance(x, right) < 1e-6);
        // Arrays that overlap otherwise than planned are FFTW's.
        x = noise_of(LENGTH, 3);
        d_ours.execute_dft(p, of(x), of(x));
        CPPUNIT_ASSERT(distance(x, right) < 1e-6);
        d_ours.destroy_plan(p);
        d_ours.destroy_plan(in_place);
    }

    void input_is_preserved()
    {
        auto x = noise_of(4 * 31, 3);
        const auto before = x;
        std::vector<float> y(240);
        const auto p =
            d_ours.plan_dft_c2r_2d(4, 60, of(x), y.data(), FLAGS | fftw3::PRESERVE_INPUT);
        d_ours.execute(p);
        CPPUNIT_ASSERT(on_device(p) && x == before);
        d_ours.destroy_plan(p);
    }

    void threads_share_a_plan()
    {
        auto x = noise_of(LENGTH, 1), y = x;
        const auto p = plan_of(LENGTH, x, y);
        std::atomic<int> right{ 0 };
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (unsigned i = 0; i < 20; ++i) {
                    auto in = noise_of(LENGTH, 100 * t + i);
                    points out(in.size());
                    d_ours.execute_dft(p, of(in), of(out));
                    right += distance(out, by_fftw_in_turn(in)) < 1e-6;
                }
            });
        for (auto& t : threads)
            t.join();
        d_ours.destroy_plan(p);
        CPPUNIT_ASSERT_EQUAL(80, right.load());
    }

    //! FFTW itself plans for one thread at a time.
    points by_fftw_in_turn(const points& x) const
    {
        static std::mutex turn;
        const std::lock_guard<std::mutex> guard(turn);
        points in = x, out(x.size());
        const auto p = d_ours.plan_dft_1d(
            LENGTH, of(in), of(out), fftw3::FORWARD, FLAGS | fftw3::UNALIGNED);
        d_ours.execute(p);
        d_ours.destroy_plan(p);
        return out;
    }

    void threads_plan_at_once()
    {
        const with_points some("64"); // every other plan is FFTW's
        std::atomic<int> right{ 0 };
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (int i = 0; i < 10; ++i) {
                    const int length = 60 + 4 * (i % 2);
                    auto in = noise_of(length, t), out = in;
                    const auto p = plan_of(length, in, out, fftw3::MEASURE);
                    const auto x = noise_of(length, t);
                    std::copy(x.begin(), x.end(), in.begin()); // planning changed it
                    d_ours.execute(p);
                    auto back = out;
                    const auto b = d_ours.plan_dft_1d(
                        length, of(out), of(back), fftw3::BACKWARD, FLAGS);
                    d_ours.execute(b);
                    for (auto& v : back)
                        v /= static_cast<float>(length);
                    right += distance(back, in) < 1e-6;
                    d_ours.destroy_plan(p);
                    d_ours.destroy_plan(b);
                }
            });
        for (auto& t : threads)
            t.join();
        CPPUNIT_ASSERT_EQUAL(40, right.load());
    }

    //! In the child the device is out of reach, and FFTW stands in.
    void a_forked_process_goes_on()
    {
        auto x = noise_of(LENGTH, 5), y = x;
        const auto p = plan_of(LENGTH, x, y);
        const auto right = by_fftw(x);
        CPPUNIT_ASSERT(on_device(p));
        std::fflush(nullptr);
        const pid_t child = fork();
        if (child == 0) {
            d_ours.execute(p);
            bool is_right = distance(y, right) < 1e-6;
            points z(x.size());
            const auto another = plan_of(LENGTH, x, z);
            d_ours.execute(another);
            is_right = is_right && !on_device(another) && distance(z, right) < 1e-6;
            d_ours.destroy_plan(another);
            d_ours.destroy_plan(p);
            _exit(is_right ? 0 : 1);
        }
        int status = -1;
        waitpid(child, &status, 0);
        CPPUNIT_ASSERT_EQUAL(0, status);
        d_ours.execute(p);
        CPPUNIT_ASSERT(distance(y, right) < 1e-6);
        d_ours.destroy_plan(p);
    }

    //! Fortran's functions for this find no plan of FFTW's where they look for one.
    void fortran_executes_plans()
    {
        const loaded_library from(FFTW3_LIBRARY);
        void (*execute)(fftwf_plan*) = nullptr;
        void (*execute_dft)(fftwf_plan*, fftwf_complex*, fftwf_complex*) = nullptr;
        from.look_up(execute, "sfftw_execute_");
        from.look_up(execute_dft, "sfftw_execute_dft__");
        auto x = noise_of(LENGTH, 6), y = x, z = x;
        auto p = plan_of(LENGTH, x, y);
        execute(&p);
        execute_dft(&p, of(x), of(z));
        CPPUNIT_ASSERT(distance(y, by_fftw(x)) < 1e-6);
        CPPUNIT_ASSERT(y == z);
        d_ours.destroy_plan(p);
    }

    void plans_tell_costs()
    {
        auto x = noise_of(64, 6), y = x;
        for (const char* least : { "0", "1000" }) {
            const with_points set(least);
            const auto p = plan_of(64, x, y);
            double add = -1, mul = -1, fma = -1;
            d_ours.flops(p, &add, &mul, &fma);
            CPPUNIT_ASSERT(add > 0 && mul >= 0 && fma >= 0);
            CPPUNIT_ASSERT(d_ours.estimate_cost(p) > 0);
            CPPUNIT_ASSERT(d_ours.cost(p) >= 0);
            char text[10000] = {};
            std::FILE* const to = fmemopen(text, sizeof text, "w");
            d_ours.fprint_plan(p, to);
            std::fclose(to);
            CPPUNIT_ASSERT_EQUAL(text_of(d_ours, p), std::string(text));
            d_ours.destroy_plan(p);
        }
    }

    //! Exported by the one and imported by the other.
    void wisdom_is_fftws()
    {
        const with_points none("1000");
        auto x = noise_of(LENGTH, 6), y = x;
        d_ours.forget_wisdom();
        char* const nothing = d_ours.export_wisdom_to_string();
        d_ours.destroy_plan(plan_of(LENGTH, x, y, fftw3::MEASURE));
        char* const kept = d_ours.export_wisdom_to_string();
        CPPUNIT_ASSERT(std::strlen(kept) > std::strlen(nothing));
        d_ours.forget_wisdom();
        CPPUNIT_ASSERT_EQUAL(1, d_ours.import_wisdom_from_string(kept));
        CPPUNIT_ASSERT_EQUAL(0, d_ours.import_wisdom_from_string("(of others)"));
        std::string by_letters;
        d_ours.export_wisdom(
            [](char c, void* to) { *static_cast<std::string*>(to) += c; }, &by_letters);
        CPPUNIT_ASSERT_EQUAL(std::string(kept), by_letters);
        const auto known = plan_of(LENGTH, x, y, fftw3::WISDOM_ONLY);
        CPPUNIT_ASSERT(known);
        d_ours.destroy_plan(known);
        CPPUNIT_ASSERT_EQUAL(0, d_ours.import_wisdom_from_filename("/dev/null/w"));
        CPPUNIT_ASSERT_EQUAL(0, d_ours.export_wisdom_to_filename("/dev/null/w"));
        std::free(nothing);
        std::free(kept);
        d_ours.cleanup();
    }

    void memory_is_aligned()
    {
        for (const std::size_t bytes : { 1, 63, 4096 }) {
            void* const memory = d_ours.malloc(bytes);
            CPPUNIT_ASSERT_EQUAL(std::uintptr_t(0),
                                 reinterpret_cast<std::uintptr_t>(memory) % 64);
            CPPUNIT_ASSERT_EQUAL(0, d_ours.alignment_of(static_cast<float*>(memory)));
            d_ours.free(memory);
        }
        auto* const c = d_ours.alloc_complex(10);
        c[9][1] = 1;
        d_ours.free(c);
        CPPUNIT_ASSERT(!d_ours.alloc_complex(SIZE_MAX / 8 + 1));
        CPPUNIT_ASSERT(!d_ours.alloc_real(SIZE_MAX / 2));
        d_ours.free(nullptr);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(plans_test);

} // namespace
