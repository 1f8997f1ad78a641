// gr-gpufft VERSION, pass 1 of 3
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
            // ... 13 more of these 2 lines, up to: load_chirped(from + 2 * tile_in, (__global const float*)twiddles + 0, tile_point + 1040 * (base + 15), &x15_re, &x15_im);
            // codelet: DFT of 16 points, from x0_re, as vec
            if (streams) {
                STREAM(to + 2 * (tile_out + 1040 * (first_k)), LOW(y0_re, y0_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k)) + 16, HIGH(y0_re, y0_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 1)), LOW(y1_re, y1_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 1)) + 16, HIGH(y1_re, y1_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 2)), LOW(y2_re, y2_im));
                STREAM(to + 2 * (tile_out + 1040 * (first_k + 2)) + 16, HIGH(y2_re, y2_im));
                // ... 13 more of these 2 lines, up to: STREAM(to + 2 * (tile_out + 1040 * (first_k + 15)) + 16, HIGH(y15_re, y15_im));
            }
            else {
                STORE(to + 2 * (tile_out + 1040 * (first_k)), LOW(y0_re, y0_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k)) + 16, HIGH(y0_re, y0_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 1)), LOW(y1_re, y1_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 1)) + 16, HIGH(y1_re, y1_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 2)), LOW(y2_re, y2_im));
                STORE(to + 2 * (tile_out + 1040 * (first_k + 2)) + 16, HIGH(y2_re, y2_im));
                // ... 13 more of these 2 lines, up to: STORE(to + 2 * (tile_out + 1040 * (first_k + 15)) + 16, HIGH(y15_re, y15_im));
            }
        }
    }
}
