/* SPDX-License-Identifier: GPL-3.0-or-later */
// How many rows a submission holds: half as many, and half of those, where one of its
// arrays is more than the device gives at once, or all of them more than it has.
#include "exec/rows/submission_size.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "reference/fake/fake_backend.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <string>

using namespace gpufft;

namespace {

// On a CPU device nothing is measured: chunks are the same in every run.
device_limits roomy()
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = 1; // so that passes are as on GPUs, with a workspace between
    limits.registers = 512;
    limits.compute_units = 4;
    limits.global_memory_bytes = limits.max_allocation_bytes = std::int64_t(1) << 40;
    return limits;
}

executor made(const char* request, const device_limits& limits)
{
    device_info info;
    info.product = "Fake";
    info.limits = limits;
    return { model_plan(parse_transform(request), limits),
             make_fake_device(info, std::make_shared<fake_control>()) };
}

//! Bytes of each array of a submission.
struct arrays {
    std::int64_t in, out, workspace;

    arrays(const executor& e, std::size_t rows)
        : in(static_cast<std::int64_t>(e.input_bytes(rows))),
          out(static_cast<std::int64_t>(e.output_bytes(rows))),
          workspace(static_cast<std::int64_t>(e.workspace_bytes(rows)))
    {
    }
    std::int64_t largest() const { return std::max({ in, out, workspace }); }
    std::int64_t sum() const { return in + out + workspace; }
};

//! Transforms of which the input, the output or the workspace is the largest array.
struct sample {
    const char* request;
    std::int64_t arrays::*largest;
};
const sample SAMPLES[] = { { "c2r inverse 64", &arrays::in },
                           { "r2c forward 64", &arrays::out },
                           { "c2c forward 8209", &arrays::workspace } };

} // namespace

class qa_submission_size : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_submission_size);
    CPPUNIT_TEST(is_halved_until_each_array_is_given);
    CPPUNIT_TEST(is_halved_until_all_arrays_take_a_quarter);
    CPPUNIT_TEST_SUITE_END();

    static std::size_t rows_of(const char* request, const device_limits& limits)
    {
        return submission_rows(made(request, limits));
    }

    static std::size_t rows_with_allocations(const char* request, std::int64_t bytes)
    {
        auto limits = roomy();
        limits.max_allocation_bytes = bytes;
        return rows_of(request, limits);
    }

    static std::size_t rows_with_memory(const char* request, std::int64_t bytes)
    {
        auto limits = roomy();
        limits.global_memory_bytes = bytes;
        return rows_of(request, limits);
    }

    //! A submission takes more than a quarter of \p most and no more than half, in whole
    //! workgroups.
    static void expect_halved(const char* request, std::size_t most, std::size_t rows)
    {
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {} rows of {}", request, rows, most),
                               most / 4 < rows && rows <= most / 2);
    }

public:
    void is_halved_until_each_array_is_given()
    {
        for (const auto& s : SAMPLES) {
            const auto most = rows_of(s.request, roomy());
            const auto e = made(s.request, roomy());
            const arrays all(e, most), half(e, most / 2), twice(e, 2 * most);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.request, all.largest(), all.*s.largest);
            CPPUNIT_ASSERT_EQUAL(most, rows_with_allocations(s.request, twice.largest()));
            expect_halved(
                s.request, most, rows_with_allocations(s.request, all.largest() - 1));
            expect_halved(s.request,
                          most / 2,
                          rows_with_allocations(s.request, half.largest() - 1));
        }
    }

    void is_halved_until_all_arrays_take_a_quarter()
    {
        for (const auto& s : SAMPLES) {
            const auto most = rows_of(s.request, roomy());
            const auto e = made(s.request, roomy());
            const arrays all(e, most), twice(e, 2 * most);
            CPPUNIT_ASSERT_EQUAL(most, rows_with_memory(s.request, 4 * twice.sum()));
            expect_halved(
                s.request, most, rows_with_memory(s.request, 4 * all.sum() - 4));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_submission_size);
