/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_SHARED_FORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_SHARED_FORMS_H

#include "support/transforms/vector_forms/form.h"

//! For lib/codegen/simd, simd/kernel and text: what all kinds of lanes share, as loads
//! and stores, prefetches, types and tiles.
namespace gpufft::testing::of_all_lanes {

inline const form FORMS[] = {
    { "every other row begins inside a cache line",
      "simd/emit_vector_io.cc",
      "c2c forward 20: vectors | 4.5 simd lanes=4 workgroups=3 nt-store-rows=1",
      7 },
    { "as many rows as non-temporal stores need",
      "simd/emit_vector_io.cc",
      "c2c inverse 64: vectors | 8.8 simd lanes=8 workgroups=2 nt-store-rows=5",
      5 },
    { "fewer rows than non-temporal stores need",
      "simd/emit_vector_io.cc",
      "c2c forward 64: vectors | 8.8 simd lanes=8 workgroups=2 nt-store-rows=8",
      7 },
    { "rows that no cache holds, prefetched far ahead",
      "simd/emit_prefetches.cc",
      "c2c forward 64: vectors | 8.8 simd lanes=8 workgroups=2 prefetch=3",
      4100 },
    { "the widest vectors deinterleaved within blocks, and outputs in two planes",
      "simd/emit_vectors.cc",
      "c2c forward 256, planar output: vectors | 16.16 simd lanes=16 workgroups=2",
      5 },
    { "the widest vectors interleaved within blocks, of points that a window keeps in "
      "order",
      "simd/emit_vector_io.cc",
      "c2c inverse 256, windowed: vectors | 16.16 simd lanes=16 workgroups=2 "
      "nt-store-rows=2",
      5 },
    { "rows that share samples, folded to points that lanes take",
      "simd/emit_branches.cc",
      "c2c forward 256, windowed, taps per branch 5, input distance 96: vectors | 16.16 "
      "simd lanes=16 workgroups=2",
      7 },
    { "planes folded to rotated points",
      "simd/emit_branches.cc",
      "c2c inverse 64, windowed, taps per branch 3, input rotated by 16, planar input: "
      "vectors | 8.8 simd lanes=8 workgroups=2",
      5 },
    { "reals folded in pairs",
      "simd/emit_branches.cc",
      "r2c forward 512, windowed, taps per branch 4, input distance 200: vectors | 16.16 "
      "simd lanes=16 workgroups=2",
      5 },
    { "real samples folded to complex points",
      "simd/emit_branches.cc",
      "c2c forward 64, real input, windowed, taps per branch 6, input distance 64: "
      "vectors | 8.8 simd lanes=8 workgroups=2",
      9 },
    { "a lane a row, folded and rotated, full tiles and the rest",
      "simd/emit_branches.cc",
      "c2c forward 60, windowed, taps per branch 4, input rotated by 7, input distance "
      "30: vector rows | 10.6 columns=row:16 simd lanes=16 lane-columns workgroups=2",
      37 },
    { "a lane a row of doubles, folded in registers",
      "simd/emit_branches.cc",
      "c2c forward 13, float64, windowed, taps per branch 3, input distance 13: vector "
      "rows | 13 columns=row:8 simd lanes=8 lane-columns workgroups=2",
      21 },
    { "several rows a lane that follow one another, folded",
      "simd/emit_branches.cc",
      "c2c forward 3, windowed, taps per branch 5, input rotated by 1, input distance 3: "
      "vector rows | 3 columns=row:48 simd lanes=16 lane-columns workgroups=2",
      101 },
    { "several rows a lane that overlap, folded",
      "simd/emit_branches.cc",
      "c2c forward 4, windowed, taps per branch 5, input rotated by 3, input distance 2: "
      "vector rows | 4 columns=row:32 simd lanes=16 lane-columns workgroups=2",
      45 },
    { "a lane a row of reals, folded",
      "simd/emit_branches.cc",
      "r2c forward 40, windowed, taps per branch 3, input distance 20: vector rows | 5.4 "
      "columns=row:8 simd lanes=8 lane-columns workgroups=2",
      21 },
    { "several rows of reals a lane, folded",
      "simd/emit_branches.cc",
      "r2c forward 6, windowed, taps per branch 4, input distance 6: vector rows | 3 "
      "columns=row:16 simd lanes=8 lane-columns workgroups=2",
      50 },
    { "folded points times a chirp, in vectors that the row's end cuts",
      "simd/emit_chirp.cc",
      "c2c forward 173, windowed, taps per branch 3, input distance 100: vector "
      "bluestein | 8 load=c2c.bluestein.windowed.taps3 length=384 caller-length=173 "
      "input-step=48 output-step=48 grid=column_tile:6:s8/8 columns=column:8:s1/1 simd "
      "lanes=8 lane-columns workgroups=16 nt-store-rows=682 | 8.6 convolves "
      "store=c2c.swap caller-length=173 grid=column_tile:1:s384/384:t8 "
      "columns=column:8:s48/48:t1 twiddle-order=384 simd lanes=8 lane-columns "
      "workgroups=16 | 8 store=c2c.bluestein caller-length=173 input-step=48 "
      "output-step=48 grid=column_tile:6:s8/8 columns=column:8:s1/1 simd lanes=8 "
      "lane-columns "
      "workgroups=16",
      3 },
    { "columns, prefetched far ahead",
      "simd/emit_prefetches.cc",
      "c2c forward 10, loops 48, input loop strides 1, input strides 48, output loop "
      "strides 1, output strides 48: vector columns | 10 grid=column_tile:3:w16/16 "
      "columns=column:16:w1/1 simd lanes=16 lane-columns workgroups=2 prefetch=5",
      560 },
    { "row pipeline of fewer rows than workgroups",
      "simd/kernel/emit_simd.cc",
      "c2c inverse 16384: vectors | 16m3.16.8.8 simd lanes=16 workgroups=5 "
      "nt-store-rows=1",
      2 },
    { "a lane an N-d row of halves",
      "text/emit_numbers.cc",
      "c2c forward 12x6, float16: vector nd rows | 12.6d1 columns=row:8 simd lanes=8 "
      "lane-columns workgroups=2",
      19 },
    { "columns that are rotated at input and output, in tiles that overlap",
      "simd/emit_vector_io.cc",
      "c2c forward 10, loops 40, input rotated by 5, output rotated by 3, input loop "
      "strides 1, input strides 40, output loop strides 1, output strides 40: vector "
      "columns | 10 grid=column_tile:3:w16/16 columns=column:16:w1/1 column-extent=40 "
      "simd lanes=16 lane-columns workgroups=2 nt-store-rows=1",
      5 },
    { "columns of several stages, rotated at input and output, in place",
      "simd/emit_vector_io.cc",
      "c2c inverse 36, loops 32, input rotated by 18, output rotated by 9, input loop "
      "strides 1, input strides 32, output loop strides 1, output strides 32, in place: "
      "vector columns | 6.6 grid=column_tile:2:w16/16 columns=column:16:w1/1 simd "
      "lanes=16 lane-columns workgroups=2",
      3 },
    { "columns of reals, in tiles that overlap",
      "simd/emit_vector_io.cc",
      "c2c forward 10, loops 20, real input, input loop strides 1, input strides 20, "
      "output loop strides 1, output strides 20: vector columns | 10 "
      "grid=column_tile:3:w8/8 columns=column:8:w1/1 column-extent=20 simd lanes=8 "
      "lane-columns workgroups=2 nt-store-rows=1",
      3 },
    { "columns in place: the last tile first, and what it shares with the tile before it "
      "left to that tile",
      "simd/emit_vector_stores.cc",
      "c2c forward 10x20: vector rows + vector columns | 10.2 to=output row-factor=10 "
      "columns=row:8 simd lanes=8 lane-columns | 5.2 from=output length=10 "
      "input-stride=20 output-stride=20 input-distance=200 grid=column_tile:3:w8/8 "
      "columns=column:8:w1/1 column-extent=20 simd lanes=8 lane-columns workgroups=3",
      5 },
    { "columns in place in two tiles, a single stage and a loop around them",
      "simd/emit_vector_stores.cc",
      "c2c inverse 7, loops 3x9, input loop strides 63x1, input strides 9, output loop "
      "strides 63x1, output strides 9, scaled by 0.5, in place: vector columns | 7 "
      "grid=column_tile:2:w8/8,loop1:3:w63/63 columns=column:8:w1/1 column-extent=9 simd "
      "lanes=8 lane-columns workgroups=5",
      3 },
    { "planar columns in place in double precision",
      "simd/emit_vector_stores.cc",
      "c2c forward 12, loops 11, float64, planar input, input loop strides 1, input "
      "strides 11, planar output, output loop strides 1, output strides 11, in place: "
      "vector columns | 4.3 grid=column_tile:3:w4/4 columns=column:4:w1/1 "
      "column-extent=11 simd lanes=4 lane-columns workgroups=2",
      3 },
    { "columns of halves in place",
      "text/emit_numbers.cc",
      "c2c forward 12, loops 19, float16, input loop strides 1, input strides 19, output "
      "loop strides 1, output strides 19, in place: vector columns | 4.3 "
      "grid=column_tile:2:w16/16 columns=column:16:w1/1 column-extent=19 simd lanes=16 "
      "lane-columns workgroups=2",
      3 },
    { "columns of the first pass in tiles that overlap",
      "text/tile_origin.cc",
      "c2c forward 360: vector passes | 5.4 length=360 input-step=18 output-step=18 "
      "grid=column_tile:5:s4/4 columns=column:4:s1/1 column-extent=18 simd lanes=4 "
      "lane-columns workgroups=2 nt-store-rows=1 | 6.3 output-step=20 "
      "grid=column_tile:5:s72/4:t4 columns=column:4:s18/1:t1 twiddle-order=360 simd "
      "lanes=4 lane-columns workgroups=2",
      3 },
    { "bins in a pass of their own, in vectors, whose roots are products",
      "text/emit_root.cc",
      "r2c forward 9216: vectors | 8.16.6.6 load=c2c input-distance=4608 simd lanes=8 "
      "workgroups=2 | pointwise columns=k:4608:s1/1:w1/0 lanes=4",
      2 },
    { "a chirp along rows, before the first pass and after the last",
      "simd/emit_chirp.cc",
      "c2c forward 101: vector bluestein | 16 load=c2c.bluestein length=256 "
      "caller-length=101 input-step=16 output-step=16 grid=column_tile:1:s16/16 "
      "columns=column:16:s1/1 simd lanes=16 lane-columns workgroups=2 | 4.4 convolves "
      "store=c2c.swap caller-length=101 grid=column_tile:1:s256/256:t16 "
      "columns=column:16:s16/16:t1 twiddle-order=256 simd lanes=16 lane-columns "
      "workgroups=2 | 16 store=c2c.bluestein caller-length=101 input-step=16 "
      "output-step=16 grid=column_tile:1:s16/16 columns=column:16:s1/1 simd lanes=16 "
      "lane-columns workgroups=2",
      3 },
};

} // namespace gpufft::testing::of_all_lanes

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_SHARED_FORMS_H */
