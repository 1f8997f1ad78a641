// gr-gpufft 0.1.0, pass 1 of 3
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

// Points n and after of a row of 8209 times the chirp, 0 beyond it.
static inline void load_chirped(__global const float* row, __global const float* chirp, uint n, vec* re, vec* im)
{
    *re = 0.0f;
    *im = 0.0f;
    if (n >= 8209)
        return;
    const vec chirp_re = LOAD(chirp + 2 * n);
    const vec chirp_im = LOAD(chirp + 2 * n + 16);
    vec x_re = 0.0f, x_im = 0.0f;
    {
        const uint place = n;
        if (n + 16 <= 8209) {
            const vec a = LOAD(row + 2 * place);
            const vec b = LOAD(row + 2 * place + 16);
            x_re = EVEN(a, b);
            x_im = ODD(a, b);
        }
        else {
            for (uint lane = 0; lane < 16 && n + lane < 8209; ++lane) {
                const uint point = n + lane;
                const uint place = point;
                ((float*)&x_re)[lane] = row[2 * place];
                ((float*)&x_im)[lane] = row[2 * place + 1];
            }
        }
    }
    *re = x_re * chirp_re - x_im * chirp_im;
    *im = x_re * chirp_im + x_im * chirp_re;
}

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_8209_forward_pass1(__global const float2* restrict in,
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
        const uint tile_in = 0;
        const uint tile_point = 16 * column_tile;
        const uint tile_out = 16 * column_tile;
        __global const float* from = (__global const float*)in + (ulong)row * 16418;
        __global float* to = (__global float*)out + (ulong)row * 33280;
        const bool streams = rows >= 7 && (ulong)(to + 2 * tile_out) % 64 == 0;

        {
            // Stage 1 of 1: radix 16, a lane a column.
            const uint butterflies = 0;
            const uint first_k = 0;
            const uint base = butterflies * 16;
            vec x0_re, x0_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base), &x0_re, &x0_im);
            vec x1_re, x1_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 1), &x1_re, &x1_im);
            vec x2_re, x2_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 2), &x2_re, &x2_im);
            vec x3_re, x3_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 3), &x3_re, &x3_im);
            vec x4_re, x4_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 4), &x4_re, &x4_im);
            vec x5_re, x5_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 5), &x5_re, &x5_im);
            vec x6_re, x6_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 6), &x6_re, &x6_im);
            vec x7_re, x7_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 7), &x7_re, &x7_im);
            vec x8_re, x8_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 8), &x8_re, &x8_im);
            vec x9_re, x9_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 9), &x9_re, &x9_im);
            vec x10_re, x10_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 10), &x10_re, &x10_im);
            vec x11_re, x11_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 11), &x11_re, &x11_im);
            vec x12_re, x12_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 12), &x12_re, &x12_im);
            vec x13_re, x13_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 13), &x13_re, &x13_im);
            vec x14_re, x14_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 14), &x14_re, &x14_im);
            vec x15_re, x15_im;
            load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 15), &x15_re, &x15_im);
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
            if (streams) {
                STREAM(to + 2 * (tile_out + 1040 * (first_k)), LOW(y0_re, y0_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k)) + 16, HIGH(y0_re, y0_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 1)), LOW(y1_re, y1_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 1)) + 16, HIGH(y1_re, y1_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 2)), LOW(y2_re, y2_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 2)) + 16, HIGH(y2_re, y2_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 3)), LOW(y3_re, y3_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 3)) + 16, HIGH(y3_re, y3_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 4)), LOW(y4_re, y4_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 4)) + 16, HIGH(y4_re, y4_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 5)), LOW(y5_re, y5_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 5)) + 16, HIGH(y5_re, y5_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 6)), LOW(y6_re, y6_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 6)) + 16, HIGH(y6_re, y6_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 7)), LOW(y7_re, y7_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 7)) + 16, HIGH(y7_re, y7_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 8)), LOW(y8_re, y8_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 8)) + 16, HIGH(y8_re, y8_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 9)), LOW(y9_re, y9_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 9)) + 16, HIGH(y9_re, y9_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 10)), LOW(y10_re, y10_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 10)) + 16, HIGH(y10_re, y10_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 11)), LOW(y11_re, y11_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 11)) + 16, HIGH(y11_re, y11_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 12)), LOW(y12_re, y12_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 12)) + 16, HIGH(y12_re, y12_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 13)), LOW(y13_re, y13_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 13)) + 16, HIGH(y13_re, y13_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 14)), LOW(y14_re, y14_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 14)) + 16, HIGH(y14_re, y14_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 15)), LOW(y15_re, y15_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 15)) + 16, HIGH(y15_re, y15_im));
            }
            else {
                STORE(to + 2 * (tile_out + 1040 * (first_k)), LOW(y0_re, y0_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k)) + 16, HIGH(y0_re, y0_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 1)), LOW(y1_re, y1_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 1)) + 16, HIGH(y1_re, y1_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 2)), LOW(y2_re, y2_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 2)) + 16, HIGH(y2_re, y2_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 3)), LOW(y3_re, y3_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 3)) + 16, HIGH(y3_re, y3_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 4)), LOW(y4_re, y4_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 4)) + 16, HIGH(y4_re, y4_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 5)), LOW(y5_re, y5_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 5)) + 16, HIGH(y5_re, y5_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 6)), LOW(y6_re, y6_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 6)) + 16, HIGH(y6_re, y6_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 7)), LOW(y7_re, y7_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 7)) + 16, HIGH(y7_re, y7_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 8)), LOW(y8_re, y8_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 8)) + 16, HIGH(y8_re, y8_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 9)), LOW(y9_re, y9_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 9)) + 16, HIGH(y9_re, y9_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 10)), LOW(y10_re, y10_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 10)) + 16, HIGH(y10_re, y10_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 11)), LOW(y11_re, y11_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 11)) + 16, HIGH(y11_re, y11_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 12)), LOW(y12_re, y12_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 12)) + 16, HIGH(y12_re, y12_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 13)), LOW(y13_re, y13_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 13)) + 16, HIGH(y13_re, y13_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 14)), LOW(y14_re, y14_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 14)) + 16, HIGH(y14_re, y14_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 15)), LOW(y15_re, y15_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 15)) + 16, HIGH(y15_re, y15_im));
            }
        }
    }
}
