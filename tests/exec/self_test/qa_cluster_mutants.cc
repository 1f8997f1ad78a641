/* SPDX-License-Identifier: GPL-3.0-or-later */
// The self test finds a fault that shows in one part of a kernel over clusters, or whose
// tiles or rows are copied in bulk: CUDA text, which fibers run on the host.
#include "codegen/text/computation.h"
#include "exec/self_test/cluster_mutants.h"
#include "exec/self_test/mutants.h"
#include "plan/simt/tile.h"
#include "reference/fake/fake_arguments.h"
#include "reference/fake/fake_backend.h"
#include "support/transforms/limits.h"
#include <fmt/format.h>
#include <atomic>
#include <utility>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! The one kernel that a device launches, and which work-items lead in it.
struct host_kernel {
    cluster_kernel runs;
    fiber_order order;
};

//! Launches one kernel, whatever is asked for, and notes what it did that it must not.
class host_queue : public changed_queue
{
public:
    host_queue(std::shared_ptr<queue> real, const host_kernel& one, std::string& fault)
        : changed_queue(std::move(real), s_none, s_never), d_one(one), d_fault(fault)
    {
    }

    void launch(kernel& what,
                std::uint64_t groups,
                const std::vector<kernel_argument>& arguments) override
    {
        wait_all();
        const auto& p = what.source().computes->computed_pass;
        argument_reader reader(what.source(), arguments, p.has_indices() ? 5 : 4);
        const auto in = reader.next_memory(), out = reader.next_memory(),
                   twiddles = reader.next_memory();
        const auto indices = p.has_indices() ? reader.next_memory() : memory_view();
        const auto rows = reader.next<std::uint32_t>();
        const cluster_shape shape = { p.workgroup().cluster.size,
                                      p.work_items(),
                                      static_cast<std::size_t>(local_memory_bytes(p)),
                                      p.workgroup().bulk_output };
        for (unsigned i = 0; i < groups / p.workgroup().cluster.size; ++i) {
            const auto said = run_cluster(shape, i, d_one.order, [&] {
                d_one.runs(in.data, out.data, twiddles.data, indices.data, nullptr, rows);
            });
            if (d_fault.empty())
                d_fault = said;
        }
    }
    void launch_all(const std::vector<kernel_launch>& list) override
    {
        for (const auto& each : list)
            launch(*each.launched, each.groups, each.arguments);
    }

private:
    static inline const changes s_none;
    static inline std::atomic<bool> s_never{ false };

    host_kernel d_one;
    std::string& d_fault;
};

//! A GPU with clusters and the memory of a fake one.
class host_gpu : public limited_device
{
public:
    explicit host_gpu(const host_kernel& one)
        : limited_device(make_fake_device(fake_info(), std::make_shared<fake_control>()),
                         with_clusters()),
          d_info(fake_info()),
          d_one(one)
    {
        static int count = 0;
        d_info.name = fmt::format("cuda:{}", count++); // no verdict is another one's
    }

    const device_info& info() const override { return d_info; }
    const dialect& kernel_dialect() const override { return cuda_dialect(); }
    std::shared_ptr<queue> make_queue() override
    {
        return std::make_shared<host_queue>(limited_device::make_queue(), d_one, d_fault);
    }
    const std::string& fault() const { return d_fault; }

private:
    static device_info fake_info()
    {
        device_info info;
        info.product = "A host";
        info.limits = with_clusters();
        return info;
    }

    device_info d_info;
    host_kernel d_one;
    std::string d_fault;
};

constexpr fiber_order ORDERS[] = { fiber_order::first, fiber_order::last };

void expect_right(const cluster_mutant& m)
{
    for (const auto order : ORDERS) {
        const auto on = std::make_shared<host_gpu>(host_kernel{ m.right, order });
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            m.why, std::string(), said_of(plan_for(m.line, *on), on));
        CPPUNIT_ASSERT_EQUAL_MESSAGE(m.why, std::string(), on->fault());
    }
}

//! What the self test says of the fault: of a race, in the order that loses it.
std::string said_of_wrong(const cluster_mutant& m)
{
    for (const auto order : ORDERS) {
        const auto on = std::make_shared<host_gpu>(host_kernel{ m.wrong, order });
        const auto said = said_of(plan_for(m.line, *on), on);
        if (!said.empty())
            return said;
    }
    return "";
}

} // namespace

class qa_cluster_mutants : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cluster_mutants);
    CPPUNIT_TEST(are_found);
    CPPUNIT_TEST_SUITE_END();

public:
    void are_found()
    {
        for (int i = 0; i < CLUSTER_MUTANT_COUNT; ++i) {
            const auto& m = CLUSTER_MUTANTS[i];
            expect_right(m);
            expect_wrong_values(m.why, said_of_wrong(m));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cluster_mutants);
