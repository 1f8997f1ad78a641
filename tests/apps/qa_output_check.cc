/* SPDX-License-Identifier: GPL-3.0-or-later */
// What gpufft bench --suite calls right and wrong, on outputs that are known to be
// either.
#include "bench/cases/bench_case.h"
#include "bench/cases/output_check.h"
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>
#include <set>

using namespace gpufft;
using namespace gpufft::app;

namespace {

using kind = transform_kind;

const bench_case CASES[] = {
    { "one point a place", kind::c2c, "12", 5 },
    { "a convolution", kind::c2c, "61", 3 },
    { "rows of different dimensions", kind::c2c, "6x10", 4 },
    { "three dimensions", kind::c2c, "4x3x5", 2 },
    { "bins of a half spectrum", kind::r2c, "30", 7 },
    { "bins of the last dimension alone", kind::r2c, "6x10", 3 },
    { "reals at both ends", kind::dct2, "8x12", 4 },
};

} // namespace

class qa_output_check : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_output_check);
    CPPUNIT_TEST(right_outputs_are_within_the_bound);
    CPPUNIT_TEST(another_transform_is_wrong);
    CPPUNIT_TEST(a_row_that_was_not_computed_is_wrong);
    CPPUNIT_TEST(difference_is_of_all_numbers);
    CPPUNIT_TEST(not_a_number_is_a_difference);
    CPPUNIT_TEST(cases_are_what_was_measured_elsewhere);
    CPPUNIT_TEST_SUITE_END();

public:
    void right_outputs_are_within_the_bound()
    {
        for (const auto& c : CASES) {
            const executor e(c.request(), d_device);
            const auto out = run(e, c.batch);
            const double error = error_of(c, *out);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {:.1e}", c.group, error),
                                   error > 0 && error <= error_bound(e.made_plan()));
        }
    }

    void another_transform_is_wrong()
    {
        for (const auto& c : CASES) {
            auto other = c.request();
            other.scale = 1.001;
            const auto out = run(executor(other, d_device), c.batch);
            const double error = error_of(c, *out);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {:.1e}", c.group, error),
                                   error > 5e-4);
        }
    }

    void a_row_that_was_not_computed_is_wrong()
    {
        for (const auto& c : CASES) {
            const executor e(c.request(), d_device);
            const auto out = run(e, c.batch);
            const std::vector<char> nothing(e.output_bytes(1));
            d_queue->upload(*out,
                            e.output_bytes(c.batch) - nothing.size(),
                            nothing.data(),
                            nothing.size());
            CPPUNIT_ASSERT_MESSAGE(c.group, error_of(c, *out) > 0.01);
        }
    }

    void difference_is_of_all_numbers()
    {
        const std::size_t floats = 1000003; // no multiple of what a workgroup takes
        const auto a = d_device->make_buffer(floats * sizeof(float));
        const auto b = d_device->make_buffer(floats * sizeof(float));
        d_noise.fill(*a, *d_queue);
        d_noise.fill(*b, *d_queue);
        const buffer_difference differ(*d_device);
        CPPUNIT_ASSERT_EQUAL(0.0, differ(*a, *b, floats, *d_queue));
        for (const std::size_t place : { std::size_t(0), floats / 2, floats - 1 }) {
            d_noise.fill(*a, *d_queue);
            const float changed = d_noise.at(place) + 1;
            d_queue->upload(*a, place * sizeof(float), &changed, sizeof(float));
            const double expected = 1 / std::sqrt(floats / 3.);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                expected, differ(*a, *b, floats, *d_queue), 0.01 * expected);
        }
    }

    void not_a_number_is_a_difference()
    {
        const std::size_t floats = 1000;
        const auto a = d_device->make_buffer(floats * sizeof(float));
        const auto b = d_device->make_buffer(floats * sizeof(float));
        d_noise.fill(*a, *d_queue);
        d_noise.fill(*b, *d_queue);
        const float none = std::nanf("");
        d_queue->upload(*a, 4 * 777, &none, sizeof(none));
        d_queue->wait_all();
        const buffer_difference differ(*d_device);
        CPPUNIT_ASSERT(!(differ(*a, *b, floats, *d_queue) <= 1e9));
    }

    void cases_are_what_was_measured_elsewhere()
    {
        const auto peers = peer_cases();
        CPPUNIT_ASSERT_EQUAL(std::size_t(91), peers.size());
        std::set<std::string> names;
        for (const auto& c : peers) {
            const auto what = c.request();
            const auto bytes = static_cast<double>(input_row_bytes(what)) * c.batch;
            const double most = has_real_input(what) ? 0.5 : 1;
            const auto name = fmt::format("{} x {}", to_string(what), c.batch);
            CPPUNIT_ASSERT_MESSAGE(name, names.insert(name).second);
            CPPUNIT_ASSERT_MESSAGE(name, bytes <= most * (1 << 30));
            CPPUNIT_ASSERT_MESSAGE(name, bytes > 0.98 * most * (1 << 30));
            CPPUNIT_ASSERT_MESSAGE(name, c.target > 0 && c.target <= 1);
            CPPUNIT_ASSERT_MESSAGE(name, c.vkfft > 0 && c.vkfft <= 1);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(96), small_cases().size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(9), chosen_cases(peers, "2d").size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(8), chosen_cases(peers, "r2c,c2c:64").size());
    }

private:
    std::shared_ptr<buffer> run(const executor& e, std::uint32_t rows)
    {
        const auto in = d_device->make_buffer(e.input_bytes(rows));
        auto out = d_device->make_buffer(e.output_bytes(rows));
        std::shared_ptr<buffer> workspace;
        if (e.workspace_bytes(rows))
            workspace = d_device->make_buffer(e.workspace_bytes(rows));
        d_noise.fill(*in, *d_queue);
        executor_memory memory;
        memory.in[0] = in.get();
        memory.out[0] = out.get();
        memory.workspace = workspace.get();
        e.enqueue(*d_queue, memory, rows);
        d_queue->wait_all();
        return out;
    }

    double error_of(const bench_case& c, const buffer& out)
    {
        return sampled_error(c.request(), c.batch, d_noise, out, *d_queue);
    }

    std::shared_ptr<device> d_device = open_device("auto");
    std::shared_ptr<queue> d_queue = d_device->make_queue();
    noise d_noise;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_output_check);
