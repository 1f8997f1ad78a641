// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c forward 192, float64: vectors 8·6·4, 8 lanes, 8 workers; 1 pass
// workgroup: 1 work-items, 192 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c forward 192, float64: vectors | 8.6.4 simd lanes=8 workers=8 stream-rows=341"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

static inline double2 complex_of(double re, double im) { return (double2)(re, im); }

static inline double2 cmul(double2 a, double2 b)
{
    return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

typedef double8 vec;
#if defined(__clang__)
// The compiler's own shuffles and unaligned accesses: 20 to 40 % faster.
typedef double8 unaligned_vec __attribute__((aligned(8)));
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define LOAD(p) (*(__global const unaligned_vec*)(p))
#define STORE(p, v) (*(__global unaligned_vec*)(p) = (v))
// Whole lines past the caches: nothing is read for them first.
#define STREAM(p, v) __builtin_nontemporal_store(v, (__global vec*)(p))
#if __has_attribute(min_vector_width)
#define WHOLE_VECTORS __attribute__((min_vector_width(512)))
#endif
#else
#define SHUFFLE(a, b, ...) shuffle2(a, b, (ulong8)(__VA_ARGS__))
#define LOAD(p) vload8(0, p)
#define STORE(p, v) vstore8(v, 0, p)
#define STREAM(p, v) STORE(p, v)
#endif
#ifndef WHOLE_VECTORS
#define WHOLE_VECTORS
#endif
#define EVEN(a, b) SHUFFLE(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD(a, b) SHUFFLE(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define LOW(a, b) SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(a, b) SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define EVEN_WITHIN(a, b) SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define ODD_WITHIN(a, b) SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#define EVEN_BLOCKS(a, b) SHUFFLE(a, b, 0, 1, 4, 5, 8, 9, 12, 13)
#define ODD_BLOCKS(a, b) SHUFFLE(a, b, 2, 3, 6, 7, 10, 11, 14, 15)
#define LOW_WITHIN(a, b) SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define HIGH_WITHIN(a, b) SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15)

// 8 vectors of 8 lanes: lane j of vector i goes to lane i of vector j.
static inline void transpose(vec* v)
{
    const vec r1_0 = EVEN_BLOCKS(v[0], v[2]);
    const vec r1_1 = EVEN_BLOCKS(v[1], v[3]);
    const vec r1_2 = EVEN_BLOCKS(v[4], v[6]);
    const vec r1_3 = EVEN_BLOCKS(v[5], v[7]);
    const vec r1_4 = ODD_BLOCKS(v[0], v[2]);
    const vec r1_5 = ODD_BLOCKS(v[1], v[3]);
    const vec r1_6 = ODD_BLOCKS(v[4], v[6]);
    const vec r1_7 = ODD_BLOCKS(v[5], v[7]);
    const vec r2_0 = EVEN_BLOCKS(r1_0, r1_2);
    const vec r2_1 = EVEN_BLOCKS(r1_1, r1_3);
    const vec r2_2 = EVEN_BLOCKS(r1_4, r1_6);
    const vec r2_3 = EVEN_BLOCKS(r1_5, r1_7);
    const vec r2_4 = ODD_BLOCKS(r1_0, r1_2);
    const vec r2_5 = ODD_BLOCKS(r1_1, r1_3);
    const vec r2_6 = ODD_BLOCKS(r1_4, r1_6);
    const vec r2_7 = ODD_BLOCKS(r1_5, r1_7);
    const vec r3_0 = LOW_WITHIN(r2_0, r2_1);
    const vec r3_1 = HIGH_WITHIN(r2_0, r2_1);
    const vec r3_2 = LOW_WITHIN(r2_2, r2_3);
    const vec r3_3 = HIGH_WITHIN(r2_2, r2_3);
    const vec r3_4 = LOW_WITHIN(r2_4, r2_5);
    const vec r3_5 = HIGH_WITHIN(r2_4, r2_5);
    const vec r3_6 = LOW_WITHIN(r2_6, r2_7);
    const vec r3_7 = HIGH_WITHIN(r2_6, r2_7);
    v[0] = r3_0;
    v[1] = r3_1;
    v[2] = r3_2;
    v[3] = r3_3;
    v[4] = r3_4;
    v[5] = r3_5;
    v[6] = r3_6;
    v[7] = r3_7;
}

#if defined(__clang__) && defined(POCL_DEVICE_ADDRESS_BITS)
#define FETCH(p) __builtin_prefetch(p)
#else
#define FETCH(p)
#endif

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_192_forward_float64(__global const double2* restrict in,
                             __global double2* restrict out,
                             __global const double2* restrict twiddles,
                             const uint rows)
{
    vec re[24], im[24]; // scratch
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
        __global const double* from = (__global const double*)in + (ulong)row * 384;
        __global double* to = (__global double*)out + (ulong)stored_row * 384;
        const bool fetches = rows > 682;
        __global const double* ahead = from + 1920; // of a tile to come, line by line
        const bool streams = rows >= 341 && (ulong)(to) % 64 == 0;

        uint butterfly = 0;
        const uint delay = streams ? 0 : 3;
        for (uint turn = 0; turn < 3 + delay; ++turn) {
            if (has_outputs && turn < 3) {
                // Stage 3 of 3: radix 4, a lane an output k1.
                const uint end = (turn + 1) * 2;
                for (; butterfly < end; ++butterfly) {
                    const uint k2 = butterfly % 6;
                    const uint butterflies = k2;
                    const uint first_k = k2;
                    __global const double2* w = twiddles + butterflies * 3 + 168;
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
                        FETCH(ahead + 8);
                        FETCH(ahead + 16);
                        ahead += 24;
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
                    if (streams) {
                        STREAM(to + 2 * (8 * (first_k)), LOW_WITHIN(y0_re, y0_im));
                        STREAM(to + 2 * (8 * (first_k)) + 8, HIGH_WITHIN(y0_re, y0_im));
                        STREAM(to + 2 * (8 * (first_k + 6)), LOW_WITHIN(y1_re, y1_im));
                        STREAM(to + 2 * (8 * (first_k + 6)) + 8, HIGH_WITHIN(y1_re, y1_im));
                        STREAM(to + 2 * (8 * (first_k + 12)), LOW_WITHIN(y2_re, y2_im));
                        STREAM(to + 2 * (8 * (first_k + 12)) + 8, HIGH_WITHIN(y2_re, y2_im));
                        STREAM(to + 2 * (8 * (first_k + 18)), LOW_WITHIN(y3_re, y3_im));
                        STREAM(to + 2 * (8 * (first_k + 18)) + 8, HIGH_WITHIN(y3_re, y3_im));
                    }
                    else {
                        STORE(to + 2 * (8 * (first_k)), LOW_WITHIN(y0_re, y0_im));
                        STORE(to + 2 * (8 * (first_k)) + 8, HIGH_WITHIN(y0_re, y0_im));
                        STORE(to + 2 * (8 * (first_k + 6)), LOW_WITHIN(y1_re, y1_im));
                        STORE(to + 2 * (8 * (first_k + 6)) + 8, HIGH_WITHIN(y1_re, y1_im));
                        STORE(to + 2 * (8 * (first_k + 12)), LOW_WITHIN(y2_re, y2_im));
                        STORE(to + 2 * (8 * (first_k + 12)) + 8, HIGH_WITHIN(y2_re, y2_im));
                        STORE(to + 2 * (8 * (first_k + 18)), LOW_WITHIN(y3_re, y3_im));
                        STORE(to + 2 * (8 * (first_k + 18)) + 8, HIGH_WITHIN(y3_re, y3_im));
                    }
                }
            }
            if (has_row && turn >= delay) {
                // Stage 1 of 3: radix 8, a lane a column; transposed, a lane an output k1.
                const uint tile = turn - delay;
                const uint column = tile * 8;
                const vec a0 = LOAD(from + 2 * (column));
                const vec b0 = LOAD(from + 2 * (column) + 8);
                const vec x0_re = EVEN_WITHIN(a0, b0);
                const vec x0_im = ODD_WITHIN(a0, b0);
                const vec a1 = LOAD(from + 2 * (column + 24));
                const vec b1 = LOAD(from + 2 * (column + 24) + 8);
                const vec x1_re = EVEN_WITHIN(a1, b1);
                const vec x1_im = ODD_WITHIN(a1, b1);
                const vec a2 = LOAD(from + 2 * (column + 48));
                const vec b2 = LOAD(from + 2 * (column + 48) + 8);
                const vec x2_re = EVEN_WITHIN(a2, b2);
                const vec x2_im = ODD_WITHIN(a2, b2);
                const vec a3 = LOAD(from + 2 * (column + 72));
                const vec b3 = LOAD(from + 2 * (column + 72) + 8);
                const vec x3_re = EVEN_WITHIN(a3, b3);
                const vec x3_im = ODD_WITHIN(a3, b3);
                const vec a4 = LOAD(from + 2 * (column + 96));
                const vec b4 = LOAD(from + 2 * (column + 96) + 8);
                const vec x4_re = EVEN_WITHIN(a4, b4);
                const vec x4_im = ODD_WITHIN(a4, b4);
                const vec a5 = LOAD(from + 2 * (column + 120));
                const vec b5 = LOAD(from + 2 * (column + 120) + 8);
                const vec x5_re = EVEN_WITHIN(a5, b5);
                const vec x5_im = ODD_WITHIN(a5, b5);
                const vec a6 = LOAD(from + 2 * (column + 144));
                const vec b6 = LOAD(from + 2 * (column + 144) + 8);
                const vec x6_re = EVEN_WITHIN(a6, b6);
                const vec x6_im = ODD_WITHIN(a6, b6);
                const vec a7 = LOAD(from + 2 * (column + 168));
                const vec b7 = LOAD(from + 2 * (column + 168) + 8);
                const vec x7_re = EVEN_WITHIN(a7, b7);
                const vec x7_im = ODD_WITHIN(a7, b7);
                if (fetches) {
                    FETCH(ahead);
                    FETCH(ahead + 8);
                    FETCH(ahead + 16);
                    FETCH(ahead + 24);
                    FETCH(ahead + 32);
                    ahead += 40;
                }
                const vec t0 = x0_re + x4_re;
                const vec t1 = x0_re - x4_re;
                const vec t2 = x0_im + x4_im;
                const vec t3 = x0_im - x4_im;
                const vec t4 = x2_re + x6_re;
                const vec t5 = x2_re - x6_re;
                const vec t6 = x2_im + x6_im;
                const vec t7 = x2_im - x6_im;
                const vec t8 = t0 + t4;
                const vec t9 = t0 - t4;
                const vec t10 = t2 + t6;
                const vec t11 = t2 - t6;
                const vec t12 = t1 + t7;
                const vec t13 = t1 - t7;
                const vec t14 = t3 - t5;
                const vec t15 = t3 + t5;
                const vec t16 = x1_re + x5_re;
                const vec t17 = x1_re - x5_re;
                const vec t18 = x1_im + x5_im;
                const vec t19 = x1_im - x5_im;
                const vec t20 = x3_re + x7_re;
                const vec t21 = x3_re - x7_re;
                const vec t22 = x3_im + x7_im;
                const vec t23 = x3_im - x7_im;
                const vec t24 = t16 + t20;
                const vec t25 = t16 - t20;
                const vec t26 = t18 + t22;
                const vec t27 = t18 - t22;
                const vec y0_re = t8 + t24;
                const vec y4_re = t8 - t24;
                const vec y0_im = t10 + t26;
                const vec y4_im = t10 - t26;
                const vec y2_re = t9 + t27;
                const vec y6_re = t9 - t27;
                const vec y2_im = t11 - t25;
                const vec y6_im = t11 + t25;
                const vec t28 = t17 + t19;
                const vec t29 = t17 - t19;
                const vec t30 = t21 - t23;
                const vec t31 = t21 + t23;
                const vec t32 = t28 - t30;
                const vec t33 = t28 + t30;
                const vec t34 = t29 + t31;
                const vec t35 = t29 - t31;
                const vec y1_re = t12 + 0.70710678118654757 * t32;
                const vec y5_re = t12 - 0.70710678118654757 * t32;
                const vec y1_im = t14 - 0.70710678118654757 * t34;
                const vec y5_im = t14 + 0.70710678118654757 * t34;
                const vec y3_re = t13 - 0.70710678118654757 * t35;
                const vec y7_re = t13 + 0.70710678118654757 * t35;
                const vec y3_im = t15 - 0.70710678118654757 * t33;
                const vec y7_im = t15 + 0.70710678118654757 * t33;
                // Output k1 of a column times w(192)^(k1 column)
                __global const double* tile_twiddles = (__global const double*)twiddles + tile * 112;
                vec square_re[8], square_im[8];
                square_re[0] = y0_re;
                square_im[0] = y0_im;
                const vec w1_re = LOAD(tile_twiddles);
                const vec w1_im = LOAD(tile_twiddles + 8);
                square_re[2] = y1_re * w1_re - y1_im * w1_im;
                square_im[2] = y1_re * w1_im + y1_im * w1_re;
                const vec w2_re = LOAD(tile_twiddles + 16);
                const vec w2_im = LOAD(tile_twiddles + 24);
                square_re[4] = y2_re * w2_re - y2_im * w2_im;
                square_im[4] = y2_re * w2_im + y2_im * w2_re;
                const vec w3_re = LOAD(tile_twiddles + 32);
                const vec w3_im = LOAD(tile_twiddles + 40);
                square_re[6] = y3_re * w3_re - y3_im * w3_im;
                square_im[6] = y3_re * w3_im + y3_im * w3_re;
                const vec w4_re = LOAD(tile_twiddles + 48);
                const vec w4_im = LOAD(tile_twiddles + 56);
                square_re[1] = y4_re * w4_re - y4_im * w4_im;
                square_im[1] = y4_re * w4_im + y4_im * w4_re;
                const vec w5_re = LOAD(tile_twiddles + 64);
                const vec w5_im = LOAD(tile_twiddles + 72);
                square_re[3] = y5_re * w5_re - y5_im * w5_im;
                square_im[3] = y5_re * w5_im + y5_im * w5_re;
                const vec w6_re = LOAD(tile_twiddles + 80);
                const vec w6_im = LOAD(tile_twiddles + 88);
                square_re[5] = y6_re * w6_re - y6_im * w6_im;
                square_im[5] = y6_re * w6_im + y6_im * w6_re;
                const vec w7_re = LOAD(tile_twiddles + 96);
                const vec w7_im = LOAD(tile_twiddles + 104);
                square_re[7] = y7_re * w7_re - y7_im * w7_im;
                square_im[7] = y7_re * w7_im + y7_im * w7_re;
                transpose(square_re);
                transpose(square_im);
                re[column] = square_re[0];
                im[column] = square_im[0];
                re[column + 4] = square_re[1];
                im[column + 4] = square_im[1];
                re[column + 1] = square_re[2];
                im[column + 1] = square_im[2];
                re[column + 5] = square_re[3];
                im[column + 5] = square_im[3];
                re[column + 2] = square_re[4];
                im[column + 2] = square_im[4];
                re[column + 6] = square_re[5];
                im[column + 6] = square_im[5];
                re[column + 3] = square_re[6];
                im[column + 3] = square_im[6];
                re[column + 7] = square_re[7];
                im[column + 7] = square_im[7];
            }
        }
        if (has_row) {
            {
                // Stage 2 of 3: radix 6, a lane an output k1.
                const uint butterflies = 0;
                for (uint rest = 0; rest < 4; ++rest) {
                    const uint base = butterflies * 24 + rest;
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
                    const vec x5_re = re[base + 20];
                    const vec x5_im = im[base + 20];
                    if (fetches) {
                        FETCH(ahead);
                        FETCH(ahead + 8);
                        FETCH(ahead + 16);
                        FETCH(ahead + 24);
                        ahead += 32;
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
                    const vec t16 = t0 - 0.50000000000000000 * t12;
                    const vec y0_re = t0 + t12;
                    const vec t17 = t2 - 0.50000000000000000 * t14;
                    const vec y0_im = t2 + t14;
                    const vec y4_re = t16 + 0.86602540378443860 * t15;
                    const vec y2_re = t16 - 0.86602540378443860 * t15;
                    const vec y4_im = t17 - 0.86602540378443860 * t13;
                    const vec y2_im = t17 + 0.86602540378443860 * t13;
                    const vec t18 = t5 - t9;
                    const vec t19 = t5 + t9;
                    const vec t20 = t7 - t11;
                    const vec t21 = t7 + t11;
                    const vec t22 = t1 - 0.50000000000000000 * t18;
                    const vec y3_re = t1 + t18;
                    const vec t23 = t3 - 0.50000000000000000 * t20;
                    const vec y3_im = t3 + t20;
                    const vec y1_re = t22 + 0.86602540378443860 * t21;
                    const vec y5_re = t22 - 0.86602540378443860 * t21;
                    const vec y1_im = t23 - 0.86602540378443860 * t19;
                    const vec y5_im = t23 + 0.86602540378443860 * t19;
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
                    re[base + 20] = y5_re;
                    im[base + 20] = y5_im;
                }
            }
        }
    }
}
