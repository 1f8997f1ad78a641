/* SPDX-License-Identifier: GPL-3.0-or-later */
// CPU devices take and leave halves in vectors, whatever their lanes are, with Clang's
// conversions and with OpenCL's own, and compute right.
#include "plan/choice/choose_plan.h"
#include "plan/ir/plan.h"
#include "plan/planner/model_plan.h"
#include "plan/simd/nt_stores.h"
#include "plan/text/plan_summary.h"
#include "support/devices/cpu_device.h"
#include "support/devices/portable_device.h"
#include "support/judges/half.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include "support/transforms/vector_passes.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <cstring>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using kind = transform_kind;

struct sample {
    const char* why;
    kind request;
    std::vector<std::int64_t> shape;
    int vector_width;
    std::vector<std::size_t> rows;
};

const sample SAMPLES[] = {
    { "several rows a lane", kind::c2c, { 3 }, 16, { 5, 96, 211 } },
    { "vectors that overlap", kind::c2c, { 13 }, 8, { 3, 8, 19 } },
    { "transpose blocks in a loop", kind::c2c, { 60 }, 16, { 1, 50 } },
    { "lanes of points", kind::c2c, { 64 }, 8, { 1, 7 } },
    { "lanes of points, the last overlap", kind::c2c, { 480 }, 16, { 3 } },
    { "Rader's points", kind::c2c, { 61 }, 16, { 1, 19 } },
    { "a chirp", kind::c2c, { 74 }, 4, { 1, 9 } },
    { "a chirp in passes", kind::c2c, { 8209 }, 8, { 2 } },
    { "dimensions at once", kind::c2c, { 16, 24 }, 8, { 3 } },
    { "columns, then rows", kind::c2c, { 10, 20 }, 8, { 1, 3 } },
    { "passes", kind::c2c, { 100000 }, 16, { 1 } },
    { "reals, several rows a lane", kind::r2c, { 6 }, 16, { 5, 131 } },
    { "reals, index maps in tables", kind::r2c, { 90 }, 8, { 3, 21 } },
    { "bins in lanes of points", kind::r2c, { 1000 }, 4, { 3 } },
    { "bins of passes", kind::r2c, { 262144 }, 8, { 1 } },
    { "rows of reals, then columns", kind::r2c, { 10, 20 }, 8, { 3 } },
    { "from bins", kind::c2r, { 45 }, 8, { 35 } },
    { "from bins to lanes of points", kind::c2r, { 1000 }, 4, { 3 } },
    { "a cosine transform", kind::dct2, { 40 }, 16, { 37 } },
    { "columns of reals, a part of a vector", kind::dct3, { 12, 10 }, 8, { 3 } },
};

transform transform_of(const sample& s)
{
    transform t;
    t.kind = s.request;
    if (s.request == kind::c2r)
        t.dir = direction::inverse;
    t.shape.clear();
    for (const auto length : s.shape)
        t.shape.push_back(dimension{ length });
    t.number = precision::float16;
    return t;
}

} // namespace

class qa_vector_halves : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_vector_halves);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST(match_it_as_opencl_converts);
    CPPUNIT_TEST(match_it_in_planes);
    CPPUNIT_TEST(match_it_with_all_that_ends_do);
    CPPUNIT_TEST(stream_whole_lines);
    CPPUNIT_TEST(half_lines_are_put_together);
    CPPUNIT_TEST(keep_every_half_there_is);
    CPPUNIT_TEST_SUITE_END();

    static plan plan_of(const transform& t, const sample& s)
    {
        auto limits = cpu_device()->info().limits;
        limits.vector_width = s.vector_width;
        const auto p = choose_plan(t, limits);
        CPPUNIT_ASSERT_MESSAGE(std::string(s.why) + ": " + to_string(p),
                               std::all_of(p.passes.begin(), p.passes.end(), is_vectors));
        return p;
    }

    static void check(const plan& p,
                      const sample& s,
                      const std::vector<std::size_t>& batches,
                      const std::shared_ptr<device>& on)
    {
        const auto e = std::make_shared<executor>(p, on);
        for (const auto rows : batches) {
            const auto v = run_noise(e, rows);
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format(
                    "{}: {} rows of {}: {}", s.why, rows, to_string(p), text_of(v)),
                v.is_good());
        }
    }

    void match_the_reference()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        for (const auto& s : some_of(SAMPLES))
            check(plan_of(transform_of(s), s), s, s.rows, cpu_device());
    }

    void match_it_as_opencl_converts()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        const auto on = std::make_shared<portable_device>(cpu_device());
        for (const auto& s : some_of(SAMPLES)) {
            const auto t = transform_of(s);
            if (t.points() <= 100)
                check(plan_of(t, s), s, { s.rows.back() }, on);
        }
    }

    void match_it_in_planes()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        for (const auto& s : some_of(SAMPLES)) {
            auto t = transform_of(s);
            if (t.points() > 100)
                continue;
            if (!has_real_input(t))
                t.input_layout = complex_layout::planar;
            if (!has_real_output(t))
                t.output_layout = complex_layout::planar;
            if (has_real_input(t) && has_real_output(t))
                continue;
            check(plan_of(t, s), s, { s.rows.back() }, cpu_device());
        }
    }

    //! The inverse by a factor, with a window and rotations, in place.
    void match_it_with_all_that_ends_do()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        for (const auto& s : some_of(SAMPLES)) {
            auto t = transform_of(s);
            if (s.request != kind::c2c || t.points() > 64 || t.points() == 61)
                continue;
            t.dir = direction::inverse;
            t.norm = normalization::by_length;
            t.windowed = t.in_place = true;
            const auto length = t.shape[0].length;
            t.shape[0].input_rotation = t.shape[0].output_rotation =
                length == 64 ? 32 : length / 2;
            check(plan_of(t, s), s, s.rows, cpu_device());
        }
    }

    //! Non-temporal stores of rows as they are, and of write-combining tiles.
    void stream_whole_lines()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        std::vector<std::pair<sample, plan>> streamed;
        std::size_t accumulated = 0;
        for (const auto& s : SAMPLES) {
            auto p = plan_of(transform_of(s), s);
            auto& last = p.passes.back();
            if (!may_stream(last) || p.request.points() > 500)
                continue;
            last.change_vector().nt_store_rows = 1;
            accumulated += combines_stores(last);
            streamed.emplace_back(s, p);
        }
        for (const auto& [s, p] : some_of(streamed))
            check(p, s, s.rows, cpu_device());
        CPPUNIT_ASSERT(streamed.size() >= 5 && accumulated >= 1);
    }

    //! A vector of 16 halves is half a cache line, so that non-temporal stores wait for
    //! the other half in a write-combining tile.
    void half_lines_are_put_together()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.vector_width = 16;
        const auto only_pass = [&](std::int64_t length, precision number) {
            auto t = transform(length);
            t.number = number;
            const auto p = model_plan(t, limits);
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), p.passes.size());
            CPPUNIT_ASSERT(p.passes[0].lanes_are_rows());
            return p.passes[0];
        };
        CPPUNIT_ASSERT(!combines_stores(only_pass(16, precision::float32)));
        CPPUNIT_ASSERT(only_pass(16, precision::float32).vector().nt_store_rows);
        CPPUNIT_ASSERT(combines_stores(only_pass(16, precision::float16)));
        // A row of 3000 halves is more than a write-combining tile holds.
        CPPUNIT_ASSERT(only_pass(3000, precision::float32).vector().nt_store_rows);
        CPPUNIT_ASSERT(!only_pass(3000, precision::float16).vector().nt_store_rows);
    }

    //! Transforms of two points whose second is 0 store twice what they load, denormal
    //! numbers and infinities included; a NaN stays one.
    void keep_every_half_there_is()
    {
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        constexpr std::size_t ALL = 1 << 16;
        const sample s = { "every half", kind::c2c, { 2 }, 8, {} };
        const auto e = std::make_shared<executor>(plan_of(transform_of(s), s), on);
        std::vector<std::uint16_t> x(4 * ALL), y(4 * ALL);
        for (std::size_t i = 0; i < ALL; ++i) {
            x[4 * i] = static_cast<std::uint16_t>(i);
            x[4 * i + 1] = static_cast<std::uint16_t>(~i);
        }
        const host_arrays arrays = { { x.data() }, { y.data() } };
        const locked_memory none(on);
        slot one(on, none);
        row_places places;
        places.host = arrays;
        one.start(e, nullptr, places, ALL);
        one.finish();
        for (std::size_t i = 0; i < 4 * ALL; ++i) {
            const auto half = x[i / 4 * 4 + i % 2];
            const auto value = value_of_half(half), made = value_of_half(y[i]);
            // A zero may lose its sign where it is added to the other point.
            const bool is_kept = std::isnan(value) ? std::isnan(made) : value == made;
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{:04x} became {:04x}", half, y[i]),
                                   is_kept);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_vector_halves);
