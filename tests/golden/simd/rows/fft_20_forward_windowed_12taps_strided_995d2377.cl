// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 20, windowed, taps per branch 12, input distance 10: vector rows 5·4, 16 lanes, 8 workgroups; 1 pass
// workgroup: 1 work-items, 20 points of each of 16 rows
// made by: gpufft dump --dialect opencl --plan "c2c forward 20, windowed, taps per branch 12, input distance 10: vector rows | 5.4 columns=row:16 simd lanes=16 lane-columns workgroups=8 nt-store-rows=6553"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

static inline float2 conjugate(float2 a) { return (float2)(a.x, -a.y); }

// Of an inverse, which is a forward transform with its parts exchanged at both ends.
static inline float2 exchanged(float2 a) { return a.yx; }

typedef float16 vec;
#if defined(__clang__)
// The compiler's own shuffles and unaligned accesses: 20 to 40 % faster.
typedef float16 unaligned_vec __attribute__((aligned(4)));
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define LOAD(p) (*(__global const unaligned_vec*)(p))
#define STORE(p, v) (*(__global unaligned_vec*)(p) = (v))
// Whole lines past the caches: nothing is read for them first.
#define STREAM(p, v) __builtin_nontemporal_store(v, (__global vec*)(p))
#define KEEP(p, v) (*(unaligned_vec*)(p) = (v))
#if __has_attribute(min_vector_width)
#define WHOLE_VECTORS __attribute__((min_vector_width(512)))
#endif
#else
#define SHUFFLE(a, b, ...) shuffle2(a, b, (uint16)(__VA_ARGS__))
#define LOAD(p) vload16(0, p)
#define STORE(p, v) vstore16(v, 0, p)
#define STREAM(p, v) STORE(p, v)
#define KEEP(p, v) STORE(p, v)
#endif
#ifndef WHOLE_VECTORS
#define WHOLE_VECTORS
#endif
#define EVEN(a, b) SHUFFLE(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define ODD(a, b) SHUFFLE(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#define LOW(a, b) SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(a, b) SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define EVEN_WITHIN(a, b) SHUFFLE(a, b, 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30)
#define ODD_WITHIN(a, b) SHUFFLE(a, b, 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31)
#define EVEN_BLOCKS(a, b) SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
#define ODD_BLOCKS(a, b) SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31)
#define LOW_WITHIN(a, b) SHUFFLE(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define HIGH_WITHIN(a, b) SHUFFLE(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)

// 16 vectors of 16 lanes: lane j of vector i goes to lane i of vector j.
static inline void transpose(vec* v)
{
    const vec r1_0 = EVEN_BLOCKS(v[0], v[4]);
    const vec r1_1 = EVEN_BLOCKS(v[1], v[5]);
    const vec r1_2 = EVEN_BLOCKS(v[2], v[6]);
    const vec r1_3 = EVEN_BLOCKS(v[3], v[7]);
    const vec r1_4 = EVEN_BLOCKS(v[8], v[12]);
    const vec r1_5 = EVEN_BLOCKS(v[9], v[13]);
    const vec r1_6 = EVEN_BLOCKS(v[10], v[14]);
    const vec r1_7 = EVEN_BLOCKS(v[11], v[15]);
    const vec r1_8 = ODD_BLOCKS(v[0], v[4]);
    const vec r1_9 = ODD_BLOCKS(v[1], v[5]);
    const vec r1_10 = ODD_BLOCKS(v[2], v[6]);
    const vec r1_11 = ODD_BLOCKS(v[3], v[7]);
    const vec r1_12 = ODD_BLOCKS(v[8], v[12]);
    const vec r1_13 = ODD_BLOCKS(v[9], v[13]);
    const vec r1_14 = ODD_BLOCKS(v[10], v[14]);
    const vec r1_15 = ODD_BLOCKS(v[11], v[15]);
    const vec r2_0 = EVEN_BLOCKS(r1_0, r1_4);
    const vec r2_1 = EVEN_BLOCKS(r1_1, r1_5);
    const vec r2_2 = EVEN_BLOCKS(r1_2, r1_6);
    const vec r2_3 = EVEN_BLOCKS(r1_3, r1_7);
    const vec r2_4 = EVEN_BLOCKS(r1_8, r1_12);
    const vec r2_5 = EVEN_BLOCKS(r1_9, r1_13);
    const vec r2_6 = EVEN_BLOCKS(r1_10, r1_14);
    const vec r2_7 = EVEN_BLOCKS(r1_11, r1_15);
    const vec r2_8 = ODD_BLOCKS(r1_0, r1_4);
    const vec r2_9 = ODD_BLOCKS(r1_1, r1_5);
    const vec r2_10 = ODD_BLOCKS(r1_2, r1_6);
    const vec r2_11 = ODD_BLOCKS(r1_3, r1_7);
    const vec r2_12 = ODD_BLOCKS(r1_8, r1_12);
    const vec r2_13 = ODD_BLOCKS(r1_9, r1_13);
    const vec r2_14 = ODD_BLOCKS(r1_10, r1_14);
    const vec r2_15 = ODD_BLOCKS(r1_11, r1_15);
    const vec r3_0 = LOW_WITHIN(r2_0, r2_2);
    const vec r3_1 = HIGH_WITHIN(r2_0, r2_2);
    const vec r3_2 = LOW_WITHIN(r2_1, r2_3);
    const vec r3_3 = HIGH_WITHIN(r2_1, r2_3);
    const vec r3_4 = LOW_WITHIN(r2_4, r2_6);
    const vec r3_5 = HIGH_WITHIN(r2_4, r2_6);
    const vec r3_6 = LOW_WITHIN(r2_5, r2_7);
    const vec r3_7 = HIGH_WITHIN(r2_5, r2_7);
    // ... 2 more of these 4 lines, up to: const vec r3_15 = HIGH_WITHIN(r2_13, r2_15);
    const vec r4_0 = LOW_WITHIN(r3_0, r3_2);
    const vec r4_1 = HIGH_WITHIN(r3_0, r3_2);
    const vec r4_2 = LOW_WITHIN(r3_1, r3_3);
    const vec r4_3 = HIGH_WITHIN(r3_1, r3_3);
    const vec r4_4 = LOW_WITHIN(r3_4, r3_6);
    const vec r4_5 = HIGH_WITHIN(r3_4, r3_6);
    const vec r4_6 = LOW_WITHIN(r3_5, r3_7);
    const vec r4_7 = HIGH_WITHIN(r3_5, r3_7);
    // ... 2 more of these 4 lines, up to: const vec r4_15 = HIGH_WITHIN(r3_13, r3_15);
    v[0] = r4_0;
    v[1] = r4_1;
    // ... 14 more, up to: v[15] = r4_15;
}

#if defined(__clang__) && defined(POCL_DEVICE_ADDRESS_BITS)
#define FETCH(p) __builtin_prefetch(p, 0, 2) // second-level cache
#else
#define FETCH(p)
#endif

// Where output k stands after the stages, which work in place.
__constant ushort order[20] = {
    0, 4, 8, 12, 16, 1, 5, 9, 13, 17, 2, 6, 10, 14, 18, 3,
    7, 11, 15, 19,
};

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_20_forward_windowed_12taps_strided_995d2377(__global const float2* restrict in,
                                                     __global float2* restrict out,
                                                     __global const float2* restrict twiddles,
                                                     __global const float* restrict window,
                                                     const uint rows)
{
    vec re[20], im[20]; // scratch
    vec lines[40]; // of a tile's output
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const ulong tiles = ((ulong)rows + 15) / 16;
    const uint first_tile = (uint)(tiles * group / groups);
    const uint end_tile = (uint)(tiles * (group + 1) / groups);
    for (uint number = first_tile; number < end_tile; ++number) {
        const uint row = number * 16;
        const uint present = min(rows - row, (uint)16);
        __global const float* from = (__global const float*)in + (ulong)row * 20;
        __global float* to = (__global float*)out + (ulong)row * 40;
        const bool fetches = rows > 13107;
        __global const float* ahead = from + 1920; // of a tile to come, line by line
        const bool streams = rows >= 6553 && (ulong)(to) % 64 == 0;

        // Squares of neighbouring elements, transposed: a lane a row.
        if (present == 16) {
            for (uint tile = 0; tile < 3; ++tile) {
                const uint j = min(tile * 8, (uint)12); // the last one overlaps
                vec square[16];
                square[0] = 0.0f;
                square[1] = 0.0f;
                // ... 14 more, up to: square[15] = 0.0f;
                for (uint branch = 0; branch < 12; ++branch) {
                    const vec tap = (vec)(window[j + 20 * branch], window[j + 20 * branch], window[j + 1 + 20 * branch], window[j + 1 + 20 * branch], window[j + 2 + 20 * branch], window[j + 2 + 20 * branch], window[j + 3 + 20 * branch], window[j + 3 + 20 * branch], window[j + 4 + 20 * branch], window[j + 4 + 20 * branch], window[j + 5 + 20 * branch], window[j + 5 + 20 * branch], window[j + 6 + 20 * branch], window[j + 6 + 20 * branch], window[j + 7 + 20 * branch], window[j + 7 + 20 * branch]);
                    square[0] += tap * LOAD(from + 2 * j + 40 * branch);
                    square[1] += tap * LOAD(from + 20 + 2 * j + 40 * branch);
                    square[2] += tap * LOAD(from + 40 + 2 * j + 40 * branch);
                    // ... 13 more, up to: square[15] += tap * LOAD(from + 300 + 2 * j + 40 * branch);
                }
                transpose(square);
                re[j] = square[0];
                im[j] = square[1];
                re[j + 1] = square[2];
                im[j + 1] = square[3];
                re[j + 2] = square[4];
                im[j + 2] = square[5];
                // ... 5 more of these 2 lines, up to: im[j + 7] = square[15];
            }
        }
        else {
            ulong at[16]; // of each lane's row
            for (uint i = 0; i < 16; ++i)
                at[i] = (ulong)min(i, present - 1) * 20;
            for (uint tile = 0; tile < 3; ++tile) {
                const uint j = min(tile * 8, (uint)12); // the last one overlaps
                vec square[16];
                square[0] = 0.0f;
                square[1] = 0.0f;
                // ... 14 more, up to: square[15] = 0.0f;
                for (uint branch = 0; branch < 12; ++branch) {
                    const vec tap = (vec)(window[j + 20 * branch], window[j + 20 * branch], window[j + 1 + 20 * branch], window[j + 1 + 20 * branch], window[j + 2 + 20 * branch], window[j + 2 + 20 * branch], window[j + 3 + 20 * branch], window[j + 3 + 20 * branch], window[j + 4 + 20 * branch], window[j + 4 + 20 * branch], window[j + 5 + 20 * branch], window[j + 5 + 20 * branch], window[j + 6 + 20 * branch], window[j + 6 + 20 * branch], window[j + 7 + 20 * branch], window[j + 7 + 20 * branch]);
                    square[0] += tap * LOAD(from + at[0] + 2 * j + 40 * branch);
                    square[1] += tap * LOAD(from + at[1] + 2 * j + 40 * branch);
                    // ... 14 more, up to: square[15] += tap * LOAD(from + at[15] + 2 * j + 40 * branch);
                }
                transpose(square);
                re[j] = square[0];
                im[j] = square[1];
                re[j + 1] = square[2];
                im[j + 1] = square[3];
                re[j + 2] = square[4];
                im[j + 2] = square[5];
                // ... 5 more of these 2 lines, up to: im[j + 7] = square[15];
            }
        }
        {
            // Stage 1 of 2: radix 5, a lane a row.
            const uint butterflies = 0;
            for (uint rest = 0; rest < 4; ++rest) {
                const uint base = butterflies * 20 + rest;
                const vec x0_re = re[base];
                const vec x0_im = im[base];
                const vec x1_re = re[base + 4];
                const vec x1_im = im[base + 4];
                const vec x2_re = re[base + 8];
                const vec x2_im = im[base + 8];
                // ... 2 more of these 2 lines, up to: const vec x4_im = im[base + 16];
                if (fetches) {
                    FETCH(ahead);
                    FETCH(ahead + 16);
                    FETCH(ahead + 32);
                    ahead += 48;
                }
                // codelet: DFT of 5 points, from x0_re, as vec
                re[base] = y0_re;
                im[base] = y0_im;
                re[base + 4] = y1_re;
                im[base + 4] = y1_im;
                re[base + 8] = y2_re;
                im[base + 8] = y2_im;
                // ... 2 more of these 2 lines, up to: im[base + 16] = y4_im;
            }
        }
        {
            // Stage 2 of 2: radix 4, a lane a row.
            for (uint k1 = 0; k1 < 5; ++k1) {
                const uint butterflies = k1;
                __global const float2* w = twiddles + butterflies * 3;
                const uint base = butterflies * 4;
                const vec x0_re = re[base];
                const vec x0_im = im[base];
                const vec p1_re = re[base + 1];
                const vec p1_im = im[base + 1];
                const vec x1_re = p1_re * w[0].x - p1_im * w[0].y;
                const vec x1_im = p1_re * w[0].y + p1_im * w[0].x;
                const vec p2_re = re[base + 2];
                const vec p2_im = im[base + 2];
                const vec x2_re = p2_re * w[1].x - p2_im * w[1].y;
                const vec x2_im = p2_re * w[1].y + p2_im * w[1].x;
                const vec p3_re = re[base + 3];
                const vec p3_im = im[base + 3];
                const vec x3_re = p3_re * w[2].x - p3_im * w[2].y;
                const vec x3_im = p3_re * w[2].y + p3_im * w[2].x;
                if (fetches) {
                    FETCH(ahead);
                    FETCH(ahead + 16);
                    ahead += 32;
                }
                // codelet: DFT of 4 points, from x0_re, as vec
                re[base] = y0_re;
                im[base] = y0_im;
                re[base + 1] = y1_re;
                im[base + 1] = y1_im;
                re[base + 2] = y2_re;
                im[base + 2] = y2_im;
                re[base + 3] = y3_re;
                im[base + 3] = y3_im;
            }
        }
        // Squares of neighbouring outputs, transposed: a vector a row's.
        if (present == 16) {
            if (streams) {
                float* kept = (float*)lines;
                for (uint tile = 0; tile < 3; ++tile) {
                    const uint j = min(tile * 8, (uint)12); // the last one overlaps
                    vec square[16];
                    square[0] = re[order[j]];
                    square[1] = im[order[j]];
                    square[2] = re[order[j + 1]];
                    square[3] = im[order[j + 1]];
                    square[4] = re[order[j + 2]];
                    square[5] = im[order[j + 2]];
                    // ... 5 more of these 2 lines, up to: square[15] = im[order[j + 7]];
                    transpose(square);
                    KEEP(kept + 2 * j, square[0]);
                    KEEP(kept + 40 + 2 * j, square[1]);
                    KEEP(kept + 80 + 2 * j, square[2]);
                    // ... 13 more, up to: KEEP(kept + 600 + 2 * j, square[15]);
                }
                for (uint v = 0; v < 40; ++v)
                    STREAM(to + 16 * v, lines[v]);
            }
            else {
                for (uint tile = 0; tile < 3; ++tile) {
                    const uint j = min(tile * 8, (uint)12); // the last one overlaps
                    vec square[16];
                    square[0] = re[order[j]];
                    square[1] = im[order[j]];
                    square[2] = re[order[j + 1]];
                    square[3] = im[order[j + 1]];
                    square[4] = re[order[j + 2]];
                    square[5] = im[order[j + 2]];
                    // ... 5 more of these 2 lines, up to: square[15] = im[order[j + 7]];
                    transpose(square);
                    STORE(to + 2 * j, square[0]);
                    STORE(to + 40 + 2 * j, square[1]);
                    STORE(to + 80 + 2 * j, square[2]);
                    // ... 13 more, up to: STORE(to + 600 + 2 * j, square[15]);
                }
            }
        }
        else {
            ulong at[16]; // of each lane's row
            for (uint i = 0; i < 16; ++i)
                at[i] = (ulong)min(i, present - 1) * 40;
            for (uint tile = 0; tile < 3; ++tile) {
                const uint j = min(tile * 8, (uint)12); // the last one overlaps
                vec square[16];
                square[0] = re[order[j]];
                square[1] = im[order[j]];
                square[2] = re[order[j + 1]];
                square[3] = im[order[j + 1]];
                square[4] = re[order[j + 2]];
                square[5] = im[order[j + 2]];
                // ... 5 more of these 2 lines, up to: square[15] = im[order[j + 7]];
                transpose(square);
                STORE(to + at[0] + 2 * j, square[0]);
                STORE(to + at[1] + 2 * j, square[1]);
                // ... 14 more, up to: STORE(to + at[15] + 2 * j, square[15]);
            }
        }
    }
}
