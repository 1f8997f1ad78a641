/* SPDX-License-Identifier: GPL-3.0-or-later */
// A plan that takes a slice of its rows through all passes at a time gives what it gives
// with all rows at once, with the workspace of a slice.
#include "exec/executor/executor.h"
#include "plan/choice/choose_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/judges/reference.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::uint32_t SLICE = 2;
constexpr int CHAINS = 3;

std::shared_ptr<device> fake(const std::shared_ptr<fake_control>& control)
{
    device_info info;
    info.product = "Fake";
    info.limits = half_a_kib();
    info.limits.max_work_items = 64; // which pointwise passes take
    return make_fake_device(info, control);
}

struct sample {
    const char* why;
    const char* request;
};

const sample SAMPLES[] = {
    { "workspace between the passes", "c2c forward 512" },
    { "rows that do not lie behind each other",
      "c2c inverse 512, input distance 600, output distance 520" },
    { "passes that go on in the output", "c2c forward 16x32" },
    { "real rows, whose outputs are longer", "r2c forward 1024" },
    { "in place", "c2c forward 512, in place" },
    { "rows that expressions count", "c2c forward 512, load x+row, store y*row" },
};

} // namespace

class qa_slices : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_slices);
    CPPUNIT_TEST(give_what_all_rows_at_once_do);
    CPPUNIT_TEST(share_the_workspace_of_their_chain);
    CPPUNIT_TEST(are_launched_pass_by_pass);
    CPPUNIT_TEST_SUITE_END();

public:
    void give_what_all_rows_at_once_do()
    {
        for (const auto& s : SAMPLES) {
            const auto whole = plan_for(s.request);
            CPPUNIT_ASSERT_MESSAGE(s.why, whole.passes.size() > 1);
            for (const std::uint32_t rows : { 1U, SLICE, SLICE + 1, 11U }) {
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {} rows", s.why, rows),
                                       run(executor(whole, d_on), rows) ==
                                           run(executor(sliced(whole), d_on), rows));
            }
        }
    }

    void share_the_workspace_of_their_chain()
    {
        const executor e(sliced(plan_for("c2c forward 512")), d_on);
        const std::size_t row = 512 * sizeof(complex32);
        CPPUNIT_ASSERT_EQUAL(row, e.workspace_bytes(1));
        CPPUNIT_ASSERT_EQUAL(SLICE * row, e.workspace_bytes(SLICE));
        CPPUNIT_ASSERT_EQUAL(5 * row, e.workspace_bytes(5));
        CPPUNIT_ASSERT_EQUAL(SLICE * CHAINS * row, e.workspace_bytes(1000));
    }

    void are_launched_pass_by_pass()
    {
        const auto p = sliced(plan_for("c2c forward 512"));
        const executor e(p, d_on);
        const int before = d_control->calls.calls("launch");
        run(e, 11); // five slices and a half
        CPPUNIT_ASSERT_EQUAL(before + 6 * static_cast<int>(p.passes.size()),
                             d_control->calls.calls("launch"));
    }

private:
    plan plan_for(const char* request) const
    {
        return choose_plan(parse_transform(request), d_on->info().limits);
    }

    //! Slices as the plan line says them.
    static plan sliced(plan p)
    {
        p.slice_rows = SLICE;
        p.concurrent_slices = CHAINS;
        auto again = parse_plan(plan_text(p));
        again.limits = p.limits;
        return again;
    }

    static std::vector<complex32> run(const executor& e, std::uint32_t rows)
    {
        auto& on = *e.on();
        const auto bytes = std::max(e.input_bytes(rows), e.output_bytes(rows));
        const auto x = noise(bytes / sizeof(complex32) + 1);
        const auto in = upload_now(on, x.data(), bytes);
        auto out = e.made_plan().request.in_place ? in : upload_now(on, x.data(), bytes);
        const auto workspace =
            on.make_buffer(std::max<std::size_t>(1, e.workspace_bytes(rows)));
        executor_memory memory;
        memory.in[0] = in.get();
        memory.out[0] = out.get();
        memory.workspace = workspace.get();
        const auto q = on.make_queue();
        e.enqueue(*q, memory, rows);
        std::vector<complex32> y(bytes / sizeof(complex32));
        q->download(y.data(), *out, 0, y.size() * sizeof(y[0]));
        q->wait_all();
        return y;
    }

    const std::shared_ptr<fake_control> d_control = std::make_shared<fake_control>();
    const std::shared_ptr<device> d_on = fake(d_control);
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_slices);
