// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c forward 20: vector rows 5·4, 16 lanes, 8 workers; 1 pass
// workgroup: 1 work-items, 20 points of each of 16 rows
// made by: gpufft dump --dialect opencl --plan "c2c forward 20: vector rows | 5.4 columns=row:16 simd lanes=16 lane-columns workers=8 stream-rows=6553"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

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
    const vec r3_8 = LOW_WITHIN(r2_8, r2_10);
    const vec r3_9 = HIGH_WITHIN(r2_8, r2_10);
    const vec r3_10 = LOW_WITHIN(r2_9, r2_11);
    const vec r3_11 = HIGH_WITHIN(r2_9, r2_11);
    const vec r3_12 = LOW_WITHIN(r2_12, r2_14);
    const vec r3_13 = HIGH_WITHIN(r2_12, r2_14);
    const vec r3_14 = LOW_WITHIN(r2_13, r2_15);
    const vec r3_15 = HIGH_WITHIN(r2_13, r2_15);
    const vec r4_0 = LOW_WITHIN(r3_0, r3_2);
    const vec r4_1 = HIGH_WITHIN(r3_0, r3_2);
    const vec r4_2 = LOW_WITHIN(r3_1, r3_3);
    const vec r4_3 = HIGH_WITHIN(r3_1, r3_3);
    const vec r4_4 = LOW_WITHIN(r3_4, r3_6);
    const vec r4_5 = HIGH_WITHIN(r3_4, r3_6);
    const vec r4_6 = LOW_WITHIN(r3_5, r3_7);
    const vec r4_7 = HIGH_WITHIN(r3_5, r3_7);
    const vec r4_8 = LOW_WITHIN(r3_8, r3_10);
    const vec r4_9 = HIGH_WITHIN(r3_8, r3_10);
    const vec r4_10 = LOW_WITHIN(r3_9, r3_11);
    const vec r4_11 = HIGH_WITHIN(r3_9, r3_11);
    const vec r4_12 = LOW_WITHIN(r3_12, r3_14);
    const vec r4_13 = HIGH_WITHIN(r3_12, r3_14);
    const vec r4_14 = LOW_WITHIN(r3_13, r3_15);
    const vec r4_15 = HIGH_WITHIN(r3_13, r3_15);
    v[0] = r4_0;
    v[1] = r4_1;
    v[2] = r4_2;
    v[3] = r4_3;
    v[4] = r4_4;
    v[5] = r4_5;
    v[6] = r4_6;
    v[7] = r4_7;
    v[8] = r4_8;
    v[9] = r4_9;
    v[10] = r4_10;
    v[11] = r4_11;
    v[12] = r4_12;
    v[13] = r4_13;
    v[14] = r4_14;
    v[15] = r4_15;
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
void fft_20_forward(__global const float2* restrict in,
                    __global float2* restrict out,
                    __global const float2* restrict twiddles,
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
        __global const float* from = (__global const float*)in + (ulong)row * 40;
        __global float* to = (__global float*)out + (ulong)row * 40;
        const bool fetches = rows > 13107;
        __global const float* ahead = from + 1920; // of a tile to come, line by line
        const bool streams = rows >= 6553 && (ulong)(to) % 64 == 0;

        // Squares of neighbouring elements, transposed: a lane a row.
        if (present == 16) {
            for (uint tile = 0; tile < 3; ++tile) {
                const uint j = min(tile * 8, (uint)12); // the last one overlaps
                vec square[16];
                square[0] = LOAD(from + 2 * j);
                square[1] = LOAD(from + 40 + 2 * j);
                square[2] = LOAD(from + 80 + 2 * j);
                square[3] = LOAD(from + 120 + 2 * j);
                square[4] = LOAD(from + 160 + 2 * j);
                square[5] = LOAD(from + 200 + 2 * j);
                square[6] = LOAD(from + 240 + 2 * j);
                square[7] = LOAD(from + 280 + 2 * j);
                square[8] = LOAD(from + 320 + 2 * j);
                square[9] = LOAD(from + 360 + 2 * j);
                square[10] = LOAD(from + 400 + 2 * j);
                square[11] = LOAD(from + 440 + 2 * j);
                square[12] = LOAD(from + 480 + 2 * j);
                square[13] = LOAD(from + 520 + 2 * j);
                square[14] = LOAD(from + 560 + 2 * j);
                square[15] = LOAD(from + 600 + 2 * j);
                transpose(square);
                re[j] = square[0];
                im[j] = square[1];
                re[j + 1] = square[2];
                im[j + 1] = square[3];
                re[j + 2] = square[4];
                im[j + 2] = square[5];
                re[j + 3] = square[6];
                im[j + 3] = square[7];
                re[j + 4] = square[8];
                im[j + 4] = square[9];
                re[j + 5] = square[10];
                im[j + 5] = square[11];
                re[j + 6] = square[12];
                im[j + 6] = square[13];
                re[j + 7] = square[14];
                im[j + 7] = square[15];
            }
        }
        else {
            ulong at[16]; // of each lane's row
            for (uint i = 0; i < 16; ++i)
                at[i] = (ulong)min(i, present - 1) * 40;
            for (uint tile = 0; tile < 3; ++tile) {
                const uint j = min(tile * 8, (uint)12); // the last one overlaps
                vec square[16];
                square[0] = LOAD(from + at[0] + 2 * j);
                square[1] = LOAD(from + at[1] + 2 * j);
                square[2] = LOAD(from + at[2] + 2 * j);
                square[3] = LOAD(from + at[3] + 2 * j);
                square[4] = LOAD(from + at[4] + 2 * j);
                square[5] = LOAD(from + at[5] + 2 * j);
                square[6] = LOAD(from + at[6] + 2 * j);
                square[7] = LOAD(from + at[7] + 2 * j);
                square[8] = LOAD(from + at[8] + 2 * j);
                square[9] = LOAD(from + at[9] + 2 * j);
                square[10] = LOAD(from + at[10] + 2 * j);
                square[11] = LOAD(from + at[11] + 2 * j);
                square[12] = LOAD(from + at[12] + 2 * j);
                square[13] = LOAD(from + at[13] + 2 * j);
                square[14] = LOAD(from + at[14] + 2 * j);
                square[15] = LOAD(from + at[15] + 2 * j);
                transpose(square);
                re[j] = square[0];
                im[j] = square[1];
                re[j + 1] = square[2];
                im[j + 1] = square[3];
                re[j + 2] = square[4];
                im[j + 2] = square[5];
                re[j + 3] = square[6];
                im[j + 3] = square[7];
                re[j + 4] = square[8];
                im[j + 4] = square[9];
                re[j + 5] = square[10];
                im[j + 5] = square[11];
                re[j + 6] = square[12];
                im[j + 6] = square[13];
                re[j + 7] = square[14];
                im[j + 7] = square[15];
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
                const vec x3_re = re[base + 12];
                const vec x3_im = im[base + 12];
                const vec x4_re = re[base + 16];
                const vec x4_im = im[base + 16];
                if (fetches) {
                    FETCH(ahead);
                    FETCH(ahead + 16);
                    FETCH(ahead + 32);
                    FETCH(ahead + 48);
                    FETCH(ahead + 64);
                    ahead += 80;
                }
                const vec t0 = x1_re + x4_re;
                const vec t1 = x1_re - x4_re;
                const vec t2 = x1_im + x4_im;
                const vec t3 = x1_im - x4_im;
                const vec t4 = x2_re + x3_re;
                const vec t5 = x2_re - x3_re;
                const vec t6 = x2_im + x3_im;
                const vec t7 = x2_im - x3_im;
                const vec t8 = t0 + t4;
                const vec t9 = t0 - t4;
                const vec t10 = x0_re - 0.250000000f * t8;
                const vec y0_re = x0_re + t8;
                const vec t11 = t10 + 0.559016994f * t9;
                const vec t12 = t10 - 0.559016994f * t9;
                const vec t13 = t2 + t6;
                const vec t14 = t2 - t6;
                const vec t15 = x0_im - 0.250000000f * t13;
                const vec y0_im = x0_im + t13;
                const vec t16 = t15 + 0.559016994f * t14;
                const vec t17 = t15 - 0.559016994f * t14;
                const vec t18 = t1 + 0.618033989f * t5;
                const vec t19 = 0.618033989f * t1 - t5;
                const vec t20 = t3 + 0.618033989f * t7;
                const vec t21 = 0.618033989f * t3 - t7;
                const vec y1_re = t11 + 0.951056516f * t20;
                const vec y4_re = t11 - 0.951056516f * t20;
                const vec y1_im = t16 - 0.951056516f * t18;
                const vec y4_im = t16 + 0.951056516f * t18;
                const vec y3_re = t12 - 0.951056516f * t21;
                const vec y2_re = t12 + 0.951056516f * t21;
                const vec y3_im = t17 + 0.951056516f * t19;
                const vec y2_im = t17 - 0.951056516f * t19;
                re[base] = y0_re;
                im[base] = y0_im;
                re[base + 4] = y1_re;
                im[base + 4] = y1_im;
                re[base + 8] = y2_re;
                im[base + 8] = y2_im;
                re[base + 12] = y3_re;
                im[base + 12] = y3_im;
                re[base + 16] = y4_re;
                im[base + 16] = y4_im;
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
                    FETCH(ahead + 32);
                    FETCH(ahead + 48);
                    ahead += 64;
                }
                const vec t0 = x0_re + x2_re;
                const vec t1 = x0_re - x2_re;
                const vec t2 = x0_im + x2_im;
                const vec t3 = x0_im - x2_im;
                const vec t4 = x1_re + x3_re;
                const vec t5 = x1_re - x3_re;
                const vec t6 = x1_im + x3_im;
                const vec t7 = x1_im - x3_im;
                const vec y0_re = t0 + t4;
                const vec y2_re = t0 - t4;
                const vec y0_im = t2 + t6;
                const vec y2_im = t2 - t6;
                const vec y1_re = t1 + t7;
                const vec y3_re = t1 - t7;
                const vec y1_im = t3 - t5;
                const vec y3_im = t3 + t5;
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
                    square[6] = re[order[j + 3]];
                    square[7] = im[order[j + 3]];
                    square[8] = re[order[j + 4]];
                    square[9] = im[order[j + 4]];
                    square[10] = re[order[j + 5]];
                    square[11] = im[order[j + 5]];
                    square[12] = re[order[j + 6]];
                    square[13] = im[order[j + 6]];
                    square[14] = re[order[j + 7]];
                    square[15] = im[order[j + 7]];
                    transpose(square);
                    KEEP(kept + 2 * j, square[0]);
                    KEEP(kept + 40 + 2 * j, square[1]);
                    KEEP(kept + 80 + 2 * j, square[2]);
                    KEEP(kept + 120 + 2 * j, square[3]);
                    KEEP(kept + 160 + 2 * j, square[4]);
                    KEEP(kept + 200 + 2 * j, square[5]);
                    KEEP(kept + 240 + 2 * j, square[6]);
                    KEEP(kept + 280 + 2 * j, square[7]);
                    KEEP(kept + 320 + 2 * j, square[8]);
                    KEEP(kept + 360 + 2 * j, square[9]);
                    KEEP(kept + 400 + 2 * j, square[10]);
                    KEEP(kept + 440 + 2 * j, square[11]);
                    KEEP(kept + 480 + 2 * j, square[12]);
                    KEEP(kept + 520 + 2 * j, square[13]);
                    KEEP(kept + 560 + 2 * j, square[14]);
                    KEEP(kept + 600 + 2 * j, square[15]);
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
                    square[6] = re[order[j + 3]];
                    square[7] = im[order[j + 3]];
                    square[8] = re[order[j + 4]];
                    square[9] = im[order[j + 4]];
                    square[10] = re[order[j + 5]];
                    square[11] = im[order[j + 5]];
                    square[12] = re[order[j + 6]];
                    square[13] = im[order[j + 6]];
                    square[14] = re[order[j + 7]];
                    square[15] = im[order[j + 7]];
                    transpose(square);
                    STORE(to + 2 * j, square[0]);
                    STORE(to + 40 + 2 * j, square[1]);
                    STORE(to + 80 + 2 * j, square[2]);
                    STORE(to + 120 + 2 * j, square[3]);
                    STORE(to + 160 + 2 * j, square[4]);
                    STORE(to + 200 + 2 * j, square[5]);
                    STORE(to + 240 + 2 * j, square[6]);
                    STORE(to + 280 + 2 * j, square[7]);
                    STORE(to + 320 + 2 * j, square[8]);
                    STORE(to + 360 + 2 * j, square[9]);
                    STORE(to + 400 + 2 * j, square[10]);
                    STORE(to + 440 + 2 * j, square[11]);
                    STORE(to + 480 + 2 * j, square[12]);
                    STORE(to + 520 + 2 * j, square[13]);
                    STORE(to + 560 + 2 * j, square[14]);
                    STORE(to + 600 + 2 * j, square[15]);
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
                square[6] = re[order[j + 3]];
                square[7] = im[order[j + 3]];
                square[8] = re[order[j + 4]];
                square[9] = im[order[j + 4]];
                square[10] = re[order[j + 5]];
                square[11] = im[order[j + 5]];
                square[12] = re[order[j + 6]];
                square[13] = im[order[j + 6]];
                square[14] = re[order[j + 7]];
                square[15] = im[order[j + 7]];
                transpose(square);
                STORE(to + at[0] + 2 * j, square[0]);
                STORE(to + at[1] + 2 * j, square[1]);
                STORE(to + at[2] + 2 * j, square[2]);
                STORE(to + at[3] + 2 * j, square[3]);
                STORE(to + at[4] + 2 * j, square[4]);
                STORE(to + at[5] + 2 * j, square[5]);
                STORE(to + at[6] + 2 * j, square[6]);
                STORE(to + at[7] + 2 * j, square[7]);
                STORE(to + at[8] + 2 * j, square[8]);
                STORE(to + at[9] + 2 * j, square[9]);
                STORE(to + at[10] + 2 * j, square[10]);
                STORE(to + at[11] + 2 * j, square[11]);
                STORE(to + at[12] + 2 * j, square[12]);
                STORE(to + at[13] + 2 * j, square[13]);
                STORE(to + at[14] + 2 * j, square[14]);
                STORE(to + at[15] + 2 * j, square[15]);
            }
        }
    }
}
