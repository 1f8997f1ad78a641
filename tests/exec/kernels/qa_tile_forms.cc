/* SPDX-License-Identifier: GPL-3.0-or-later */
// Forms of a workgroup's tile that the model picks for no device a test has, as plan
// lines: their kernels on a real device, PoCL where there is no other.
#include "device/interface/registry.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/run_on.h"
#include "support/some_of.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct form {
    const char* why;
    const char* emitter; //!< file below lib/codegen that the row is for
    const char* line;
    std::size_t rows;
};

const form FORMS[] = {
    { "columns fastest, staged",
      "simt/features/emit_staged.cc",
      "c2c forward 60: stockham | 10.6 columns=row:8 staged-input staged-output "
      "columns-fastest padding=0,1",
      19 },
    { "rows element by element side by side, fewer than their tile holds",
      "simt/features/emit_staged.cc",
      "c2c inverse 93, output strides 4, output distance 1: stockham | 3.31 "
      "columns=row:4 staged-input staged-output",
      3 },
    { "the input's rows side by side, fewer than their tile holds",
      "simt/features/emit_staged.cc",
      "c2c forward 60, input strides 4, input distance 1: stockham | 10.6 "
      "columns=row:4 staged-input staged-output",
      3 },
    { "rows of two dimensions between each other's points, one of two",
      "simt/features/emit_staged.cc",
      "c2c forward 6x15, output strides 30x1, output distance 15: stockham | "
      "6.15d1 columns=row:2 staged-input staged-output",
      1 },
    { "points of an input extended by symmetry, along strided columns",
      "io/emit_samples.cc",
      "dst1 forward 607x3: stockham + stockham | 4 to=output store=dst1.real.half "
      "row-factor=607 columns=row:64 staged-input paired-output padding=1 | 19.4x4.8 "
      "from=output load=dst1.real.half length=608 input-stride=3 output-stride=3 "
      "input-distance=1821 grid=column_tile:1:w3/3 columns=column:3:w1/1 paired-output "
      "padding=0,0,3",
      2 },
    { "a convolution of an input extended by symmetry, along strided columns",
      "io/emit_samples.cc",
      "dst1 forward 1201x3: stockham + bluestein | 4 to=output store=dst1.real.half "
      "row-factor=1201 columns=row:64 staged-input paired-output padding=1 | "
      "30m2.27m2.3x9m2 convolves from=output load=dst1.real.half.bluestein "
      "store=dst1.real.half.bluestein length=2430 caller-length=1201 input-stride=3 "
      "output-stride=3 input-distance=3603 grid=column_tile:3:w1/1 "
      "columns=column:1:w1/1",
      2 },
    { "more work-items than 16 bits count, in workgroups of no power of two",
      "simt/simt_io.cc",
      "c2c forward 33: stockham | 11m2.3m2 columns=row:23",
      12000 },
    { "registers filled from the columns",
      "simt/features/emit_staged.cc",
      "c2c forward 2: stockham | 2x4 columns=row:256 staged-input staged-output "
      "padding=1",
      700 },
    { "columns that nothing fills evenly, full tiles alone",
      "simt/features/emit_staged.cc",
      "c2c inverse 6: stockham | 6x3 columns=row:21 staged-input staged-output",
      42 },
    { "elements at irregular places",
      "simt/features/emit_staged.cc",
      "c2c forward 60: stockham | 10.6 columns=row:3 staged-input staged-output "
      "padding=0,3",
      10 },
    { "a tile along strided rows, staged",
      "simt/features/emit_staged.cc",
      "c2c forward 24x18, input strides 1x24: stockham | "
      "4.6.18d1 staged-input staged-output padding=1",
      3 },
    { "blocks of a picture by codelets of reals",
      "simt/features/emit_cosine.cc",
      "dct2 forward 8x8, orthonormal, orthogonalized: codelets | 8.8d1 codelets=dct2 "
      "columns=row:16 staged-input staged-output padding=1",
      37 },
    { "several sines of reals a work-item",
      "simt/features/emit_cosine.cc",
      "dst3 forward 6: codelets | 6x2 codelets=dst3 columns=row:64 staged-input "
      "staged-output padding=1",
      150 },
    { "type 4 along two dimensions, in global memory as the stages take it",
      "simt/features/emit_cosine.cc",
      "dct4 forward 12x8: codelets | 12.8d1 codelets=dct4 padding=1",
      5 },
    { "the last stages of two dimensions joined",
      "simt/kernel/emit_stage.cc",
      "c2c forward 32x32: stockham | 8x2.8x2d1.4x4d1.4x4 padding=0,3",
      3 },
    { "the last stages of one dimension joined, staged",
      "simt/kernel/emit_stage.cc",
      "c2c inverse 96: stockham | 6x2.4x4m2.4x4 columns=row:4 staged-input "
      "staged-output padding=1",
      9 },
    { "joined stages that hold part of an earlier digit, whose dimension has twiddles",
      "simt/kernel/emit_stage.cc",
      "c2c forward 32x32: stockham | 8.8d1.4x8.4x8d1 padding=0,1",
      3 },
    { "joined stages of a rotated output, so that outputs are stored by their index",
      "simt/simt_io.cc",
      "c2c inverse 32x24, output rotated by 5x7: stockham | 8.6d1.4x8m2.4x8m2d1 "
      "columns=row:2 padding=0,1",
      3 },
    { "joined stages of one dimension that hold part of an earlier digit, staged",
      "simt/kernel/emit_stage.cc",
      "c2c inverse 192: stockham | 12.4x8m2.4x8 columns=row:4 staged-input "
      "staged-output padding=1",
      9 },
    { "an exchange order that is not the stages' own, of two dimensions",
      "simt/kernel/emit_stage.cc",
      "c2c inverse 32x32: stockham | 8.8d1.4x8m2d1.4x8m2 exchange-order=2,1,3,4 "
      "padding=0,4,1",
      3 },
    { "an exchange order of rows that share a tile",
      "simt/kernel/emit_stage.cc",
      "c2c forward 60: stockham | 5.4.3 columns=row:8 exchange-order=1,3,2 padding=1,2",
      19 },
    { "an exchange order whose outputs k and -k meet in local memory",
      "simt/features/emit_pair_stores.cc",
      "r2c forward 512: stockham | 8.8.4x2 exchange-order=2,3,1 padding=1",
      5 },
    { "an exchange order with conjugate pairs in registers at input and output",
      "simt/paired/emit_paired_load.cc",
      "dct2 forward 512: stockham | 8.8.4 paired-input paired-output "
      "exchange-order=3,1,2 "
      "padding=1",
      5 },
    { "columns fastest, loads and stores straight from and to global memory",
      "simt/simt_io.cc",
      "c2c inverse 64: stockham | 4.4.4 columns=row:4 columns-fastest padding=0,0,1",
      9 },
    { "workspace in tiles that end inside the last digit",
      "simt/simt_io.cc",
      "c2c forward 384: multi-pass | 4.4 length=384 input-step=24 output-step=3 "
      "grid=column_tile:8:s3/48 columns=column:3:s1/1 | 4x2.6 output-step=16 "
      "input-tile=3 input-tile-step=48 grid=column_tile:4:s12/4:t4 "
      "columns=column:4:s3/1:t1 twiddle-order=384",
      5 },
    { "workspace in tiles that end inside a digit between",
      "simt/simt_io.cc",
      "c2c inverse 768: multi-pass | 4.4 length=768 input-step=48 output-step=8 "
      "grid=column_tile:6:s8/128 columns=column:8:s1/1 | 2.6.4 output-step=16 "
      "input-tile=8 input-tile-step=128 grid=column_tile:4:s32/4:t4 "
      "columns=column:4:s8/1:t1 twiddle-order=768",
      3 },
    { "a dimension split between two passes, beside a whole one",
      "simt/kernel/emit_twiddles.cc",
      "c2c forward 12x8: shared | 3.8d1 to=output length=12,8 input-step=4,1 "
      "grid=point:4:s1/3 | 4 "
      "from=output length=12 input-step=3 output-step=3 input-stride=8 output-stride=8 "
      "input-distance=96 grid=column_tile:2:w4/4,pass1_k:3:s1/1:t1 "
      "columns=column:4:w1/1 twiddle-order=12",
      7 },
    { "twiddles before a pass of two dimensions",
      "simt/kernel/emit_twiddles.cc",
      "c2c forward 6x12x8: shared | 3.8d1 to=output length=12,8 input-step=4,1 "
      "row-factor=6 grid=point:4:s1/3 | 4x2.6d1 "
      "from=output length=12,6 input-step=3,1 output-step=3,1 input-stride=8,96 "
      "output-stride=8,96 input-distance=576 "
      "grid=column_tile:2:w4/4,pass1_k:3:s1/1:t1 columns=column:4:w1/1 "
      "twiddle-order=12",
      3 },
    { "twiddles before a pass of two dimensions, the whole dimension first",
      "simt/kernel/emit_twiddles.cc",
      "c2c inverse 6x12x8: shared | 3.8d1 to=output length=12,8 input-step=4,1 "
      "row-factor=6 grid=point:4:s1/3 | 6d1.4 "
      "from=output length=12,6 input-step=3,1 output-step=3,1 input-stride=8,96 "
      "output-stride=8,96 input-distance=576 "
      "grid=column_tile:2:w4/4,pass1_k:3:s1/1:t1 columns=column:4:w1/1 "
      "twiddle-order=12",
      3 },
    { "Rader's by prime factors, rows staged",
      "simt/features/emit_rader_rows.cc",
      "c2c forward 127: rader | 9.14 convolves load=c2c.rader store=c2c.rader "
      "columns=row:16 staged-input staged-output prime-factor columns-fastest "
      "padding=0,1",
      37 },
    { "Rader's by three prime factors of a row alone, with another generator",
      "simt/features/emit_rader_rows.cc",
      "c2c forward 1021: rader | 17.4x3.15 convolves generator=76 load=c2c.rader "
      "store=c2c.rader staged-input staged-output prime-factor padding=0,5",
      3 },
    { "Rader's by prime factors, inverse, not staged",
      "simt/features/emit_rader.cc",
      "c2c inverse 61: rader | 4x3.15 convolves load=c2c.swap.rader "
      "store=c2c.swap.rader columns=row:3 prime-factor",
      8 },
    { "constant geometry, outputs stored where they belong",
      "simt/features/constant_places.cc",
      "c2c forward 256: stockham | 16.16 columns=row:2 constant-geometry padding=1,2",
      5 },
    { "constant geometry of the smallest radix",
      "simt/features/constant_places.cc",
      "c2c inverse 64: stockham | 2.2.2.2.2.2 columns=row:3 constant-geometry",
      7 },
    { "constant geometry, as many butterflies as the radix",
      "simt/features/constant_places.cc",
      "c2c forward 256: stockham | 4x4.4x4.4x4.4x4 staged-output constant-geometry "
      "padding=0,1",
      3 },
    { "constant geometry, some butterflies, staged at input and output",
      "simt/features/constant_places.cc",
      "c2c inverse 512: stockham | 8x2m2.8x2m2.8x2m2 columns=row:3 staged-input "
      "staged-output constant-geometry padding=1,0,3",
      8 },
    { "constant geometry, parts exchanged one by one",
      "simt/kernel/emit_stage.cc",
      "c2c forward 4096: stockham | 8x2.8x2.8x2.8x2 split constant-geometry padding=1",
      3 },
    { "constant geometry with columns fastest",
      "simt/features/constant_places.cc",
      "c2c forward 125: stockham | 5.5.5 columns=row:4 staged-output constant-geometry "
      "columns-fastest padding=1",
      9 },
    { "constant geometry of rotated points with gaps between",
      "simt/features/constant_places.cc",
      "c2c forward 81, input rotated by 40, output rotated by 41, input strides 3: "
      "stockham | 9x3.9x3 columns=row:2 constant-geometry",
      5 },
    { "frames that slide, a point a work-item, fewer than the last tile holds",
      "simt/frames/emit_sliding.cc",
      "c2c forward 16, windowed, taps per branch 5, input distance 16: stockham | 4.4 "
      "columns=row:8 staged-input staged-output sliding-frames=4 padding=1",
      21 },
    { "frames that slide, more points than work-items, by two branches a frame, inverse",
      "simt/frames/emit_sliding.cc",
      "c2c inverse 24, windowed, taps per branch 4, input distance 16: stockham | 6.4x2 "
      "columns=row:12 staged-input sliding-frames=2",
      26 },
    { "frames that slide, fewer points than work-items, planar",
      "simt/frames/emit_sliding.cc",
      "c2c forward 16, windowed, taps per branch 3, planar input, input distance 8: "
      "stockham | 4.4 columns=row:16 staged-input sliding-frames=8 padding=0,1",
      33 },
    { "frames that slide over samples between, to one stage",
      "simt/frames/emit_sliding.cc",
      "c2c forward 10, windowed, taps per branch 6, input distance 30: stockham | 10 "
      "columns=row:6 staged-input staged-output sliding-frames=3 padding=1",
      13 },
    { "frames that slide, by constant geometry, of halves",
      "simt/frames/emit_sliding.cc",
      "c2c forward 16, float16, windowed, taps per branch 4, input distance 4: stockham "
      "| "
      "4.4 columns=row:8 staged-input sliding-frames=2 constant-geometry",
      17 },
};

const char* const REFUSED[] = {
    // A tile ends inside the radix that stage 1 has in registers, or inside its
    // butterflies per item.
    "c2c forward 64: multi-pass | 8 length=64 input-step=8 output-step=4 "
    "grid=column_tile:2:s4/32 columns=column:4:s1/1 | 8 output-step=8 input-tile=4 "
    "input-tile-step=32 grid=column_tile:2:s16/4:t4 columns=column:4:s4/1:t1 "
    "twiddle-order=64",
    "c2c forward 384: multi-pass | 4.4 length=384 input-step=24 output-step=3 "
    "grid=column_tile:8:s3/48 columns=column:3:s1/1 | 4x3.6 output-step=16 "
    "input-tile=3 input-tile-step=48 grid=column_tile:4:s12/4:t4 "
    "columns=column:4:s3/1:t1 twiddle-order=384",
    // Tiles of which some would be missing, and one of the caller's input.
    "c2c forward 384: multi-pass | 4.4 length=384 input-step=24 output-step=3 "
    "grid=column_tile:8:s3/48 columns=column:3:s1/1 | 4x2.6 output-step=16 "
    "input-tile=3 input-tile-step=24 grid=column_tile:4:s12/4:t4 "
    "columns=column:4:s3/1:t1 twiddle-order=384",
    "c2c forward 16: stockham | 4.4 input-tile=2 input-tile-step=2",
    // Frames that slide: not staged, of one tap a branch, of no common samples, rotated,
    // one alone, not as many as a workgroup has, and more terms than a text should have.
    "c2c forward 16, windowed, taps per branch 4: stockham | 4.4 columns=row:8 "
    "sliding-frames=4",
    "c2c forward 16, windowed: stockham | 4.4 columns=row:8 staged-input "
    "sliding-frames=4",
    "c2c forward 16, windowed, taps per branch 4: stockham | 4.4 columns=row:8 "
    "staged-input sliding-frames=4",
    "c2c forward 16, windowed, taps per branch 4, input rotated by 8, input distance 16: "
    "stockham | 4.4 columns=row:8 staged-input sliding-frames=4",
    "c2c forward 16, windowed, taps per branch 4, input distance 16: stockham | 4.4 "
    "columns=row:8 staged-input sliding-frames=1",
    "c2c forward 16, windowed, taps per branch 4, input distance 8: stockham | 4.4 "
    "columns=row:12 staged-input sliding-frames=4",
    "c2c forward 16, windowed, taps per branch 4096, input distance 16: stockham | 4.4 "
    "columns=row:8 staged-input sliding-frames=4",
    // Work-items that filter: beside those that slide, of rows that leave by local
    // memory, that lie in two subgroups, of planes, of fewer places than they are, that
    // are no whole subgroup, and of more terms than a text should have.
    "c2c forward 64, windowed, taps per branch 4, input distance 64: stockham | 8.8 "
    "columns=row:4 staged-input sliding-frames=4 filter-items=64",
    "c2c forward 64, windowed, taps per branch 4, input distance 64: stockham | 8.8 "
    "columns=row:4 staged-input staged-output filter-items=64",
    "c2c forward 512, windowed, taps per branch 4, input distance 512: stockham | 8.8.8 "
    "columns=row:4 staged-input filter-items=64",
    "c2c forward 64, windowed, taps per branch 4, planar input, input distance 64: "
    "stockham | 8.8 columns=row:4 staged-input filter-items=64",
    "c2c forward 64, windowed, taps per branch 4, input distance 32: stockham | 8.8 "
    "columns=row:4 staged-input filter-items=64",
    "c2c forward 64, windowed, taps per branch 4, input distance 64: stockham | 8.8 "
    "columns=row:4 staged-input filter-items=16",
    "c2c forward 64, windowed, taps per branch 64, input distance 64: stockham | 8.8 "
    "columns=row:4 staged-input filter-items=64",
};

} // namespace

class qa_tile_forms : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_tile_forms);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST(match_it_as_the_plan_is_read);
    CPPUNIT_TEST(nonsense_is_refused);
    CPPUNIT_TEST_SUITE_END();

    static void check(const form& f, std::shared_ptr<device> on)
    {
        const auto p = parse_plan(f.line);
        CPPUNIT_ASSERT_EQUAL(std::string(f.line), plan_text(p));
        const auto v = run_noise(std::make_shared<executor>(p, std::move(on)), f.rows);
        CPPUNIT_ASSERT_MESSAGE(std::string(f.why) + ": " + text_of(v), v.is_good());
    }

    void match_the_reference()
    {
        for (const auto& f : some_of(FORMS))
            check(f, open_device("auto"));
    }

    //! A fake device computes what the pass says, and checks every access.
    void match_it_as_the_plan_is_read()
    {
        for (const auto& f : FORMS)
            check(f, make_fake_device({}, std::make_shared<fake_control>()));
    }

    void nonsense_is_refused()
    {
        for (const auto* line : REFUSED)
            CPPUNIT_ASSERT_THROW_MESSAGE(line, parse_plan(line), plan_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_tile_forms);
