/* SPDX-License-Identifier: GPL-3.0-or-later */
// Load and store expressions in kernels of both forms: the table has each of them once
// more as C++, and what lies between is the host's transform without expressions.
#include "device/interface/registry.h"
#include "device/interface/without_vectors.h"
#include "exec/self_test/self_test.h"
#include "plan/choice/choose_plan.h"
#include "support/devices/cpu_device.h"
#include "support/faults/fault_line.h"
#include "support/faults/run_guarded.h"
#include "support/run_on.h"
#include "support/some_of.h"
#include "support/transforms/expression_runs.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <functional>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;
using namespace gpufft::testing::expressions;

namespace {

//! Whole vectors of buffers, of which the last element, or the first, is read.
const char* const TO_THE_END[] = {
    "c2c forward 64, load x*h[n+8], store y*w[k+16], arguments complex h[72]; real w[80]",
    "c2c forward 64, load x*h[64-n], store y*h[k-3], arguments complex h[72]",
    "c2c forward 256, load x*h[n+8], store norm(y)*w[k+48], "
    "arguments complex h[264]; real w[304], real output",
    "c2c forward 4096, load x*h[n], store y*w[k], arguments complex h[4096]; real "
    "w[4096]",
    // Bins are 257: the last one is stored for itself.
    "r2c forward 512, load x*w[n], store y*h[k+7], arguments complex h[264]; real w[512]",
    "r2c forward 512, store norm(y)*w[k+15], arguments real w[272], real output",
    "c2c forward 60, load x*h[n+4], store y*h[k+row], arguments complex h[64]",
    "c2c forward 3, load x*h[n+row], store y*w[k*6], arguments complex h[64]; real w[16]",
};
constexpr std::uint32_t MOST_ROWS_TO_THE_END = 5;

//! An expression of \p element, at most \p depth operations deep, that is moderate for
//! values that are: neither poles nor steep slopes.
std::string random_value(std::mt19937& random,
                         const std::string& element,
                         const std::string& index,
                         bool is_real,
                         int depth)
{
    const auto part = [&] {
        return random_value(random, element, index, is_real, depth - 1);
    };
    const std::string buffer = is_real ? "w" : "h";
    const auto wide = is_real ? 100 : 64;
    switch (random() % (depth ? 10 : 4)) {
    case 0:
        return element;
    case 1:
        return "s";
    case 2:
        return fmt::format("{}[({}+{})%{}]", buffer, index, random() % 9, wide);
    case 3:
        return fmt::format("{}[min({}/2,{})]", buffer, index, wide - 1);
    case 4:
        return "(" + part() + ")+(" + part() + ")";
    case 5:
        return "(" + part() + ")-(" + part() + ")";
    case 6:
        return fmt::format("({})*{}[{}]", part(), buffer, random() % 64);
    case 7:
        return fmt::format("conj({})", part());
    case 8:
        return fmt::format("select({}<{},{},{})", index, random() % 20, part(), part());
    default:
        return fmt::format("({})/(2+sin(s))", part());
    }
}

transform random_asked(std::mt19937& random)
{
    constexpr std::int64_t lengths[] = { 8, 12, 30, 64, 100, 127, 256, 512 };
    constexpr transform_kind kinds[] = { transform_kind::c2c,
                                         transform_kind::r2c,
                                         transform_kind::c2r,
                                         transform_kind::dct2 };
    transform t(lengths[random() % std::size(lengths)]);
    t.kind = kinds[random() % std::size(kinds)];
    if (t.kind == transform_kind::c2r)
        t.dir = direction::inverse;
    const bool has_reals = t.kind != transform_kind::c2c;
    t.load =
        random_value(random, "x", "n", has_reals && t.kind != transform_kind::c2r, 3);
    t.store =
        random_value(random, "y", "k", has_reals && t.kind != transform_kind::r2c, 3);
    for (const auto& each : ARGUMENTS)
        if (has_word(t.load + " " + t.store, each.name))
            t.arguments.push_back(each);
    validate(t);
    return packed(t);
}

} // namespace

class qa_expressions : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_expressions);
    CPPUNIT_TEST(vector_kernels_compute_them);
    CPPUNIT_TEST(kernels_of_work_items_compute_them);
    CPPUNIT_TEST(plans_of_large_gpus_compute_them);
    CPPUNIT_TEST(lines_of_such_plans_are_read_again);
    CPPUNIT_TEST(random_ones_pass_the_self_test);
    CPPUNIT_TEST(buffers_are_read_within_their_ends);
    CPPUNIT_TEST_SUITE_END();

    using choice = std::function<std::shared_ptr<executor>(const transform&)>;

    static void all_on(const std::shared_ptr<device>& on)
    {
        all_by(on, [&](const transform& t) { return std::make_shared<executor>(t, on); });
    }

    static std::shared_ptr<device> work_items()
    {
        const auto on = open_device("auto");
        return on->info().limits.is_cpu ? without_vectors(on) : on;
    }

    static void all_by(const std::shared_ptr<device>& on, const choice& executor_of)
    {
        std::string faults;
        for (const auto& a : some_of(TABLE)) {
            if (std::string(a.what).find("float64") != std::string::npos &&
                !on->info().limits.has_float64)
                continue;
            try {
                const auto e = executor_of(transform_of(a));
                for (const std::size_t rows : { 1, 5 }) // few have another plan
                    faults += fault_of(a, e, rows);
                if (e->small_batch_executor())
                    faults +=
                        fault_of(a, std::make_shared<executor>(e->for_many_rows()), 5);
            } catch (const std::exception& e) {
                faults += fmt::format("{}, load {}, store {}: {}\n  {}\n",
                                      a.what,
                                      a.load,
                                      a.store,
                                      e.what(),
                                      a.why);
            }
        }
        CPPUNIT_ASSERT_MESSAGE(faults, faults.empty());
    }

public:
    void vector_kernels_compute_them()
    {
        if (const auto on = cpu_device())
            all_on(on);
    }

    void kernels_of_work_items_compute_them() { all_on(work_items()); }

    // Large GPUs load and store pairs in registers, on the side without an expression.
    void plans_of_large_gpus_compute_them()
    {
        auto limits = make_limits(false, 227, 1024, 255);
        const auto on = work_items();
        limits.has_float64 = on->info().limits.has_float64;
        all_by(on, [&](const transform& t) {
            const auto chosen = choose_plan(t, limits);
            for (const auto& p : chosen.passes)
                CPPUNIT_ASSERT_MESSAGE(
                    plan_text(chosen),
                    !(p.load.expression && p.workgroup().paired_input) &&
                        !(p.store.expression && p.workgroup().paired_output));
            return std::make_shared<executor>(chosen, on);
        });
    }

    // Other ones in every run. The self test evaluates them in double precision.
    void random_ones_pass_the_self_test()
    {
        std::mt19937 random(run_seed("exec.expressions"));
        const auto cpu = cpu_device(), any = open_device("auto");
        for (int i = 0; i < 6; ++i) {
            const auto t = random_asked(random);
            const auto on = i % 2 && cpu                ? cpu
                            : any->info().limits.is_cpu ? without_vectors(any)
                                                        : any;
            try {
                self_test(executor(t, on));
            } catch (const std::exception& e) {
                CPPUNIT_FAIL(to_string(t) + ": " + e.what());
            }
        }
    }

    // Buffers end at a page that cannot be read, or begin behind one: a kernel that reads
    // another element ends the process.
    void buffers_are_read_within_their_ends()
    {
        const auto cpu = cpu_device();
        if (!cpu)
            return;
        auto work_items = cpu->info().limits;
        work_items.vector_width = 1;
        for (const auto& limits : { cpu->info().limits, work_items })
            for (const auto& line : some_of(TO_THE_END)) {
                const auto t = parse_transform(line);
                const executor e(t, std::make_shared<guarded_device>(cpu, limits));
                for (const auto end : { guarded_end::upper, guarded_end::lower }) {
                    const guarded_buffers guard(end, guarded_alignment(limits, t));
                    set_fault_line(line);
                    test_expressions(e, MOST_ROWS_TO_THE_END);
                }
            }
    }

    // gpufft dump makes kernels of lines.
    void lines_of_such_plans_are_read_again()
    {
        for (const auto& on : { cpu_device(), open_device("auto") }) {
            for (const auto& a : TABLE) {
                if (!on)
                    continue;
                const auto line =
                    plan_text(executor::planned(transform_of(a), on).made_plan());
                CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_expressions);
