/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_H

#include <cstddef>

/*!
 * Forms of a pass over vectors, as plan lines: several dimensions at once, tiles of
 * columns that overlap, stores that bypass the caches; and lines that are none.
 */
namespace gpufft::testing {

//! A plan line, and how many rows it is tried with.
struct form {
    const char* why;
    const char* emitter; //!< file below lib/codegen that the row is for
    const char* line;
    std::size_t rows;
};

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
    { "the widest vectors deinterleaved within blocks, and bins in order",
      "simd/points/emit_bins.cc",
      "r2c forward 1024: vectors | 16.8.4 simd lanes=16 workgroups=2",
      3 },
    { "columns, prefetched far ahead",
      "simd/emit_prefetches.cc",
      "c2c forward 10, loops 48, input loop strides 1, input strides 48, output loop "
      "strides 1, output strides 48: vector columns | 10 grid=column_tile:3:w16/16 "
      "columns=column:16:w1/1 simd lanes=16 lane-columns workgroups=2 prefetch=5",
      560 },
    { "row pipeline: the last stage of a row interleaved with the first one of the next",
      "simd/points/emit_row_pipeline.cc",
      "c2c forward 1024: vectors | 16m3.8.8 simd lanes=16 workgroups=2 nt-store-rows=3",
      7 },
    { "row pipeline of too few rows for non-temporal stores: one after the other",
      "simd/points/emit_row_pipeline.cc",
      "c2c forward 1024: vectors | 16m3.8.8 simd lanes=16 workgroups=2 nt-store-rows=8",
      7 },
    { "row pipeline of fewer rows than workgroups",
      "simd/kernel/emit_simd.cc",
      "c2c inverse 16384: vectors | 16m3.16.8.8 simd lanes=16 workgroups=5 "
      "nt-store-rows=1",
      2 },
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
    { "a lane an N-d row, non-temporal stores, and a partly filled tile",
      "simd/rows/emit_rows.cc",
      "c2c forward 20x6: vector nd rows | 10.2.6d1 columns=row:16 simd lanes=16 "
      "lane-columns workgroups=2 nt-store-rows=1",
      35 },
    { "a lane an N-d row: three dimensions of planar doubles",
      "simd/rows/emit_row_load.cc",
      "c2c inverse 9x5x2, float64, planar input, planar output, scaled by 0.5: vector "
      "nd rows | 9.5d1.2d2 columns=row:8 simd lanes=8 lane-columns workgroups=3",
      11 },
    { "a lane an N-d row of reals",
      "simd/rows/emit_row_load.cc",
      "c2c forward 12x7, real input: vector nd rows | 4.3.7d1 columns=row:4 simd lanes=4 "
      "lane-columns workgroups=2",
      9 },
    { "a lane an N-d row: several stages of the last dimension, gaps between rows",
      "simd/transpose_blocks.cc",
      "c2c inverse 6x45, input distance 300, output distance 280: vector nd rows | "
      "6.9d1.5d1 columns=row:8 simd lanes=8 lane-columns workgroups=2",
      9 },
    { "a lane an N-d row of a few reals, hardly a vector",
      "simd/transpose_blocks.cc",
      "c2c inverse 3x3, real input: vector nd rows | 3.3d1 columns=row:8 simd lanes=8 "
      "lane-columns workgroups=2",
      19 },
    { "a lane an N-d row of halves",
      "text/emit_numbers.cc",
      "c2c forward 12x6, float16: vector nd rows | 12.6d1 columns=row:8 simd lanes=8 "
      "lane-columns workgroups=2",
      19 },
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
    { "an inner batch, a lane a row: a single stage",
      "simd/transpose_blocks.cc",
      "c2c forward 16, loops 3, input loop strides 1, input strides 3, output loop "
      "strides 1, output strides 3: vector nd rows | 16 inner-batch=3 columns=row:16 "
      "simd "
      "lanes=16 lane-columns workgroups=2 nt-store-rows=1",
      35 },
    { "an inner batch, a lane a row: two stages of doubles, and planes",
      "simd/rows/emit_row_store.cc",
      "c2c inverse 30, loops 5, float64, input loop strides 1, input strides 5, planar "
      "output, output loop strides 1, output strides 5: vector nd rows | 6.5 "
      "inner-batch=5 columns=row:8 simd lanes=8 lane-columns workgroups=3",
      11 },
    { "an inner batch of two dimensions of reals, rotated",
      "simd/rows/emit_row_load.cc",
      "c2c forward 4x6, loops 3, real input, output rotated by 1x3, input loop strides "
      "1, "
      "input strides 18x3, output loop strides 1, output strides 18x3: vector nd rows | "
      "4.6d1 inner-batch=3 columns=row:8 simd lanes=8 lane-columns workgroups=2",
      19 },
    { "an inner batch in place, spare vectors between points that collide",
      "simd/stages/emit_points.cc",
      "c2c forward 512, loops 2, input loop strides 1, input strides 2, output loop "
      "strides 1, output strides 2, in place: vector nd rows | 8.8.8 inner-batch=2 "
      "columns=row:16 simd lanes=16 lane-columns workgroups=2",
      18 },
    { "a lane an N-d row, rotated at input and output",
      "simd/rows/emit_rows.cc",
      "c2c inverse 9x10, input rotated by 4x5, output rotated by 2x0: vector nd rows | "
      "9.10d1 columns=row:4 simd lanes=4 lane-columns workgroups=2",
      9 },
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
    { "rows of a prime length, rotated at input and output",
      "simd/stages/emit_convolution.cc",
      "c2c inverse 37, input rotated by 30, output rotated by 18: vector convolution | "
      "6.6 "
      "convolves load=c2c.swap.rader store=c2c.swap.rader columns=row:8 simd lanes=8 "
      "lane-columns workgroups=2",
      11 },
    { "columns of a prime length, rotated, in tiles that overlap",
      "simd/columns/emit_convolved_columns.cc",
      "c2c forward 37, loops 9, input rotated by 8, output rotated by 1, input loop "
      "strides 1, input strides 9, output loop strides 1, output strides 9: vector "
      "convolution | 6.6 convolves load=c2c.rader store=c2c.rader "
      "grid=column_tile:2:w8/8 columns=column:8:w1/1 column-extent=9 simd lanes=8 "
      "lane-columns workgroups=2",
      3 },
    { "columns of reals to columns of bins, of which some lanes have none",
      "simd/reals/emit_postprocess.cc",
      "r2c forward 12, loops 11, input loop strides 1, input strides 11, output loop "
      "strides 1, output strides 11: real columns | 6 grid=column_tile:2:w8/8 "
      "columns=column:8:w1/1 column-extent=11 simd lanes=8 lane-columns workgroups=2",
      5 },
    { "columns of doubles of odd length to planes of bins, fewer columns than lanes",
      "simd/reals/emit_real_columns.cc",
      "r2c forward 9, loops 6, float64, input loop strides 1, input strides 6, planar "
      "output, output loop strides 1, output strides 6: real columns | 9 "
      "grid=column_tile:1:w8/8 columns=column:8:w1/1 column-extent=6 simd lanes=8 "
      "lane-columns workgroups=3",
      4 },
    { "columns of bins to columns of reals, several stages",
      "simd/reals/emit_preprocess.cc",
      "c2r inverse 60, loops 19, input loop strides 1, input strides 19, output loop "
      "strides 1, output strides 19, scaled by 0.5: real columns | 6.5 "
      "grid=column_tile:2:w16/16 columns=column:16:w1/1 column-extent=19 simd lanes=16 "
      "lane-columns workgroups=2",
      3 },
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
    { "two dimensions of reals",
      "simd/points/emit_dimensions.cc",
      "c2c inverse 12x24, real input: vector dimensions | 3.4.6d1.4d1 simd lanes=4 "
      "workgroups=2",
      5 },
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
    { "a lane a row, non-temporal stores, and a partly filled tile",
      "simd/transpose_blocks.cc",
      "c2c forward 12: vector rows | 12 columns=row:8 simd lanes=8 lane-columns "
      "workgroups=2 nt-store-rows=1",
      19 },
    { "a lane a row of several stages, non-temporal stores",
      "simd/transpose_blocks.cc",
      "c2c inverse 40: vector rows | 8.5 columns=row:8 simd lanes=8 lane-columns "
      "workgroups=2 nt-store-rows=1",
      17 },
    { "columns of the first pass in tiles that overlap",
      "text/tile_origin.cc",
      "c2c forward 360: vector passes | 5.4 length=360 input-step=18 output-step=18 "
      "grid=column_tile:5:s4/4 columns=column:4:s1/1 column-extent=18 simd lanes=4 "
      "lane-columns workgroups=2 nt-store-rows=1 | 6.3 output-step=20 "
      "grid=column_tile:5:s72/4:t4 columns=column:4:s18/1:t1 twiddle-order=360 simd "
      "lanes=4 lane-columns workgroups=2",
      3 },
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
    { "doubles, lanes along a row, non-temporal stores",
      "simd/points/emit_row_pipeline.cc",
      "c2c inverse 192, float64, input rotated by 24: vectors | 8.6.4 simd "
      "lanes=8 workgroups=2 nt-store-rows=2",
      5 },
    { "doubles, columns of both passes, twiddles between",
      "simd/stages/emit_points.cc",
      "c2c forward 256, float64: vector passes | 16 length=256 input-step=16 "
      "output-step=16 grid=column_tile:2:s8/8 columns=column:8:s1/1 simd lanes=8 "
      "lane-columns workgroups=2 nt-store-rows=1 | 16 output-step=16 "
      "grid=column_tile:2:s128/8:t8 columns=column:8:s16/1:t1 twiddle-order=256 simd "
      "lanes=8 lane-columns workgroups=2",
      3 },
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
    { "bins in a pass of their own, in vectors",
      "pointwise/emit_point_vectors.cc",
      "r2c forward 128: vectors | 8.8 load=c2c input-distance=64 simd lanes=8 "
      "workgroups=2 "
      "| "
      "pointwise columns=k:64:s1/1:w1/0 lanes=8",
      3 },
    { "bins in a pass of their own, in vectors, whose roots are products",
      "text/emit_root.cc",
      "r2c forward 9216: vectors | 8.16.6.6 load=c2c input-distance=4608 simd lanes=8 "
      "workgroups=2 | pointwise columns=k:4608:s1/1:w1/0 lanes=4",
      2 },
    { "columns of reals, the last of them alone in its tile",
      "simd/reals/emit_real_columns.cc",
      "dct2 forward 12x9: real rows + real columns | 9 to=output store=dct2.real "
      "row-factor=12 columns=row:8 simd lanes=8 lane-columns workgroups=16 | 6 "
      "from=output "
      "load=dct2.real.half store=dct2.real.half length=6 input-stride=9 output-stride=9 "
      "input-distance=108 grid=column_tile:2:w8/8 columns=column:8:w1/1 column-extent=9 "
      "simd lanes=8 lane-columns workgroups=16",
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
    { "reals, a lane a row: a dct of two stages, non-temporal stores",
      "simd/reals/emit_real_rows.cc",
      "dct2 forward 40: real rows | 5.4 columns=row:4 simd lanes=4 lane-columns "
      "workgroups=2 nt-store-rows=3",
      11 },
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
    { "bins of a row with vectors left out, whose last two stages are nested",
      "simd/points/emit_bins.cc",
      "r2c forward 4096: vectors | 4.8.8.8 simd lanes=4 workgroups=2 buffer-padding=64,1 "
      "last-stage=nested",
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

inline const char* const REFUSED[] = {
    // Twice the widest vector there is.
    "c2c forward 256, float64: vectors | 16.16 simd lanes=16",
    // Dimensions in another order, and one that is not whole.
    "c2c forward 8x8: vector dimensions | 8d1.8 simd lanes=8",
    "c2c forward 8x16: vector dimensions | 8.8d1 length=8,16 simd lanes=8",
    // Rows of dimensions, or their points, that are no whole vectors.
    "c2c forward 8x12: vector dimensions | 8.12d1 simd lanes=8",
    "c2c forward 12x8: vector dimensions | 12.8d1 simd lanes=8",
    // Points that do not follow one another.
    "c2c forward 8x8, input strides 1x8: vector dimensions | 8.8d1 simd lanes=8",
    // Columns that Bluestein convolves with a rotated input, and columns whose outputs
    // lie apart.
    "c2c forward 37, loops 8, input rotated by 8, input loop strides 1, input strides 8, "
    "output loop strides 1, output strides 8: vector convolution | 9.9 convolves "
    "load=c2c.bluestein store=c2c.bluestein caller-length=37 grid=column_tile:1:w8/8 "
    "columns=column:8:w1/1 simd lanes=8 lane-columns",
    "c2c forward 37, loops 8, input loop strides 1, input strides 8, output loop strides "
    "37, output strides 1: vector convolution | 6.6 convolves load=c2c.rader "
    "store=c2c.rader grid=column_tile:1:w8/296 columns=column:8:w1/37 simd lanes=8 "
    "lane-columns",
    // A tile that reads what a tile before has written, since the two are not neighbours.
    "c2c forward 7, loops 3x9, input loop strides 63x1, input strides 9, output loop "
    "strides 63x1, output strides 9, in place: vector columns | 7 "
    "grid=loop1:3:w63/63,column_tile:2:w8/8 columns=column:8:w1/1 column-extent=9 simd "
    "lanes=8 lane-columns",
    // Columns that lie apart, of fewer points than half a vector has.
    "c2c forward 48: vector passes | 16 length=48 input-step=3 output-step=3 "
    "grid=point:3:s1/1 | 3 "
    "output-step=16 grid=column_tile:2:s24/8:t8 columns=column:8:s3/1:t1 "
    "twiddle-order=48 simd lanes=8 lane-columns",
    // Separate I/O passes that leave points out, and ones whose elements follow from no
    // index.
    "dct3 forward 12: vectors | pointwise length=6 output-distance=18 "
    "columns=k:4:s1/1:w0/1 | 6 output-offset=6 | pointwise length=6 "
    "columns=k:6:s1/1:w1/0",
    "c2r inverse 16: vectors | pointwise length=8 columns=k:8:s2/1:w2/1 | 8 "
    "store=c2c.swap output-distance=8",
    // Bins that vectors do not divide.
    "r2c forward 120: vectors | 4.15 load=c2c input-distance=60 simd lanes=4 | "
    "pointwise columns=k:60:s1/1:w1/0 lanes=8",
    // Columns of reals in half a tile's vectors, and ones that lie apart.
    "dct2 forward 12x8: real rows + real columns | 8 to=output store=dct2.real.half "
    "length=8 row-factor=12 columns=row:8 simd lanes=8 lane-columns | 6 from=output "
    "load=dct2.real.half store=dct2.real.half length=6 input-stride=8 output-stride=8 "
    "input-distance=96 grid=column_tile:2:w4/4 columns=column:4:w1/1 simd lanes=8 "
    "lane-columns",
    "c2c forward 64: vectors | 8.8 column-extent=8 simd lanes=8",
    // With gaps between rows a tile is no run of lines.
    "c2c forward 15, output distance 17: vector rows | 15 columns=row:8 simd lanes=8 "
    "lane-columns nt-store-rows=1",
    "c2c forward 64: stockham | 8.8 nt-store-rows=1",
    "c2c forward 64: stockham | 8.8 prefetch=1",
    "c2c forward 64, planar input: vectors | 8.8 simd lanes=8 prefetch=1",
    "c2c forward 15: vector rows | 15 columns=row:8 simd lanes=8 lane-columns "
    "prefetch=65",
    "c2c forward 64: vectors | 8.8 simd lanes=8 nt-store-rows=-1",
    // Blocks that cut butterflies, or of which more than a quarter is left out.
    "c2c forward 1536: vectors | 8.8.6.4 simd lanes=8 buffer-padding=64,1",
    "c2c forward 4096: vectors | 4.8.16.8 simd lanes=4 buffer-padding=128,33",
    // A nested last stage in a row pipeline, which interleaves that stage with the next
    // row's first.
    "c2c forward 1024: vectors | 16.8.8 simd lanes=16 last-stage=nested",
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_H */
