/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_POINT_FORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_POINT_FORMS_H

#include "support/transforms/vector_forms/form.h"

//! For lib/codegen/simd/points: lanes that are points of a row, of one dimension or of
//! several.
namespace gpufft::testing::of_points {

inline const form FORMS[] = {
    { "rows of two dimensions that no cache holds, without prefetches",
      "simd/points/emit_dimensions.cc",
      "c2c forward 16x32: vector dimensions | 16.8d1.4d1 simd lanes=16 workgroups=2 "
      "prefetch=0",
      520 },
    { "some of the first stage's twiddles in a table, products for the others",
      "simd/points/emit_column_stage.cc",
      "c2c forward 1024: vectors | 16m2.16.4 simd lanes=16 workgroups=2",
      5 },
    { "few of the first stage's twiddles in a table, and tiles that overlap",
      "simd/points/emit_column_stage.cc",
      "c2c inverse 200: vectors | 8m3.5.5 simd lanes=8 workgroups=3",
      7 },
    { "the widest vectors deinterleaved within blocks, and bins in order",
      "simd/points/emit_bins.cc",
      "r2c forward 1024: vectors | 16.8.4 simd lanes=16 workgroups=2",
      3 },
    { "row pipeline: the last stage of a row interleaved with the first one of the next",
      "simd/points/emit_row_pipeline.cc",
      "c2c forward 1024: vectors | 16m3.8.8 simd lanes=16 workgroups=2 nt-store-rows=3",
      7 },
    { "row pipeline of too few rows for non-temporal stores: one after the other",
      "simd/points/emit_row_pipeline.cc",
      "c2c forward 1024: vectors | 16m3.8.8 simd lanes=16 workgroups=2 nt-store-rows=8",
      7 },
    { "row pipeline of overlapping tiles, filled after butterflies that do not end with "
      "them",
      "simd/points/emit_row_pipeline.cc",
      "c2c inverse 6000, windowed: vectors | 16m3.15.5.5 simd lanes=16 workgroups=2 "
      "nt-store-rows=1",
      5 },
    { "row pipeline whose butterfly leaves room for four tiles",
      "simd/points/emit_row_pipeline.cc",
      "c2c forward 1024, scaled by 0.5: vectors | 4.16.16 simd lanes=4 workgroups=3 "
      "nt-store-rows=1",
      7 },
    { "row pipeline of doubles in place, rotated",
      "simd/points/emit_row_pipeline.cc",
      "c2c forward 2048, float64, input rotated by 1024, in place: vectors | 8.8.4.8 "
      "simd lanes=8 workgroups=2 nt-store-rows=1",
      5 },
    { "row pipeline of reals from bins",
      "simd/points/emit_row_pipeline.cc",
      "c2r inverse 2400: vectors | 8m3.15.10 simd lanes=8 workgroups=3 nt-store-rows=1",
      7 },
    { "two dimensions, a stage each",
      "simd/points/emit_dimensions.cc",
      "c2c forward 8x8: vector dimensions | 8.8d1 simd lanes=8 workgroups=2 "
      "nt-store-rows=1",
      5 },
    { "two dimensions, several vectors a row, stages that leave digits in reverse",
      "simd/points/output_rows.cc",
      "c2c inverse 24x48: vector dimensions | 2.4.3.4d1.3d1.4d1 simd lanes=8 "
      "workgroups=2",
      3 },
    { "two dimensions in the widest vectors",
      "simd/points/emit_dimensions.cc",
      "c2c forward 16x32: vector dimensions | 16.8d1.4d1 simd lanes=16 workgroups=2 "
      "nt-store-rows=1",
      3 },
    { "two dimensions, transpose blocks that make whole cache lines",
      "simd/points/emit_dimensions.cc",
      "c2c inverse 8x16: vector dimensions | 8.4d1.4d1 simd lanes=4 workgroups=2 "
      "nt-store-rows=1",
      3 },
    { "lanes along points, three dimensions, rotated at input and output",
      "simd/points/emit_dimensions.cc",
      "c2c forward 16x8x32, input rotated by 5x4x16, output rotated by 8x3x8: vector "
      "dimensions | 4.4.8d1.8d2.4d2 simd lanes=16 workgroups=2 nt-store-rows=1",
      3 },
    { "lanes along points, rotated by parts of vectors, and planes of doubles",
      "simd/points/emit_dimensions.cc",
      "c2c inverse 16x32, float64, input rotated by 3x24, output rotated by 7x16, planar "
      "output: vector dimensions | 2.8.8d1.4d1 simd lanes=8 workgroups=2",
      5 },
    { "two dimensions of reals",
      "simd/points/emit_dimensions.cc",
      "c2c inverse 12x24, real input: vector dimensions | 3.4.6d1.4d1 simd lanes=4 "
      "workgroups=2",
      5 },
    { "two dimensions in place",
      "simd/points/emit_dimensions.cc",
      "c2c forward 12x20, in place: vector dimensions | 3.4.5d1.4d1 simd lanes=4 "
      "workgroups=2",
      5 },
    { "three dimensions",
      "simd/points/emit_dimensions.cc",
      "c2c forward 4x6x16: vector dimensions | 2.2.3d1.2d1.4d2.4d2 simd lanes=8 "
      "workgroups=2 nt-store-rows=2",
      4 },
    { "doubles, lanes along a row, non-temporal stores",
      "simd/points/emit_row_pipeline.cc",
      "c2c inverse 192, float64, input rotated by 24: vectors | 8.6.4 simd "
      "lanes=8 workgroups=2 nt-store-rows=2",
      5 },
    { "doubles, two dimensions",
      "simd/points/emit_dimensions.cc",
      "c2c inverse 24x16, float64: vector dimensions | 2.4.3.4d1.4d1 simd lanes=8 "
      "workgroups=2 nt-store-rows=1",
      3 },
    { "doubles, 4 lanes, bins of reals",
      "simd/points/emit_bins.cc",
      "r2c forward 40, float64: vectors | 4.5 simd lanes=4 workgroups=2",
      6 },
    { "bins to reals, lanes along points",
      "simd/points/emit_bins.cc",
      "c2r inverse 128: vectors | 8.8 simd lanes=8 workgroups=2",
      5 },
    { "bins to reals in the widest vectors, non-temporal stores, prefetched far ahead",
      "simd/points/emit_bins.cc",
      "c2r inverse 512, scaled by 0.25: vectors | 16.16 simd lanes=16 workgroups=2 "
      "nt-store-rows=1 prefetch=2",
      1100 },
    { "bins to reals in tiles that overlap",
      "simd/points/emit_bins.cc",
      "c2r inverse 400: vectors | 8m3.5.5 simd lanes=8 workgroups=3",
      7 },
    { "bins to reals in doubles, 4 lanes",
      "simd/points/emit_bins.cc",
      "c2r inverse 40, float64: vectors | 4.5 simd lanes=4 workgroups=2",
      6 },
    { "bins to a long row in place, spare vectors between points that collide",
      "simd/points/emit_bins.cc",
      "c2r inverse 32768, in place: vectors | 16m3.4.16.16 simd lanes=16 workgroups=2 "
      "nt-store-rows=1",
      2 },
    { "bins of a row with vectors left out, whose last two stages are nested",
      "simd/points/emit_bins.cc",
      "r2c forward 4096: vectors | 4.8.8.8 simd lanes=4 workgroups=2 buffer-padding=64,1 "
      "last-stage=nested",
      3 },
};

} // namespace gpufft::testing::of_points

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_POINT_FORMS_H */
