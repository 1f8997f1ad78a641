/* SPDX-License-Identifier: GPL-3.0-or-later */
// The self test finds a fault that shows in a kernel's load and store operations alone:
// bins of real transforms, windows, rotations, planes, doubles, and expressions.
#include "exec/self_test/mutants.h"

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr const char* MIRRORED = "r2c forward 64: stockham | 8.4 columns=row:4";
constexpr const char* PAIRED = "r2c forward 64: paired | 8.4 paired-output columns=row:8";
constexpr const char* VECTOR_BINS = "r2c forward 512: vectors | 8.8.4 simd lanes=8 "
                                    "workgroups=2";
constexpr const char* LONG_BINS = "r2c forward 16384: stockham | 16m3.8x2m3.8x2m3.8x2m3 "
                                  "padding=0,1";

const mutant R2C[] = {
    { "the root of one bin",
      MIRRORED,
      R"(cmul\(root_of_64\(twiddles, k\), odd\))",
      "cmul(root_of_64(twiddles, k == 13 ? 12 : k), odd)" },
    { "the bin in the middle", MIRRORED, R"(= even - odd;)", "= even + odd;" },
    { "the bin in the middle of many", LONG_BINS, R"(= even - odd;)", "= even + odd;" },
    { "the conjugate of bin 0", MIRRORED, R"(k \? 32 - k : 0)", "k ? 32 - k : 1" },
    { "an output k paired with -k in the registers of one work-item",
      PAIRED,
      R"(pair \? x6 : x3)",
      "pair ? x6 : x2" },
    { "a bin beyond the middle",
      PAIRED,
      R"(far_down\[0\] = complex_of\(e.x - o.x, o.y - e.y\))",
      "far_down[0] = complex_of(e.x - o.x, o.y + e.y)" },
    { "a bin of the other butterfly of one work-item",
      PAIRED,
      R"(down\[-12\] = complex_of\(e.x - o.x)",
      "down[-12] = complex_of(e.x + o.x" },
    { "the vector above the first bins",
      VECTOR_BINS,
      R"(order\[q \? 32 - q : 0\])",
      "order[q ? 32 - q : 31]" },
    { "the root of a vector of bins",
      VECTOR_BINS,
      R"(LOAD\(bins \+ 16 \* q\))",
      "LOAD(bins + 16 * (q == 21 ? 20 : q))" },
};

constexpr const char* BINS = "c2r inverse 64: stockham | 8.4 columns=row:4";
constexpr const char* LOADED_BINS = "c2r inverse 512: vectors | 8.8.4 simd lanes=8 "
                                    "workgroups=2";

const mutant C2R[] = {
    { "the conjugate of one bin",
      BINS,
      R"(bin_at\(from \+ 32 - n, line,)",
      "bin_at(from + 32 - (n == 7 ? 8 : n), line," },
    { "the root of one bin",
      BINS,
      R"(root_of_64\(twiddles, n\))",
      "root_of_64(twiddles, n == 7 ? 8 : n)" },
    { "the imaginary part of the bin in the middle",
      BINS,
      R"(n == 0 \|\| n == 32)",
      "n == 0" },
    { "the imaginary part of bin 0", BINS, R"(n == 0 \|\| n == 32)", "n == 32" },
    { "the bin in the middle, beside bin 0",
      LOADED_BINS,
      R"(x0_re.s0 = first - middle;)",
      "x0_re.s0 = first + middle;" },
    { "two lanes of bins in reverse",
      LOADED_BINS,
      R"(SHUFFLE\(a, b, 15, 13, 11, 9, 7,)",
      "SHUFFLE(a, b, 15, 13, 9, 11, 7," },
    { "the turn of some bins",
      LOADED_BINS,
      R"(h_re = -turn_im, h_im = turn_re;)",
      "h_re = turn_im, h_im = turn_re;" },
};

constexpr const char* BUSY = "c2c inverse 64, windowed, planar input, planar output, "
                             "input rotated by 5, output rotated by 9: stockham | 8.8 "
                             "columns=row:4";
constexpr const char* BUSY_VECTORS =
    "c2c inverse 64, windowed, planar input, planar output, input rotated by 24, output "
    "rotated by 40: vectors | 8.8 simd lanes=8 workgroups=2";
constexpr const char* BUSY_ROWS =
    "c2c forward 20, windowed, planar input, planar output, input rotated by 7, output "
    "rotated by 11: vector rows | 4.5 columns=row:8 simd lanes=8 lane-columns "
    "workgroups=2";

const mutant WINDOWS[] = {
    { "a tap", BUSY, R"(window\[n\])", "window[n == 9 ? 8 : n]" },
    { "a vector of taps",
      BUSY_VECTORS,
      R"(LOAD\(window \+ column \+ 40\))",
      "LOAD(window + column + 32)" },
    { "a tap of a lane",
      BUSY_VECTORS,
      R"(const vec tap5 = (.*);)",
      "vec tap5 = $1; tap5.s6 = tap5.s5;" },
    { "a tap of rows",
      BUSY_ROWS,
      R"(window\[point5\])",
      "window[point5 == 18 ? 17 : point5]" },
    { "a tap of the imaginary parts of rows",
      BUSY_ROWS,
      R"((im\[point3\] = window\[)point3)",
      "$1point2" },
};

const mutant ROTATIONS[] = {
    { "a point behind the end", BUSY, R"(n < 59 \? n \+ 5)", "n < 60 ? n + 4" },
    { "the last point", BUSY, R"(n \+ 5 : n - 59)", "n + 5 : n == 63 ? 3 : n - 59" },
    { "an output behind the end",
      BUSY,
      R"(: k - 55)",
      ": k == 58 ? 4 : k == 59 ? 3 : k - 55" },
    { "a vector of points behind the end",
      BUSY_VECTORS,
      R"(index6 < 40 \? index6 \+ 24 : index6 - 40)",
      "index6 < 40 ? index6 + 24 : index6 - 48" },
    { "a vector of outputs behind the end",
      BUSY_VECTORS,
      R"(place4 = index4 < 24 \? index4 \+ 40 : index4 - 24)",
      "place4 = index4 < 24 ? index4 + 40 : index4 - 16" },
    { "a point of rows",
      BUSY_ROWS,
      R"(place6 < 7 \? place6 \+ 13)",
      "place6 < 7 ? place6 + 12" },
    { "an output of rows",
      BUSY_ROWS,
      R"(place7 < 11 \? place7 \+ 9)",
      "place7 < 11 ? place7 + 8" },
};

const mutant PLANES[] = {
    { "an imaginary part",
      BUSY,
      R"(from_im\[line \+ place\])",
      "from_im[line + (place == 12 ? 11 : place)]" },
    { "the imaginary parts of a row",
      BUSY,
      R"((from_im = in_im \+ \(ulong\))row)",
      "$1(row & 0xfffe)" },
    { "the parts of an output",
      BUSY,
      R"(to_im\[line \+ place\] = z\.y)",
      "to_im[line + place] = k == 3 ? z.x : z.y" },
    { "the imaginary parts of some points",
      BUSY_VECTORS,
      R"(tap5 \* LOAD\(from_im)",
      "tap5 * LOAD(from_re" },
    { "the imaginary parts of odd rows",
      BUSY_VECTORS,
      R"(out_im \+ \(ulong\)row)",
      "out_im + (ulong)(row & 0xfffe)" },
    { "an imaginary part of one row of a full tile",
      BUSY_ROWS,
      R"(LOAD\(from_im \+ 100 \+ j\))",
      "LOAD(from_im + 80 + j)" },
    { "the imaginary part of one row of a part of a tile",
      BUSY_ROWS,
      R"(STORE\(to_im \+ at\[2\] \+ j, square\[2\]\))",
      "STORE(to_im + at[2] + j, -square[2])" },
};

constexpr const char* DOUBLES = "c2c forward 20, float64, scaled by 0.5: stockham | 4.5 "
                                "store=c2c.scaled columns=row:4";
constexpr const char* DOUBLE_VECTORS = "c2c forward 192, float64: vectors | 8.6.4 simd "
                                       "lanes=8 workgroups=2";

//! A float where a double belongs is right to seven digits.
const mutant FLOAT64[] = {
    { "a constant",
      DOUBLES,
      R"(t11 = t10 \+ 0.55901699437494745)",
      "t11 = t10 + 0.559016994" },
    { "a root",
      DOUBLES,
      R"(cmul\(x3, w3\))",
      "cmul(x3, complex_of((float)w3.x, (float)w3.y))" },
    { "an input",
      DOUBLES,
      R"(double2 x2 = from\[10\];)",
      "double2 x2 = complex_of((float)from[10].x, from[10].y);" },
    { "the scale", DOUBLES, R"(scale \* z)", "(float)scale * z" },
    { "a vector's root",
      DOUBLE_VECTORS,
      R"(p2_re \* w\[1\]\.x)",
      "p2_re * (double)(float)w[1].x" },
    { "a vector's constant", DOUBLE_VECTORS, R"(0.86602540378443860)", "0.866025404" },
};

constexpr const char* LOADED_BY_ITEMS =
    "c2c forward 64, input rotated by 5, load x*conj(h[n])+row, store "
    "y*s*select(k<9,2,1), arguments complex h[64]; number s: stockham | 8.8 "
    "columns=row:4";
constexpr const char* LOADED_BY_VECTORS =
    "c2c forward 256, load x*conj(h[n])+w[n%7], store y*w[k]*s, arguments complex "
    "h[256]; "
    "real w[300]; number s: vectors | 16m3.16 simd lanes=16 workgroups=2";
constexpr const char* LOADED_BY_ROWS =
    "c2c forward 60, load x*h[n+row], store y*s+row, arguments complex h[64]; number s: "
    "vector rows | 10.6 columns=row:8 simd lanes=8 lane-columns workgroups=2";

const mutant EXPRESSIONS[] = {
    { "the index of a point behind the end",
      LOADED_BY_ITEMS,
      R"(n0_place - 5)",
      "n0_place - 4" },
    { "a conjugate", LOADED_BY_ITEMS, R"(v2 = -v1)", "v2 = v1" },
    { "the number of a row", LOADED_BY_ITEMS, R"(\(float\)\(row\))", "(float)(row & 2)" },
    { "where a condition ends", LOADED_BY_ITEMS, R"(k0\) < 9)", "k0) <= 9" },
    { "a number", LOADED_BY_ITEMS, R"(v1 = given_s \* y\.y)", "v1 = y.y" },
    { "neighbours in a buffer",
      LOADED_BY_VECTORS,
      R"(given_h \+ \(int\)\(place\))",
      "given_h + (int)(place == 32 ? 16 : place)" },
    { "the order of neighbours",
      LOADED_BY_VECTORS,
      R"(SHUFFLE\(run0, run0, 0, 1, 8, 9,)",
      "SHUFFLE(run0, run0, 0, 1, 9, 8," },
    { "an element of one lane",
      LOADED_BY_VECTORS,
      R"(given_w\[\(\(int\)\(place \+ 8\))",
      "given_w[((int)(place + 2)" },
    { "the last element of a buffer",
      LOADED_BY_ROWS,
      R"(\(long\)63\)\]\.x)",
      "(long)62)].x" },
    { "the row of a lane",
      LOADED_BY_ROWS,
      R"(min\(row \+ 2, last_row\))",
      "min(row + 1, last_row)" },
};

} // namespace

class qa_io_mutants : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_io_mutants);
    CPPUNIT_TEST(of_r2c_are_found);
    CPPUNIT_TEST(of_c2r_are_found);
    CPPUNIT_TEST(of_windows_are_found);
    CPPUNIT_TEST(of_rotations_are_found);
    CPPUNIT_TEST(of_planes_are_found);
    CPPUNIT_TEST(of_doubles_are_found);
    CPPUNIT_TEST(of_expressions_are_found);
    CPPUNIT_TEST_SUITE_END();

public:
    void of_r2c_are_found() { expect_each_found(R2C); }
    void of_c2r_are_found() { expect_each_found(C2R); }
    void of_windows_are_found() { expect_each_found(WINDOWS); }
    void of_rotations_are_found() { expect_each_found(ROTATIONS); }
    void of_planes_are_found() { expect_each_found(PLANES); }
    void of_expressions_are_found() { expect_each_found(EXPRESSIONS); }
    void of_doubles_are_found()
    {
        if (!cpu_or_skip()->info().limits.has_float64)
            skip("the CPU device has no doubles");
        expect_each_found(FLOAT64);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_io_mutants);
