// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 8x8: vector dimensions 8·8, 8 lanes, 8 workgroups; 1 pass
// workgroup: 1 work-items, 64 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c forward 8x8: vector dimensions | 8.8d1 simd lanes=8 workgroups=8 nt-store-rows=2048"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

typedef float8 vec;
#if defined(__clang__)
// The compiler's own shuffles and unaligned accesses: 20 to 40 % faster.
typedef float8 unaligned_vec __attribute__((aligned(4)));
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define LOAD(p) (*(__global const unaligned_vec*)(p))
#define STORE(p, v) (*(__global unaligned_vec*)(p) = (v))
// Whole lines past the caches: nothing is read for them first.
#define STREAM(p, v) __builtin_nontemporal_store(v, (__global vec*)(p))
#if __has_attribute(min_vector_width)
#define WHOLE_VECTORS __attribute__((min_vector_width(256)))
#endif
#else
#define SHUFFLE(a, b, ...) shuffle2(a, b, (uint8)(__VA_ARGS__))
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
#define EVEN_WITHIN(a, b) SHUFFLE(a, b, 0, 2, 8, 10, 4, 6, 12, 14)
#define ODD_WITHIN(a, b) SHUFFLE(a, b, 1, 3, 9, 11, 5, 7, 13, 15)
#define EVEN_BLOCKS(a, b) SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define ODD_BLOCKS(a, b) SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#define LOW_WITHIN(a, b) SHUFFLE(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define HIGH_WITHIN(a, b) SHUFFLE(a, b, 2, 10, 3, 11, 6, 14, 7, 15)

// 8 vectors of 8 lanes: lane j of vector i goes to lane i of vector j.
static inline void transpose(vec* v)
{
    const vec r1_0 = EVEN_BLOCKS(v[0], v[4]);
    const vec r1_1 = EVEN_BLOCKS(v[1], v[5]);
    const vec r1_2 = EVEN_BLOCKS(v[2], v[6]);
    const vec r1_3 = EVEN_BLOCKS(v[3], v[7]);
    const vec r1_4 = ODD_BLOCKS(v[0], v[4]);
    const vec r1_5 = ODD_BLOCKS(v[1], v[5]);
    const vec r1_6 = ODD_BLOCKS(v[2], v[6]);
    const vec r1_7 = ODD_BLOCKS(v[3], v[7]);
    const vec r2_0 = LOW_WITHIN(r1_0, r1_2);
    const vec r2_1 = HIGH_WITHIN(r1_0, r1_2);
    const vec r2_2 = LOW_WITHIN(r1_1, r1_3);
    const vec r2_3 = HIGH_WITHIN(r1_1, r1_3);
    const vec r2_4 = LOW_WITHIN(r1_4, r1_6);
    const vec r2_5 = HIGH_WITHIN(r1_4, r1_6);
    const vec r2_6 = LOW_WITHIN(r1_5, r1_7);
    const vec r2_7 = HIGH_WITHIN(r1_5, r1_7);
    const vec r3_0 = LOW_WITHIN(r2_0, r2_2);
    const vec r3_1 = HIGH_WITHIN(r2_0, r2_2);
    const vec r3_2 = LOW_WITHIN(r2_1, r2_3);
    const vec r3_3 = HIGH_WITHIN(r2_1, r2_3);
    const vec r3_4 = LOW_WITHIN(r2_4, r2_6);
    const vec r3_5 = HIGH_WITHIN(r2_4, r2_6);
    const vec r3_6 = LOW_WITHIN(r2_5, r2_7);
    const vec r3_7 = HIGH_WITHIN(r2_5, r2_7);
    v[0] = r3_0;
    v[1] = r3_1;
    // ... 6 more, up to: v[7] = r3_7;
}

#if defined(__clang__) && defined(POCL_DEVICE_ADDRESS_BITS)
#define FETCH(p) __builtin_prefetch(p, 0, 2) // second-level cache
#else
#define FETCH(p)
#endif

// Where row n of the scratch goes: each dimension's stages leave the digits of
// its outputs in reverse.
static inline uint output_row(uint n)
{
    uint row = 0;
    row += 1 * (n % 8);
    n /= 8;
    return row;
}

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_8x8_forward(__global const float2* restrict in,
                     __global float2* restrict out,
                     __global const float2* restrict twiddles,
                     const uint rows)
{
    vec re[8], im[8]; // scratch
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const ulong tiles = (ulong)rows * 1;
    const uint first_tile = (uint)(tiles * group / groups);
    const uint end_tile = (uint)(tiles * (group + 1) / groups);
    for (uint number = first_tile; number < end_tile; ++number) {
        const uint row = number;
        __global const float* from = (__global const float*)in + (ulong)row * 128;
        __global float* to = (__global float*)out + (ulong)row * 128;
        const bool fetches = rows > 4096;
        __global const float* ahead = from + 2048; // of a tile to come, line by line
        const bool streams = rows >= 2048 && (ulong)(to) % 64 == 0;

        // Dimension 1, stage 1 of 1: radix 8, a lane a point of the last one.
        {
            for (uint rest = 0; rest < 1; ++rest) {
                const uint first_row = rest;
                const vec a0 = LOAD(from + 2 * (8 * first_row));
                const vec b0 = LOAD(from + 2 * (8 * first_row) + 8);
                const vec x0_re = EVEN(a0, b0);
                const vec x0_im = ODD(a0, b0);
                const vec a1 = LOAD(from + 2 * (8 * first_row + 8));
                const vec b1 = LOAD(from + 2 * (8 * first_row + 8) + 8);
                const vec x1_re = EVEN(a1, b1);
                const vec x1_im = ODD(a1, b1);
                const vec a2 = LOAD(from + 2 * (8 * first_row + 16));
                const vec b2 = LOAD(from + 2 * (8 * first_row + 16) + 8);
                // ... 5 more of these 4 lines, up to: const vec b7 = LOAD(from + 2 * (8 * first_row + 56) + 8);
                const vec x7_re = EVEN(a7, b7);
                const vec x7_im = ODD(a7, b7);
                if (fetches) {
                    FETCH(ahead);
                    FETCH(ahead + 16);
                    FETCH(ahead + 32);
                    FETCH(ahead + 48);
                    ahead += 64;
                }
                // codelet: DFT of 8 points, from x0_re, as vec
                re[first_row] = y0_re;
                im[first_row] = y0_im;
                re[first_row + 1] = y1_re;
                im[first_row + 1] = y1_im;
                re[first_row + 2] = y2_re;
                im[first_row + 2] = y2_im;
                // ... 5 more of these 2 lines, up to: im[first_row + 7] = y7_im;
            }
        }
        for (uint first_row = 0; first_row < 8; first_row += 8) {
            vec line_re[8], line_im[8], done_re[8], done_im[8];
            const uint place = 16 * output_row(first_row);
            // 8 rows, transposed: a lane a row.
            for (uint column = 0; column < 1; ++column) {
                vec square_re[8], square_im[8];
                const uint base = 8 * column + first_row;
                square_re[0] = re[base];
                square_im[0] = im[base];
                square_re[1] = re[base + 1];
                square_im[1] = im[base + 1];
                square_re[2] = re[base + 2];
                square_im[2] = im[base + 2];
                // ... 5 more of these 2 lines, up to: square_im[7] = im[base + 7];
                transpose(square_re);
                transpose(square_im);
                line_re[8 * column] = square_re[0];
                line_im[8 * column] = square_im[0];
                line_re[8 * column + 1] = square_re[1];
                line_im[8 * column + 1] = square_im[1];
                line_re[8 * column + 2] = square_re[2];
                line_im[8 * column + 2] = square_im[2];
                // ... 5 more of these 2 lines, up to: line_im[8 * column + 7] = square_im[7];
            }
            // Dimension 2, stage 1 of 1: radix 8, a lane a row.
            {
                const uint first_k = 0;
                const uint base = 0;
                const vec x0_re = line_re[base];
                const vec x0_im = line_im[base];
                const vec x1_re = line_re[base + 1];
                const vec x1_im = line_im[base + 1];
                const vec x2_re = line_re[base + 2];
                const vec x2_im = line_im[base + 2];
                // ... 5 more of these 2 lines, up to: const vec x7_im = line_im[base + 7];
                if (fetches) {
                    FETCH(ahead);
                    FETCH(ahead + 16);
                    FETCH(ahead + 32);
                    FETCH(ahead + 48);
                    ahead += 64;
                }
                // codelet: DFT of 8 points, from x0_re, as vec
                done_re[first_k] = y0_re;
                done_im[first_k] = y0_im;
                done_re[first_k + 1] = y1_re;
                done_im[first_k + 1] = y1_im;
                done_re[first_k + 2] = y2_re;
                done_im[first_k + 2] = y2_im;
                // ... 5 more of these 2 lines, up to: done_im[first_k + 7] = y7_im;
            }
            // Transposed again: a vector holds neighbouring outputs of a row.
            for (uint k = 0; k < 8; k += 8) {
                vec square[16];
                square[0] = done_re[k];
                square[1] = done_im[k];
                square[2] = done_re[k + 1];
                square[3] = done_im[k + 1];
                square[4] = done_re[k + 2];
                square[5] = done_im[k + 2];
                // ... 5 more of these 2 lines, up to: square[15] = done_im[k + 7];
                transpose(square);
                transpose(square + 8);
                if (streams) {
                    STREAM(to + place + 2 * k, square[0]);
                    STREAM(to + place + 2 * k + 8, square[8]);
                    STREAM(to + place + 16 + 2 * k, square[1]);
                    STREAM(to + place + 16 + 2 * k + 8, square[9]);
                    STREAM(to + place + 32 + 2 * k, square[2]);
                    STREAM(to + place + 32 + 2 * k + 8, square[10]);
                    // ... 5 more of these 2 lines, up to: STREAM(to + place + 112 + 2 * k + 8, square[15]);
                }
                else {
                    STORE(to + place + 2 * k, square[0]);
                    STORE(to + place + 2 * k + 8, square[8]);
                    STORE(to + place + 16 + 2 * k, square[1]);
                    STORE(to + place + 16 + 2 * k + 8, square[9]);
                    STORE(to + place + 32 + 2 * k, square[2]);
                    STORE(to + place + 32 + 2 * k + 8, square[10]);
                    // ... 5 more of these 2 lines, up to: STORE(to + place + 112 + 2 * k + 8, square[15]);
                }
            }
        }
    }
}
