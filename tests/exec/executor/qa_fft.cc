/* SPDX-License-Identifier: GPL-3.0-or-later */
// The public fft on fake devices: planes, gaps, rows between rows, one buffer for both
// sides, many submissions, and what it refuses.
#include "device/interface/registry.h"
#include "reference/fake/fake_backend.h"
#include "support/refusal.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <gpufft/fft.h>
#include <algorithm>
#include <functional>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! "fake:0" works like a GPU (staging), "fake:1" like a CPU device (memory in place),
//! "fake:2" has hardly any memory, "fake:3" like fake:1 hardly any of workgroups.
void add_devices()
{
    static const bool is_added = [] {
        device_info gpu, cpu, small, small_cpu;
        gpu.product = "Fake GPU";
        gpu.type = device_type::gpu;
        gpu.limits.has_float64 = true;
        cpu.product = "Fake CPU";
        cpu.type = device_type::cpu;
        cpu.limits = LIMITS[1].limits;
        cpu.limits.has_float64 = true;
        small.product = "Small GPU";
        small.limits.max_allocation_bytes = 1 << 16;
        small.limits.global_memory_bytes = 1 << 18;
        small_cpu = cpu;
        small_cpu.limits = make_limits(true, 1, 256, 64);
        small_cpu.limits.vector_width = 1; // which take long lengths in one pass
        add_backend(
            std::make_unique<fake_backend>(std::vector{ gpu, cpu, small, small_cpu }));
        return true;
    }();
    CPPUNIT_ASSERT(is_added);
}

void run(fft& f, host_rows& data)
{
    f.run(data.in(), data.in_imaginary(), data.out(), data.out_imaginary(), data.rows());
}

} // namespace

class qa_fft : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_fft);
    CPPUNIT_TEST(runs_any_layout_in_many_submissions);
    CPPUNIT_TEST(takes_rows_between_rows);
    CPPUNIT_TEST(fits_a_small_device);
    CPPUNIT_TEST(output_may_overwrite_its_own_input);
    CPPUNIT_TEST(windows_come_in_either_precision);
    CPPUNIT_TEST(tells_what_workspace_it_takes);
    CPPUNIT_TEST(works_in_workspace_of_the_caller);
    CPPUNIT_TEST(refuses_workspace_that_it_cannot_use);
    CPPUNIT_TEST(refuses_with_the_reason);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { add_devices(); }

private:
    static void expect_good(const host_rows& data, const std::string& what)
    {
        const auto v = judge(data);
        CPPUNIT_ASSERT_MESSAGE(what + ": " + text_of(v), v.ratio < 4 && v.has_kept_gaps);
    }

    static void check(const transform& t, const char* device, std::size_t rows)
    {
        std::mt19937 random(1);
        host_rows data(t, rows);
        data.fill(random);
        fft f(t, device);
        run(f, data);
        expect_good(data, fmt::format("{} rows of {} on {}", rows, to_string(t), device));
    }

    void runs_any_layout_in_many_submissions()
    {
        std::mt19937 random(run_seed("exec.fft"));
        random_choice choice;
        choice.most_points = 60;
        for (const char* device : { "fake:0", "fake:1" }) {
            for (int i = 0; i < 100; ++i) {
                const std::size_t rows = 1 + random() % 300;
                auto t = random_transform(random, choice, rows);
                t.windowed = false;
                t.taps_per_branch = 1;
                check(t, device, rows);
            }
        }
    }

    void takes_rows_between_rows()
    {
        const std::size_t rows = 5000;
        auto columns = transform(8);
        columns.shape[0].input_stride = columns.shape[0].output_stride = rows;
        columns.input_distance = columns.output_distance = 1;
        for (const char* device : { "fake:0", "fake:1" }) {
            check(columns, device, rows);
            auto in_place = columns;
            in_place.in_place = true;
            check(in_place, device, rows);
        }
    }

    void fits_a_small_device()
    {
        // A row of 4096 complex points is half of one buffer, and rows are many more than
        // memory holds.
        check(transform(4096), "fake:2", 20);
        auto t = transform(4096);
        t.kind = transform_kind::r2c;
        t.in_place = true;
        check(t, "fake:2", 20);
        expect_refusal(
            "a row of c2c forward 16384 takes 0.2 MiB on the device, 0.1 MiB in one "
            "buffer; it has 0.2 MiB, 0.1 MiB in one buffer. Use a larger device, or a "
            "smaller transform",
            [] { fft(transform(16384), "fake:2"); });
    }

    void output_may_overwrite_its_own_input()
    {
        const auto x = noise(24 * 20000);
        for (const char* device : { "fake:0", "fake:1" }) {
            fft f(transform(24), device);
            auto y = x;
            f.run(y.data(), y.data(), 20000);
            CPPUNIT_ASSERT(relative_error(y, reference_rows(transform(24), x)) < 1e-6);
        }
        // Outputs of 13 bins on top of 24 reals: rows drift apart.
        auto t = transform(24);
        t.kind = transform_kind::r2c;
        fft f(t, "fake:0");
        std::vector<float> samples(26 * 100000);
        f.run(samples.data(), samples.data(), 10);
        try {
            f.run(samples.data(), samples.data(), 100000);
            CPPUNIT_FAIL("rows overwrote inputs of later ones");
        } catch (const plan_error& e) {
            const std::string text = e.what();
            CPPUNIT_ASSERT_EQUAL(
                std::string("100000 rows of r2c forward 24 would overwrite inputs that "
                            "are read later; use two buffers, one buffer with rows that "
                            "begin at the same places, or at most "),
                text.substr(0, text.rfind("most ") + 5));
        }
    }

    void windows_come_in_either_precision()
    {
        for (const auto number : { precision::float32, precision::float64 }) {
            auto t = transform(15);
            t.windowed = true;
            t.number = number;
            std::mt19937 random(1);
            host_rows data(t, 3);
            data.fill(random);
            fft f(t, "fake:0");
            f.set_window(uneven_window(15));
            run(f, data);
            expect_good(data, "float taps");
            f.set_window(window_of(t));
            run(f, data);
            expect_good(data, "double taps");
        }
    }

    void tells_what_workspace_it_takes()
    {
        fft one_pass(transform(64), "fake:0");
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), one_pass.workspace_bytes(100));
        fft several(transform(1 << 16), "fake:0");
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), several.workspace_bytes(0));
        CPPUNIT_ASSERT(several.workspace_bytes(1) >= (std::size_t(8) << 16));
        CPPUNIT_ASSERT_EQUAL(2 * several.workspace_bytes(1), several.workspace_bytes(2));
    }

    void works_in_workspace_of_the_caller()
    {
        const transform t(1024);
        fft f(t, "fake:3");
        std::mt19937 random(1);
        const char untouched = 0x5a;
        const auto is_untouched = [=](const char* begin, const char* end) {
            return std::all_of(begin, end, [=](char c) { return c == untouched; });
        };
        for (const std::size_t rows : { 1, 7, 128, 129, 400, 1000 }) {
            const auto bytes = f.workspace_bytes(rows);
            CPPUNIT_ASSERT(bytes > 0);
            std::vector<char> memory(bytes + 64 + 1000, untouched);
            auto* at = reinterpret_cast<char*>(
                (reinterpret_cast<std::uintptr_t>(memory.data()) + 63) / 64 * 64);
            host_rows data(t, rows);
            data.fill(random);
            f.set_workspace(at, bytes);
            run(f, data);
            expect_good(data, fmt::format("{} rows in a given workspace", rows));
            CPPUNIT_ASSERT(!is_untouched(at, at + bytes));
            CPPUNIT_ASSERT(is_untouched(at + bytes, memory.data() + memory.size()));
            f.set_workspace(nullptr, 0);
            std::fill(memory.begin(), memory.end(), untouched);
            run(f, data);
            CPPUNIT_ASSERT(is_untouched(memory.data(), memory.data() + memory.size()));
        }
    }

    void refuses_workspace_that_it_cannot_use()
    {
        const transform t(1024);
        fft f(t, "fake:3");
        alignas(64) static char memory[1 << 16];
        const auto bytes = f.workspace_bytes(1);
        f.set_workspace(memory, bytes - 1);
        host_rows data(t, 1);
        expect_refusal(
            fmt::format("the workspace given has {} bytes; {} are needed for 1 "
                        "rows in 1 submissions: workspace_bytes() tells",
                        bytes - 1,
                        bytes)
                .c_str(),
            [&] { run(f, data); });
        f.set_workspace(memory, bytes);
        run(f, data);
        const char* const reason =
            " cannot work in the workspace given: CUDA takes memory of that GPU "
            "(cuMemAlloc, cudaMalloc), a CPU device memory of the host at a multiple of "
            "64, others none";
        expect_refusal((f.device_name() + reason).c_str(),
                       [&] { f.set_workspace(memory + 1, bytes); });
        fft staged(t, "fake:0");
        expect_refusal((staged.device_name() + reason).c_str(),
                       [&] { staged.set_workspace(memory, bytes); });
    }

    void refuses_with_the_reason()
    {
        auto t = transform(8);
        t.output_layout = complex_layout::planar;
        fft planar(t, "fake:0");
        float memory[64] = {};
        expect_refusal("run() got one array for the output, which is planar; give its "
                       "real and its imaginary parts",
                       [&] { planar.run(memory, memory + 32, 1); });
        expect_refusal("the output is planar and has no imaginary parts; give two "
                       "arrays, or leave output_layout interleaved",
                       [&] { planar.run(memory, nullptr, memory + 32, nullptr, 1); });
        fft plain(transform(8), "fake:0");
        expect_refusal("the input is a null pointer; give rows of elements",
                       [&] { plain.run(nullptr, memory, 1); });
        plain.run(nullptr, nullptr, 0);
        expect_refusal("c2c forward 8 has no window; make the transform `windowed`", [&] {
            plain.set_window({ 1, 2 });
        });
        t = transform(8);
        t.windowed = true;
        fft windowed(t, "fake:0");
        expect_refusal("the window has 2 taps and the transform 8 points; give 8 taps, "
                       "or none",
                       [&] {
                           windowed.set_window({ 1, 2 });
                       });
        expect_refusal("float64 was asked for, but the device has no double precision; "
                       "use float32, or a device that has it (`gpufft devices` says "
                       "which)",
                       [&] {
                           t = transform(8);
                           t.number = precision::float64;
                           fft(t, "fake:2");
                       });
        expect_refusal("18446744073709551615 rows of 64 bytes are more than 64 bits can "
                       "count; split them into calls of 144115187807420416 rows at most",
                       [&] { plain.run(memory, memory, ~std::size_t(0)); });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_fft);
