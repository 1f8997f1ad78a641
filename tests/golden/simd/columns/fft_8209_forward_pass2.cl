// gr-gpufft VERSION, pass 2 of 3
// plan: c2c forward 8209: vector bluestein 16, 16 lanes, 8 workgroups | 13·10·8 and back, 16 lanes, 8 workgroups | 16, 16 lanes, 8 workgroups; 3 passes
// workgroup: 1 work-items, 1040 points of each of 16 columns
// made by: gpufft dump --dialect opencl --plan "c2c forward 8209: vector bluestein | 16 load=c2c.bluestein length=16640 caller-length=8209 input-step=1040 output-step=1040 grid=column_tile:65:s16/16 columns=column:16:s1/1 simd lanes=16 lane-columns workgroups=8 nt-store-rows=7 | 13.10.8 convolves store=c2c.swap caller-length=8209 grid=column_tile:1:s16640/16640:t16 columns=column:16:s1040/1040:t1 twiddle-order=16640 simd lanes=16 lane-columns workgroups=8 | 16 store=c2c.bluestein caller-length=8209 input-step=1040 output-step=1040 grid=column_tile:65:s16/16 columns=column:16:s1/1 simd lanes=16 lane-columns workgroups=8"
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

// w(16640)^e, e below 16640, as the product of a fine and a coarse root.
static inline float2 pass_root(__global const float2* twiddles, uint e)
{
    const float2 fine = twiddles[e % 256 + 17667];
    const float2 coarse = twiddles[e / 256 + 17923];
    return cmul(fine, coarse);
}

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_8209_forward_pass2(__global const float2* in,
                            __global float2* out,
                            __global const float2* restrict twiddles,
                            const uint rows)
{
    vec re[1040], im[1040]; // scratch
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const ulong tiles = (ulong)rows * 1;
    const uint first_tile = (uint)(tiles * group / groups);
    const uint end_tile = (uint)(tiles * (group + 1) / groups);
    __global const float* lane_roots = (__global const float*)twiddles;
    for (uint number = first_tile; number < end_tile; ++number) {
        const uint row = number;
        const uint tile_in = 0;
        const uint tile_out = 0;
        const uint tile_k = 0;
        __global const float* from = (__global const float*)in + (ulong)row * 33280;
        __global float* to = (__global float*)out + (ulong)row * 33280;

        // Points of neighbouring columns, transposed: a lane a column.
        for (uint j = 0; j < 1040; j += 8) {
            vec square[16];
            square[0] = LOAD(from + 2 * (tile_in + j + 0));
            square[1] = LOAD(from + 2 * (tile_in + j + 1040));
            // ... 14 more, up to: square[15] = LOAD(from + 2 * (tile_in + j + 15600));
            transpose(square);
            re[j] = square[0];
            im[j] = square[1];
            re[j + 1] = square[2];
            im[j + 1] = square[3];
            re[j + 2] = square[4];
            im[j + 2] = square[5];
            // ... 5 more of these 2 lines, up to: im[j + 7] = square[15];
        }
        __global const float* spectrum = (__global const float*)twiddles + tile_k * 2080 + 35976;
        {
            // Stage 1 of 3: radix 13, a lane a column.
            const uint butterflies = 0;
            for (uint rest = 0; rest < 80; ++rest) {
                const uint base = butterflies * 1040 + rest;
                const vec p0_re = re[base];
                const vec p0_im = im[base];
                const float2 root0 = pass_root(twiddles, tile_k * (base));
                const vec lane0_re = LOAD(lane_roots + 32 * (base));
                const vec lane0_im = LOAD(lane_roots + 32 * (base) + 16);
                const vec w0_re = lane0_re * root0.x - lane0_im * root0.y;
                const vec w0_im = lane0_re * root0.y + lane0_im * root0.x;
                const vec x0_re = p0_re * w0_re - p0_im * w0_im;
                const vec x0_im = p0_re * w0_im + p0_im * w0_re;
                const vec p1_re = re[base + 80];
                const vec p1_im = im[base + 80];
                const float2 root1 = pass_root(twiddles, tile_k * (base + 80));
                const vec lane1_re = LOAD(lane_roots + 32 * (base + 80));
                const vec lane1_im = LOAD(lane_roots + 32 * (base + 80) + 16);
                const vec w1_re = lane1_re * root1.x - lane1_im * root1.y;
                const vec w1_im = lane1_re * root1.y + lane1_im * root1.x;
                const vec x1_re = p1_re * w1_re - p1_im * w1_im;
                const vec x1_im = p1_re * w1_im + p1_im * w1_re;
                const vec p2_re = re[base + 160];
                const vec p2_im = im[base + 160];
                const float2 root2 = pass_root(twiddles, tile_k * (base + 160));
                const vec lane2_re = LOAD(lane_roots + 32 * (base + 160));
                const vec lane2_im = LOAD(lane_roots + 32 * (base + 160) + 16);
                // ... 10 more of these 9 lines, up to: const vec lane12_im = LOAD(lane_roots + 32 * (base + 960) + 16);
                const vec w12_re = lane12_re * root12.x - lane12_im * root12.y;
                const vec w12_im = lane12_re * root12.y + lane12_im * root12.x;
                const vec x12_re = p12_re * w12_re - p12_im * w12_im;
                const vec x12_im = p12_re * w12_im + p12_im * w12_re;
                // codelet: DFT of 13 points, from x0_re, as vec
                re[base] = y0_re;
                im[base] = y0_im;
                re[base + 80] = y1_re;
                im[base + 80] = y1_im;
                re[base + 160] = y2_re;
                im[base + 160] = y2_im;
                // ... 10 more of these 2 lines, up to: im[base + 960] = y12_im;
            }
        }
        {
            // Stage 2 of 3: radix 10, a lane a column.
            for (uint k1 = 0; k1 < 13; ++k1) {
                const uint butterflies = k1;
                __global const float2* w = twiddles + butterflies * 9 + 16640;
                for (uint rest = 0; rest < 8; ++rest) {
                    const uint base = butterflies * 80 + rest;
                    const vec x0_re = re[base];
                    const vec x0_im = im[base];
                    const vec p1_re = re[base + 8];
                    const vec p1_im = im[base + 8];
                    const vec x1_re = p1_re * w[0].x - p1_im * w[0].y;
                    const vec x1_im = p1_re * w[0].y + p1_im * w[0].x;
                    const vec p2_re = re[base + 16];
                    const vec p2_im = im[base + 16];
                    const vec x2_re = p2_re * w[1].x - p2_im * w[1].y;
                    const vec x2_im = p2_re * w[1].y + p2_im * w[1].x;
                    // ... 7 more of these 4 lines, up to: const vec x9_im = p9_re * w[8].y + p9_im * w[8].x;
                    // codelet: DFT of 10 points, from x0_re, as vec
                    re[base] = y0_re;
                    im[base] = y0_im;
                    re[base + 8] = y1_re;
                    im[base + 8] = y1_im;
                    re[base + 16] = y2_re;
                    im[base + 16] = y2_im;
                    // ... 7 more of these 2 lines, up to: im[base + 72] = y9_im;
                }
            }
        }
        {
            // Stage 3: radix 8, the spectrum, and stage 3 back.
            for (uint k1 = 0; k1 < 13; ++k1) {
                for (uint k2 = 0; k2 < 10; ++k2) {
                    const uint butterflies = (k1) * 10 + k2;
                    __global const float2* w = twiddles + butterflies * 7 + 16757;
                    const uint base = butterflies * 8;
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
                    // ... 5 more of these 4 lines, up to: const vec x7_im = p7_re * w[6].y + p7_im * w[6].x;
                    // codelet: DFT of 8 points, from x0_re, as vec
                    {
                        const vec s0_re = LOAD(spectrum + 32 * (base));
                        const vec s0_im = LOAD(spectrum + 32 * (base) + 16);
                        const vec x0_im = y0_re * s0_re - y0_im * s0_im;
                        const vec x0_re = y0_re * s0_im + y0_im * s0_re;
                        const vec s1_re = LOAD(spectrum + 32 * (base + 1));
                        const vec s1_im = LOAD(spectrum + 32 * (base + 1) + 16);
                        const vec x1_im = y1_re * s1_re - y1_im * s1_im;
                        const vec x1_re = y1_re * s1_im + y1_im * s1_re;
                        const vec s2_re = LOAD(spectrum + 32 * (base + 2));
                        const vec s2_im = LOAD(spectrum + 32 * (base + 2) + 16);
                        // ... 5 more of these 4 lines, up to: const vec s7_im = LOAD(spectrum + 32 * (base + 7) + 16);
                        const vec x7_im = y7_re * s7_re - y7_im * s7_im;
                        const vec x7_re = y7_re * s7_im + y7_im * s7_re;
                        // codelet: DFT of 8 points, from x0_re, as vec
                        re[base] = y0_re;
                        im[base] = y0_im;
                        const vec z1_re = y1_re * w[0].x - y1_im * w[0].y;
                        const vec z1_im = y1_re * w[0].y + y1_im * w[0].x;
                        re[base + 1] = z1_re;
                        im[base + 1] = z1_im;
                        const vec z2_re = y2_re * w[1].x - y2_im * w[1].y;
                        const vec z2_im = y2_re * w[1].y + y2_im * w[1].x;
                        re[base + 2] = z2_re;
                        im[base + 2] = z2_im;
                        // ... 5 more of these 4 lines, up to: im[base + 7] = z7_im;
                    }
                }
            }
        }
        {
            // Stage 2 back: radix 10.
            for (uint k1 = 0; k1 < 13; ++k1) {
                const uint butterflies = k1;
                __global const float2* w = twiddles + butterflies * 9 + 16640;
                for (uint rest = 0; rest < 8; ++rest) {
                    const uint base = butterflies * 80 + rest;
                    const vec x0_re = re[base];
                    const vec x0_im = im[base];
                    const vec x1_re = re[base + 8];
                    const vec x1_im = im[base + 8];
                    const vec x2_re = re[base + 16];
                    const vec x2_im = im[base + 16];
                    // ... 7 more of these 2 lines, up to: const vec x9_im = im[base + 72];
                    // codelet: DFT of 10 points, from x0_re, as vec
                    re[base] = y0_re;
                    im[base] = y0_im;
                    const vec z1_re = y1_re * w[0].x - y1_im * w[0].y;
                    const vec z1_im = y1_re * w[0].y + y1_im * w[0].x;
                    re[base + 8] = z1_re;
                    im[base + 8] = z1_im;
                    const vec z2_re = y2_re * w[1].x - y2_im * w[1].y;
                    const vec z2_im = y2_re * w[1].y + y2_im * w[1].x;
                    re[base + 16] = z2_re;
                    im[base + 16] = z2_im;
                    // ... 7 more of these 4 lines, up to: im[base + 72] = z9_im;
                }
            }
        }
        {
            // Stage 1 back: radix 13.
            const uint butterflies = 0;
            for (uint rest = 0; rest < 80; ++rest) {
                const uint base = butterflies * 1040 + rest;
                const vec x0_re = re[base];
                const vec x0_im = im[base];
                const vec x1_re = re[base + 80];
                const vec x1_im = im[base + 80];
                const vec x2_re = re[base + 160];
                const vec x2_im = im[base + 160];
                // ... 10 more of these 2 lines, up to: const vec x12_im = im[base + 960];
                // codelet: DFT of 13 points, from x0_re, as vec
                const float2 root0 = pass_root(twiddles, tile_k * (base));
                const vec lane0_re = LOAD(lane_roots + 32 * (base));
                const vec lane0_im = LOAD(lane_roots + 32 * (base) + 16);
                const vec w0_re = lane0_re * root0.x - lane0_im * root0.y;
                const vec w0_im = lane0_re * root0.y + lane0_im * root0.x;
                const vec z0_re = y0_re * w0_re - y0_im * w0_im;
                const vec z0_im = y0_re * w0_im + y0_im * w0_re;
                re[base] = z0_im;
                im[base] = z0_re;
                const float2 root1 = pass_root(twiddles, tile_k * (base + 80));
                const vec lane1_re = LOAD(lane_roots + 32 * (base + 80));
                const vec lane1_im = LOAD(lane_roots + 32 * (base + 80) + 16);
                const vec w1_re = lane1_re * root1.x - lane1_im * root1.y;
                const vec w1_im = lane1_re * root1.y + lane1_im * root1.x;
                const vec z1_re = y1_re * w1_re - y1_im * w1_im;
                const vec z1_im = y1_re * w1_im + y1_im * w1_re;
                re[base + 80] = z1_im;
                im[base + 80] = z1_re;
                const float2 root2 = pass_root(twiddles, tile_k * (base + 160));
                const vec lane2_re = LOAD(lane_roots + 32 * (base + 160));
                const vec lane2_im = LOAD(lane_roots + 32 * (base + 160) + 16);
                const vec w2_re = lane2_re * root2.x - lane2_im * root2.y;
                const vec w2_im = lane2_re * root2.y + lane2_im * root2.x;
                const vec z2_re = y2_re * w2_re - y2_im * w2_im;
                const vec z2_im = y2_re * w2_im + y2_im * w2_re;
                re[base + 160] = z2_im;
                im[base + 160] = z2_re;
                // ... 10 more of these 9 lines, up to: im[base + 960] = z12_re;
            }
        }
        // Points of neighbouring columns, transposed back: a vector a column's.
        for (uint j = 0; j < 1040; j += 8) {
            vec square[16];
            square[0] = im[j];
            square[1] = re[j];
            square[2] = im[j + 1];
            square[3] = re[j + 1];
            square[4] = im[j + 2];
            square[5] = re[j + 2];
            // ... 5 more of these 2 lines, up to: square[15] = re[j + 7];
            transpose(square);
            STORE(to + 2 * (tile_out + j + 0), square[0]);
            STORE(to + 2 * (tile_out + j + 1040), square[1]);
            // ... 14 more, up to: STORE(to + 2 * (tile_out + j + 15600), square[15]);
        }
    }
}
