/* SPDX-License-Identifier: GPL-3.0-or-later */
// What expressions name, given by callers: host memory, device memory and C, on fake
// devices, which evaluate expressions for themselves. And what is refused at the call.
#include "support/devices/device_heap.h"
#include "support/devices/fake_devices.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/device_fft.h>
#include <gpufft/error.h>
#include <gpufft/fft.h>
#include <gpufft/gpufft.h>
#include <complex>
#include <functional>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using point = std::complex<float>;
constexpr std::size_t LENGTH = 16, ROWS = 3;

fake_control& devices()
{
    static const auto control = add_fake_devices({ fake_gpu(), fake_cpu() });
    return *control;
}

//! y[k] s + row of x[n] h[n] w[n], where all but x[1] = 1 are 0: their transforms are
//! single terms.
transform asked()
{
    transform t(LENGTH);
    t.load = "x * h[n] * w[n]";
    t.store = "y * s + row";
    t.arguments = { { "h", argument_kind::complex_buffer, LENGTH },
                    { "s", argument_kind::number, 0 },
                    { "w", argument_kind::real_buffer, LENGTH } };
    return t;
}

struct data {
    data() : in(ROWS * LENGTH), out(ROWS * LENGTH), h(LENGTH), w(LENGTH)
    {
        for (std::size_t row = 0; row < ROWS; ++row)
            in[row * LENGTH + 1] = 1;
        h[1] = { 0, 2 };
        w[1] = 3;
    }

    //! Outputs are those of the factor \p s.
    void expect(float s) const
    {
        for (std::size_t row = 0; row < ROWS; ++row)
            for (std::size_t k = 0; k < LENGTH; ++k) {
                const auto root = std::polar(1.F, -6.2831853F * float(k) / float(LENGTH));
                const auto expected = point(0, 6) * root * s + float(row);
                const auto got = out[row * LENGTH + k];
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format("row {} k {}: {} {}", row, k, got.real(), got.imag()),
                    std::abs(got - expected) < 1e-4F);
            }
    }

    std::vector<point> in, out, h;
    std::vector<float> w;
};

//! The arrays on the device "fake:0".
struct data_on_device {
    explicit data_on_device(const data& d)
    {
        arrays.in = copied(d.in.data(), d.in.size() * sizeof(point));
        arrays.out = copied(d.out.data(), d.out.size() * sizeof(point));
        arrays.buffers = { copied(d.h.data(), d.h.size() * sizeof(point)),
                           copied(d.w.data(), d.w.size() * sizeof(float)) };
        arrays.numbers = { 5 };
    }
    device_memory copied(const void* from, std::size_t bytes)
    {
        const auto result = heap.make(bytes);
        heap.write(result, from, bytes);
        return result;
    }
    void fetch(data& d)
    {
        heap.read(d.out.data(), arrays.out, d.out.size() * sizeof(point));
    }

    host_heap heap;
    device_arrays arrays;
};

void expect_refusal(const std::string& part, const std::function<void()>& call)
{
    try {
        call();
    } catch (const plan_error& e) {
        CPPUNIT_ASSERT_MESSAGE(e.what(),
                               std::string(e.what()).find(part) != std::string::npos);
        return;
    }
    CPPUNIT_FAIL("was accepted: " + part);
}

} // namespace

class qa_expressions : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_expressions);
    CPPUNIT_TEST(host_arrays_are_copied_to_the_device);
    CPPUNIT_TEST(calls_on_the_device_bring_their_own);
    CPPUNIT_TEST(buffers_begin_at_any_element);
    CPPUNIT_TEST(c_programs_say_them);
    CPPUNIT_TEST(refuses_with_the_reason);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(devices()); }

    void host_arrays_are_copied_to_the_device()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            data d;
            fft f(asked(), device);
            f.set_buffer("h", d.h.data());
            f.set_buffer("w", d.w.data());
            f.set_number("s", 5);
            d.h.assign(LENGTH, 7); // was copied
            f.run(d.in.data(), d.out.data(), ROWS);
            d.expect(5);
            f.set_number("s", -2);
            f.run(d.in.data(), d.out.data(), ROWS);
            d.expect(-2);
        }
    }

    void calls_on_the_device_bring_their_own()
    {
        device_fft_settings settings;
        settings.rows = ROWS;
        device_fft f(asked(), "fake:0", settings);
        data d;
        data_on_device there(d);
        f.start(there.arrays, ROWS).wait();
        there.fetch(d);
        d.expect(5);
        there.arrays.numbers = { 0.5 };
        f.start(there.arrays, ROWS).wait();
        there.fetch(d);
        d.expect(0.5F);
    }

    // Vectors load neighbours from where these are.
    void buffers_begin_at_any_element()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            device_fft_settings settings;
            settings.rows = ROWS;
            device_fft f(asked(), device, settings);
            data d;
            data_on_device there(d);
            auto h = d.h;
            auto w = d.w;
            h.insert(h.begin(), 7);
            w.insert(w.begin(), 7);
            there.arrays.buffers = { h.data() + 1, w.data() + 1 };
            f.start(there.arrays, ROWS).wait();
            there.fetch(d);
            d.expect(5);
            there.arrays.buffers[0] = reinterpret_cast<char*>(h.data()) + 2;
            expect_refusal("multiple of", [&] { f.start(there.arrays, ROWS); });
        }
    }

    void c_programs_say_them()
    {
        gpufft_transform what;
        gpufft_init_transform(&what, LENGTH);
        what.load = "x * h[n] * w[n]";
        what.store = "y * s + row";
        what.arguments = "complex h[16]; number s; real w[16]";
        gpufft_settings settings;
        gpufft_init_settings(&settings);
        settings.device = "fake:0";
        gpufft_plan* plan = nullptr;
        CPPUNIT_ASSERT_EQUAL(GPUFFT_SUCCESS, gpufft_make_plan(&plan, &what, &settings));
        data d;
        CPPUNIT_ASSERT_EQUAL(GPUFFT_SUCCESS, gpufft_set_buffer(plan, "h", d.h.data()));
        CPPUNIT_ASSERT_EQUAL(GPUFFT_SUCCESS, gpufft_set_buffer(plan, "w", d.w.data()));
        CPPUNIT_ASSERT_EQUAL(GPUFFT_SUCCESS, gpufft_set_number(plan, "s", 5));
        CPPUNIT_ASSERT_EQUAL(
            GPUFFT_SUCCESS,
            gpufft_run(plan, d.in.data(), nullptr, d.out.data(), nullptr, ROWS));
        d.expect(5);
        CPPUNIT_ASSERT_EQUAL(GPUFFT_PLAN_ERROR, gpufft_set_number(plan, "h", 5));
        gpufft_destroy_plan(plan);

        settings.memory = GPUFFT_DEVICE_MEMORY;
        settings.rows = ROWS;
        CPPUNIT_ASSERT_EQUAL(GPUFFT_SUCCESS, gpufft_make_plan(&plan, &what, &settings));
        data_on_device there(d);
        gpufft_array buffers[2] = {};
        for (int i = 0; i < 2; ++i)
            buffers[i].memory = const_cast<void*>(there.arrays.buffers[i].handle);
        const double s = 3;
        gpufft_arrays arrays;
        gpufft_init_arrays(&arrays);
        arrays.in.memory = const_cast<void*>(there.arrays.in.handle);
        arrays.out.memory = const_cast<void*>(there.arrays.out.handle);
        arrays.buffers = buffers;
        arrays.buffer_count = 2;
        arrays.numbers = &s;
        arrays.number_count = 1;
        CPPUNIT_ASSERT_EQUAL_MESSAGE(gpufft_error_text(),
                                     GPUFFT_SUCCESS,
                                     gpufft_start(plan, &arrays, ROWS, nullptr));
        there.fetch(d);
        d.expect(3);
        gpufft_destroy_plan(plan);
        what.load = "x * g[n]";
        CPPUNIT_ASSERT_EQUAL(GPUFFT_BUILD_ERROR,
                             gpufft_make_plan(&plan, &what, &settings));
        const std::string says = "\"x * g[n]\" is wrong at column 5, \"g[n]\": ";
        CPPUNIT_ASSERT_MESSAGE(gpufft_error_text(),
                               std::string(gpufft_error_text()).find(says) !=
                                   std::string::npos);
    }

    void refuses_with_the_reason()
    {
        data d;
        fft f(asked(), "fake:0");
        expect_refusal(
            "have no buffer \"g\"; there are complex h[16]; number s; real w[16]",
            [&] { f.set_buffer("g", d.h.data()); });
        expect_refusal("have no number \"h\"", [&] { f.set_number("h", 1); });
        expect_refusal("have no buffer \"s\"", [&] { f.set_buffer("s", d.h.data()); });
        expect_refusal("buffer h is a null pointer", [&] { f.set_buffer("h", nullptr); });
        fft plain(transform(LENGTH), "fake:0");
        expect_refusal("they have no arguments", [&] { plain.set_number("s", 1); });

        device_fft_settings settings;
        settings.rows = ROWS;
        device_fft g(asked(), "fake:0", settings);
        data_on_device there(d);
        const auto refused = [&](const char* part, const auto& change) {
            auto arrays = there.arrays;
            change(arrays);
            expect_refusal(part, [&] { g.start(arrays, ROWS); });
        };
        refused("name 2 buffers and 1 numbers, and the call gives 1 and 1",
                [](device_arrays& a) { a.buffers.pop_back(); });
        refused("name 2 buffers and 1 numbers, and the call gives 2 and 0",
                [](device_arrays& a) { a.numbers.clear(); });
        refused("buffer w is a null pointer",
                [](device_arrays& a) { a.buffers[1] = {}; });
        refused("buffer h overlaps the output",
                [](device_arrays& a) { a.buffers[0] = a.out; });

        auto longer = asked();
        longer.shape[0].length = 1 << 17; // which passes share
        device_fft passes(longer, "fake:0", settings);
        CPPUNIT_ASSERT(passes.workspace_bytes(1) > 0);
        const std::size_t bytes = sizeof(point) << 17;
        auto arrays = there.arrays;
        arrays.in = there.heap.make(bytes);
        arrays.out = there.heap.make(bytes);
        arrays.workspace_bytes = std::size_t(passes.workspace_bytes(1));
        arrays.workspace = there.heap.make(arrays.workspace_bytes);
        arrays.buffers[0] = arrays.workspace;
        expect_refusal("the workspace overlaps buffer h",
                       [&] { passes.start(arrays, 1); });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_expressions);
