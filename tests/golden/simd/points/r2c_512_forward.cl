// gr-gpufft VERSION, pass 1 of 1
// plan: r2c forward 512: vectors 4·8·8, 4 lanes, 8 workgroups; 1 pass
// workgroup: 1 work-items, 256 points of 1 row
// made by: gpufft dump --dialect opencl --plan "r2c forward 512: vectors | 4.8.8 simd lanes=4 workgroups=8"
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

typedef float4 vec;
#if defined(__clang__)
// The compiler's own shuffles and unaligned accesses: 20 to 40 % faster.
typedef float4 unaligned_vec __attribute__((aligned(4)));
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define LOAD(p) (*(__global const unaligned_vec*)(p))
#define STORE(p, v) (*(__global unaligned_vec*)(p) = (v))
// Whole lines past the caches: nothing is read for them first.
#define STREAM(p, v) __builtin_nontemporal_store(v, (__global vec*)(p))
#if __has_attribute(min_vector_width)
#define WHOLE_VECTORS __attribute__((min_vector_width(128)))
#endif
#else
#define SHUFFLE(a, b, ...) shuffle2(a, b, (uint4)(__VA_ARGS__))
#define LOAD(p) vload4(0, p)
#define STORE(p, v) vstore4(v, 0, p)
#define STREAM(p, v) STORE(p, v)
#endif
#ifndef WHOLE_VECTORS
#define WHOLE_VECTORS
#endif
#define EVEN(a, b) SHUFFLE(a, b, 0, 2, 4, 6)
#define ODD(a, b) SHUFFLE(a, b, 1, 3, 5, 7)
#define LOW(a, b) SHUFFLE(a, b, 0, 4, 1, 5)
#define HIGH(a, b) SHUFFLE(a, b, 2, 6, 3, 7)

// 4 vectors of 4 lanes: lane j of vector i goes to lane i of vector j.
static inline void transpose(vec* v)
{
    const vec r1_0 = LOW(v[0], v[2]);
    const vec r1_1 = HIGH(v[0], v[2]);
    const vec r1_2 = LOW(v[1], v[3]);
    const vec r1_3 = HIGH(v[1], v[3]);
    const vec r2_0 = LOW(r1_0, r1_2);
    const vec r2_1 = HIGH(r1_0, r1_2);
    const vec r2_2 = LOW(r1_1, r1_3);
    const vec r2_3 = HIGH(r1_1, r1_3);
    v[0] = r2_0;
    v[1] = r2_1;
    v[2] = r2_2;
    v[3] = r2_3;
}

#if defined(__clang__) && defined(POCL_DEVICE_ADDRESS_BITS)
#define FETCH(p) __builtin_prefetch(p)
#else
#define FETCH(p)
#endif

// Where each vector of outputs stands after the stages, which work in place.
__constant ushort order[64] = {
    0, 8, 16, 24, 32, 40, 48, 56, 1, 9, 17, 25, 33, 41, 49, 57,
    2, 10, 18, 26, 34, 42, 50, 58, 3, 11, 19, 27, 35, 43, 51, 59,
    4, 12, 20, 28, 36, 44, 52, 60, 5, 13, 21, 29, 37, 45, 53, 61,
    6, 14, 22, 30, 38, 46, 54, 62, 7, 15, 23, 31, 39, 47, 55, 63,
};

// Outputs M - k, M - k - 1 ..., of the vector that begins with M - k and the one below.
#define MIRROR(a, b) SHUFFLE(a, b, 0, 7, 6, 5)

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void r2c_512_forward(__global const float* restrict in,
                     __global float2* restrict out,
                     __global const float2* restrict twiddles,
                     const uint rows)
{
    vec re[64], im[64]; // scratch
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const ulong tiles = (ulong)rows * 1;
    const uint first_tile = (uint)(tiles * group / groups);
    const uint end_tile = (uint)(tiles * (group + 1) / groups);
    for (uint number = first_tile; number < end_tile; ++number) {
        const uint row = number;
        __global const float* from = (__global const float*)in + (ulong)row * 512;
        __global float* to = (__global float*)out + (ulong)row * 514;
        const bool fetches = rows > 2048;
        __global const float* ahead = from + 2048; // of a tile to come, line by line

        // Stage 1 of 3: radix 4, a lane a column; transposed, a lane an output k1.
        for (uint tile = 0; tile < 16; ++tile) {
            const uint column = tile * 4;
            const vec a0 = LOAD(from + 2 * (column));
            const vec b0 = LOAD(from + 2 * (column) + 4);
            const vec x0_re = EVEN(a0, b0);
            const vec x0_im = ODD(a0, b0);
            const vec a1 = LOAD(from + 2 * (column + 64));
            const vec b1 = LOAD(from + 2 * (column + 64) + 4);
            const vec x1_re = EVEN(a1, b1);
            const vec x1_im = ODD(a1, b1);
            const vec a2 = LOAD(from + 2 * (column + 128));
            const vec b2 = LOAD(from + 2 * (column + 128) + 4);
            const vec x2_re = EVEN(a2, b2);
            const vec x2_im = ODD(a2, b2);
            const vec a3 = LOAD(from + 2 * (column + 192));
            const vec b3 = LOAD(from + 2 * (column + 192) + 4);
            const vec x3_re = EVEN(a3, b3);
            const vec x3_im = ODD(a3, b3);
            if (fetches) {
                FETCH(ahead);
                ahead += 16;
            }
            // codelet: DFT of 4 points, from x0_re, as vec
            // Output k1 of a column times w(256)^(k1 column)
            __global const float* tile_twiddles = (__global const float*)twiddles + tile * 24;
            vec square_re[4], square_im[4];
            square_re[0] = y0_re;
            square_im[0] = y0_im;
            const vec w1_re = LOAD(tile_twiddles);
            const vec w1_im = LOAD(tile_twiddles + 4);
            square_re[1] = y1_re * w1_re - y1_im * w1_im;
            square_im[1] = y1_re * w1_im + y1_im * w1_re;
            const vec w2_re = LOAD(tile_twiddles + 8);
            const vec w2_im = LOAD(tile_twiddles + 12);
            square_re[2] = y2_re * w2_re - y2_im * w2_im;
            square_im[2] = y2_re * w2_im + y2_im * w2_re;
            const vec w3_re = LOAD(tile_twiddles + 16);
            const vec w3_im = LOAD(tile_twiddles + 20);
            square_re[3] = y3_re * w3_re - y3_im * w3_im;
            square_im[3] = y3_re * w3_im + y3_im * w3_re;
            transpose(square_re);
            transpose(square_im);
            re[column] = square_re[0];
            im[column] = square_im[0];
            re[column + 1] = square_re[1];
            im[column + 1] = square_im[1];
            re[column + 2] = square_re[2];
            im[column + 2] = square_im[2];
            re[column + 3] = square_re[3];
            im[column + 3] = square_im[3];
        }
        {
            // Stage 2 of 3: radix 8, a lane an output k1.
            const uint butterflies = 0;
            for (uint rest = 0; rest < 8; ++rest) {
                const uint base = butterflies * 64 + rest;
                const vec x0_re = re[base];
                const vec x0_im = im[base];
                const vec x1_re = re[base + 8];
                const vec x1_im = im[base + 8];
                const vec x2_re = re[base + 16];
                const vec x2_im = im[base + 16];
                // ... 5 more of these 2 lines, up to: const vec x7_im = im[base + 56];
                if (fetches) {
                    FETCH(ahead);
                    ahead += 16;
                }
                // codelet: DFT of 8 points, from x0_re, as vec
                re[base] = y0_re;
                im[base] = y0_im;
                re[base + 8] = y1_re;
                im[base + 8] = y1_im;
                re[base + 16] = y2_re;
                im[base + 16] = y2_im;
                // ... 5 more of these 2 lines, up to: im[base + 56] = y7_im;
            }
        }
        {
            // Stage 3 of 3: radix 8, a lane an output k1.
            for (uint k2 = 0; k2 < 8; ++k2) {
                const uint butterflies = k2;
                const uint first_k = k2;
                __global const float2* w = twiddles + butterflies * 7 + 192;
                const uint base = butterflies * 8;
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
                // ... 5 more of these 4 lines, up to: const vec x7_im = p7_re * w[6].y + p7_im * w[6].x;
                if (fetches) {
                    FETCH(ahead);
                    ahead += 16;
                }
                // codelet: DFT of 8 points, from x0_re, as vec
                re[base] = y0_re;
                im[base] = y0_im;
                re[base + 1] = y1_re;
                im[base + 1] = y1_im;
                re[base + 2] = y2_re;
                im[base + 2] = y2_im;
                // ... 5 more of these 2 lines, up to: im[base + 7] = y7_im;
            }
        }
        // Bins of 2 M reals, from outputs k and M - k of the core.
        __global const float* bins = (__global const float*)(twiddles + 248);
        for (uint q = 0; q < 64; ++q) {
            const uint at = order[q], below = order[63 - q];
            const uint above = order[q ? 64 - q : 0];
            const vec z_re = re[at], z_im = im[at];
            const vec m_re = MIRROR(re[above], re[below]);
            const vec m_im = MIRROR(im[above], im[below]);
            const vec h_re = LOAD(bins + 8 * q);
            const vec h_im = LOAD(bins + 8 * q + 4);
            const vec even_re = z_re + m_re, even_im = z_im - m_im; // both twice
            const vec odd_re = z_re - m_re, odd_im = z_im + m_im;
            const vec bin_re = (0.5f * even_re + (odd_re * h_re - odd_im * h_im));
            const vec bin_im = (0.5f * even_im + (odd_re * h_im + odd_im * h_re));
            STORE(to + 8 * q, LOW(bin_re, bin_im));
            STORE(to + 8 * q + 4, HIGH(bin_re, bin_im));
        }
        to[512] = (re[0].s0 - im[0].s0);
        to[513] = 0.0f;
    }
}
