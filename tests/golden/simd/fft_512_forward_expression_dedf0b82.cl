// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 512, load x*conj(h[n]), store norm(y)*s, arguments complex h[512]; number s, real output: vectors 16·8·4, 16 lanes, 8 workgroups; 1 pass
// workgroup: 1 work-items, 512 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c forward 512, load x*conj(h[n]), store norm(y)*s, arguments complex h[512]; number s, real output: vectors | 16.8.4 simd lanes=16 workgroups=8 nt-store-rows=256"
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

// What is transformed: x*conj(h[n])
static inline void load_values(vec* re, vec* im, uint place, __global const float2* given_h)
{
    const vec from_re = *re;
    const vec from_im = *im;
    __global const float* run0 = (__global const float*)(given_h + (int)(place));
    const vec run0_a = LOAD(run0), run0_b = LOAD(run0 + 16);
    const vec run0_re = EVEN_WITHIN(run0_a, run0_b), run0_im = ODD_WITHIN(run0_a, run0_b);
    const vec v0 = -run0_im;
    const vec v1 = from_re * run0_re - from_im * v0;
    const vec v2 = from_re * v0 + from_im * run0_re;
    *re = (vec)(v1);
    *im = (vec)(v2);
}

// What is stored: norm(y)*s
static inline void store_values(vec* re, vec* im, const float given_s)
{
    const vec from_re = *re;
    const vec from_im = *im;
    const vec v0 = from_re * from_re + from_im * from_im;
    const vec v1 = v0 * given_s;
    *re = (vec)(v1);
}

#if defined(__clang__) && defined(POCL_DEVICE_ADDRESS_BITS)
#define FETCH(p) __builtin_prefetch(p)
#else
#define FETCH(p)
#endif

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_512_forward_expression_dedf0b82(__global const float2* restrict in,
                                         __global float* restrict out,
                                         __global const float2* restrict twiddles,
                                         __global const float2* restrict given_h,
                                         const float given_s,
                                         const uint rows)
{
    vec re[32], im[32]; // scratch
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
        __global const float* from = (__global const float*)in + (ulong)row * 1024;
        __global float* to = (__global float*)out + (ulong)stored_row * 512;
        const bool fetches = rows > 512;
        __global const float* ahead = from + 4096; // of a tile to come, line by line
        const bool streams = rows >= 256 && (ulong)(to) % 64 == 0;

        uint butterfly = 0;
        const uint delay = streams ? 0 : 2;
        for (uint turn = 0; turn < 2 + delay; ++turn) {
            if (has_outputs && turn < 2) {
                // Stage 3 of 3: radix 4, a lane an output k1.
                const uint end = (turn + 1) * 4;
                for (; butterfly < end; ++butterfly) {
                    const uint k2 = butterfly % 8;
                    const uint butterflies = k2;
                    const uint first_k = k2;
                    __global const float2* w = twiddles + butterflies * 3 + 480;
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
                        ahead += 48;
                    }
                    // codelet: DFT of 4 points, from x0_re, as vec
                    vec stored0_re = y0_re, stored0_im = y0_im;
                    store_values(&stored0_re, &stored0_im, given_s);
                    vec stored1_re = y1_re, stored1_im = y1_im;
                    store_values(&stored1_re, &stored1_im, given_s);
                    // ... 2 more of these 2 lines, up to: store_values(&stored3_re, &stored3_im, given_s);
                    if (streams) {
                        STREAM(to + 16 * (first_k), stored0_re);
                        STREAM(to + 16 * (first_k + 8), stored1_re);
                        STREAM(to + 16 * (first_k + 16), stored2_re);
                        STREAM(to + 16 * (first_k + 24), stored3_re);
                    }
                    else {
                        STORE(to + 16 * (first_k), stored0_re);
                        STORE(to + 16 * (first_k + 8), stored1_re);
                        STORE(to + 16 * (first_k + 16), stored2_re);
                        STORE(to + 16 * (first_k + 24), stored3_re);
                    }
                }
            }
            if (has_row && turn >= delay) {
                // Stage 1 of 3: radix 16, a lane a column; transposed, a lane an output k1.
                const uint tile = turn - delay;
                const uint column = tile * 16;
                const vec a0 = LOAD(from + 2 * (column));
                const vec b0 = LOAD(from + 2 * (column) + 16);
                vec raw0_re = EVEN_WITHIN(a0, b0), raw0_im = ODD_WITHIN(a0, b0);
                load_values(&raw0_re, &raw0_im, column, given_h);
                const vec x0_re = raw0_re;
                const vec x0_im = raw0_im;
                const vec a1 = LOAD(from + 2 * (column + 32));
                const vec b1 = LOAD(from + 2 * (column + 32) + 16);
                vec raw1_re = EVEN_WITHIN(a1, b1), raw1_im = ODD_WITHIN(a1, b1);
                load_values(&raw1_re, &raw1_im, column + 32, given_h);
                const vec x1_re = raw1_re;
                const vec x1_im = raw1_im;
                const vec a2 = LOAD(from + 2 * (column + 64));
                const vec b2 = LOAD(from + 2 * (column + 64) + 16);
                vec raw2_re = EVEN_WITHIN(a2, b2), raw2_im = ODD_WITHIN(a2, b2);
                load_values(&raw2_re, &raw2_im, column + 64, given_h);
                // ... 13 more of these 6 lines, up to: load_values(&raw15_re, &raw15_im, column + 480, given_h);
                const vec x15_re = raw15_re;
                const vec x15_im = raw15_im;
                if (fetches) {
                    FETCH(ahead);
                    FETCH(ahead + 16);
                    FETCH(ahead + 32);
                    // ... 8 more, up to: FETCH(ahead + 160);
                    ahead += 176;
                }
                // codelet: DFT of 16 points, from x0_re, as vec
                // Output k1 of a column times w(512)^(k1 column)
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
                square_re[2] = y2_re * w2_re - y2_im * w2_im;
                square_im[2] = y2_re * w2_im + y2_im * w2_re;
                const vec w3_re = LOAD(tile_twiddles + 64);
                // ... 12 more of these 4 lines, up to: const vec w15_re = LOAD(tile_twiddles + 448);
                const vec w15_im = LOAD(tile_twiddles + 464);
                square_re[15] = y15_re * w15_re - y15_im * w15_im;
                square_im[15] = y15_re * w15_im + y15_im * w15_re;
                transpose(square_re);
                transpose(square_im);
                re[column] = square_re[0];
                im[column] = square_im[0];
                re[column + 1] = square_re[1];
                im[column + 1] = square_im[1];
                re[column + 8] = square_re[2];
                im[column + 8] = square_im[2];
                re[column + 9] = square_re[3];
                im[column + 9] = square_im[3];
                re[column + 2] = square_re[4];
                im[column + 2] = square_im[4];
                re[column + 3] = square_re[5];
                im[column + 3] = square_im[5];
                re[column + 10] = square_re[6];
                im[column + 10] = square_im[6];
                re[column + 11] = square_re[7];
                im[column + 11] = square_im[7];
                re[column + 4] = square_re[8];
                im[column + 4] = square_im[8];
                re[column + 5] = square_re[9];
                im[column + 5] = square_im[9];
                re[column + 12] = square_re[10];
                im[column + 12] = square_im[10];
                re[column + 13] = square_re[11];
                im[column + 13] = square_im[11];
                re[column + 6] = square_re[12];
                im[column + 6] = square_im[12];
                re[column + 7] = square_re[13];
                im[column + 7] = square_im[13];
                re[column + 14] = square_re[14];
                im[column + 14] = square_im[14];
                re[column + 15] = square_re[15];
                im[column + 15] = square_im[15];
            }
        }
        if (has_row) {
            {
                // Stage 2 of 3: radix 8, a lane an output k1.
                const uint butterflies = 0;
                for (uint rest = 0; rest < 4; ++rest) {
                    const uint base = butterflies * 32 + rest;
                    const vec x0_re = re[base];
                    const vec x0_im = im[base];
                    const vec x1_re = re[base + 4];
                    const vec x1_im = im[base + 4];
                    const vec x2_re = re[base + 8];
                    const vec x2_im = im[base + 8];
                    // ... 5 more of these 2 lines, up to: const vec x7_im = im[base + 28];
                    if (fetches) {
                        FETCH(ahead);
                        FETCH(ahead + 16);
                        FETCH(ahead + 32);
                        FETCH(ahead + 48);
                        FETCH(ahead + 64);
                        ahead += 80;
                    }
                    // codelet: DFT of 8 points, from x0_re, as vec
                    re[base] = y0_re;
                    im[base] = y0_im;
                    re[base + 4] = y1_re;
                    im[base + 4] = y1_im;
                    re[base + 8] = y2_re;
                    im[base + 8] = y2_im;
                    // ... 5 more of these 2 lines, up to: im[base + 28] = y7_im;
                }
            }
        }
    }
}
