// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c inverse 480, windowed, input rotated by 240: vectors 16·6·5, 16 lanes, 8 workers; 1 pass
// workgroup: 1 work-items, 480 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c inverse 480, windowed, input rotated by 240: vectors | 16.6.5 store=c2c.swap.scaled simd lanes=16 workers=8 stream-rows=273"
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
#if __has_attribute(min_vector_width)
#define WHOLE_VECTORS __attribute__((min_vector_width(512)))
#endif
#else
#define SHUFFLE(a, b, ...) shuffle2(a, b, (uint16)(__VA_ARGS__))
#define LOAD(p) vload16(0, p)
#define STORE(p, v) vstore16(v, 0, p)
#define STREAM(p, v) STORE(p, v)
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
#define FETCH(p) __builtin_prefetch(p)
#else
#define FETCH(p)
#endif

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_480_inverse_windowed_in240_scaled(__global const float2* restrict in,
                                           __global float2* restrict out,
                                           __global const float2* restrict twiddles,
                                           __global const float* restrict window,
                                           const float scale,
                                           const uint rows)
{
    vec re[30], im[30]; // scratch
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const ulong tiles = (ulong)rows * 1;
    const uint first_tile = (uint)(tiles * group / groups);
    const uint end_tile = (uint)(tiles * (group + 1) / groups);
    // The last stage of a row and the first one of the next, by turns.
    for (uint number = first_tile; number <= end_tile; ++number) {
        const bool has_row = number < end_tile, has_outputs = number > first_tile;
        const uint stored_row = number - has_outputs;
        const uint row = number;
        __global const float* from = (__global const float*)in + (ulong)row * 960;
        __global float* to = (__global float*)out + (ulong)stored_row * 960;
        const bool fetches = rows > 546;
        __global const float* ahead = from + 3840; // of a tile to come, line by line
        const bool streams = rows >= 273 && (ulong)(to) % 64 == 0;

        uint butterfly = 0;
        const uint delay = streams ? 0 : 2;
        for (uint turn = 0; turn < 2 + delay; ++turn) {
            if (has_outputs && turn < 2) {
                // Stage 3 of 3: radix 5, a lane an output k1.
                const uint end = min(((turn + 1) * 16 + 4) / 5, (uint)6);
                for (; butterfly < end; ++butterfly) {
                    const uint k2 = butterfly % 6;
                    const uint butterflies = k2;
                    const uint first_k = k2;
                    __global const float2* w = twiddles + butterflies * 4 + 480;
                    const uint base = butterflies * 5;
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
                    const vec p4_re = re[base + 4];
                    const vec p4_im = im[base + 4];
                    const vec x4_re = p4_re * w[3].x - p4_im * w[3].y;
                    const vec x4_im = p4_re * w[3].y + p4_im * w[3].x;
                    if (fetches) {
                        FETCH(ahead);
                        FETCH(ahead + 16);
                        FETCH(ahead + 32);
                        FETCH(ahead + 48);
                        ahead += 64;
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
                    const vec scaled0_re = scale * y0_im;
                    const vec scaled0_im = scale * y0_re;
                    const vec scaled1_re = scale * y1_im;
                    const vec scaled1_im = scale * y1_re;
                    const vec scaled2_re = scale * y2_im;
                    const vec scaled2_im = scale * y2_re;
                    const vec scaled3_re = scale * y3_im;
                    const vec scaled3_im = scale * y3_re;
                    const vec scaled4_re = scale * y4_im;
                    const vec scaled4_im = scale * y4_re;
                    if (streams) {
                        STREAM(to + 2 * (16 * (first_k)), LOW_WITHIN(scaled0_re, scaled0_im));
                        STREAM(to + 2 * (16 * (first_k)) + 16, HIGH_WITHIN(scaled0_re, scaled0_im));
                        STREAM(to + 2 * (16 * (first_k + 6)), LOW_WITHIN(scaled1_re, scaled1_im));
                        STREAM(to + 2 * (16 * (first_k + 6)) + 16, HIGH_WITHIN(scaled1_re, scaled1_im));
                        STREAM(to + 2 * (16 * (first_k + 12)), LOW_WITHIN(scaled2_re, scaled2_im));
                        STREAM(to + 2 * (16 * (first_k + 12)) + 16, HIGH_WITHIN(scaled2_re, scaled2_im));
                        STREAM(to + 2 * (16 * (first_k + 18)), LOW_WITHIN(scaled3_re, scaled3_im));
                        STREAM(to + 2 * (16 * (first_k + 18)) + 16, HIGH_WITHIN(scaled3_re, scaled3_im));
                        STREAM(to + 2 * (16 * (first_k + 24)), LOW_WITHIN(scaled4_re, scaled4_im));
                        STREAM(to + 2 * (16 * (first_k + 24)) + 16, HIGH_WITHIN(scaled4_re, scaled4_im));
                    }
                    else {
                        STORE(to + 2 * (16 * (first_k)), LOW_WITHIN(scaled0_re, scaled0_im));
                        STORE(to + 2 * (16 * (first_k)) + 16, HIGH_WITHIN(scaled0_re, scaled0_im));
                        STORE(to + 2 * (16 * (first_k + 6)), LOW_WITHIN(scaled1_re, scaled1_im));
                        STORE(to + 2 * (16 * (first_k + 6)) + 16, HIGH_WITHIN(scaled1_re, scaled1_im));
                        STORE(to + 2 * (16 * (first_k + 12)), LOW_WITHIN(scaled2_re, scaled2_im));
                        STORE(to + 2 * (16 * (first_k + 12)) + 16, HIGH_WITHIN(scaled2_re, scaled2_im));
                        STORE(to + 2 * (16 * (first_k + 18)), LOW_WITHIN(scaled3_re, scaled3_im));
                        STORE(to + 2 * (16 * (first_k + 18)) + 16, HIGH_WITHIN(scaled3_re, scaled3_im));
                        STORE(to + 2 * (16 * (first_k + 24)), LOW_WITHIN(scaled4_re, scaled4_im));
                        STORE(to + 2 * (16 * (first_k + 24)) + 16, HIGH_WITHIN(scaled4_re, scaled4_im));
                    }
                }
            }
            if (has_row && turn >= delay) {
                // Stage 1 of 3: radix 16, a lane a column; transposed, a lane an output k1.
                const uint tile = turn - delay;
                const uint column = min(tile * 16, (uint)14); // the last tile overlaps
                const uint index0 = column;
                const uint place0 = index0 < 240 ? index0 + 240 : index0 - 240;
                const vec tap0 = LOAD(window + column);
                const vec a0 = LOAD(from + 2 * (place0));
                const vec b0 = LOAD(from + 2 * (place0) + 16);
                const vec x0_im = tap0 * EVEN(a0, b0);
                const vec x0_re = tap0 * ODD(a0, b0);
                const uint index1 = column + 30;
                const uint place1 = index1 < 240 ? index1 + 240 : index1 - 240;
                const vec tap1 = LOAD(window + column + 30);
                const vec a1 = LOAD(from + 2 * (place1));
                const vec b1 = LOAD(from + 2 * (place1) + 16);
                const vec x1_im = tap1 * EVEN(a1, b1);
                const vec x1_re = tap1 * ODD(a1, b1);
                const uint index2 = column + 60;
                const uint place2 = index2 < 240 ? index2 + 240 : index2 - 240;
                const vec tap2 = LOAD(window + column + 60);
                const vec a2 = LOAD(from + 2 * (place2));
                const vec b2 = LOAD(from + 2 * (place2) + 16);
                const vec x2_im = tap2 * EVEN(a2, b2);
                const vec x2_re = tap2 * ODD(a2, b2);
                const uint index3 = column + 90;
                const uint place3 = index3 < 240 ? index3 + 240 : index3 - 240;
                const vec tap3 = LOAD(window + column + 90);
                const vec a3 = LOAD(from + 2 * (place3));
                const vec b3 = LOAD(from + 2 * (place3) + 16);
                const vec x3_im = tap3 * EVEN(a3, b3);
                const vec x3_re = tap3 * ODD(a3, b3);
                const uint index4 = column + 120;
                const uint place4 = index4 < 240 ? index4 + 240 : index4 - 240;
                const vec tap4 = LOAD(window + column + 120);
                const vec a4 = LOAD(from + 2 * (place4));
                const vec b4 = LOAD(from + 2 * (place4) + 16);
                const vec x4_im = tap4 * EVEN(a4, b4);
                const vec x4_re = tap4 * ODD(a4, b4);
                const uint index5 = column + 150;
                const uint place5 = index5 < 240 ? index5 + 240 : index5 - 240;
                const vec tap5 = LOAD(window + column + 150);
                const vec a5 = LOAD(from + 2 * (place5));
                const vec b5 = LOAD(from + 2 * (place5) + 16);
                const vec x5_im = tap5 * EVEN(a5, b5);
                const vec x5_re = tap5 * ODD(a5, b5);
                const uint index6 = column + 180;
                const uint place6 = index6 < 240 ? index6 + 240 : index6 - 240;
                const vec tap6 = LOAD(window + column + 180);
                const vec a6 = LOAD(from + 2 * (place6));
                const vec b6 = LOAD(from + 2 * (place6) + 16);
                const vec x6_im = tap6 * EVEN(a6, b6);
                const vec x6_re = tap6 * ODD(a6, b6);
                const uint index7 = column + 210;
                const uint place7 = index7 < 240 ? index7 + 240 : index7 - 240;
                const vec tap7 = LOAD(window + column + 210);
                const vec a7 = LOAD(from + 2 * (place7));
                const vec b7 = LOAD(from + 2 * (place7) + 16);
                const vec x7_im = tap7 * EVEN(a7, b7);
                const vec x7_re = tap7 * ODD(a7, b7);
                const uint index8 = column + 240;
                const uint place8 = index8 < 240 ? index8 + 240 : index8 - 240;
                const vec tap8 = LOAD(window + column + 240);
                const vec a8 = LOAD(from + 2 * (place8));
                const vec b8 = LOAD(from + 2 * (place8) + 16);
                const vec x8_im = tap8 * EVEN(a8, b8);
                const vec x8_re = tap8 * ODD(a8, b8);
                const uint index9 = column + 270;
                const uint place9 = index9 < 240 ? index9 + 240 : index9 - 240;
                const vec tap9 = LOAD(window + column + 270);
                const vec a9 = LOAD(from + 2 * (place9));
                const vec b9 = LOAD(from + 2 * (place9) + 16);
                const vec x9_im = tap9 * EVEN(a9, b9);
                const vec x9_re = tap9 * ODD(a9, b9);
                const uint index10 = column + 300;
                const uint place10 = index10 < 240 ? index10 + 240 : index10 - 240;
                const vec tap10 = LOAD(window + column + 300);
                const vec a10 = LOAD(from + 2 * (place10));
                const vec b10 = LOAD(from + 2 * (place10) + 16);
                const vec x10_im = tap10 * EVEN(a10, b10);
                const vec x10_re = tap10 * ODD(a10, b10);
                const uint index11 = column + 330;
                const uint place11 = index11 < 240 ? index11 + 240 : index11 - 240;
                const vec tap11 = LOAD(window + column + 330);
                const vec a11 = LOAD(from + 2 * (place11));
                const vec b11 = LOAD(from + 2 * (place11) + 16);
                const vec x11_im = tap11 * EVEN(a11, b11);
                const vec x11_re = tap11 * ODD(a11, b11);
                const uint index12 = column + 360;
                const uint place12 = index12 < 240 ? index12 + 240 : index12 - 240;
                const vec tap12 = LOAD(window + column + 360);
                const vec a12 = LOAD(from + 2 * (place12));
                const vec b12 = LOAD(from + 2 * (place12) + 16);
                const vec x12_im = tap12 * EVEN(a12, b12);
                const vec x12_re = tap12 * ODD(a12, b12);
                const uint index13 = column + 390;
                const uint place13 = index13 < 240 ? index13 + 240 : index13 - 240;
                const vec tap13 = LOAD(window + column + 390);
                const vec a13 = LOAD(from + 2 * (place13));
                const vec b13 = LOAD(from + 2 * (place13) + 16);
                const vec x13_im = tap13 * EVEN(a13, b13);
                const vec x13_re = tap13 * ODD(a13, b13);
                const uint index14 = column + 420;
                const uint place14 = index14 < 240 ? index14 + 240 : index14 - 240;
                const vec tap14 = LOAD(window + column + 420);
                const vec a14 = LOAD(from + 2 * (place14));
                const vec b14 = LOAD(from + 2 * (place14) + 16);
                const vec x14_im = tap14 * EVEN(a14, b14);
                const vec x14_re = tap14 * ODD(a14, b14);
                const uint index15 = column + 450;
                const uint place15 = index15 < 240 ? index15 + 240 : index15 - 240;
                const vec tap15 = LOAD(window + column + 450);
                const vec a15 = LOAD(from + 2 * (place15));
                const vec b15 = LOAD(from + 2 * (place15) + 16);
                const vec x15_im = tap15 * EVEN(a15, b15);
                const vec x15_re = tap15 * ODD(a15, b15);
                if (fetches) {
                    FETCH(ahead);
                    FETCH(ahead + 16);
                    FETCH(ahead + 32);
                    FETCH(ahead + 48);
                    FETCH(ahead + 64);
                    FETCH(ahead + 80);
                    FETCH(ahead + 96);
                    FETCH(ahead + 112);
                    FETCH(ahead + 128);
                    FETCH(ahead + 144);
                    FETCH(ahead + 160);
                    FETCH(ahead + 176);
                    FETCH(ahead + 192);
                    FETCH(ahead + 208);
                    FETCH(ahead + 224);
                    FETCH(ahead + 240);
                    FETCH(ahead + 256);
                    FETCH(ahead + 272);
                    FETCH(ahead + 288);
                    FETCH(ahead + 304);
                    ahead += 320;
                }
                const vec t0 = x0_re + x8_re;
                const vec t1 = x0_re - x8_re;
                const vec t2 = x0_im + x8_im;
                const vec t3 = x0_im - x8_im;
                const vec t4 = x4_re + x12_re;
                const vec t5 = x4_re - x12_re;
                const vec t6 = x4_im + x12_im;
                const vec t7 = x4_im - x12_im;
                const vec t8 = t0 + t4;
                const vec t9 = t0 - t4;
                const vec t10 = t2 + t6;
                const vec t11 = t2 - t6;
                const vec t12 = t1 + t7;
                const vec t13 = t1 - t7;
                const vec t14 = t3 - t5;
                const vec t15 = t3 + t5;
                const vec t16 = x2_re + x10_re;
                const vec t17 = x2_re - x10_re;
                const vec t18 = x2_im + x10_im;
                const vec t19 = x2_im - x10_im;
                const vec t20 = x6_re + x14_re;
                const vec t21 = x6_re - x14_re;
                const vec t22 = x6_im + x14_im;
                const vec t23 = x6_im - x14_im;
                const vec t24 = t16 + t20;
                const vec t25 = t16 - t20;
                const vec t26 = t18 + t22;
                const vec t27 = t18 - t22;
                const vec t28 = t8 + t24;
                const vec t29 = t8 - t24;
                const vec t30 = t10 + t26;
                const vec t31 = t10 - t26;
                const vec t32 = t9 + t27;
                const vec t33 = t9 - t27;
                const vec t34 = t11 - t25;
                const vec t35 = t11 + t25;
                const vec t36 = t17 + t19;
                const vec t37 = t17 - t19;
                const vec t38 = t21 - t23;
                const vec t39 = t21 + t23;
                const vec t40 = t36 - t38;
                const vec t41 = t36 + t38;
                const vec t42 = t37 + t39;
                const vec t43 = t37 - t39;
                const vec t44 = t12 + 0.707106781f * t40;
                const vec t45 = t12 - 0.707106781f * t40;
                const vec t46 = t14 - 0.707106781f * t42;
                const vec t47 = t14 + 0.707106781f * t42;
                const vec t48 = t13 - 0.707106781f * t43;
                const vec t49 = t13 + 0.707106781f * t43;
                const vec t50 = t15 - 0.707106781f * t41;
                const vec t51 = t15 + 0.707106781f * t41;
                const vec t52 = x1_re + x9_re;
                const vec t53 = x1_re - x9_re;
                const vec t54 = x1_im + x9_im;
                const vec t55 = x1_im - x9_im;
                const vec t56 = x5_re + x13_re;
                const vec t57 = x5_re - x13_re;
                const vec t58 = x5_im + x13_im;
                const vec t59 = x5_im - x13_im;
                const vec t60 = t52 + t56;
                const vec t61 = t52 - t56;
                const vec t62 = t54 + t58;
                const vec t63 = t54 - t58;
                const vec t64 = t53 + t59;
                const vec t65 = t53 - t59;
                const vec t66 = t55 - t57;
                const vec t67 = t55 + t57;
                const vec t68 = x7_re + x15_re;
                const vec t69 = x7_re - x15_re;
                const vec t70 = x7_im + x15_im;
                const vec t71 = x7_im - x15_im;
                const vec t72 = x3_re + x11_re;
                const vec t73 = x3_re - x11_re;
                const vec t74 = x3_im + x11_im;
                const vec t75 = x3_im - x11_im;
                const vec t76 = t68 + t72;
                const vec t77 = t68 - t72;
                const vec t78 = t70 + t74;
                const vec t79 = t70 - t74;
                const vec t80 = t69 - t75;
                const vec t81 = t69 + t75;
                const vec t82 = t71 + t73;
                const vec t83 = t71 - t73;
                const vec t84 = t60 + t76;
                const vec t85 = t60 - t76;
                const vec t86 = t62 + t78;
                const vec t87 = t62 - t78;
                const vec y0_re = t28 + t84;
                const vec y8_re = t28 - t84;
                const vec y0_im = t30 + t86;
                const vec y8_im = t30 - t86;
                const vec y4_re = t29 + t87;
                const vec y12_re = t29 - t87;
                const vec y4_im = t31 - t85;
                const vec y12_im = t31 + t85;
                const vec t88 = 0.414213562f * t66 + t64;
                const vec t89 = t66 - 0.414213562f * t64;
                const vec t90 = 0.414213562f * t82 - t80;
                const vec t91 = t82 + 0.414213562f * t80;
                const vec t92 = t88 + t90;
                const vec t93 = t88 - t90;
                const vec t94 = t89 - t91;
                const vec t95 = t89 + t91;
                const vec y1_re = t44 + 0.923879533f * t92;
                const vec y9_re = t44 - 0.923879533f * t92;
                const vec y1_im = t46 + 0.923879533f * t94;
                const vec y9_im = t46 - 0.923879533f * t94;
                const vec y5_re = t45 + 0.923879533f * t95;
                const vec y13_re = t45 - 0.923879533f * t95;
                const vec y5_im = t47 - 0.923879533f * t93;
                const vec y13_im = t47 + 0.923879533f * t93;
                const vec t96 = t61 + t63;
                const vec t97 = t61 - t63;
                const vec t98 = t77 - t79;
                const vec t99 = t77 + t79;
                const vec t100 = t96 + t98;
                const vec t101 = t96 - t98;
                const vec t102 = t97 - t99;
                const vec t103 = t97 + t99;
                const vec y2_re = t32 + 0.707106781f * t100;
                const vec y10_re = t32 - 0.707106781f * t100;
                const vec y2_im = t34 - 0.707106781f * t102;
                const vec y10_im = t34 + 0.707106781f * t102;
                const vec y6_re = t33 - 0.707106781f * t103;
                const vec y14_re = t33 + 0.707106781f * t103;
                const vec y6_im = t35 - 0.707106781f * t101;
                const vec y14_im = t35 + 0.707106781f * t101;
                const vec t104 = t67 + 0.414213562f * t65;
                const vec t105 = 0.414213562f * t67 - t65;
                const vec t106 = t83 - 0.414213562f * t81;
                const vec t107 = 0.414213562f * t83 + t81;
                const vec t108 = t104 + t106;
                const vec t109 = t104 - t106;
                const vec t110 = t105 - t107;
                const vec t111 = t105 + t107;
                const vec y3_re = t48 + 0.923879533f * t108;
                const vec y11_re = t48 - 0.923879533f * t108;
                const vec y3_im = t50 + 0.923879533f * t110;
                const vec y11_im = t50 - 0.923879533f * t110;
                const vec y7_re = t49 + 0.923879533f * t111;
                const vec y15_re = t49 - 0.923879533f * t111;
                const vec y7_im = t51 - 0.923879533f * t109;
                const vec y15_im = t51 + 0.923879533f * t109;
                // Output k1 of a column times w(480)^(k1 column)
                __global const float* tile_twiddles = (__global const float*)twiddles + tile * 480;
                vec square_re[16], square_im[16];
                square_re[0] = y0_re;
                square_im[0] = y0_im;
                const vec w1_re = LOAD(tile_twiddles);
                const vec w1_im = LOAD(tile_twiddles + 16);
                square_re[1] = y1_re * w1_re - y1_im * w1_im;
                square_im[1] = y1_re * w1_im + y1_im * w1_re;
                const vec w2_re = LOAD(tile_twiddles + 32);
                const vec w2_im = LOAD(tile_twiddles + 48);
                square_re[4] = y2_re * w2_re - y2_im * w2_im;
                square_im[4] = y2_re * w2_im + y2_im * w2_re;
                const vec w3_re = LOAD(tile_twiddles + 64);
                const vec w3_im = LOAD(tile_twiddles + 80);
                square_re[5] = y3_re * w3_re - y3_im * w3_im;
                square_im[5] = y3_re * w3_im + y3_im * w3_re;
                const vec w4_re = LOAD(tile_twiddles + 96);
                const vec w4_im = LOAD(tile_twiddles + 112);
                square_re[8] = y4_re * w4_re - y4_im * w4_im;
                square_im[8] = y4_re * w4_im + y4_im * w4_re;
                const vec w5_re = LOAD(tile_twiddles + 128);
                const vec w5_im = LOAD(tile_twiddles + 144);
                square_re[9] = y5_re * w5_re - y5_im * w5_im;
                square_im[9] = y5_re * w5_im + y5_im * w5_re;
                const vec w6_re = LOAD(tile_twiddles + 160);
                const vec w6_im = LOAD(tile_twiddles + 176);
                square_re[12] = y6_re * w6_re - y6_im * w6_im;
                square_im[12] = y6_re * w6_im + y6_im * w6_re;
                const vec w7_re = LOAD(tile_twiddles + 192);
                const vec w7_im = LOAD(tile_twiddles + 208);
                square_re[13] = y7_re * w7_re - y7_im * w7_im;
                square_im[13] = y7_re * w7_im + y7_im * w7_re;
                const vec w8_re = LOAD(tile_twiddles + 224);
                const vec w8_im = LOAD(tile_twiddles + 240);
                square_re[2] = y8_re * w8_re - y8_im * w8_im;
                square_im[2] = y8_re * w8_im + y8_im * w8_re;
                const vec w9_re = LOAD(tile_twiddles + 256);
                const vec w9_im = LOAD(tile_twiddles + 272);
                square_re[3] = y9_re * w9_re - y9_im * w9_im;
                square_im[3] = y9_re * w9_im + y9_im * w9_re;
                const vec w10_re = LOAD(tile_twiddles + 288);
                const vec w10_im = LOAD(tile_twiddles + 304);
                square_re[6] = y10_re * w10_re - y10_im * w10_im;
                square_im[6] = y10_re * w10_im + y10_im * w10_re;
                const vec w11_re = LOAD(tile_twiddles + 320);
                const vec w11_im = LOAD(tile_twiddles + 336);
                square_re[7] = y11_re * w11_re - y11_im * w11_im;
                square_im[7] = y11_re * w11_im + y11_im * w11_re;
                const vec w12_re = LOAD(tile_twiddles + 352);
                const vec w12_im = LOAD(tile_twiddles + 368);
                square_re[10] = y12_re * w12_re - y12_im * w12_im;
                square_im[10] = y12_re * w12_im + y12_im * w12_re;
                const vec w13_re = LOAD(tile_twiddles + 384);
                const vec w13_im = LOAD(tile_twiddles + 400);
                square_re[11] = y13_re * w13_re - y13_im * w13_im;
                square_im[11] = y13_re * w13_im + y13_im * w13_re;
                const vec w14_re = LOAD(tile_twiddles + 416);
                const vec w14_im = LOAD(tile_twiddles + 432);
                square_re[14] = y14_re * w14_re - y14_im * w14_im;
                square_im[14] = y14_re * w14_im + y14_im * w14_re;
                const vec w15_re = LOAD(tile_twiddles + 448);
                const vec w15_im = LOAD(tile_twiddles + 464);
                square_re[15] = y15_re * w15_re - y15_im * w15_im;
                square_im[15] = y15_re * w15_im + y15_im * w15_re;
                transpose(square_re);
                transpose(square_im);
                re[column] = square_re[0];
                im[column] = square_im[0];
                re[column + 1] = square_re[1];
                im[column + 1] = square_im[1];
                re[column + 2] = square_re[2];
                im[column + 2] = square_im[2];
                re[column + 3] = square_re[3];
                im[column + 3] = square_im[3];
                re[column + 4] = square_re[4];
                im[column + 4] = square_im[4];
                re[column + 5] = square_re[5];
                im[column + 5] = square_im[5];
                re[column + 6] = square_re[6];
                im[column + 6] = square_im[6];
                re[column + 7] = square_re[7];
                im[column + 7] = square_im[7];
                re[column + 8] = square_re[8];
                im[column + 8] = square_im[8];
                re[column + 9] = square_re[9];
                im[column + 9] = square_im[9];
                re[column + 10] = square_re[10];
                im[column + 10] = square_im[10];
                re[column + 11] = square_re[11];
                im[column + 11] = square_im[11];
                re[column + 12] = square_re[12];
                im[column + 12] = square_im[12];
                re[column + 13] = square_re[13];
                im[column + 13] = square_im[13];
                re[column + 14] = square_re[14];
                im[column + 14] = square_im[14];
                re[column + 15] = square_re[15];
                im[column + 15] = square_im[15];
            }
        }
        if (has_row) {
            {
                // Stage 2 of 3: radix 6, a lane an output k1.
                const uint butterflies = 0;
                for (uint rest = 0; rest < 5; ++rest) {
                    const uint base = butterflies * 30 + rest;
                    const vec x0_re = re[base];
                    const vec x0_im = im[base];
                    const vec x1_re = re[base + 5];
                    const vec x1_im = im[base + 5];
                    const vec x2_re = re[base + 10];
                    const vec x2_im = im[base + 10];
                    const vec x3_re = re[base + 15];
                    const vec x3_im = im[base + 15];
                    const vec x4_re = re[base + 20];
                    const vec x4_im = im[base + 20];
                    const vec x5_re = re[base + 25];
                    const vec x5_im = im[base + 25];
                    if (fetches) {
                        FETCH(ahead);
                        FETCH(ahead + 16);
                        FETCH(ahead + 32);
                        FETCH(ahead + 48);
                        ahead += 64;
                    }
                    const vec t0 = x0_re + x3_re;
                    const vec t1 = x0_re - x3_re;
                    const vec t2 = x0_im + x3_im;
                    const vec t3 = x0_im - x3_im;
                    const vec t4 = x2_re + x5_re;
                    const vec t5 = x2_re - x5_re;
                    const vec t6 = x2_im + x5_im;
                    const vec t7 = x2_im - x5_im;
                    const vec t8 = x1_re + x4_re;
                    const vec t9 = x1_re - x4_re;
                    const vec t10 = x1_im + x4_im;
                    const vec t11 = x1_im - x4_im;
                    const vec t12 = t4 + t8;
                    const vec t13 = t4 - t8;
                    const vec t14 = t6 + t10;
                    const vec t15 = t6 - t10;
                    const vec t16 = t0 - 0.500000000f * t12;
                    const vec y0_re = t0 + t12;
                    const vec t17 = t2 - 0.500000000f * t14;
                    const vec y0_im = t2 + t14;
                    const vec y4_re = t16 + 0.866025404f * t15;
                    const vec y2_re = t16 - 0.866025404f * t15;
                    const vec y4_im = t17 - 0.866025404f * t13;
                    const vec y2_im = t17 + 0.866025404f * t13;
                    const vec t18 = t5 - t9;
                    const vec t19 = t5 + t9;
                    const vec t20 = t7 - t11;
                    const vec t21 = t7 + t11;
                    const vec t22 = t1 - 0.500000000f * t18;
                    const vec y3_re = t1 + t18;
                    const vec t23 = t3 - 0.500000000f * t20;
                    const vec y3_im = t3 + t20;
                    const vec y1_re = t22 + 0.866025404f * t21;
                    const vec y5_re = t22 - 0.866025404f * t21;
                    const vec y1_im = t23 - 0.866025404f * t19;
                    const vec y5_im = t23 + 0.866025404f * t19;
                    re[base] = y0_re;
                    im[base] = y0_im;
                    re[base + 5] = y1_re;
                    im[base + 5] = y1_im;
                    re[base + 10] = y2_re;
                    im[base + 10] = y2_im;
                    re[base + 15] = y3_re;
                    im[base + 15] = y3_im;
                    re[base + 20] = y4_re;
                    im[base + 20] = y4_im;
                    re[base + 25] = y5_re;
                    im[base + 25] = y5_im;
                }
            }
        }
    }
}
