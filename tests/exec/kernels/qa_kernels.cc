/* SPDX-License-Identifier: GPL-3.0-or-later */
// Generated kernels on a real device, PoCL where there is no other, against the
// reference: everything that load and store operations can do, and batches that end
// inside a workgroup.
#include "codegen/generate/generate.h"
#include "codegen/text/computation.h"
#include "device/interface/registry.h"
#include "plan/choice/choose_plan.h"
#include "plan/simt/twiddle_layout.h"
#include "plan/tables/pass_table.h"
#include "plan/text/plan_summary.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include "support/transforms/limits.h"
#include "support/transforms/transforms.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct shape {
    const char* why;
    std::int64_t length;
    std::size_t rows;
};

const shape SHAPES[] = {
    { "no stage at all", 1, 5 },
    { "one stage, a partial workgroup", 2, 3 },
    { "one stage, odd", 13, 301 },
    { "two stages, order matters", 60, 71 },
    { "fills that cut a digit", 128, 33 },
    { "three stages of different radices", 1001, 5 },
    { "vectors, a last tile that overlaps", 2704, 5 },
    { "power of two, a row a workgroup", 4096, 3 },
    { "real and imaginary parts through plenty of local memory", 32768, 2 },
    { "two passes", 1 << 18, 2 },
    { "two passes of odd lengths", 13 * 13 * 13 * 11 * 7, 2 },
};

} // namespace

class qa_kernels : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_kernels);
    CPPUNIT_TEST(match_the_reference_in_every_shape);
    CPPUNIT_TEST(do_what_both_ends_ask);
    CPPUNIT_TEST(run_the_plans_of_other_devices);
    CPPUNIT_TEST(vectors_need_no_builtins);
    CPPUNIT_TEST(leave_memory_beyond_the_batch_alone);
    CPPUNIT_TEST_SUITE_END();

    void check(const transform& t, std::size_t rows, const char* why)
    {
        check(std::make_shared<executor>(t, open_device("auto")), rows, why);
    }

    void check(const std::shared_ptr<executor>& e, std::size_t rows, const char* why)
    {
        const auto v = run_noise(e, rows);
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {} rows of {}: {}",
                                           why,
                                           rows,
                                           to_string(e->made_plan()),
                                           text_of(v)),
                               v.is_good());
    }

    void match_the_reference_in_every_shape()
    {
        for (const auto& s : SHAPES)
            check(transform(s.length), s.rows, s.why);
    }

    void do_what_both_ends_ask()
    {
        for (const std::int64_t length : { 1, 15, 64, 480, 1 << 18 }) {
            for (const auto& v : some_of(variants(length)))
                check(v.request, length < 1000 ? 67 : 1, v.why);
        }
    }

    static std::shared_ptr<executor> planned(std::int64_t length,
                                             const device_limits& limits,
                                             const std::shared_ptr<device>& on)
    {
        return std::make_shared<executor>(choose_plan(transform(length), limits), on);
    }

    //! Both forms, staging, split exchanges and early passes are tried wherever the test
    //! runs.
    void run_the_plans_of_other_devices()
    {
        auto on = open_device("auto");
        const auto& has = on->info().limits;
        for (const auto& other : LIMITS) {
            if (other.limits.local_memory_bytes > has.local_memory_bytes ||
                other.limits.max_work_items > has.max_work_items)
                continue;
            for (const std::int64_t length : { 4, 60, 128, 1024, 2704 })
                check(planned(length, other.limits, on), 37, other.why);
        }
        for (const std::int64_t length : { 80, 96, 144, 288 })
            check(planned(length, half_a_kib(), on), 5, "half a KiB");
    }

    //! Kernels as runtimes compile them that are not made of Clang.
    void vectors_need_no_builtins()
    {
        auto on = open_device("auto");
        if (!on->info().limits.is_cpu)
            skip("there is no CPU device");
        const transform t(480);
        const auto made = choose_plan(t, LIMITS[1].limits);
        auto source = generate_kernels(made, on->kernel_dialect()).front();
        CPPUNIT_ASSERT(source.computes->computed_pass.is_vector());
        source.text = "#undef __clang__\n" + source.text;
        const std::uint32_t rows = 3;
        const auto x = noise(480 * rows);
        const auto exact = twiddle_table(source.computes->computed_pass);
        const std::vector<complex32> table(exact.begin(), exact.end());
        auto in = upload_now(*on, x.data(), x.size() * sizeof(complex32));
        auto out = on->make_buffer(x.size() * sizeof(complex32));
        auto twiddles = upload_now(*on, table.data(), table.size() * sizeof(complex32));
        auto q = on->make_queue();
        q->launch(*on->build(source),
                  source.computes->computed_pass.groups(rows),
                  { in.get(), out.get(), twiddles.get(), rows });
        std::vector<complex32> y(x.size());
        q->download(y.data(), *out, 0, y.size() * sizeof(complex32));
        q->wait_all();
        CPPUNIT_ASSERT(relative_error(y, reference_rows(t, x)) <= tolerance(480));
    }

    void leave_memory_beyond_the_batch_alone()
    {
        const executor e(transform(60), open_device("auto"));
        auto& on = *e.on();
        const std::size_t rows = 5;
        const auto x = noise(60 * rows);
        const std::vector<complex32> marks(60 * 200, complex32(7, 7));
        auto in = upload_now(on, x.data(), e.input_bytes(rows));
        auto out = upload_now(on, marks.data(), e.output_bytes(200));
        auto q = on.make_queue();
        executor_memory memory;
        memory.in[0] = in.get();
        memory.out[0] = out.get();
        e.enqueue(*q, memory, rows);
        std::vector<complex32> y(marks.size());
        q->download(y.data(), *out, 0, e.output_bytes(200));
        q->wait_all();
        for (std::size_t i = 60 * rows; i < y.size(); ++i)
            CPPUNIT_ASSERT_EQUAL(marks[i], y[i]);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_kernels);
