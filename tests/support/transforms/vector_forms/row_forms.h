/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_ROW_FORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_ROW_FORMS_H

#include "support/transforms/vector_forms/form.h"

//! For lib/codegen/simd/rows and reals: lanes that are rows of the batch, complex or of
//! reals.
namespace gpufft::testing::of_rows {

inline const form FORMS[] = {
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
    { "a lane an N-d row, rotated at input and output",
      "simd/rows/emit_rows.cc",
      "c2c inverse 9x10, input rotated by 4x5, output rotated by 2x0: vector nd rows | "
      "9.10d1 columns=row:4 simd lanes=4 lane-columns workgroups=2",
      9 },
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
    { "columns of reals, the last of them alone in its tile",
      "simd/reals/emit_real_columns.cc",
      "dct2 forward 12x9: real rows + real columns | 9 to=output store=dct2.real "
      "row-factor=12 columns=row:8 simd lanes=8 lane-columns workgroups=16 | 6 "
      "from=output "
      "load=dct2.real.half store=dct2.real.half length=6 input-stride=9 output-stride=9 "
      "input-distance=108 grid=column_tile:2:w8/8 columns=column:8:w1/1 column-extent=9 "
      "simd lanes=8 lane-columns workgroups=16",
      3 },
    { "reals, a lane a row: a dct of two stages, non-temporal stores",
      "simd/reals/emit_real_rows.cc",
      "dct2 forward 40: real rows | 5.4 columns=row:4 simd lanes=4 lane-columns "
      "workgroups=2 nt-store-rows=3",
      11 },
};

} // namespace gpufft::testing::of_rows

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_ROW_FORMS_H */
