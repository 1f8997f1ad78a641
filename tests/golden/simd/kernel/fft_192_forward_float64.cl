// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 192, float64: vectors 8·6·4, 8 lanes, 8 workgroups; 1 pass
// workgroup: 1 work-items, 192 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c forward 192, float64: vectors | 8.6.4 simd lanes=8 workgroups=8 nt-store-rows=341"
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
    // ... 2 more of these 2 lines, up to: const vec r3_7 = HIGH_WITHIN(r2_6, r2_7);
    v[0] = r3_0;
    v[1] = r3_1;
    // ... 6 more, up to: v[7] = r3_7;
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
                    // codelet: DFT of 4 points, from x0_re, as vec
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
                // ... 5 more of these 4 lines, up to: const vec b7 = LOAD(from + 2 * (column + 168) + 8);
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
                // codelet: DFT of 8 points, from x0_re, as vec, constants of doubles
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
                // ... 2 more of these 4 lines, up to: square_im[7] = y7_re * w7_im + y7_im * w7_re;
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
                    // ... 3 more of these 2 lines, up to: const vec x5_im = im[base + 20];
                    if (fetches) {
                        FETCH(ahead);
                        FETCH(ahead + 8);
                        FETCH(ahead + 16);
                        FETCH(ahead + 24);
                        ahead += 32;
                    }
                    // codelet: DFT of 6 points, from x0_re, as vec, constants of doubles
                    re[base] = y0_re;
                    im[base] = y0_im;
                    re[base + 4] = y1_re;
                    im[base + 4] = y1_im;
                    re[base + 8] = y2_re;
                    im[base + 8] = y2_im;
                    // ... 3 more of these 2 lines, up to: im[base + 20] = y5_im;
                }
            }
        }
    }
}
