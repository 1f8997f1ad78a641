/* SPDX-License-Identifier: GPL-3.0-or-later */
// Real transforms, dct and dst with a lane a row: PoCL, or whatever device the test has,
// against the reference. Batches end inside a tile, vectors overlap at the end of a row.
#include "codegen/generate/generate.h"
#include "plan/choice/choose_plan.h"
#include "plan/simd/nt_stores.h"
#include "plan/text/plan_summary.h"
#include "support/devices/cpu_device.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

const transform_kind KINDS[] = {
    transform_kind::r2c,  transform_kind::c2r,  transform_kind::dct1,
    transform_kind::dct2, transform_kind::dct3, transform_kind::dct4,
    transform_kind::dst1, transform_kind::dst2, transform_kind::dst3,
    transform_kind::dst4,
};

struct shape {
    const char* why;
    std::int64_t length;
    std::size_t rows;
};

const shape SHAPES[] = {
    { "odd, several rows a lane, whole and partial tiles", 9, 130 },
    { "an inner DFT of one stage, and a vector that overlaps", 20, 37 },
    { "index maps in tables, an odd inner DFT", 90, 35 },
};

} // namespace

class qa_real_rows : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_real_rows);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST(match_it_in_doubles);
    CPPUNIT_TEST(take_what_the_caller_asks_besides);
    CPPUNIT_TEST(stream_whole_tiles);
    CPPUNIT_TEST(long_rows_have_their_bins_made_in_lanes_of_points);
    CPPUNIT_TEST_SUITE_END();

    //! \return its first pass
    static pass
    check(const transform& t, std::size_t rows, const char* why, int vector_width = 0)
    {
        const auto on = cpu_device();
        auto limits = on->info().limits;
        limits.is_cpu = true;
        limits.vector_width =
            vector_width ? vector_width : std::max(limits.vector_width, 4);
        if (t.number == precision::float64 && !limits.has_float64)
            return {};
        const auto e = std::make_shared<executor>(choose_plan(t, limits), on);
        const auto v = run_noise(e, rows);
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {} rows of {}: {}",
                                           why,
                                           rows,
                                           to_string(e->made_plan()),
                                           text_of(v)),
                               v.is_good());
        return e->made_plan().passes.front();
    }

    void match_the_reference()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        std::size_t taken = 0;
        const auto shapes = some_of(SHAPES);
        for (const auto& s : shapes) {
            for (const auto kind : KINDS) {
                transform t(s.length);
                t.kind = kind;
                if (kind == transform_kind::c2r)
                    t.dir = direction::inverse;
                taken += check(t, s.rows, s.why).lanes_are_rows();
            }
        }
        // Types 1 of 20 and 90 points have inner DFTs of 19 and 89 points: large primes.
        CPPUNIT_ASSERT(taken + 2 >= shapes.size() * std::size(KINDS));
    }

    //! What doubles change against floats is alike in every kind: a shape for each.
    void match_it_in_doubles()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        std::size_t i = 0;
        for (const auto kind : KINDS) {
            const auto& s = SHAPES[i++ % std::size(SHAPES)];
            transform t(s.length);
            t.kind = kind;
            t.number = precision::float64;
            if (kind == transform_kind::c2r)
                t.dir = direction::inverse;
            check(t, s.rows, s.why);
        }
    }

    //! Non-temporal stores of rows that fill vectors as they are, and of write-combining
    //! tiles for other rows.
    void stream_whole_tiles()
    {
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        struct {
            transform_kind kind;
            std::int64_t length;
            bool is_combined;
        } const samples[] = {
            { transform_kind::r2c, 90, true },   { transform_kind::c2r, 90, true },
            { transform_kind::dct2, 30, true },  { transform_kind::dst1, 45, true },
            { transform_kind::dct4, 64, false }, { transform_kind::dct3, 32, false },
        };
        auto limits = on->info().limits;
        limits.is_cpu = true;
        limits.vector_width = 16;
        for (const auto& s : samples) {
            transform t(s.length);
            t.kind = s.kind;
            if (s.kind == transform_kind::c2r)
                t.dir = direction::inverse;
            auto streamed = choose_plan(t, limits);
            auto& only = streamed.passes.front();
            only.change_vector().nt_store_rows = 20;
            CPPUNIT_ASSERT_EQUAL(s.is_combined, combines_stores(only));
            const auto e = std::make_shared<executor>(streamed, on);
            for (const std::size_t rows : { 19, 37 }) {
                const auto v = run_noise(e, rows);
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format(
                        "{} rows of {}: {}", rows, to_string(streamed), text_of(v)),
                    v.is_good());
            }
        }
    }

    void long_rows_have_their_bins_made_in_lanes_of_points()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        struct {
            const char* why;
            std::int64_t length;
            int vector_width;
            bool is_windowed;
            bool is_scaled;
        } const samples[] = {
            { "two stages of 16 lanes", 512, 16, false, false },
            { "three stages, a window, a factor", 1024, 8, true, true },
            { "vectors of columns that overlap", 1000, 4, false, true },
        };
        for (const auto& s : samples) {
            transform t(s.length);
            t.kind = transform_kind::r2c;
            t.windowed = s.is_windowed;
            if (s.is_scaled)
                t.norm = normalization::orthonormal;
            const auto p = check(t, 5, s.why, s.vector_width);
            CPPUNIT_ASSERT(p.is_vector() && !p.is_across());
            CPPUNIT_ASSERT_EQUAL(s.vector_width, p.lanes());
            CPPUNIT_ASSERT(p.store.needs_pairs());
        }
    }

    void take_what_the_caller_asks_besides()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        for (const std::int64_t length : { 8, 45 }) {
            for (const auto kind : KINDS) {
                transform t(length);
                t.kind = kind;
                if (kind == transform_kind::c2r)
                    t.dir = direction::inverse;
                t.norm = normalization::orthonormal;
                t.orthogonalize =
                    kind != transform_kind::r2c && kind != transform_kind::c2r;
                check(t, 35, "orthonormal");
                t.input_distance = t.output_distance = length + 5;
                if (length == 8)
                    check(t, 35, "gaps between rows");
                t.input_distance = t.output_distance = 0;
                t.windowed = kind == transform_kind::r2c;
                if (t.windowed)
                    check(t, 35, "windowed");
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_real_rows);
