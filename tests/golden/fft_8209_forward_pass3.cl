// gr-gpufft 0.1.0, pass 3 of 3
// plan: c2c forward 8209: vector bluestein 16, 16 lanes, 8 workers | 13·10·8 and back, 16 lanes, 8 workers | 16, 16 lanes, 8 workers; 3 passes
// workgroup: 1 work-items, 16 points of each of 16 columns
// made by: gpufft dump --dialect opencl --plan "c2c forward 8209: vector bluestein | 16 load=c2c.bluestein length=16640 caller-length=8209 input-step=1040 output-step=1040 grid=column_tile:65:s16/16 columns=column:16:s1/1 simd lanes=16 lane-columns workers=8 stream-rows=7 | 13.10.8 convolves store=c2c.swap caller-length=8209 grid=column_tile:1:s16640/16640:t16 columns=column:16:s1040/1040:t1 twiddle-order=16640 simd lanes=16 lane-columns workers=8 | 16 store=c2c.bluestein caller-length=8209 input-step=1040 output-step=1040 grid=column_tile:65:s16/16 columns=column:16:s1/1 simd lanes=16 lane-columns workers=8"
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

// Stores outputs n and after of a row of 8209 times the chirp.
static inline void store_chirped(__global float* row, __global const float* chirp, uint n, vec x_re, vec x_im)
{
    if (n >= 8209)
        return;
    const vec chirp_re = LOAD(chirp + 2 * n);
    const vec chirp_im = LOAD(chirp + 2 * n + 16);
    const vec re = (x_re * chirp_re - x_im * chirp_im);
    const vec im = (x_re * chirp_im + x_im * chirp_re);
    const uint place = n;
    if (n + 16 <= 8209) {
        STORE(row + 2 * place, LOW(re, im));
        STORE(row + 2 * place + 16, HIGH(re, im));
    }
    else {
        for (uint lane = 0; lane < 16 && n + lane < 8209; ++lane) {
            const uint point = n + lane;
            const uint place = point;
            row[2 * place] = ((const float*)&re)[lane];
            row[2 * place + 1] = ((const float*)&im)[lane];
        }
    }
}

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_8209_forward_pass3(__global const float2* restrict in,
                            __global float2* restrict out,
                            __global const float2* restrict twiddles,
                            const uint rows)
{
    vec re[16], im[16]; // scratch
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const ulong tiles = (ulong)rows * 65;
    const uint first_tile = (uint)(tiles * group / groups);
    const uint end_tile = (uint)(tiles * (group + 1) / groups);
    for (uint number = first_tile; number < end_tile; ++number) {
        const uint column_tile = number % 65;
        const uint row = number / 65;
        const uint tile_in = 16 * column_tile;
        const uint tile_out = 0;
        const uint tile_output = 16 * column_tile;
        __global const float* from = (__global const float*)in + (ulong)row * 33280;
        __global float* to = (__global float*)out + (ulong)row * 16418;
        const bool fetches = rows > 15;

        {
            // Stage 1 of 1: radix 16, a lane a column.
            const uint butterflies = 0;
            const uint first_k = 0;
            const uint base = butterflies * 16;
            const vec a0 = LOAD(from + 2 * (tile_in + 1040 * (base)));
            const vec b0 = LOAD(from + 2 * (tile_in + 1040 * (base)) + 16);
            const vec x0_re = EVEN(a0, b0);
            const vec x0_im = ODD(a0, b0);
            const vec a1 = LOAD(from + 2 * (tile_in + 1040 * (base + 1)));
            const vec b1 = LOAD(from + 2 * (tile_in + 1040 * (base + 1)) + 16);
            const vec x1_re = EVEN(a1, b1);
            const vec x1_im = ODD(a1, b1);
            const vec a2 = LOAD(from + 2 * (tile_in + 1040 * (base + 2)));
            const vec b2 = LOAD(from + 2 * (tile_in + 1040 * (base + 2)) + 16);
            const vec x2_re = EVEN(a2, b2);
            const vec x2_im = ODD(a2, b2);
            const vec a3 = LOAD(from + 2 * (tile_in + 1040 * (base + 3)));
            const vec b3 = LOAD(from + 2 * (tile_in + 1040 * (base + 3)) + 16);
            const vec x3_re = EVEN(a3, b3);
            const vec x3_im = ODD(a3, b3);
            const vec a4 = LOAD(from + 2 * (tile_in + 1040 * (base + 4)));
            const vec b4 = LOAD(from + 2 * (tile_in + 1040 * (base + 4)) + 16);
            const vec x4_re = EVEN(a4, b4);
            const vec x4_im = ODD(a4, b4);
            const vec a5 = LOAD(from + 2 * (tile_in + 1040 * (base + 5)));
            const vec b5 = LOAD(from + 2 * (tile_in + 1040 * (base + 5)) + 16);
            const vec x5_re = EVEN(a5, b5);
            const vec x5_im = ODD(a5, b5);
            const vec a6 = LOAD(from + 2 * (tile_in + 1040 * (base + 6)));
            const vec b6 = LOAD(from + 2 * (tile_in + 1040 * (base + 6)) + 16);
            const vec x6_re = EVEN(a6, b6);
            const vec x6_im = ODD(a6, b6);
            const vec a7 = LOAD(from + 2 * (tile_in + 1040 * (base + 7)));
            const vec b7 = LOAD(from + 2 * (tile_in + 1040 * (base + 7)) + 16);
            const vec x7_re = EVEN(a7, b7);
            const vec x7_im = ODD(a7, b7);
            const vec a8 = LOAD(from + 2 * (tile_in + 1040 * (base + 8)));
            const vec b8 = LOAD(from + 2 * (tile_in + 1040 * (base + 8)) + 16);
            const vec x8_re = EVEN(a8, b8);
            const vec x8_im = ODD(a8, b8);
            const vec a9 = LOAD(from + 2 * (tile_in + 1040 * (base + 9)));
            const vec b9 = LOAD(from + 2 * (tile_in + 1040 * (base + 9)) + 16);
            const vec x9_re = EVEN(a9, b9);
            const vec x9_im = ODD(a9, b9);
            const vec a10 = LOAD(from + 2 * (tile_in + 1040 * (base + 10)));
            const vec b10 = LOAD(from + 2 * (tile_in + 1040 * (base + 10)) + 16);
            const vec x10_re = EVEN(a10, b10);
            const vec x10_im = ODD(a10, b10);
            const vec a11 = LOAD(from + 2 * (tile_in + 1040 * (base + 11)));
            const vec b11 = LOAD(from + 2 * (tile_in + 1040 * (base + 11)) + 16);
            const vec x11_re = EVEN(a11, b11);
            const vec x11_im = ODD(a11, b11);
            const vec a12 = LOAD(from + 2 * (tile_in + 1040 * (base + 12)));
            const vec b12 = LOAD(from + 2 * (tile_in + 1040 * (base + 12)) + 16);
            const vec x12_re = EVEN(a12, b12);
            const vec x12_im = ODD(a12, b12);
            const vec a13 = LOAD(from + 2 * (tile_in + 1040 * (base + 13)));
            const vec b13 = LOAD(from + 2 * (tile_in + 1040 * (base + 13)) + 16);
            const vec x13_re = EVEN(a13, b13);
            const vec x13_im = ODD(a13, b13);
            const vec a14 = LOAD(from + 2 * (tile_in + 1040 * (base + 14)));
            const vec b14 = LOAD(from + 2 * (tile_in + 1040 * (base + 14)) + 16);
            const vec x14_re = EVEN(a14, b14);
            const vec x14_im = ODD(a14, b14);
            const vec a15 = LOAD(from + 2 * (tile_in + 1040 * (base + 15)));
            const vec b15 = LOAD(from + 2 * (tile_in + 1040 * (base + 15)) + 16);
            const vec x15_re = EVEN(a15, b15);
            const vec x15_im = ODD(a15, b15);
            if (fetches) {
                FETCH(from + 2 * (tile_in + 1040 * (base)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 1)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 1)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 2)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 2)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 3)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 3)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 4)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 4)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 5)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 5)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 6)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 6)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 7)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 7)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 8)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 8)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 9)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 9)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 10)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 10)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 11)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 11)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 12)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 12)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 13)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 13)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 14)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 14)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 15)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 15)) + 16 + 64);
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
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k), y0_im, y0_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 1), y1_im, y1_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 2), y2_im, y2_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 3), y3_im, y3_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 4), y4_im, y4_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 5), y5_im, y5_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 6), y6_im, y6_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 7), y7_im, y7_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 8), y8_im, y8_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 9), y9_im, y9_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 10), y10_im, y10_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 11), y11_im, y11_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 12), y12_im, y12_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 13), y13_im, y13_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 14), y14_im, y14_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 15), y15_im, y15_re);
        }
    }
}
