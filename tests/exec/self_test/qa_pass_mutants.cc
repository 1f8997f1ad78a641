/* SPDX-License-Identifier: GPL-3.0-or-later */
// The self test finds a fault that shows in one part of a convolution, in a separate I/O
// pass, in the twiddles between passes or stages, or where work-items wait for others.
#include "exec/self_test/mutants.h"

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr const char* RADER =
    "c2c inverse 61: rader | 4x3.15 convolves load=c2c.swap.rader "
    "store=c2c.swap.rader columns=row:3 prime-factor";
constexpr const char* RADER_VECTORS =
    "c2c forward 61: vector convolution | 10.6 convolves load=c2c.rader store=c2c.rader "
    "columns=row:8 simd lanes=8 lane-columns workgroups=2";
constexpr const char* STAGED_RADER =
    "c2c forward 127: rader | 9.14 convolves load=c2c.rader store=c2c.rader "
    "columns=row:4 staged-input staged-output prime-factor columns-fastest padding=0,1";

const mutant BY_RADER[] = {
    { "a term of the spectrum", RADER, R"(spectrum\[36\])", "spectrum[32]" },
    { "a term of the spectrum in one work-item",
      RADER,
      R"(spectrum\[48\])",
      "spectrum[k == 2 ? 44 : 48]" },
    { "x[0] is not in X[0]", RADER, R"(x\.x \+ x0\.x, x\.y \+ x0\.y)", "x0.x, x0.y" },
    { "x[0] is in X[0] alone", RADER, R"(x0\.y \+ x\.y, x0\.x \+ x\.x)", "x0.y, x0.x" },
    { "the place of a point",
      RADER,
      R"(indices\[index \+ 35\])",
      "indices[index + 35 - (index == 3)]" },
    { "the place of an output",
      RADER,
      R"(indices\[60 \+ index \+ 20\])",
      "indices[60 + index + 20 - (index == 3)]" },
    { "two places in the table",
      RADER_VECTORS,
      R"(60, 0, 1, 6, 2, 22,)",
      "60, 0, 1, 2, 6, 22," },
    { "x[0] of lanes", RADER_VECTORS, R"(lone_im = im\[60\];)", "lone_im = re[60];" },
    { "a term of the spectrum of lanes",
      RADER_VECTORS,
      R"(twiddles\[base \+ 1 \+ 50\])",
      "twiddles[base + (base == 24 ? 2 : 1) + 50]" },
    { "a point that is looked up in a staged row",
      STAGED_RADER,
      R"(x2 = row_points\[look_up\[28\]\])",
      "x2 = row_points[look_up[n2 == 5 ? 42 : 28]]" },
    { "the last element of a part of the staged rows",
      STAGED_RADER,
      R"(from\[min\(i, count - 1\)\])",
      "from[min(i, count - 2)]" },
};

constexpr const char* CHIRP = "c2c forward 13: bluestein | 5.5 convolves "
                              "load=c2c.bluestein store=c2c.bluestein caller-length=13";
constexpr const char* CHIRP_VECTORS =
    "c2c forward 13: vector convolution | 5.5 convolves load=c2c.bluestein "
    "store=c2c.bluestein caller-length=13 columns=row:8 simd lanes=8 lane-columns "
    "workgroups=2";

const mutant BY_BLUESTEIN[] = {
    { "the chirp of a point",
      CHIRP,
      R"(cmul\(chirp\(twiddles, n\))",
      "cmul(chirp(twiddles, n == 5 ? 4 : n)" },
    { "the chirp of an output",
      CHIRP,
      R"(cmul\(chirp\(twiddles, k\))",
      "cmul(chirp(twiddles, k == 11 ? 10 : k)" },
    { "the last point", CHIRP, R"(n >= 13)", "n >= 12" },
    { "a term of the spectrum",
      CHIRP,
      R"(spectrum\[15\])",
      "spectrum[k == 2 ? 10 : 15]" },
    { "a twiddle on the way back",
      CHIRP,
      R"(\n {12}x3 = cmul\(x3, w3\);)",
      "\n            x3 = cmul(x3, k == 4 ? w2 : w3);" },
    { "the chirp of a point of lanes",
      CHIRP_VECTORS,
      R"(chirp2 = twiddles\[j \+ 2 \+ 20\];\n( *)re)",
      "chirp2 = twiddles[j + (j == 4 ? 1 : 2) + 20];\n$1re" },
    { "the chirp of an output of lanes",
      CHIRP_VECTORS,
      R"(chirp2 = twiddles\[j \+ 2 \+ 20\];\n( *)square)",
      "chirp2 = twiddles[j + (j == 4 ? 1 : 2) + 20];\n$1square" },
    { "a zero behind the points of lanes",
      CHIRP_VECTORS,
      R"(j = 13; j < 25)",
      "j = 14; j < 25" },
};

constexpr const char* APART =
    "r2c forward 37: vector convolution | pointwise length=37 output-distance=74 "
    "columns=k:37:s1/1 | 6.6 convolves load=c2c.rader store=c2c.rader length=36 "
    "output-offset=37 columns=row:8 simd lanes=8 lane-columns workgroups=2 | pointwise "
    "length=37 columns=k:37:s1/1:w1/0";
constexpr const char* VECTORS_APART =
    "dct2 forward 1024: vectors | pointwise length=512 output-distance=1024 "
    "columns=k:512:s1/1:w0/1 lanes=8 | 8.8.8 output-offset=512 simd lanes=8 workgroups=2 "
    "| "
    "pointwise columns=k:512:s1/1:w1/0 lanes=8";

const mutant POINTWISE[] = {
    { "an input that is copied beforehand",
      APART,
      R"(load_point\(from, 0 \+ 1 \* k\))",
      "load_point(from, 0 + 1 * (k == 11 ? 12 : k))" },
    { "an output that is copied afterwards",
      APART,
      R"(= from\[0 \+ 1 \* k\])",
      "= from[0 + 1 * (k == 11 ? 12 : k)]" },
    { "the last bin", APART, R"(k >= 19)", "k >= 18" },
    { "the conjugate of output 0",
      VECTORS_APART,
      R"(point \? 512 - point : 0)",
      "point ? 512 - point : 1" },
    { "two lanes of conjugate outputs",
      VECTORS_APART,
      R"(MIRROR_RE\(a, b\) SHUFFLE\(a, b, 14, 12,)",
      "MIRROR_RE(a, b) SHUFFLE(a, b, 12, 14," },
    { "the root of a vector",
      VECTORS_APART,
      R"(w_a = LOAD\(\(__global const float\*\)\(twiddles \+ k\))",
      "w_a = LOAD((__global const float*)(twiddles + (k == 72 ? 64 : k))" },
    { "an output beyond the middle",
      VECTORS_APART,
      R"(REVERSED\(-y_im\))",
      "REVERSED(k == 72 ? y_im : -y_im)" },
};

constexpr const char* FOUR_STEP =
    "c2c forward 384: multi-pass | 4.4 length=384 input-step=24 output-step=3 "
    "grid=column_tile:8:s3/48 columns=column:3:s1/1 | 4x2.6 output-step=16 input-tile=3 "
    "input-tile-step=48 grid=column_tile:4:s12/4:t4 columns=column:4:s3/1:t1 "
    "twiddle-order=384";
constexpr const char* FOUR_STEP_VECTORS =
    "c2c forward 4096: vector passes | 8.8 length=4096 input-step=64 output-step=64 "
    "grid=column_tile:8:s8/8 columns=column:8:s1/1 simd lanes=8 lane-columns "
    "workgroups=2 | "
    "8.8 output-step=64 grid=column_tile:8:s512/8:t8 columns=column:8:s64/1:t1 "
    "twiddle-order=4096 simd lanes=8 lane-columns workgroups=2";

//! Each fault shows where one residue of inputs comes to one of outputs.
const mutant BETWEEN_PASSES[] = {
    { "a root of one column",
      FOUR_STEP,
      R"(pass_root\(twiddles, k \* \(j \+ 3\)\))",
      "pass_root(twiddles, k * (j + 3) + (k == 5 && j == 1))" },
    { "a step of roots", FOUR_STEP, R"(k \* 12\))", "k * 12 + (k == 13))" },
    { "the root of a tile of lanes",
      FOUR_STEP_VECTORS,
      R"(tile_k \* \(base \+ 24\)\))",
      "tile_k * (base + 24) + (tile_k == 40 && base == 3))" },
    { "a root of one lane",
      FOUR_STEP_VECTORS,
      R"(const vec w5_im = (.*);)",
      "vec w5_im = $1; if (base == 2) w5_im.s6 = -w5_im.s6;" },
    { "a column in the place of another one",
      FOUR_STEP_VECTORS,
      R"(LOAD\(from \+ 2 \* \(tile_in \+ j \+ 320\)\))",
      "LOAD(from + 2 * (tile_in + j + (tile_in == 512 ? 256 : 320)))" },
};

constexpr const char* STAGES = "c2c forward 64: stockham | 8.8 columns=row:4";
constexpr const char* VECTOR_STAGES = "c2c forward 512: vectors | 8.8.8 simd lanes=8 "
                                      "workgroups=2";

const mutant BETWEEN_STAGES[] = {
    { "a root of one work-item",
      STAGES,
      R"(cmul\(x5, w5\))",
      "cmul(x5, k == 3 ? w4 : w5)" },
    { "a sum in a butterfly, of an eighth of the outputs",
      STAGES,
      R"(y3_im = t15 - 0\.707106781f)",
      "y3_im = t15 + 0.707106781f" },
    { "a point of one row of a tile",
      STAGES,
      R"(float2 x6 = slot\[6\];)",
      "float2 x6 = slot[6]; if (t == 21) x6.x = -x6.x;" },
    { "nobody waits", STAGES, R"(barrier\(CLK_LOCAL_MEM_FENCE\);)", "" },
    { "a root of one lane",
      VECTOR_STAGES,
      R"(const vec w6_im = (.*);)",
      "vec w6_im = $1; if (tile == 5) w6_im.s3 = -w6_im.s3;" },
    { "a root that lanes share",
      VECTOR_STAGES,
      R"(p3_re \* w\[2\]\.x)",
      "p3_re * (butterflies == 7 ? -w[2].x : w[2].x)" },
};

} // namespace

class qa_pass_mutants : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pass_mutants);
    CPPUNIT_TEST(of_convolutions_by_rader_are_found);
    CPPUNIT_TEST(of_convolutions_by_bluestein_are_found);
    CPPUNIT_TEST(of_pointwise_passes_are_found);
    CPPUNIT_TEST(of_twiddles_between_passes_are_found);
    CPPUNIT_TEST(of_what_is_between_stages_are_found);
    CPPUNIT_TEST_SUITE_END();

public:
    void of_convolutions_by_rader_are_found() { expect_each_found(BY_RADER); }
    void of_convolutions_by_bluestein_are_found() { expect_each_found(BY_BLUESTEIN); }
    void of_pointwise_passes_are_found() { expect_each_found(POINTWISE); }
    void of_twiddles_between_passes_are_found() { expect_each_found(BETWEEN_PASSES); }
    void of_what_is_between_stages_are_found() { expect_each_found(BETWEEN_STAGES); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pass_mutants);
