/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_COLUMN_FORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_COLUMN_FORMS_H

#include "support/transforms/vector_forms/form.h"

//! For lib/codegen/simd/columns: lanes that are columns: transposed, convolved, of N-d
//! rows.
namespace gpufft::testing::of_columns {

inline const form FORMS[] = {
    { "columns of a prime length, rotated, in tiles that overlap",
      "simd/columns/emit_convolved_columns.cc",
      "c2c forward 37, loops 9, input rotated by 8, output rotated by 1, input loop "
      "strides 1, input strides 9, output loop strides 1, output strides 9: vector "
      "convolution | 6.6 convolves load=c2c.rader store=c2c.rader "
      "grid=column_tile:2:w8/8 columns=column:8:w1/1 column-extent=9 simd lanes=8 "
      "lane-columns workgroups=2",
      3 },
    { "a long dimension beside a short one: columns, then an inner batch of N-d rows",
      "simd/columns/emit_nd_row_columns.cc",
      "c2c forward 64x2: vector split dimension | 16 caller-length=64 "
      "input-stride=8 output-stride=8 output-distance=128 grid=column_tile:1:w8/8 "
      "columns=column:8:w1/1 simd lanes=8 lane-columns workgroups=2 | 4.2d1 "
      "caller-length=64,2 output-stride=32,1 grid=column_tile:2:w64/16:t8 "
      "columns=column:8:w8/2:t1 twiddle-order=64 simd lanes=8 lane-columns workgroups=2 "
      "nt-store-rows=1",
      5 },
    { "a split dimension of doubles, no power of two, in tiles that overlap",
      "simd/columns/emit_nd_row_columns.cc",
      "c2c inverse 60x3, float64, scaled by 0.5: vector split dimension | 5.2 "
      "caller-length=60 input-stride=18 output-stride=18 output-distance=180 "
      "grid=column_tile:5:w4/4 columns=column:4:w1/1 column-extent=18 simd lanes=4 "
      "lane-columns workgroups=3 | 6.3d1 caller-length=60,3 output-stride=30,1 "
      "grid=column_tile:3:w72/12:t4 columns=column:4:w18/3:t1 column-extent=10 "
      "twiddle-order=60 simd lanes=4 lane-columns workgroups=2",
      4 },
    { "a split dimension of an inner batch, in place",
      "simd/columns/emit_nd_row_columns.cc",
      "c2c forward 40, loops 5, input loop strides 1, input strides 5, output loop "
      "strides 1, output strides 5, in place: vector split dimension | 8 "
      "caller-length=40 input-stride=25 output-stride=25 output-distance=200 "
      "grid=column_tile:4:w8/8 columns=column:8:w1/1 column-extent=25 simd lanes=8 "
      "lane-columns workgroups=2 | 5 inner-batch=5 length=5 caller-length=40 "
      "input-stride=5 output-stride=40 grid=column_tile:1:w200/40:t8 "
      "columns=column:8:w25/5:t1 twiddle-order=40 simd lanes=8 lane-columns workgroups=2",
      3 },
    { "a split dimension of three dimensions of reals",
      "simd/columns/emit_nd_row_columns.cc",
      "c2c inverse 256x2x2, real input: vector split dimension | 16 "
      "caller-length=256 input-stride=64 output-stride=64 output-distance=1024 "
      "grid=column_tile:4:w16/16 columns=column:16:w1/1 simd lanes=16 lane-columns "
      "workgroups=2 | 4.4.2d1.2d2 caller-length=256,2,2 output-stride=64,2,1 "
      "grid=column_tile:1:w1024/64:t16 columns=column:16:w64/4:t1 twiddle-order=256 "
      "simd lanes=16 lane-columns workgroups=2",
      2 },
    { "columns that Rader convolves, in place in tiles that overlap",
      "simd/columns/emit_convolved_columns.cc",
      "c2c forward 37, loops 20, input loop strides 1, input strides 20, output "
      "loop strides 1, output strides 20, in place: vector convolution | 6.6 "
      "convolves load=c2c.rader store=c2c.rader grid=column_tile:3:w8/8 "
      "columns=column:8:w1/1 column-extent=20 simd lanes=8 lane-columns workgroups=3",
      5 },
    { "columns that Bluestein convolves, planar and in double precision",
      "simd/columns/emit_convolved_columns.cc",
      "c2c inverse 74, loops 11, float64, planar input, input loop strides 1, input"
      " strides 11, planar output, output loop strides 1, output strides 11, by "
      "length, in place: vector convolution | 15.10 convolves "
      "load=c2c.planar.swap.bluestein store=c2c.planar.swap.bluestein.scaled "
      "caller-length=74 grid=column_tile:3:w4/4 columns=column:4:w1/1 "
      "column-extent=11 simd lanes=4 lane-columns workgroups=3",
      3 },
    { "columns of halves that Bluestein convolves",
      "simd/columns/emit_convolved_columns.cc",
      "c2c inverse 74, loops 19, float16, input loop strides 1, input strides 19, "
      "output loop strides 1, output strides 19, by length, in place: vector "
      "convolution | 15.10 convolves load=c2c.float16.swap.bluestein "
      "store=c2c.float16.swap.bluestein.scaled caller-length=74 "
      "grid=column_tile:2:w16/16 columns=column:16:w1/1 column-extent=19 simd "
      "lanes=16 lane-columns workgroups=3",
      3 },
    { "columns of reals that are convolved, side by side",
      "simd/columns/emit_convolved_columns.cc",
      "c2c forward 41, loops 12, real input, input loop strides 1, input strides "
      "12, output loop strides 1, output strides 12: vector convolution | 8.5 "
      "convolves load=c2c.real.rader store=c2c.rader grid=column_tile:2:w8/8 "
      "columns=column:8:w1/1 column-extent=12 simd lanes=8 lane-columns workgroups=3",
      4 },
    { "columns of the last pass in tiles that overlap and share cache lines",
      "simd/columns/emit_transposed.cc",
      "c2c inverse 360: vector passes | 6.3 length=360 input-step=20 output-step=20 "
      "grid=column_tile:5:s4/4 columns=column:4:s1/1 simd lanes=4 lane-columns "
      "workgroups=2 "
      "| 5.4 output-step=18 grid=column_tile:5:s80/4:t4 columns=column:4:s20/1:t1 "
      "column-extent=18 twiddle-order=360 simd lanes=4 lane-columns workgroups=2 "
      "nt-store-rows=1",
      4 },
    { "lanes divide neither columns nor the points of the last pass",
      "simd/columns/emit_transposed.cc",
      "c2c inverse 99: vector passes | 9 length=99 input-step=11 output-step=11 "
      "grid=column_tile:3:s4/4 columns=column:4:s1/1 column-extent=11 simd lanes=4 "
      "lane-columns workgroups=2 | 11 output-step=9 grid=column_tile:3:s44/4:t4 "
      "columns=column:4:s11/1:t1 column-extent=9 twiddle-order=99 simd lanes=4 "
      "lane-columns workgroups=2",
      5 },
    { "8 lanes divide neither columns nor points of the last pass, several stages",
      "simd/columns/emit_transposed.cc",
      "c2c forward 315: vector passes | 15 length=315 input-step=21 output-step=21 "
      "grid=column_tile:3:s8/8 columns=column:8:s1/1 column-extent=21 simd lanes=8 "
      "lane-columns workgroups=3 | 7.3 output-step=15 grid=column_tile:2:s168/8:t8 "
      "columns=column:8:s21/1:t1 column-extent=15 twiddle-order=315 simd lanes=8 "
      "lane-columns workgroups=3",
      4 },
    { "16 lanes divide neither columns nor points of the last pass",
      "simd/columns/emit_transposed.cc",
      "c2c inverse 1155: vector passes | 11.3 length=1155 input-step=35 output-step=35 "
      "grid=column_tile:3:s16/16 columns=column:16:s1/1 column-extent=35 simd lanes=16 "
      "lane-columns workgroups=2 | 7.5 output-step=33 grid=column_tile:3:s560/16:t16 "
      "columns=column:16:s35/1:t1 column-extent=33 twiddle-order=1155 simd lanes=16 "
      "lane-columns workgroups=2",
      3 },
    { "a last pass of half a vector's points and one more",
      "simd/columns/emit_transposed.cc",
      "c2c forward 153: vector passes | 17 length=153 input-step=9 output-step=9 "
      "grid=column_tile:2:s8/8 columns=column:8:s1/1 column-extent=9 simd lanes=8 "
      "lane-columns workgroups=2 | 9 output-step=17 grid=column_tile:2:s144/16:t16 "
      "columns=column:16:s9/1:t1 column-extent=17 twiddle-order=153 simd lanes=16 "
      "lane-columns workgroups=2",
      3 },
    { "lanes of doubles divide neither columns nor points of the last pass",
      "simd/columns/emit_transposed.cc",
      "c2c forward 315, float64: vector passes | 7.3 length=315 input-step=15 "
      "output-step=15 grid=column_tile:2:s8/8 columns=column:8:s1/1 column-extent=15 "
      "simd lanes=8 lane-columns workgroups=2 | 15 output-step=21 "
      "grid=column_tile:3:s120/8:t8 columns=column:8:s15/1:t1 "
      "column-extent=21 twiddle-order=315 simd lanes=8 lane-columns workgroups=2",
      3 },
};

} // namespace gpufft::testing::of_columns

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_COLUMN_FORMS_H */
