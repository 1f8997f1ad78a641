// gr-gpufft VERSION, pass 3 of 3
// plan: c2c forward 8209: vector bluestein 16, 16 lanes, 8 workgroups | 13·10·8 and back, 16 lanes, 8 workgroups | 16, 16 lanes, 8 workgroups; 3 passes
// workgroup: 1 work-items, 16 points of each of 16 columns
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
            // ... 13 more of these 4 lines, up to: const vec b15 = LOAD(from + 2 * (tile_in + 1040 * (base + 15)) + 16);
            const vec x15_re = EVEN(a15, b15);
            const vec x15_im = ODD(a15, b15);
            if (fetches) {
                FETCH(from + 2 * (tile_in + 1040 * (base)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 1)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 1)) + 16 + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 2)) + 64);
                FETCH(from + 2 * (tile_in + 1040 * (base + 2)) + 16 + 64);
                // ... 13 more of these 2 lines, up to: FETCH(from + 2 * (tile_in + 1040 * (base + 15)) + 16 + 64);
            }
            // codelet: DFT of 16 points, from x0_re, as vec
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k), y0_im, y0_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 1), y1_im, y1_re);
            store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 2), y2_im, y2_re);
            // ... 13 more, up to: store_chirped(to + 2 * tile_out, (__global const float*)twiddles + 0, tile_output + 1040 * (first_k + 15), y15_im, y15_re);
        }
    }
}
