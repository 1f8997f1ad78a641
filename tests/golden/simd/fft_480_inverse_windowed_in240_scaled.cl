// gr-gpufft VERSION, pass 1 of 1
// plan: c2c inverse 480, windowed, input rotated by 240: vectors 16·6·5, 16 lanes, 8 workgroups; 1 pass
// workgroup: 1 work-items, 480 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c inverse 480, windowed, input rotated by 240: vectors | 16.6.5 store=c2c.swap.scaled simd lanes=16 workgroups=8 nt-store-rows=273"
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
                    // ... 2 more of these 4 lines, up to: const vec x4_im = p4_re * w[3].y + p4_im * w[3].x;
                    if (fetches) {
                        FETCH(ahead);
                        FETCH(ahead + 16);
                        FETCH(ahead + 32);
                        FETCH(ahead + 48);
                        ahead += 64;
                    }
                    // codelet: DFT of 5 points, from x0_re, as vec
                    const vec scaled0_re = scale * y0_im;
                    const vec scaled0_im = scale * y0_re;
                    const vec scaled1_re = scale * y1_im;
                    const vec scaled1_im = scale * y1_re;
                    // ... 3 more of these 2 lines, up to: const vec scaled4_im = scale * y4_re;
                    if (streams) {
                        STREAM(to + 2 * (16 * (first_k)), LOW_WITHIN(scaled0_re, scaled0_im));
                        STREAM(to + 2 * (16 * (first_k)) + 16, HIGH_WITHIN(scaled0_re, scaled0_im));
                        STREAM(to + 2 * (16 * (first_k + 6)), LOW_WITHIN(scaled1_re, scaled1_im));
                        STREAM(to + 2 * (16 * (first_k + 6)) + 16, HIGH_WITHIN(scaled1_re, scaled1_im));
                        STREAM(to + 2 * (16 * (first_k + 12)), LOW_WITHIN(scaled2_re, scaled2_im));
                        STREAM(to + 2 * (16 * (first_k + 12)) + 16, HIGH_WITHIN(scaled2_re, scaled2_im));
                        // ... 2 more of these 2 lines, up to: STREAM(to + 2 * (16 * (first_k + 24)) + 16, HIGH_WITHIN(scaled4_re, scaled4_im));
                    }
                    else {
                        STORE(to + 2 * (16 * (first_k)), LOW_WITHIN(scaled0_re, scaled0_im));
                        STORE(to + 2 * (16 * (first_k)) + 16, HIGH_WITHIN(scaled0_re, scaled0_im));
                        STORE(to + 2 * (16 * (first_k + 6)), LOW_WITHIN(scaled1_re, scaled1_im));
                        STORE(to + 2 * (16 * (first_k + 6)) + 16, HIGH_WITHIN(scaled1_re, scaled1_im));
                        STORE(to + 2 * (16 * (first_k + 12)), LOW_WITHIN(scaled2_re, scaled2_im));
                        STORE(to + 2 * (16 * (first_k + 12)) + 16, HIGH_WITHIN(scaled2_re, scaled2_im));
                        // ... 2 more of these 2 lines, up to: STORE(to + 2 * (16 * (first_k + 24)) + 16, HIGH_WITHIN(scaled4_re, scaled4_im));
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
                // ... 13 more of these 7 lines, up to: const vec tap15 = LOAD(window + column + 450);
                const vec a15 = LOAD(from + 2 * (place15));
                const vec b15 = LOAD(from + 2 * (place15) + 16);
                const vec x15_im = tap15 * EVEN(a15, b15);
                const vec x15_re = tap15 * ODD(a15, b15);
                if (fetches) {
                    FETCH(ahead);
                    FETCH(ahead + 16);
                    FETCH(ahead + 32);
                    // ... 17 more, up to: FETCH(ahead + 304);
                    ahead += 320;
                }
                // codelet: DFT of 16 points, from x0_re, as vec
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
                // ... 2 more of these 8 lines, up to: square_im[15] = y15_re * w15_im + y15_im * w15_re;
                transpose(square_re);
                transpose(square_im);
                re[column] = square_re[0];
                im[column] = square_im[0];
                re[column + 1] = square_re[1];
                im[column + 1] = square_im[1];
                re[column + 2] = square_re[2];
                im[column + 2] = square_im[2];
                // ... 13 more of these 2 lines, up to: im[column + 15] = square_im[15];
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
                    // ... 3 more of these 2 lines, up to: const vec x5_im = im[base + 25];
                    if (fetches) {
                        FETCH(ahead);
                        FETCH(ahead + 16);
                        FETCH(ahead + 32);
                        FETCH(ahead + 48);
                        ahead += 64;
                    }
                    // codelet: DFT of 6 points, from x0_re, as vec
                    re[base] = y0_re;
                    im[base] = y0_im;
                    re[base + 5] = y1_re;
                    im[base + 5] = y1_im;
                    re[base + 10] = y2_re;
                    im[base + 10] = y2_im;
                    // ... 3 more of these 2 lines, up to: im[base + 25] = y5_im;
                }
            }
        }
    }
}
