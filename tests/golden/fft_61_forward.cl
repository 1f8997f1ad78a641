// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c forward 61: vector convolution 10·6 and back, 16 lanes, 8 workers; 1 pass
// workgroup: 1 work-items, 60 points of each of 16 rows
// made by: gpufft dump --dialect opencl --plan "c2c forward 61: vector convolution | 10.6 convolves load=c2c.rader store=c2c.rader columns=row:16 simd lanes=16 lane-columns workers=8"
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

// Where point n is put before the stages.
__constant ushort places[61] = {
    60, 0, 1, 6, 2, 22, 7, 49, 3, 12, 23, 15, 8, 40, 50, 28,
    4, 47, 13, 26, 24, 55, 16, 57, 9, 44, 41, 18, 51, 35, 29, 59,
    5, 21, 48, 11, 14, 39, 27, 46, 25, 54, 56, 43, 17, 34, 58, 20,
    10, 38, 45, 53, 42, 33, 19, 37, 52, 32, 36, 31, 30,
};

// Where output k stands after the stages, which work in place.
__constant ushort order[61] = {
    60, 0, 59, 54, 58, 38, 53, 11, 57, 48, 37, 45, 52, 20, 10, 32,
    56, 13, 47, 34, 36, 5, 44, 3, 51, 16, 19, 42, 9, 25, 31, 1,
    55, 39, 12, 49, 46, 21, 33, 14, 35, 6, 4, 17, 43, 26, 2, 40,
    50, 22, 15, 7, 18, 27, 41, 23, 8, 28, 24, 29, 30,
};

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_61_forward(__global const float2* restrict in,
                    __global float2* restrict out,
                    __global const float2* restrict twiddles,
                    const uint rows)
{
    vec re[61], im[61]; // scratch
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const ulong tiles = ((ulong)rows + 15) / 16;
    const uint first_tile = (uint)(tiles * group / groups);
    const uint end_tile = (uint)(tiles * (group + 1) / groups);
    for (uint number = first_tile; number < end_tile; ++number) {
        const uint row = number * 16;
        const uint present = min(rows - row, (uint)16);
        __global const float* from = (__global const float*)in + (ulong)row * 122;
        __global float* to = (__global float*)out + (ulong)row * 122;

        // Squares of neighbouring elements, transposed: a lane a row.
        if (present == 16) {
            for (uint tile = 0; tile < 8; ++tile) {
                const uint j = min(tile * 8, (uint)53); // the last one overlaps
                vec square[16];
                square[0] = LOAD(from + 2 * j);
                square[1] = LOAD(from + 122 + 2 * j);
                square[2] = LOAD(from + 244 + 2 * j);
                square[3] = LOAD(from + 366 + 2 * j);
                square[4] = LOAD(from + 488 + 2 * j);
                square[5] = LOAD(from + 610 + 2 * j);
                square[6] = LOAD(from + 732 + 2 * j);
                square[7] = LOAD(from + 854 + 2 * j);
                square[8] = LOAD(from + 976 + 2 * j);
                square[9] = LOAD(from + 1098 + 2 * j);
                square[10] = LOAD(from + 1220 + 2 * j);
                square[11] = LOAD(from + 1342 + 2 * j);
                square[12] = LOAD(from + 1464 + 2 * j);
                square[13] = LOAD(from + 1586 + 2 * j);
                square[14] = LOAD(from + 1708 + 2 * j);
                square[15] = LOAD(from + 1830 + 2 * j);
                transpose(square);
                re[places[j]] = square[0];
                im[places[j]] = square[1];
                re[places[j + 1]] = square[2];
                im[places[j + 1]] = square[3];
                re[places[j + 2]] = square[4];
                im[places[j + 2]] = square[5];
                re[places[j + 3]] = square[6];
                im[places[j + 3]] = square[7];
                re[places[j + 4]] = square[8];
                im[places[j + 4]] = square[9];
                re[places[j + 5]] = square[10];
                im[places[j + 5]] = square[11];
                re[places[j + 6]] = square[12];
                im[places[j + 6]] = square[13];
                re[places[j + 7]] = square[14];
                im[places[j + 7]] = square[15];
                if (rows > 4297) {
                    FETCH(from + 1952 + 2 * j);
                    FETCH(from + 2074 + 2 * j);
                    FETCH(from + 2196 + 2 * j);
                    FETCH(from + 2318 + 2 * j);
                    FETCH(from + 2440 + 2 * j);
                    FETCH(from + 2562 + 2 * j);
                    FETCH(from + 2684 + 2 * j);
                    FETCH(from + 2806 + 2 * j);
                    FETCH(from + 2928 + 2 * j);
                    FETCH(from + 3050 + 2 * j);
                    FETCH(from + 3172 + 2 * j);
                    FETCH(from + 3294 + 2 * j);
                    FETCH(from + 3416 + 2 * j);
                    FETCH(from + 3538 + 2 * j);
                    FETCH(from + 3660 + 2 * j);
                    FETCH(from + 3782 + 2 * j);
                }
            }
        }
        else {
            ulong at[16]; // of each lane's row
            for (uint i = 0; i < 16; ++i)
                at[i] = (ulong)min(i, present - 1) * 122;
            for (uint tile = 0; tile < 8; ++tile) {
                const uint j = min(tile * 8, (uint)53); // the last one overlaps
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
                re[places[j]] = square[0];
                im[places[j]] = square[1];
                re[places[j + 1]] = square[2];
                im[places[j + 1]] = square[3];
                re[places[j + 2]] = square[4];
                im[places[j + 2]] = square[5];
                re[places[j + 3]] = square[6];
                im[places[j + 3]] = square[7];
                re[places[j + 4]] = square[8];
                im[places[j + 4]] = square[9];
                re[places[j + 5]] = square[10];
                im[places[j + 5]] = square[11];
                re[places[j + 6]] = square[12];
                im[places[j + 6]] = square[13];
                re[places[j + 7]] = square[14];
                im[places[j + 7]] = square[15];
            }
        }
        {
            // Stage 1 of 2: radix 10, a lane a row.
            const uint butterflies = 0;
            for (uint rest = 0; rest < 6; ++rest) {
                const uint base = butterflies * 60 + rest;
                const vec x0_re = re[base];
                const vec x0_im = im[base];
                const vec x1_re = re[base + 6];
                const vec x1_im = im[base + 6];
                const vec x2_re = re[base + 12];
                const vec x2_im = im[base + 12];
                const vec x3_re = re[base + 18];
                const vec x3_im = im[base + 18];
                const vec x4_re = re[base + 24];
                const vec x4_im = im[base + 24];
                const vec x5_re = re[base + 30];
                const vec x5_im = im[base + 30];
                const vec x6_re = re[base + 36];
                const vec x6_im = im[base + 36];
                const vec x7_re = re[base + 42];
                const vec x7_im = im[base + 42];
                const vec x8_re = re[base + 48];
                const vec x8_im = im[base + 48];
                const vec x9_re = re[base + 54];
                const vec x9_im = im[base + 54];
                const vec t0 = x0_re + x5_re;
                const vec t1 = x0_re - x5_re;
                const vec t2 = x0_im + x5_im;
                const vec t3 = x0_im - x5_im;
                const vec t4 = x2_re + x7_re;
                const vec t5 = x2_re - x7_re;
                const vec t6 = x2_im + x7_im;
                const vec t7 = x2_im - x7_im;
                const vec t8 = x4_re + x9_re;
                const vec t9 = x4_re - x9_re;
                const vec t10 = x4_im + x9_im;
                const vec t11 = x4_im - x9_im;
                const vec t12 = x1_re + x6_re;
                const vec t13 = x1_re - x6_re;
                const vec t14 = x1_im + x6_im;
                const vec t15 = x1_im - x6_im;
                const vec t16 = x3_re + x8_re;
                const vec t17 = x3_re - x8_re;
                const vec t18 = x3_im + x8_im;
                const vec t19 = x3_im - x8_im;
                const vec t20 = t4 + t16;
                const vec t21 = t4 - t16;
                const vec t22 = t6 + t18;
                const vec t23 = t6 - t18;
                const vec t24 = t8 + t12;
                const vec t25 = t8 - t12;
                const vec t26 = t10 + t14;
                const vec t27 = t10 - t14;
                const vec t28 = t20 + t24;
                const vec t29 = t20 - t24;
                const vec t30 = t0 - 0.250000000f * t28;
                const vec y0_re = t0 + t28;
                const vec t31 = t30 + 0.559016994f * t29;
                const vec t32 = t30 - 0.559016994f * t29;
                const vec t33 = t22 + t26;
                const vec t34 = t22 - t26;
                const vec t35 = t2 - 0.250000000f * t33;
                const vec y0_im = t2 + t33;
                const vec t36 = t35 + 0.559016994f * t34;
                const vec t37 = t35 - 0.559016994f * t34;
                const vec t38 = t21 + 0.618033989f * t25;
                const vec t39 = 0.618033989f * t21 - t25;
                const vec t40 = t23 + 0.618033989f * t27;
                const vec t41 = 0.618033989f * t23 - t27;
                const vec y6_re = t31 + 0.951056516f * t40;
                const vec y4_re = t31 - 0.951056516f * t40;
                const vec y6_im = t36 - 0.951056516f * t38;
                const vec y4_im = t36 + 0.951056516f * t38;
                const vec y8_re = t32 - 0.951056516f * t41;
                const vec y2_re = t32 + 0.951056516f * t41;
                const vec y8_im = t37 + 0.951056516f * t39;
                const vec y2_im = t37 - 0.951056516f * t39;
                const vec t42 = t5 - t17;
                const vec t43 = t5 + t17;
                const vec t44 = t7 - t19;
                const vec t45 = t7 + t19;
                const vec t46 = t9 - t13;
                const vec t47 = t9 + t13;
                const vec t48 = t11 - t15;
                const vec t49 = t11 + t15;
                const vec t50 = t42 + t46;
                const vec t51 = t42 - t46;
                const vec t52 = t1 - 0.250000000f * t50;
                const vec y5_re = t1 + t50;
                const vec t53 = t52 + 0.559016994f * t51;
                const vec t54 = t52 - 0.559016994f * t51;
                const vec t55 = t44 + t48;
                const vec t56 = t44 - t48;
                const vec t57 = t3 - 0.250000000f * t55;
                const vec y5_im = t3 + t55;
                const vec t58 = t57 + 0.559016994f * t56;
                const vec t59 = t57 - 0.559016994f * t56;
                const vec t60 = t43 + 0.618033989f * t47;
                const vec t61 = 0.618033989f * t43 - t47;
                const vec t62 = t45 + 0.618033989f * t49;
                const vec t63 = 0.618033989f * t45 - t49;
                const vec y1_re = t53 + 0.951056516f * t62;
                const vec y9_re = t53 - 0.951056516f * t62;
                const vec y1_im = t58 - 0.951056516f * t60;
                const vec y9_im = t58 + 0.951056516f * t60;
                const vec y3_re = t54 - 0.951056516f * t63;
                const vec y7_re = t54 + 0.951056516f * t63;
                const vec y3_im = t59 + 0.951056516f * t61;
                const vec y7_im = t59 - 0.951056516f * t61;
                re[base] = y0_re;
                im[base] = y0_im;
                re[base + 6] = y1_re;
                im[base + 6] = y1_im;
                re[base + 12] = y2_re;
                im[base + 12] = y2_im;
                re[base + 18] = y3_re;
                im[base + 18] = y3_im;
                re[base + 24] = y4_re;
                im[base + 24] = y4_im;
                re[base + 30] = y5_re;
                im[base + 30] = y5_im;
                re[base + 36] = y6_re;
                im[base + 36] = y6_im;
                re[base + 42] = y7_re;
                im[base + 42] = y7_im;
                re[base + 48] = y8_re;
                im[base + 48] = y8_im;
                re[base + 54] = y9_re;
                im[base + 54] = y9_im;
            }
        }
        {
            // Stage 2: radix 6, the spectrum, and stage 2 back.
            for (uint k1 = 0; k1 < 10; ++k1) {
                const uint butterflies = k1;
                __global const float2* w = twiddles + butterflies * 5;
                const uint base = butterflies * 6;
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
                const vec p5_re = re[base + 5];
                const vec p5_im = im[base + 5];
                const vec x5_re = p5_re * w[4].x - p5_im * w[4].y;
                const vec x5_im = p5_re * w[4].y + p5_im * w[4].x;
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
                vec lone_re = 0.0f, lone_im = 0.0f; // point 0
                if (base == 0) {
                    lone_re = re[60];
                    lone_im = im[60];
                    re[60] = lone_re + y0_re;
                    im[60] = lone_im + y0_im;
                }
                {
                    const float2 s0 = twiddles[base + 50];
                    const vec x0_im = y0_re * s0.x - y0_im * s0.y + lone_re;
                    const vec x0_re = y0_re * s0.y + y0_im * s0.x + lone_im;
                    const float2 s1 = twiddles[base + 1 + 50];
                    const vec x1_im = y1_re * s1.x - y1_im * s1.y;
                    const vec x1_re = y1_re * s1.y + y1_im * s1.x;
                    const float2 s2 = twiddles[base + 2 + 50];
                    const vec x2_im = y2_re * s2.x - y2_im * s2.y;
                    const vec x2_re = y2_re * s2.y + y2_im * s2.x;
                    const float2 s3 = twiddles[base + 3 + 50];
                    const vec x3_im = y3_re * s3.x - y3_im * s3.y;
                    const vec x3_re = y3_re * s3.y + y3_im * s3.x;
                    const float2 s4 = twiddles[base + 4 + 50];
                    const vec x4_im = y4_re * s4.x - y4_im * s4.y;
                    const vec x4_re = y4_re * s4.y + y4_im * s4.x;
                    const float2 s5 = twiddles[base + 5 + 50];
                    const vec x5_im = y5_re * s5.x - y5_im * s5.y;
                    const vec x5_re = y5_re * s5.y + y5_im * s5.x;
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
                    const vec z1_re = y1_re * w[0].x - y1_im * w[0].y;
                    const vec z1_im = y1_re * w[0].y + y1_im * w[0].x;
                    re[base + 1] = z1_re;
                    im[base + 1] = z1_im;
                    const vec z2_re = y2_re * w[1].x - y2_im * w[1].y;
                    const vec z2_im = y2_re * w[1].y + y2_im * w[1].x;
                    re[base + 2] = z2_re;
                    im[base + 2] = z2_im;
                    const vec z3_re = y3_re * w[2].x - y3_im * w[2].y;
                    const vec z3_im = y3_re * w[2].y + y3_im * w[2].x;
                    re[base + 3] = z3_re;
                    im[base + 3] = z3_im;
                    const vec z4_re = y4_re * w[3].x - y4_im * w[3].y;
                    const vec z4_im = y4_re * w[3].y + y4_im * w[3].x;
                    re[base + 4] = z4_re;
                    im[base + 4] = z4_im;
                    const vec z5_re = y5_re * w[4].x - y5_im * w[4].y;
                    const vec z5_im = y5_re * w[4].y + y5_im * w[4].x;
                    re[base + 5] = z5_re;
                    im[base + 5] = z5_im;
                }
            }
        }
        {
            // Stage 1 back: radix 10.
            const uint butterflies = 0;
            for (uint rest = 0; rest < 6; ++rest) {
                const uint base = butterflies * 60 + rest;
                const vec x0_re = re[base];
                const vec x0_im = im[base];
                const vec x1_re = re[base + 6];
                const vec x1_im = im[base + 6];
                const vec x2_re = re[base + 12];
                const vec x2_im = im[base + 12];
                const vec x3_re = re[base + 18];
                const vec x3_im = im[base + 18];
                const vec x4_re = re[base + 24];
                const vec x4_im = im[base + 24];
                const vec x5_re = re[base + 30];
                const vec x5_im = im[base + 30];
                const vec x6_re = re[base + 36];
                const vec x6_im = im[base + 36];
                const vec x7_re = re[base + 42];
                const vec x7_im = im[base + 42];
                const vec x8_re = re[base + 48];
                const vec x8_im = im[base + 48];
                const vec x9_re = re[base + 54];
                const vec x9_im = im[base + 54];
                const vec t0 = x0_re + x5_re;
                const vec t1 = x0_re - x5_re;
                const vec t2 = x0_im + x5_im;
                const vec t3 = x0_im - x5_im;
                const vec t4 = x2_re + x7_re;
                const vec t5 = x2_re - x7_re;
                const vec t6 = x2_im + x7_im;
                const vec t7 = x2_im - x7_im;
                const vec t8 = x4_re + x9_re;
                const vec t9 = x4_re - x9_re;
                const vec t10 = x4_im + x9_im;
                const vec t11 = x4_im - x9_im;
                const vec t12 = x1_re + x6_re;
                const vec t13 = x1_re - x6_re;
                const vec t14 = x1_im + x6_im;
                const vec t15 = x1_im - x6_im;
                const vec t16 = x3_re + x8_re;
                const vec t17 = x3_re - x8_re;
                const vec t18 = x3_im + x8_im;
                const vec t19 = x3_im - x8_im;
                const vec t20 = t4 + t16;
                const vec t21 = t4 - t16;
                const vec t22 = t6 + t18;
                const vec t23 = t6 - t18;
                const vec t24 = t8 + t12;
                const vec t25 = t8 - t12;
                const vec t26 = t10 + t14;
                const vec t27 = t10 - t14;
                const vec t28 = t20 + t24;
                const vec t29 = t20 - t24;
                const vec t30 = t0 - 0.250000000f * t28;
                const vec y0_re = t0 + t28;
                const vec t31 = t30 + 0.559016994f * t29;
                const vec t32 = t30 - 0.559016994f * t29;
                const vec t33 = t22 + t26;
                const vec t34 = t22 - t26;
                const vec t35 = t2 - 0.250000000f * t33;
                const vec y0_im = t2 + t33;
                const vec t36 = t35 + 0.559016994f * t34;
                const vec t37 = t35 - 0.559016994f * t34;
                const vec t38 = t21 + 0.618033989f * t25;
                const vec t39 = 0.618033989f * t21 - t25;
                const vec t40 = t23 + 0.618033989f * t27;
                const vec t41 = 0.618033989f * t23 - t27;
                const vec y6_re = t31 + 0.951056516f * t40;
                const vec y4_re = t31 - 0.951056516f * t40;
                const vec y6_im = t36 - 0.951056516f * t38;
                const vec y4_im = t36 + 0.951056516f * t38;
                const vec y8_re = t32 - 0.951056516f * t41;
                const vec y2_re = t32 + 0.951056516f * t41;
                const vec y8_im = t37 + 0.951056516f * t39;
                const vec y2_im = t37 - 0.951056516f * t39;
                const vec t42 = t5 - t17;
                const vec t43 = t5 + t17;
                const vec t44 = t7 - t19;
                const vec t45 = t7 + t19;
                const vec t46 = t9 - t13;
                const vec t47 = t9 + t13;
                const vec t48 = t11 - t15;
                const vec t49 = t11 + t15;
                const vec t50 = t42 + t46;
                const vec t51 = t42 - t46;
                const vec t52 = t1 - 0.250000000f * t50;
                const vec y5_re = t1 + t50;
                const vec t53 = t52 + 0.559016994f * t51;
                const vec t54 = t52 - 0.559016994f * t51;
                const vec t55 = t44 + t48;
                const vec t56 = t44 - t48;
                const vec t57 = t3 - 0.250000000f * t55;
                const vec y5_im = t3 + t55;
                const vec t58 = t57 + 0.559016994f * t56;
                const vec t59 = t57 - 0.559016994f * t56;
                const vec t60 = t43 + 0.618033989f * t47;
                const vec t61 = 0.618033989f * t43 - t47;
                const vec t62 = t45 + 0.618033989f * t49;
                const vec t63 = 0.618033989f * t45 - t49;
                const vec y1_re = t53 + 0.951056516f * t62;
                const vec y9_re = t53 - 0.951056516f * t62;
                const vec y1_im = t58 - 0.951056516f * t60;
                const vec y9_im = t58 + 0.951056516f * t60;
                const vec y3_re = t54 - 0.951056516f * t63;
                const vec y7_re = t54 + 0.951056516f * t63;
                const vec y3_im = t59 + 0.951056516f * t61;
                const vec y7_im = t59 - 0.951056516f * t61;
                re[base] = y0_im;
                im[base] = y0_re;
                re[base + 6] = y1_im;
                im[base + 6] = y1_re;
                re[base + 12] = y2_im;
                im[base + 12] = y2_re;
                re[base + 18] = y3_im;
                im[base + 18] = y3_re;
                re[base + 24] = y4_im;
                im[base + 24] = y4_re;
                re[base + 30] = y5_im;
                im[base + 30] = y5_re;
                re[base + 36] = y6_im;
                im[base + 36] = y6_re;
                re[base + 42] = y7_im;
                im[base + 42] = y7_re;
                re[base + 48] = y8_im;
                im[base + 48] = y8_re;
                re[base + 54] = y9_im;
                im[base + 54] = y9_re;
            }
        }
        // Squares of neighbouring outputs, transposed: a vector a row's.
        if (present == 16) {
            for (uint tile = 0; tile < 8; ++tile) {
                const uint j = min(tile * 8, (uint)53); // the last one overlaps
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
                STORE(to + 122 + 2 * j, square[1]);
                STORE(to + 244 + 2 * j, square[2]);
                STORE(to + 366 + 2 * j, square[3]);
                STORE(to + 488 + 2 * j, square[4]);
                STORE(to + 610 + 2 * j, square[5]);
                STORE(to + 732 + 2 * j, square[6]);
                STORE(to + 854 + 2 * j, square[7]);
                STORE(to + 976 + 2 * j, square[8]);
                STORE(to + 1098 + 2 * j, square[9]);
                STORE(to + 1220 + 2 * j, square[10]);
                STORE(to + 1342 + 2 * j, square[11]);
                STORE(to + 1464 + 2 * j, square[12]);
                STORE(to + 1586 + 2 * j, square[13]);
                STORE(to + 1708 + 2 * j, square[14]);
                STORE(to + 1830 + 2 * j, square[15]);
            }
        }
        else {
            ulong at[16]; // of each lane's row
            for (uint i = 0; i < 16; ++i)
                at[i] = (ulong)min(i, present - 1) * 122;
            for (uint tile = 0; tile < 8; ++tile) {
                const uint j = min(tile * 8, (uint)53); // the last one overlaps
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
