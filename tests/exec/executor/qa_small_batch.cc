/* SPDX-License-Identifier: GPL-3.0-or-later */
// A small batch runs the passes of a plan of its own, larger calls those of the main
// plan; both are right.
#include "exec/executor/executor.h"
#include "exec/self_test/self_test.h"
#include "plan/choice/small_batch.h"
#include "reference/fake/fake_backend.h"
#include "support/judges/reference.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::int64_t LENGTH = 16384;
constexpr std::uint32_t FEW = 2; // rows of a small batch on 8 compute units

std::shared_ptr<device> fake()
{
    device_info info;
    info.product = "Fake";
    info.limits = make_limits(false, 227, 1024, 255);
    info.limits.compute_units = 8;
    info.limits.global_memory_bytes = info.limits.max_allocation_bytes = 1 << 30;
    return make_fake_device(info, std::make_shared<fake_control>());
}

} // namespace

class qa_small_batch : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_small_batch);
    CPPUNIT_TEST(plan_depends_on_rows);
    CPPUNIT_TEST(workspace_is_that_of_small_batch);
    CPPUNIT_TEST(both_are_right);
    CPPUNIT_TEST(each_can_be_had_alone);
    CPPUNIT_TEST_SUITE_END();

public:
    void plan_depends_on_rows()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), d_executor.made_plan(1).passes.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), d_executor.made_plan(FEW).passes.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), d_executor.made_plan(FEW + 1).passes.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), d_executor.made_plan().passes.size());
        // A plan that the caller gives is the only one: small batches run it, too.
        const executor given(d_executor.made_plan(), fake());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), given.made_plan(1).passes.size());
        CPPUNIT_ASSERT(given.id() != d_executor.id());
    }

    void workspace_is_that_of_small_batch()
    {
        const std::size_t row = LENGTH * sizeof(complex32);
        CPPUNIT_ASSERT_EQUAL(row, d_executor.workspace_bytes(1));
        CPPUNIT_ASSERT_EQUAL(FEW * row, d_executor.workspace_bytes(FEW));
        CPPUNIT_ASSERT_EQUAL(FEW * row, d_executor.workspace_bytes(100));
    }

    void both_are_right()
    {
        for (const std::uint32_t rows : { 1U, FEW, FEW + 1 }) {
            const auto x = noise(static_cast<std::size_t>(LENGTH) * rows);
            const auto got = run(d_executor, x, rows);
            const auto expected = reference_rows(packed(transform(LENGTH)), x);
            const double error = relative_error(got, expected);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{} rows: error {:.1e}", rows, error),
                                   error <= tolerance(LENGTH));
        }
    }

    void each_can_be_had_alone()
    {
        self_test(d_executor);
        const auto& few = *d_executor.small_batch_executor();
        const auto many = d_executor.for_many_rows();
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), few.made_plan().passes.size());
        CPPUNIT_ASSERT(!few.small_batch_executor() && !many.small_batch_executor());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), many.made_plan(1).passes.size());
    }

private:
    static std::vector<complex32>
    run(const executor& e, const std::vector<complex32>& x, std::uint32_t rows)
    {
        auto& on = *e.on();
        const auto in = upload_now(on, x.data(), x.size() * sizeof(x[0]));
        const auto out = on.make_buffer(in->bytes());
        const auto workspace = on.make_buffer(e.workspace_bytes(rows));
        executor_memory memory;
        memory.in[0] = in.get();
        memory.out[0] = out.get();
        memory.workspace = workspace.get();
        const auto q = on.make_queue();
        e.enqueue(*q, memory, rows);
        std::vector<complex32> y(x.size());
        q->download(y.data(), *out, 0, out->bytes());
        q->wait_all();
        return y;
    }

    const executor d_executor{ transform(LENGTH), fake() };
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_small_batch);
