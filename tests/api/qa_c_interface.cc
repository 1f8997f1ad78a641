/* SPDX-License-Identifier: GPL-3.0-or-later */
// The interface for C on fake devices: each function, every error, and that its numbers
// are those of C++. examples/c is what a C compiler makes of it.
#include "support/devices/device_heap.h"
#include "support/devices/fake_devices.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/gpufft.h>
#include <complex>
#include <cstring>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

fake_control& devices()
{
    static const auto control = add_fake_devices({ fake_gpu(), fake_cpu() });
    return *control;
}

gpufft_transform complex_of(std::int64_t length)
{
    gpufft_transform made;
    gpufft_init_transform(&made, length);
    return made;
}

gpufft_settings settings_of(gpufft_memory memory, std::size_t rows = 1)
{
    gpufft_settings made;
    gpufft_init_settings(&made);
    made.device = "fake:0";
    made.memory = memory;
    made.rows = rows;
    return made;
}

void expect_ok(gpufft_status status)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(gpufft_error_text(), GPUFFT_SUCCESS, status);
}

void expect_error(gpufft_status wanted, const char* part, gpufft_status got)
{
    CPPUNIT_ASSERT_EQUAL(wanted, got);
    CPPUNIT_ASSERT_MESSAGE(gpufft_error_text(), std::strstr(gpufft_error_text(), part));
}

//! A plan, destroyed with this.
class plan_in_c
{
public:
    plan_in_c(const gpufft_transform& what, const gpufft_settings& settings)
    {
        expect_ok(gpufft_make_plan(&d_plan, &what, &settings));
    }
    ~plan_in_c() { gpufft_destroy_plan(d_plan); }
    plan_in_c(const plan_in_c&) = delete;
    plan_in_c& operator=(const plan_in_c&) = delete;
    operator gpufft_plan*() const { return d_plan; }

private:
    gpufft_plan* d_plan = nullptr;
};

using points = std::vector<std::complex<float>>;

} // namespace

class qa_c_interface : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_c_interface);
    CPPUNIT_TEST(numbers_are_those_of_cpp);
    CPPUNIT_TEST(computes_in_memory_of_the_host);
    CPPUNIT_TEST(computes_in_memory_of_the_device);
    CPPUNIT_TEST(says_any_transform);
    CPPUNIT_TEST(tells_sizes_and_names);
    CPPUNIT_TEST(refuses_with_a_text);
    CPPUNIT_TEST(no_exception_comes_through);
    CPPUNIT_TEST_SUITE_END();

    static constexpr std::size_t LENGTH = 64;

public:
    void setUp() override { forget_orders(devices()); }

    void numbers_are_those_of_cpp()
    {
        CPPUNIT_ASSERT_EQUAL(int(transform_kind::c2r), int(GPUFFT_C2R));
        CPPUNIT_ASSERT_EQUAL(int(transform_kind::dct1), int(GPUFFT_DCT1));
        CPPUNIT_ASSERT_EQUAL(int(transform_kind::dst4), int(GPUFFT_DST4));
        CPPUNIT_ASSERT_EQUAL(int(direction::inverse), int(GPUFFT_INVERSE));
        CPPUNIT_ASSERT_EQUAL(int(normalization::by_length), int(GPUFFT_BY_LENGTH));
        CPPUNIT_ASSERT_EQUAL(int(normalization::orthonormal), int(GPUFFT_ORTHONORMAL));
        CPPUNIT_ASSERT_EQUAL(int(precision::float64), int(GPUFFT_FLOAT64));
        CPPUNIT_ASSERT_EQUAL(int(precision::float16), int(GPUFFT_FLOAT16));
        CPPUNIT_ASSERT_EQUAL(int(complex_layout::planar), int(GPUFFT_PLANAR));
        CPPUNIT_ASSERT_EQUAL(int(effort::exhaustive) + 1, int(GPUFFT_EXHAUSTIVE));
        CPPUNIT_ASSERT_EQUAL(MAX_RANK, std::size_t(GPUFFT_MAX_RANK));
        CPPUNIT_ASSERT_EQUAL(std::string(GPUFFT_VERSION), std::string(gpufft_version()));
    }

    void computes_in_memory_of_the_host()
    {
        const plan_in_c plan(complex_of(LENGTH), settings_of(GPUFFT_HOST_MEMORY));
        const points x(2 * LENGTH, 1);
        points y(2 * LENGTH);
        expect_ok(gpufft_run(plan, x.data(), nullptr, y.data(), nullptr, 2));
        CPPUNIT_ASSERT(y[LENGTH] == std::complex<float>(LENGTH));
        gpufft_arrays arrays;
        gpufft_init_arrays(&arrays);
        expect_error(GPUFFT_PLAN_ERROR,
                     "is for memory of the host",
                     gpufft_start(plan, &arrays, 1, nullptr));
    }

    void computes_in_memory_of_the_device()
    {
        const plan_in_c plan(complex_of(LENGTH), settings_of(GPUFFT_DEVICE_MEMORY, 2));
        points x(2 * LENGTH, 1), y(2 * LENGTH), z(2 * LENGTH);
        gpufft_arrays arrays;
        gpufft_init_arrays(&arrays);
        arrays.in.memory = x.data();
        arrays.out.memory = y.data();
        expect_ok(gpufft_start(plan, &arrays, 2, nullptr));
        CPPUNIT_ASSERT(y[LENGTH] == std::complex<float>(LENGTH));
        arrays.out.memory = z.data();
        gpufft_event* end = nullptr;
        expect_ok(gpufft_start(plan, &arrays, 2, &end));
        expect_ok(gpufft_wait(end));
        int is_done = 0;
        expect_ok(gpufft_is_done(end, &is_done));
        CPPUNIT_ASSERT_EQUAL(1, is_done);
        CPPUNIT_ASSERT(!gpufft_native_event(end)); // which fake devices have not
        gpufft_destroy_event(end);
        CPPUNIT_ASSERT(z == y);
        const auto queue = open_device("fake:0")->make_queue();
        points w(LENGTH);
        arrays.in.offset = LENGTH * sizeof(w[0]);
        arrays.out.memory = w.data();
        expect_ok(gpufft_enqueue(plan, queue.get(), &arrays, 1));
        queue->wait_all();
        CPPUNIT_ASSERT(w[0] == std::complex<float>(LENGTH));
        expect_error(GPUFFT_PLAN_ERROR,
                     "is for memory of the device",
                     gpufft_run(plan, x.data(), nullptr, y.data(), nullptr, 1));
    }

    // Each field of a transform shows in the text of the plan, or in what comes out.
    void says_any_transform()
    {
        auto what = complex_of(4);
        what.kind = GPUFFT_DCT2;
        what.direction = GPUFFT_INVERSE;
        what.normalization = GPUFFT_ORTHONORMAL;
        what.precision = GPUFFT_FLOAT16;
        what.rank = 2;
        what.shape[1].length = 8;
        what.loop_count = 1;
        what.loops[0].count = 3;
        what.in_place = 1;
        what.orthogonalize = 1;
        transform same;
        same.kind = transform_kind::dct2;
        same.dir = direction::inverse;
        same.norm = normalization::orthonormal;
        same.number = precision::float16;
        same.shape = { dimension{ 4 }, dimension{ 8 } };
        same.loops = { loop{ 3 } };
        same.in_place = true;
        same.orthogonalize = true;
        const plan_in_c plan(what, settings_of(GPUFFT_HOST_MEMORY));
        const std::string line = gpufft_plan_line(plan);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(line, std::size_t(0), line.find(to_string(same)));

        auto spread = complex_of(2);
        spread.input_layout = GPUFFT_PLANAR;
        spread.output_layout = GPUFFT_PLANAR;
        spread.scale = 0.5;
        spread.windowed = 1;
        spread.shape[0].input_stride = 2;
        spread.shape[0].output_stride = 3;
        spread.input_distance = 5;
        spread.output_distance = 7;
        spread.shape[0].output_rotation = 1;
        const plan_in_c other(spread, settings_of(GPUFFT_HOST_MEMORY));
        const double taps[] = { 1, 2 };
        expect_ok(gpufft_set_window(other, taps, 2));
        std::vector<float> re(8, 1), im(8), out(11), out_im(11);
        expect_ok(gpufft_run(other, re.data(), im.data(), out.data(), out_im.data(), 2));
        // 0.5 (1 + 2) at place 1, 0.5 (1 - 2) at place 0
        CPPUNIT_ASSERT_EQUAL(-0.5F, out[7]);
        CPPUNIT_ASSERT_EQUAL(1.5F, out[10]);
    }

    void tells_sizes_and_names()
    {
        auto what = complex_of(1 << 14);
        const plan_in_c plan(what, settings_of(GPUFFT_DEVICE_MEMORY, 4));
        std::uint64_t in = 0, out = 0, between = 0;
        expect_ok(gpufft_input_bytes(plan, 3, &in));
        expect_ok(gpufft_output_bytes(plan, 3, &out));
        expect_ok(gpufft_workspace_bytes(plan, 3, &between));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(3 << 17), in);
        CPPUNIT_ASSERT_EQUAL(in, out);
        CPPUNIT_ASSERT(between > 0);
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0 (Fake GPU)"),
                             std::string(gpufft_device_name(plan)));
        CPPUNIT_ASSERT_EQUAL(std::string(), std::string(gpufft_device_name(nullptr)));
        CPPUNIT_ASSERT_EQUAL(std::string(), std::string(gpufft_plan_line(nullptr)));
    }

    void refuses_with_a_text()
    {
        gpufft_plan* plan = reinterpret_cast<gpufft_plan*>(this);
        const auto settings = settings_of(GPUFFT_DEVICE_MEMORY);
        auto what = complex_of(0);
        expect_error(GPUFFT_PLAN_ERROR, "0", gpufft_make_plan(&plan, &what, &settings));
        CPPUNIT_ASSERT(!plan);
        expect_error(GPUFFT_PLAN_ERROR,
                     "the transform is a null pointer",
                     gpufft_make_plan(&plan, nullptr, nullptr));
        expect_error(GPUFFT_PLAN_ERROR,
                     "the place for the plan is a null pointer",
                     gpufft_make_plan(nullptr, &what, nullptr));
        what = complex_of(64);
        what.struct_bytes = 8;
        expect_error(GPUFFT_PLAN_ERROR,
                     "transform.struct_bytes is 8",
                     gpufft_make_plan(&plan, &what, &settings));
        what = complex_of(64);
        what.kind = static_cast<gpufft_kind>(11);
        expect_error(GPUFFT_PLAN_ERROR,
                     "kind is 11; 0 to 10 are known",
                     gpufft_make_plan(&plan, &what, &settings));
        what = complex_of(64);
        what.rank = 5;
        expect_error(GPUFFT_PLAN_ERROR,
                     "rank is 5; at most 4 work",
                     gpufft_make_plan(&plan, &what, &settings));
        what = complex_of(64);
        auto other = settings;
        other.device = "nowhere:7";
        expect_error(
            GPUFFT_DEVICE_ERROR, "nowhere:7", gpufft_make_plan(&plan, &what, &other));
        devices().unbuildable = 100;
        expect_error(GPUFFT_BUILD_ERROR,
                     "was told to fail",
                     gpufft_make_plan(&plan, &what, &settings));
        expect_error(GPUFFT_PLAN_ERROR,
                     "the plan is a null pointer",
                     gpufft_enqueue(nullptr, nullptr, nullptr, 1));
        expect_error(
            GPUFFT_PLAN_ERROR, "the event is a null pointer", gpufft_wait(nullptr));
        gpufft_destroy_plan(nullptr);
        gpufft_destroy_event(nullptr);
    }

    void no_exception_comes_through()
    {
        const plan_in_c plan(complex_of(LENGTH), settings_of(GPUFFT_DEVICE_MEMORY));
        points x(LENGTH), y(LENGTH);
        gpufft_arrays arrays;
        gpufft_init_arrays(&arrays);
        arrays.in.memory = x.data();
        arrays.out.memory = y.data();
        devices().calls.fail("work");
        expect_error(
            GPUFFT_DEVICE_ERROR, "work", gpufft_start(plan, &arrays, 1, nullptr));
        gpufft_event* end = nullptr;
        devices().calls.fail("borrow_array");
        expect_error(
            GPUFFT_DEVICE_ERROR, "borrow_array", gpufft_start(plan, &arrays, 1, &end));
        CPPUNIT_ASSERT(!end);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_c_interface);
