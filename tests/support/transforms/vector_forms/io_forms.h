/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_IO_FORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_IO_FORMS_H

#include "support/transforms/vector_forms/form.h"

//! For lib/codegen/io and pointwise: load and store operations, in vectors and in passes
//! of their own.
namespace gpufft::testing::of_operations {

inline const form FORMS[] = {
    { "rows whose points lie apart, copied to the workspace",
      "pointwise/emit_pointwise.cc",
      "c2c forward 64, input strides 2, input distance 136: vectors | pointwise "
      "length=64 "
      "columns=k:64:s1/1 | 8.8 simd lanes=8 workgroups=2 nt-store-rows=1",
      5 },
    { "rows whose rotation cuts vectors, copied from the workspace",
      "pointwise/emit_pointwise.cc",
      "c2c inverse 64, output rotated by 3: vectors | 8.8 simd lanes=8 workgroups=2 | "
      "pointwise columns=k:64:s1/1:w1/0",
      5 },
    { "columns too few for lanes, whose points follow one another in the workspace",
      "pointwise/emit_pointwise.cc",
      "c2c inverse 4200, loops 3, input loop strides 1, input strides 3, output "
      "loop strides 1, output strides 3, by length: vector passes | pointwise "
      "length=4200 output-distance=37800 grid=loop1:3:w1/4200 columns=k:4200:s1/1 |"
      " 6.5 input-step=140 output-step=140 output-offset=25200 "
      "grid=column_tile:9:s16/16,loop1:3:w4200/4200 columns=column:16:s1/1 "
      "column-extent=140 simd lanes=16 lane-columns workgroups=2 | 14.10 output-step=30 "
      "output-offset=12600 grid=column_tile:2:s2240/16:t16,loop1:3:w4200/4200 "
      "columns=column:16:s140/1:t1 column-extent=30 twiddle-order=4200 simd "
      "lanes=16 lane-columns workgroups=2 | pointwise grid=loop1:3:w4200/1 "
      "columns=k:4200:s1/1",
      2 },
    { "bins in a pass of their own, in vectors",
      "pointwise/emit_point_vectors.cc",
      "r2c forward 128: vectors | 8.8 load=c2c input-distance=64 simd lanes=8 "
      "workgroups=2 "
      "| "
      "pointwise columns=k:64:s1/1:w1/0 lanes=8",
      3 },
    { "bins in a pass of their own, pairs of reals stored as points",
      "io/emit_hermitian.cc",
      "c2r inverse 1200: vectors | pointwise length=600 columns=k:600:s1/1:w0/1 | "
      "8.15.5 store=c2c.swap output-distance=600 simd lanes=8 workgroups=2",
      3 },
    { "separate I/O passes of a dct in vectors of points",
      "pointwise/emit_point_vectors.cc",
      "dct2 forward 128: vectors | pointwise length=64 output-distance=128 "
      "columns=k:64:s1/1:w0/1 lanes=16 | 8.8 output-offset=64 "
      "simd lanes=8 workgroups=2 | pointwise columns=k:64:s1/1:w1/0 lanes=16",
      3 },
    { "separate I/O passes of a dst, scaled",
      "pointwise/emit_point_vectors.cc",
      "dst2 forward 128, scaled by 0.5: vectors | pointwise length=64 "
      "output-distance=128 columns=k:64:s1/1:w0/1 lanes=4 | 8.8 output-offset=64 "
      "simd lanes=8 workgroups=2 | pointwise "
      "columns=k:64:s1/1:w1/0 lanes=4",
      3 },
    { "separate I/O passes of a dct whose roots are products",
      "pointwise/emit_point_vectors.cc",
      "dct3 forward 9216: vectors | pointwise length=4608 output-distance=9216 "
      "columns=k:4608:s1/1:w0/1 lanes=16 | 8.16.6.6 output-offset=4608 "
      "simd lanes=8 workgroups=2 | pointwise "
      "columns=k:4608:s1/1:w1/0 lanes=16",
      2 },
    { "separate I/O passes of a dst of doubles in reverse",
      "pointwise/emit_point_vectors.cc",
      "dst3 forward 120, float64: vectors | pointwise length=60 output-distance=120 "
      "columns=k:60:s1/1:w0/1 lanes=4 | 4.15 output-offset=60 "
      "simd lanes=4 workgroups=2 | pointwise columns=k:60:s1/1:w1/0 lanes=4",
      3 },
    { "separate I/O passes of a dct of type 4",
      "pointwise/emit_point_vectors.cc",
      "dct4 forward 96, scaled by 0.5: vectors | pointwise length=48 "
      "output-distance=96 columns=k:48:s1/1:w0/1 lanes=8 | 4.12 output-offset=48 "
      "simd lanes=4 workgroups=2 | pointwise "
      "columns=k:48:s1/1:w1/0 lanes=8",
      3 },
    { "separate I/O passes of a dst of type 4 in reverse, whose roots are products",
      "pointwise/emit_point_vectors.cc",
      "dst4 forward 9216: vectors | pointwise length=4608 output-distance=9216 "
      "columns=k:4608:s1/1:w0/1 lanes=16 | 8.16.6.6 output-offset=4608 "
      "simd lanes=8 workgroups=2 | pointwise "
      "columns=k:4608:s1/1:w1/0 lanes=16",
      2 },
    { "bins in vectors, pairs of reals stored as points",
      "pointwise/emit_point_vectors.cc",
      "c2r inverse 1200: vectors | pointwise length=600 columns=k:600:s1/1:w0/1 "
      "lanes=8 | 8.15.5 store=c2c.swap output-distance=600 simd lanes=8 workgroups=2",
      3 },
    { "separate I/O passes of a dct, tiles that overlap between parts of the workspace",
      "io/emit_trigonometric.cc",
      "dct4 forward 1540: vector passes | pointwise length=770 output-distance=2310 "
      "columns=k:770:s1/1:w0/1 | 11.2 input-step=35 output-step=35 "
      "output-offset=1540 grid=column_tile:3:s16/16 columns=column:16:s1/1 "
      "column-extent=35 simd lanes=16 lane-columns workgroups=2 | 7.5 "
      "output-step=22 output-offset=770 grid=column_tile:2:s560/16:t16 "
      "columns=column:16:s35/1:t1 column-extent=22 twiddle-order=770 simd lanes=16 "
      "lane-columns workgroups=2 | pointwise columns=k:770:s1/1:w1/0",
      2 },
    { "separate I/O passes of a dst of doubles, reversed, whose store pairs k and -k",
      "io/emit_samples.cc",
      "dst3 inverse 1155, float64: vector passes | pointwise length=1155 "
      "output-distance=3465 columns=k:1155:s1/1:w0/1 | 15 input-step=77 "
      "output-step=77 output-offset=2310 grid=column_tile:10:s8/8 "
      "columns=column:8:s1/1 column-extent=77 simd lanes=8 lane-columns workgroups=2 | "
      "11.7 output-step=15 output-offset=1155 "
      "grid=column_tile:2:s616/8:t8 columns=column:8:s77/1:t1 column-extent=15 "
      "twiddle-order=1155 simd lanes=8 lane-columns workgroups=2 | pointwise "
      "columns=k:1155:s1/1:w1/0",
      2 },
    { "odd rows of reals",
      "io/emit_store.cc",
      "r2c forward 1155: vector passes | pointwise length=1155 output-distance=3465 "
      "columns=k:1155:s1/1 | 11.3 input-step=35 output-step=35 "
      "output-offset=2310 grid=column_tile:3:s16/16 columns=column:16:s1/1 "
      "column-extent=35 simd lanes=16 lane-columns workgroups=2 | 7.5 "
      "output-step=33 output-offset=1155 grid=column_tile:3:s560/16:t16 "
      "columns=column:16:s35/1:t1 column-extent=33 twiddle-order=1155 simd lanes=16 "
      "lane-columns workgroups=2 | pointwise columns=k:1155:s1/1:w1/0",
      2 },
    { "separate I/O passes around a convolution with a lane a row",
      "io/emit_trigonometric.cc",
      "dct3 forward 101: vector convolution | pointwise length=101 "
      "output-distance=202 columns=k:101:s1/1:w0/1 | 10.10 convolves load=c2c.rader "
      "store=c2c.rader length=100 output-offset=101 columns=row:16 simd "
      "lanes=16 lane-columns workgroups=2 | pointwise length=101 columns=k:101:s1/1:w1/0",
      4 },
    { "a separate load pass before a convolution whose output is pairs of doubles",
      "io/emit_hermitian.cc",
      "c2r inverse 202, float64: vector convolution | pointwise length=101 "
      "columns=k:101:s1/1:w0/1 | 10.10 convolves load=c2c.rader store=c2c.swap.rader "
      "length=100 output-distance=101 columns=row:8 simd lanes=8 lane-columns "
      "workgroups=2",
      9 },
};

} // namespace gpufft::testing::of_operations

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_IO_FORMS_H */
