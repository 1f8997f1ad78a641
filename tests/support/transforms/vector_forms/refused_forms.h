/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_REFUSED_FORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_REFUSED_FORMS_H

//! Plan lines that are no forms of a pass over vectors.
namespace gpufft::testing {

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

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_REFUSED_FORMS_H */
