/* SPDX-License-Identifier: GPL-3.0-or-later */
// What gpufft bench --suite calls right and wrong, on outputs that are known to be
// either.
#include "bench/cases/bench_case.h"
#include "bench/cases/output_check.h"
#include "bench/cases/unseen_cases.h"
#include "bench/timers/case_memory.h"
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "math/factor.h"
#include "plan/ir/enum_names.h"
#include "plan/request/validate.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <map>
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
    { "bins to reals", kind::c2r, "30", 7 },
    { "bins of the last of two dimensions", kind::c2r, "6x10", 3 },
    { "a form of each kind's own", kind::dst3, "9", 4 },
    { "the other direction", kind::c2c, "12", 5, 0, 0, "inverse" },
    { "a window", kind::c2c, "60", 3, 0, 0, "windowed" },
    { "a window over reals", kind::r2c, "60", 3, 0, 0, "windowed" },
    { "outputs elsewhere", kind::c2c, "6x10", 3, 0, 0, "output rotated by 2x3" },
    { "two arrays a side", kind::c2c, "12", 5, 0, 0, "planar input, planar output" },
    { "output where the input was", kind::c2c, "16", 5, 0, 0, "in place" },
    { "reals padded to their bins", kind::r2c, "6x10", 3, 0, 0, "in place" },
    { "doubles", kind::c2c, "60", 3, 0, 0, "float64" },
    { "halves", kind::c2c, "64", 3, 0, 0, "float16" },
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
    CPPUNIT_TEST(every_kind_and_form_is_among_the_cases);
    CPPUNIT_TEST(draws_are_of_the_seed);
    CPPUNIT_TEST_SUITE_END();

public:
    void right_outputs_are_within_the_bound()
    {
        for (const auto& c : CASES) {
            const executor e(c.request(), d_device);
            run(e, c.batch);
            const double error = error_of(c);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {:.1e}", c.group, error),
                                   error > 0 && error <= error_bound(e.made_plan()));
        }
    }

    void another_transform_is_wrong()
    {
        for (const auto& c : CASES) {
            auto other = c.request();
            other.scale = other.number == precision::float16 ? 1.01 : 1.001;
            run(executor(other, d_device), c.batch);
            const double error = error_of(c);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {:.1e}", c.group, error),
                                   error > 5e-4);
        }
    }

    void a_row_that_was_not_computed_is_wrong()
    {
        for (const auto& c : CASES) {
            const executor e(c.request(), d_device);
            run(e, c.batch);
            const std::vector<char> nothing(e.output_bytes(1));
            for (auto* out : d_memory.outputs())
                if (out)
                    d_queue->upload(*out,
                                    e.output_bytes(c.batch) - nothing.size(),
                                    nothing.data(),
                                    nothing.size());
            CPPUNIT_ASSERT_MESSAGE(c.group, error_of(c) > 0.01);
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
        CPPUNIT_ASSERT_EQUAL(std::size_t(91) + kind_cases().size(), peers.size());
        std::set<std::string> names;
        for (std::size_t i = 0; i < peers.size(); ++i) {
            const auto& c = peers[i];
            const auto request = c.request();
            const auto bytes = static_cast<double>(input_row_bytes(request)) * c.batch;
            const double most = has_real_input(request) ? 0.5 : 1;
            const auto name = fmt::format("{} x {}", to_string(request), c.batch);
            CPPUNIT_ASSERT_MESSAGE(name, names.insert(name).second);
            if (i >= 91)
                continue;
            CPPUNIT_ASSERT_MESSAGE(name, bytes <= most * (1 << 30));
            CPPUNIT_ASSERT_MESSAGE(name, bytes > 0.98 * most * (1 << 30));
            CPPUNIT_ASSERT_MESSAGE(name, c.target > 0 && c.target <= 1);
            CPPUNIT_ASSERT_MESSAGE(name, c.vkfft > 0 && c.vkfft <= 1);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(96), small_cases().size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(9), chosen_cases(peers, "2d").size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(9), chosen_cases(peers, "2d,2d").size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(4),
                             chosen_cases(peers, "r2c:64,c2r:64,dct3:64,dst4:64").size());
    }

    // A batch of each and one transform alone, and all that a transform can be asked for.
    void every_kind_and_form_is_among_the_cases()
    {
        std::map<std::string, int> batches, alone;
        for (const auto& c : peer_cases()) {
            auto form = c.form;
            if (form.find("rotated") != std::string::npos)
                form = "rotated";
            ++(c.group == "alone" ? alone : batches)[name_of(c.kind) + (" " + form)];
            const auto bytes =
                static_cast<double>(input_row_bytes(c.request())) * c.batch;
            CPPUNIT_ASSERT_MESSAGE(c.name(), bytes <= 1.1 * (1 << 30));
            CPPUNIT_ASSERT_MESSAGE(c.name(), c.group != "alone" || c.batch == 1);
        }
        for (const auto* wanted : { "c2c ",
                                    "r2c ",
                                    "c2r ",
                                    "dct1 ",
                                    "dct2 ",
                                    "dct3 ",
                                    "dct4 ",
                                    "dst1 ",
                                    "dst2 ",
                                    "dst3 ",
                                    "dst4 ",
                                    "c2c inverse",
                                    "c2c windowed",
                                    "c2c rotated",
                                    "c2c float64",
                                    "c2c float16",
                                    "c2c in place",
                                    "c2c planar input, planar output" }) {
            CPPUNIT_ASSERT_MESSAGE(wanted, batches[wanted] > 0);
            CPPUNIT_ASSERT_MESSAGE(wanted, alone[wanted] > 0);
        }
    }

    void draws_are_of_the_seed()
    {
        unseen_draw how;
        how.seed = 7;
        const auto drawn = unseen_cases(how);
        CPPUNIT_ASSERT_EQUAL(std::size_t(200), drawn.size());
        const auto names = [](const std::vector<bench_case>& cases) {
            std::set<std::string> all;
            for (const auto& c : cases)
                all.insert(fmt::format("{} x{}", c.name(), c.batch));
            return all;
        };
        CPPUNIT_ASSERT_EQUAL(std::size_t(200), names(drawn).size());
        CPPUNIT_ASSERT(names(drawn) == names(unseen_cases(how)));
        auto other = how;
        other.seed = 8;
        CPPUNIT_ASSERT(names(drawn) != names(unseen_cases(other)));
        std::set<std::string> kinds;
        int smooth = 0, several = 0, alone = 0;
        for (const auto& c : drawn) {
            const auto request = c.request();
            validate(request);
            CPPUNIT_ASSERT_MESSAGE(c.name(), request.points() <= how.most_points);
            CPPUNIT_ASSERT_MESSAGE(c.name(),
                                   c.batch == 1 || input_row_bytes(request) * c.batch <=
                                                       how.call_bytes);
            kinds.insert(name_of(request.kind));
            several += request.rank() > 1;
            alone += c.batch == 1;
            smooth += std::all_of(
                request.shape.begin(), request.shape.end(), [](const dimension& d) {
                    return prime_factors(d.length).back() <= 13;
                });
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(11), kinds.size());
        CPPUNIT_ASSERT_MESSAGE(std::to_string(smooth), smooth > 150 && smooth < 200);
        CPPUNIT_ASSERT_MESSAGE(std::to_string(several), several > 30 && several < 90);
        CPPUNIT_ASSERT_MESSAGE(std::to_string(alone), alone > 20 && alone < 100);
    }

private:
    void run(const executor& e, std::uint32_t rows)
    {
        d_memory.prepare(e, rows, false);
        e.enqueue(*d_queue, d_memory.ours(), rows);
        d_queue->wait_all();
    }

    double error_of(const bench_case& c)
    {
        const auto out = d_memory.outputs();
        return sampled_error(c.request(), c.batch, d_noise, { out[0], out[1] }, *d_queue);
    }

    std::shared_ptr<device> d_device = open_device("auto");
    std::shared_ptr<queue> d_queue = d_device->make_queue();
    noise d_noise;
    case_memory d_memory{ d_device, *d_queue, d_noise };
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_output_check);
