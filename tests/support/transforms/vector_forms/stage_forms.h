/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_STAGE_FORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_STAGE_FORMS_H

#include "support/transforms/vector_forms/form.h"

//! For lib/codegen/simd/stages: the stages of any kind of lanes.
namespace gpufft::testing::of_stages {

inline const form FORMS[] = {
    { "a long row: spare vectors between points that collide, outputs in runs",
      "simd/stages/emit_points.cc",
      "c2c forward 16384: vectors | 8m3.16.16.8 simd lanes=8 workgroups=2 "
      "nt-store-rows=1",
      3 },
    { "a long row of pairs of reals, whose bins find their outputs between spare vectors",
      "simd/stages/emit_points.cc",
      "r2c forward 32768: vectors | 8m3.16.16.8 simd lanes=8 workgroups=2",
      2 },
    { "a long row of the widest vectors, in stages that are no powers of two",
      "simd/stages/emit_points.cc",
      "c2c inverse 15360: vectors | 16m3.15.8.8 simd lanes=16 workgroups=2 "
      "nt-store-rows=1",
      2 },
    { "a lane an N-d row in place, spare vectors between points that collide",
      "simd/stages/emit_points.cc",
      "c2c forward 1024x3, in place: vector nd rows | 16.8.8.3d1 columns=row:16 simd "
      "lanes=16 lane-columns workgroups=2",
      18 },
    { "a lane an N-d row, spare vectors in the stages of the last dimension",
      "simd/stages/emit_points.cc",
      "c2c inverse 16x64: vector nd rows | 16.16d1.4d1 columns=row:16 simd lanes=16 "
      "lane-columns workgroups=2 nt-store-rows=1",
      17 },
    { "an inner batch in place, spare vectors between points that collide",
      "simd/stages/emit_points.cc",
      "c2c forward 512, loops 2, input loop strides 1, input strides 2, output loop "
      "strides 1, output strides 2, in place: vector nd rows | 8.8.8 inner-batch=2 "
      "columns=row:16 simd lanes=16 lane-columns workgroups=2",
      18 },
    { "rows of a prime length, rotated at input and output",
      "simd/stages/emit_convolution.cc",
      "c2c inverse 37, input rotated by 30, output rotated by 18: vector convolution | "
      "6.6 "
      "convolves load=c2c.swap.rader store=c2c.swap.rader columns=row:8 simd lanes=8 "
      "lane-columns workgroups=2",
      11 },
    { "long columns in two passes, a lane a neighbouring column",
      "simd/stages/emit_points.cc",
      "c2c forward 60, loops 20, input loop strides 1, input strides 20, output "
      "loop strides 1, output strides 20: vector passes | 10 length=60 input-step=6"
      " output-step=6 output-stride=20 output-distance=1200 "
      "grid=point:6:s1/1,column_tile:3:w8/8 columns=column:8:w1/1 column-extent=20 "
      "simd lanes=8 lane-columns workgroups=2 | 6 output-step=10 input-stride=20 "
      "grid=pass1_k:10:s6/1:t1,column_tile:3:w8/8 columns=column:8:w1/1 "
      "column-extent=20 twiddle-order=60 simd lanes=8 lane-columns workgroups=2",
      4 },
    { "doubles, columns of both passes, twiddles between",
      "simd/stages/emit_points.cc",
      "c2c forward 256, float64: vector passes | 16 length=256 input-step=16 "
      "output-step=16 grid=column_tile:2:s8/8 columns=column:8:s1/1 simd lanes=8 "
      "lane-columns workgroups=2 nt-store-rows=1 | 16 output-step=16 "
      "grid=column_tile:2:s128/8:t8 columns=column:8:s16/1:t1 twiddle-order=256 simd "
      "lanes=8 lane-columns workgroups=2",
      3 },
    { "vectors left out of a row's buffer, and the last two stages nested",
      "simd/stages/emit_points.cc",
      "c2c forward 4096: vectors | 4.8.16.8 simd lanes=4 workgroups=2 "
      "buffer-padding=128,5 last-stage=nested",
      3 },
    { "no vectors left out, and points in order, of a pipelined row",
      "simd/stages/emit_points.cc",
      "c2c inverse 4096: vectors | 4.8.16.8 simd lanes=4 workgroups=2 nt-store-rows=2 "
      "buffer-padding=0 last-stage=points",
      3 },
    { "neighbouring outputs of a row without non-temporal stores, in blocks of a tile",
      "simd/stages/emit_points.cc",
      "c2c forward 1536: vectors | 8.8.6.4 simd lanes=8 workgroups=2 buffer-padding=24,2 "
      "last-stage=outputs",
      3 },
    { "vectors left out between rows of several dimensions",
      "simd/stages/emit_points.cc",
      "c2c forward 16x12: vector nd rows | 16.12d1 columns=row:4 simd lanes=4 "
      "lane-columns workgroups=2 buffer-padding=12,3",
      7 },
    { "vectors left out of columns of several dimensions",
      "simd/stages/emit_points.cc",
      "c2c forward 64x2: vector split dimension | 16 caller-length=64 "
      "input-stride=8 output-stride=8 output-distance=128 grid=column_tile:1:w8/8 "
      "columns=column:8:w1/1 simd lanes=8 lane-columns workgroups=2 | 4.2d1 "
      "caller-length=64,2 output-stride=32,1 grid=column_tile:2:w64/16:t8 "
      "columns=column:8:w8/2:t1 twiddle-order=64 simd lanes=8 lane-columns workgroups=2 "
      "buffer-padding=4,1",
      5 },
    { "vectors left out of columns of two passes, which have twiddles of their points",
      "simd/stages/emit_points.cc",
      "c2c forward 1024: vector passes | 4.8 length=1024 input-step=32 output-step=32 "
      "grid=column_tile:4:s8/8 columns=column:8:s1/1 simd lanes=8 lane-columns "
      "workgroups=2 buffer-padding=8,2 | 8.4 output-step=32 grid=column_tile:4:s256/8:t8 "
      "columns=column:8:s32/1:t1 twiddle-order=1024 simd lanes=8 lane-columns "
      "workgroups=2 buffer-padding=4,1",
      3 },
    { "vectors left out of columns that are stored in another order",
      "simd/stages/emit_points.cc",
      "c2c forward 64, loops 16, input loop strides 1, input strides 16, output loop "
      "strides 1, output strides 16: vector columns | 4.2.8 grid=column_tile:2:w8/8 "
      "columns=column:8:w1/1 simd lanes=8 lane-columns workgroups=2 buffer-padding=16,3 "
      "last-stage=nested",
      3 },
    { "neighbouring outputs of columns",
      "simd/stages/emit_points.cc",
      "c2c forward 64, loops 16, input loop strides 1, input strides 16, output loop "
      "strides 1, output strides 16: vector columns | 4.2.8 grid=column_tile:2:w8/8 "
      "columns=column:8:w1/1 simd lanes=8 lane-columns workgroups=2 last-stage=outputs",
      3 },
    { "columns whose last two stages are nested",
      "simd/stages/emit_points.cc",
      "c2c inverse 64, loops 16, input loop strides 1, input strides 16, output loop "
      "strides 1, output strides 16: vector columns | 4.2.8 grid=column_tile:2:w8/8 "
      "columns=column:8:w1/1 simd lanes=8 lane-columns workgroups=2 last-stage=nested",
      3 },
};

} // namespace gpufft::testing::of_stages

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_STAGE_FORMS_H */
