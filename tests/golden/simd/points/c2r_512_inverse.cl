// gr-gpufft VERSION, pass 1 of 1
// plan: c2r inverse 512: vectors 4·8·8, 4 lanes, 8 workgroups; 1 pass
// workgroup: 1 work-items, 256 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2r inverse 512: vectors | 4.8.8 simd lanes=4 workgroups=8"
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

// Bins in reverse.
#define MIRROR_RE(a, b) SHUFFLE(a, b, 6, 4, 2, 0)
#define MIRROR_IM(a, b) SHUFFLE(a, b, 7, 5, 3, 1)

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void c2r_512_inverse(__global const float2* restrict in,
                     __global float* restrict out,
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
        __global const float* from = (__global const float*)in + (ulong)row * 514;
        __global float* to = (__global float*)out + (ulong)row * 512;
        const bool fetches = rows > 1024;
        __global const float* ahead = from + 1542; // of a tile to come, line by line

        // Stage 1 of 3: radix 4, a lane a column; transposed, a lane an output k1.
        for (uint tile = 0; tile < 16; ++tile) {
            const uint column = tile * 4;
            // i w(512)^-column
            __global const float* turns = (__global const float*)(twiddles + 248) + tile * 8;
            const vec turn_re = LOAD(turns), turn_im = LOAD(turns + 4);
            vec x0_re, x0_im;
            {
                const vec a = LOAD(from + 2 * (column));
                const vec b = LOAD(from + 2 * (column) + 4);
                const vec c = LOAD(from + 2 * (253 - column));
                const vec d = LOAD(from + 2 * (253 - column) + 4);
                const vec z_re = EVEN(a, b), z_im = ODD(a, b);
                const vec m_re = MIRROR_RE(c, d), m_im = MIRROR_IM(c, d);
                const vec h_re = turn_re, h_im = turn_im;
                const vec odd_re = z_re - m_re, odd_im = z_im + m_im;
                x0_im = z_re + m_re + (odd_re * h_re - odd_im * h_im);
                x0_re = z_im - m_im + (odd_re * h_im + odd_im * h_re);
            }
            if (column == 0) {
                const float first = from[0], middle = from[512];
                x0_im.s0 = first + middle;
                x0_re.s0 = first - middle;
            }
            vec x1_re, x1_im;
            {
                const vec a = LOAD(from + 2 * (column + 64));
                const vec b = LOAD(from + 2 * (column + 64) + 4);
                const vec c = LOAD(from + 2 * (189 - column));
                const vec d = LOAD(from + 2 * (189 - column) + 4);
                const vec z_re = EVEN(a, b), z_im = ODD(a, b);
                const vec m_re = MIRROR_RE(c, d), m_im = MIRROR_IM(c, d);
                const vec h_re = turn_re * 0.707106781f - turn_im * 0.707106781f;
                const vec h_im = turn_re * 0.707106781f + turn_im * 0.707106781f;
                const vec odd_re = z_re - m_re, odd_im = z_im + m_im;
                x1_im = z_re + m_re + (odd_re * h_re - odd_im * h_im);
                x1_re = z_im - m_im + (odd_re * h_im + odd_im * h_re);
            }
            vec x2_re, x2_im;
            {
                const vec a = LOAD(from + 2 * (column + 128));
                const vec b = LOAD(from + 2 * (column + 128) + 4);
                const vec c = LOAD(from + 2 * (125 - column));
                const vec d = LOAD(from + 2 * (125 - column) + 4);
                const vec z_re = EVEN(a, b), z_im = ODD(a, b);
                const vec m_re = MIRROR_RE(c, d), m_im = MIRROR_IM(c, d);
                const vec h_re = -turn_im, h_im = turn_re;
                const vec odd_re = z_re - m_re, odd_im = z_im + m_im;
                x2_im = z_re + m_re + (odd_re * h_re - odd_im * h_im);
                x2_re = z_im - m_im + (odd_re * h_im + odd_im * h_re);
            }
            vec x3_re, x3_im;
            {
                const vec a = LOAD(from + 2 * (column + 192));
                const vec b = LOAD(from + 2 * (column + 192) + 4);
                const vec c = LOAD(from + 2 * (61 - column));
                const vec d = LOAD(from + 2 * (61 - column) + 4);
                const vec z_re = EVEN(a, b), z_im = ODD(a, b);
                const vec m_re = MIRROR_RE(c, d), m_im = MIRROR_IM(c, d);
                const vec h_re = turn_re * -0.707106781f - turn_im * 0.707106781f;
                const vec h_im = turn_re * 0.707106781f + turn_im * -0.707106781f;
                const vec odd_re = z_re - m_re, odd_im = z_im + m_im;
                x3_im = z_re + m_re + (odd_re * h_re - odd_im * h_im);
                x3_re = z_im - m_im + (odd_re * h_im + odd_im * h_re);
            }
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
                    FETCH(ahead + 16);
                    ahead += 32;
                }
                // codelet: DFT of 8 points, from x0_re, as vec
                STORE(to + 2 * (4 * (first_k)), LOW(y0_im, y0_re));
                STORE(to + 2 * (4 * (first_k)) + 4, HIGH(y0_im, y0_re));
                STORE(to + 2 * (4 * (first_k + 8)), LOW(y1_im, y1_re));
                STORE(to + 2 * (4 * (first_k + 8)) + 4, HIGH(y1_im, y1_re));
                STORE(to + 2 * (4 * (first_k + 16)), LOW(y2_im, y2_re));
                STORE(to + 2 * (4 * (first_k + 16)) + 4, HIGH(y2_im, y2_re));
                // ... 5 more of these 2 lines, up to: STORE(to + 2 * (4 * (first_k + 56)) + 4, HIGH(y7_im, y7_re));
            }
        }
    }
}
