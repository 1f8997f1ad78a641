/* SPDX-License-Identifier: GPL-3.0-or-later */
// Load and store operations that find points k and -k in registers,
// plan/simt/conjugate_pairs.h: plans on fake devices, which count accesses, and kernels
// on a real one, PoCL where there is no other.
#include "device/interface/registry.h"
#include "plan/choice/choose_plan.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/run_on.h"
#include "support/some_of.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct sample {
    const char* why;
    const char* line;
    std::size_t rows;
};

const sample SAMPLES[] = {
    { "conjugate pairs with an even last radix",
      "r2c forward 64: paired | 8.4 paired-output columns=row:8",
      19 },
    { "conjugate pairs with an odd last radix",
      "r2c forward 60: paired | 10.3 paired-output columns=row:4",
      9 },
    { "conjugate pairs with a last radix of 2",
      "r2c forward 32: paired | 8.2 paired-output columns=row:4",
      4 },
    { "a row a work-item",
      "r2c forward 16: paired | 8 paired-output columns=row:16",
      33 },
    { "an odd row a work-item",
      "r2c forward 10: paired | 5 paired-output columns=row:16",
      33 },
    { "a middle stage, several butterflies per item, products of twiddles",
      "r2c forward 1024: paired | 8x2m2.8x2m2.8m3 paired-output padding=0,1",
      3 },
    { "parts exchanged one by one",
      "r2c forward 256: paired | 4x2.8.4 paired-output split columns=row:2",
      5 },
    { "rows stored as they lie",
      "r2c forward 64: paired | 8.4 staged-output paired-output columns-fastest "
      "columns=row:8 padding=0,1",
      19 },
    { "a scale and doubles",
      "r2c forward 64, float64, scaled by 0.5: paired | 4.8 paired-output columns=row:4",
      6 },
    { "halves", "r2c forward 64, float16: paired | 8.4 paired-output columns=row:8", 19 },
    { "halves stored as they lie",
      "r2c forward 64, float16: paired | 8.4 staged-output paired-output columns-fastest "
      "columns=row:8 padding=0,1",
      19 },
    { "reals in halves at input and output",
      "dct2 forward 64, float16: paired | 8.4 paired-input paired-output columns=row:8",
      19 },
    { "reals in halves at input and output, as they lie",
      "dct2 forward 12, float16: paired | 6 paired-input paired-output staged-input "
      "staged-output columns=row:16",
      37 },
    { "halves that lie apart",
      "dst2 forward 64, float16, input strides 3, output strides 2: paired | 8.4 "
      "input-stride=3 output-stride=2 input-distance=190 output-distance=127 "
      "paired-input paired-output columns=row:8",
      9 },
    { "four reals at once",
      "dct2 forward 64: paired | 8.4 paired-input paired-output columns=row:8",
      19 },
    { "a row a work-item", "dct2 forward 8: paired | 4 paired-input paired-output", 7 },
    { "an odd multiple of 4",
      "dct2 forward 12: paired | 6 paired-input paired-output staged-input "
      "staged-output columns=row:16",
      37 },
    { "rows loaded and stored as they lie",
      "dct2 forward 64: paired | 8.4 paired-input paired-output staged-input "
      "staged-output columns-fastest columns=row:8",
      19 },
    { "the input alone is paired",
      "dct2 forward 120: paired | 6.10 paired-input columns=row:2",
      5 },
    { "the output alone is paired",
      "dct2 forward 60: paired | 6.5 paired-output columns=row:2",
      5 },
    { "three stages, load and store operations that cut their neighbour",
      "dct2 forward 1024: paired | 8.8x2.8 paired-input paired-output",
      3 },
    { "a dst", "dst2 forward 96: paired | 6.8 paired-input paired-output", 3 },
    { "rows of doubles",
      "dst2 forward 64, float64: paired | 8.4 paired-input paired-output staged-input "
      "staged-output columns=row:4",
      6 },
    { "an orthogonal dct",
      "dct2 forward 64, orthonormal, orthogonalized: paired | 8.4 paired-input "
      "paired-output columns=row:2",
      5 },
    { "an orthogonal dst, a row a work-item",
      "dst2 forward 16, orthonormal, orthogonalized: paired | 8 paired-input "
      "paired-output",
      5 },
    { "type 1", "dct1 forward 65: paired | 8.8 paired-output columns=row:2", 5 },
    { "an orthogonal dct of type 1",
      "dct1 forward 17, orthonormal, orthogonalized: paired | 4.4 paired-output",
      5 },
    { "paired columns",
      "r2c forward 1024: multi-pass | 8 length=512 input-step=64 output-step=64 "
      "grid=column_tile:16:s4/4 columns=column:4:s1/1 | 4x2.4x2.4 output-step=8 "
      "grid=column_tile:2 columns=column:4:s64/1:t1 paired-columns twiddle-order=512 "
      "paired-output",
      3 },
    { "paired columns, one of each, an odd last radix",
      "r2c forward 480: multi-pass | 6 length=240 input-step=40 output-step=40 "
      "grid=column_tile:10:s4/4 columns=column:4:s1/1 | 8.5 output-step=6 "
      "grid=column_tile:3 columns=column:2:s40/1:t1 paired-columns twiddle-order=240 "
      "split paired-output padding=1",
      3 },
    { "paired columns of a dct",
      "dct2 forward 1024: multi-pass | 8 length=512 input-step=64 output-step=64 "
      "grid=column_tile:16:s4/4 columns=column:4:s1/1 | 8.8 output-step=8 "
      "grid=column_tile:2 columns=column:4:s64/1:t1 paired-columns twiddle-order=512 "
      "paired-output",
      3 },
    { "columns of a picture",
      "dct2 forward 64x64: s + s | 8.4 to=output store=dct2.real.half row-factor=64 "
      "columns=row:8 paired-input paired-output padding=1,2 | 8.4 from=output "
      "load=dct2.real.half input-stride=64 output-stride=64 input-distance=4096 "
      "grid=column_tile:4:w16/16 columns=column:16:w1/1 paired-input paired-output",
      2 },
    { "bins of a c2r, an even first radix",
      "c2r inverse 64: paired | 8.4 paired-input columns=row:8",
      19 },
    { "bins of a c2r, an odd first radix",
      "c2r inverse 60: paired | 3.10 paired-input columns=row:4",
      9 },
    { "bins of a c2r, a first radix of 2",
      "c2r inverse 32: paired | 2.8 paired-input columns=row:4",
      4 },
    { "a row of bins a work-item",
      "c2r inverse 16: paired | 8 paired-input columns=row:16",
      33 },
    { "an odd row of bins a work-item",
      "c2r inverse 10: paired | 5 paired-input columns=row:16",
      33 },
    { "bins, a middle stage, several butterflies per item",
      "c2r inverse 1024: paired | 8m2.8x2m2.8x2m3 paired-input padding=0,1",
      3 },
    { "bins, parts exchanged one by one",
      "c2r inverse 256: paired | 4.8.4x2 paired-input split columns=row:2",
      5 },
    { "bins loaded as they lie",
      "c2r inverse 64: paired | 8.4 staged-input paired-input columns-fastest "
      "columns=row:8 padding=0,1",
      19 },
    { "bins loaded, and reals stored, by way of local memory",
      "c2r inverse 64: paired | 4.8 staged-input staged-output paired-input "
      "columns=row:8",
      19 },
    { "bins of doubles and a scale",
      "c2r inverse 64, float64, scaled by 0.5: paired | 4.8 paired-input columns=row:4",
      6 },
    { "bins of halves",
      "c2r inverse 64, float16: paired | 8.4 paired-input columns=row:8",
      19 },
    { "bins of halves loaded as they lie",
      "c2r inverse 64, float16: paired | 8.4 staged-input paired-input columns-fastest "
      "columns=row:8 padding=0,1",
      19 },
    { "bins that lie apart",
      "c2r inverse 96, input strides 3, output strides 2: paired | 6.8 input-stride=3 "
      "output-stride=2 input-distance=145 output-distance=191 paired-input columns=row:2",
      5 },
    { "four reals a pair, an even first radix",
      "dct3 forward 64: paired | 8.4 paired-input columns=row:8",
      19 },
    { "four reals a pair, an odd first radix",
      "dct3 forward 60: paired | 3.10 paired-input columns=row:4",
      9 },
    { "a dct3 whose row is a work-item's",
      "dct3 forward 16: paired | 8 paired-input columns=row:16",
      33 },
    { "an odd row of pairs of a dct3 in a work-item",
      "dct3 forward 10: paired | 5 paired-input columns=row:16",
      33 },
    { "an orthogonal dct3",
      "dct3 forward 64, orthonormal, orthogonalized: paired | 4.8 paired-input "
      "columns=row:2",
      5 },
    { "an orthogonal dct3, a row a work-item",
      "dct3 forward 16, orthonormal, orthogonalized: paired | 8 paired-input",
      5 },
    { "an orthogonal dst3",
      "dst3 forward 64, orthonormal, orthogonalized: paired | 4.8 paired-input "
      "columns=row:2",
      5 },
    { "a dst3, backwards", "dst3 forward 96: paired | 6.8 paired-input", 3 },
    { "a dst3 whose row is a work-item's",
      "dst3 forward 16: paired | 8 paired-input columns=row:16",
      33 },
    { "a dct3 loaded as its rows lie",
      "dct3 forward 64: paired | 8.4 staged-input paired-input columns-fastest "
      "columns=row:8",
      19 },
    { "a dst3 of doubles loaded as its rows lie",
      "dst3 forward 60, float64: paired | 3.10 staged-input paired-input columns-fastest "
      "columns=row:4",
      7 },
    { "a dct3 of halves", "dct3 forward 64, float16: paired | 8.4 paired-input", 5 },
    { "a dst3 of halves that lie apart",
      "dst3 forward 64, float16, input strides 3: paired | 8.4 input-stride=3 "
      "input-distance=190 paired-input columns=row:8",
      9 },
    { "a dct3 of halves loaded as its rows lie",
      "dct3 forward 64, float16: paired | 8.4 staged-input paired-input columns-fastest "
      "columns=row:8",
      19 },
    { "four neighbours stored at once",
      "dct3 forward 64: paired | 8.4 paired-input paired-output columns=row:8",
      19 },
    { "four neighbours stored, the input alone as it was",
      "dct3 forward 64: paired | 8.4 paired-output columns=row:8",
      19 },
    { "a dct3 of three stages, pairs on both sides",
      "dct3 forward 1024: paired | 8.8x2.8 paired-input paired-output padding=1,2",
      3 },
    { "a dst3, its pairs stored",
      "dst3 forward 96: paired | 6.8 paired-input paired-output",
      3 },
    { "a dct3 of 12 points in one stage",
      "dct3 forward 12: paired | 6 paired-input paired-output columns=row:16",
      33 },
    { "a dct3 stored as its rows lie",
      "dct3 forward 64: paired | 8.4 staged-output paired-input paired-output "
      "columns-fastest columns=row:8",
      19 },
    { "a dst3 of doubles, scaled, stored as its rows lie",
      "dst3 forward 64, float64, scaled by 0.5: paired | 8.4 staged-output paired-output "
      "columns-fastest columns=row:4",
      6 },
    { "a dct3 of halves, pairs on both sides",
      "dct3 forward 64, float16: paired | 8.4 paired-input paired-output columns=row:8",
      19 },
    { "a dct3 of halves that lie apart",
      "dct3 forward 64, float16, output strides 2: paired | 8.4 output-stride=2 "
      "output-distance=127 paired-output columns=row:8",
      9 },
    { "a dct4, neighbours loaded and stored",
      "dct4 forward 64: paired | 8.4 paired-input paired-output columns=row:8",
      19 },
    { "a dct4, its input alone in pairs",
      "dct4 forward 64: paired | 8.4 paired-input columns=row:8",
      19 },
    { "a dct4, its output alone in pairs",
      "dct4 forward 64: paired | 8.4 paired-output columns=row:8",
      19 },
    { "a dct4 of three stages",
      "dct4 forward 1024: paired | 8.8x2.8 paired-input paired-output padding=1,2",
      3 },
    { "a dst4", "dst4 forward 96: paired | 6.8 paired-input paired-output", 3 },
    { "a dct4 whose row is a work-item's",
      "dct4 forward 12: paired | 6 paired-input paired-output columns=row:16",
      33 },
    { "a dst4 of doubles, scaled",
      "dst4 forward 64, float64, scaled by 0.5: paired | 8.4 paired-input paired-output "
      "columns=row:4",
      6 },
    { "a dct4 of halves",
      "dct4 forward 64, float16: paired | 8.4 paired-input paired-output columns=row:8",
      19 },
    { "a dst4 of halves that lie apart",
      "dst4 forward 64, float16, input strides 3, output strides 2: paired | 8.4 "
      "input-stride=3 output-stride=2 input-distance=190 output-distance=127 "
      "paired-input paired-output columns=row:8",
      9 },
    { "a dst of type 1",
      "dst1 forward 59: paired | 10.6 paired-output columns=row:2",
      5 },
};

const char* const REFUSED[] = {
    "c2c forward 64: paired | 8.8 paired-output",
    "c2r inverse 64: paired | 8.4 paired-output",
    "r2c forward 64: paired | 8.4 paired-input",
    "r2c forward 64: paired | 8.4x2 paired-output",
    "r2c forward 256: paired | 16.8 simd lanes=16 paired-output",
    "r2c forward 30: paired | 5.3 paired-output",
    "r2c forward 64: paired | 8.4 staged-output",
    "c2r inverse 60: paired | 6.5 paired-input",
    "c2r inverse 64: paired | 8x2.4 paired-input",
    "c2r inverse 64, input distance 34: paired | 8.4 input-distance=34 staged-input "
    "paired-input",
    "dct3 forward 60: paired | 10.3 paired-output",
    "dct3 forward 60: paired | 3.10 paired-output",
    "dct4 forward 60: paired | 10.3 paired-output",
    "dct2 forward 24: paired | 3.4 paired-input",
    "dct2 forward 64: paired | 8x2.4 paired-input",
    "dct2 forward 64: paired | 8.4 paired-input paired-output split staged-input",
};

std::shared_ptr<device> fake()
{
    device_info info;
    info.limits = make_limits(false, 227, 1024, 255);
    info.limits.has_float64 = true;
    return make_fake_device(info, std::make_shared<fake_control>());
}

} // namespace

class qa_paired : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_paired);
    CPPUNIT_TEST(lines_say_it);
    CPPUNIT_TEST(kernels_match_the_reference);
    CPPUNIT_TEST(is_refused_where_points_do_not_pair);
    CPPUNIT_TEST(planner_pairs_what_it_can);
    CPPUNIT_TEST_SUITE_END();

    static void check(const sample& s, const std::shared_ptr<device>& on)
    {
        const auto made = parse_plan(s.line);
        const auto v = run_noise(std::make_shared<executor>(made, on), s.rows);
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{}: {} rows of {}: {}", s.why, s.rows, s.line, text_of(v)),
            v.is_good());
    }

    void lines_say_it()
    {
        for (const auto& s : SAMPLES) {
            const auto made = parse_plan(s.line);
            CPPUNIT_ASSERT_EQUAL(plan_text(made), plan_text(parse_plan(plan_text(made))));
            const auto& last = made.passes.back();
            CPPUNIT_ASSERT_MESSAGE(
                s.line, last.workgroup().paired_input || last.workgroup().paired_output);
        }
    }

    void kernels_match_the_reference()
    {
        const auto on = open_device("auto");
        for (const auto& s : some_of(SAMPLES)) {
            const bool is_double =
                parse_plan(s.line).request.number == precision::float64;
            if (!is_double || on->info().limits.has_float64)
                check(s, on);
        }
    }

    void is_refused_where_points_do_not_pair()
    {
        for (const auto* line : REFUSED)
            CPPUNIT_ASSERT_THROW_MESSAGE(line, parse_plan(line), plan_error);
    }

    void planner_pairs_what_it_can()
    {
        const auto limits = make_limits(false, 227, 1024, 255);
        for (const std::int64_t n : { 64, 256, 1000, 1024, 4096, 6000, 16384 }) {
            for (const auto kind :
                 { transform_kind::r2c, transform_kind::dct2, transform_kind::dst2 }) {
                transform t(n);
                t.kind = kind;
                const auto made = choose_plan(t, limits);
                CPPUNIT_ASSERT_EQUAL(std::size_t(1), made.passes.size());
                const auto& p = made.passes[0];
                CPPUNIT_ASSERT_MESSAGE(plan_text(made), p.workgroup().paired_output);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(plan_text(made),
                                             kind != transform_kind::r2c,
                                             p.workgroup().paired_input);
                const auto again = run_noise(std::make_shared<executor>(made, fake()), 3);
                CPPUNIT_ASSERT_MESSAGE(plan_text(made), again.is_good());
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_paired);
