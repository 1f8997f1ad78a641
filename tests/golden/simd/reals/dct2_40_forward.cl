// gr-gpufft VERSION, pass 1 of 1
// plan: dct2 forward 40: real rows 5·4, 4 lanes, 8 workgroups; 1 pass
// workgroup: 1 work-items, 20 points of each of 4 rows
// made by: gpufft dump --dialect opencl --plan "dct2 forward 40: real rows | 5.4 columns=row:4 simd lanes=4 lane-columns workgroups=8 nt-store-rows=6553"
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
#define KEEP(p, v) (*(unaligned_vec*)(p) = (v))
#if __has_attribute(min_vector_width)
#define WHOLE_VECTORS __attribute__((min_vector_width(128)))
#endif
#else
#define SHUFFLE(a, b, ...) shuffle2(a, b, (uint4)(__VA_ARGS__))
#define LOAD(p) vload4(0, p)
#define STORE(p, v) vstore4(v, 0, p)
#define STREAM(p, v) STORE(p, v)
#define KEEP(p, v) STORE(p, v)
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

// Where output k stands after the stages, which work in place.
__constant ushort order[20] = {
    0, 4, 8, 12, 16, 1, 5, 9, 13, 17, 2, 6, 10, 14, 18, 3,
    7, 11, 15, 19,
};

// Where each real of a row lies in the scratch, 20 to a part.
__constant ushort input_place[40] = {
    0, 39, 20, 19, 1, 38, 21, 18, 2, 37, 22, 17, 3, 36, 23, 16,
    4, 35, 24, 15, 5, 34, 25, 14, 6, 33, 26, 13, 7, 32, 27, 12,
    8, 31, 28, 11, 9, 30, 29, 10,
};

__constant ushort output_place[40] = {
    0, 4, 8, 12, 16, 1, 5, 9, 13, 17, 2, 6, 10, 14, 18, 3,
    7, 11, 15, 19, 20, 39, 35, 31, 27, 23, 38, 34, 30, 26, 22, 37,
    33, 29, 25, 21, 36, 32, 28, 24,
};

WHOLE_VECTORS
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void dct2_40_forward(__global const float* restrict in,
                     __global float* restrict out,
                     __global const float2* restrict twiddles,
                     const uint rows)
{
    vec scratch[40];
    vec *re = scratch, *im = scratch + 20;
    vec lines[40]; // of a tile's output
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const ulong tiles = ((ulong)rows + 3) / 4;
    const uint first_tile = (uint)(tiles * group / groups);
    const uint end_tile = (uint)(tiles * (group + 1) / groups);
    for (uint number = first_tile; number < end_tile; ++number) {
        const uint row = number * 4;
        const uint present = min(rows - row, (uint)4);
        __global const float* from = (__global const float*)in + (ulong)row * 40;
        __global float* to = (__global float*)out + (ulong)row * 40;
        const bool streams = rows >= 6553 && (ulong)(to) % 64 == 0;

        // Squares of neighbouring reals, transposed: a lane a row.
        if (present == 4) {
            for (uint j = 0; j < 40; j += 4) {
                vec square[4];
                square[0] = LOAD(from + j);
                square[1] = LOAD(from + 40 + j);
                square[2] = LOAD(from + 80 + j);
                square[3] = LOAD(from + 120 + j);
                transpose(square);
                scratch[input_place[j]] = square[0];
                scratch[input_place[j + 1]] = square[1];
                scratch[input_place[j + 2]] = square[2];
                scratch[input_place[j + 3]] = square[3];
            }
        }
        else {
            ulong at[4]; // of each lane's row
            for (uint i = 0; i < 4; ++i)
                at[i] = (ulong)min(i, present - 1) * 40;
            for (uint j = 0; j < 40; j += 4) {
                vec square[4];
                square[0] = LOAD(from + at[0] + j);
                square[1] = LOAD(from + at[1] + j);
                square[2] = LOAD(from + at[2] + j);
                square[3] = LOAD(from + at[3] + j);
                transpose(square);
                scratch[input_place[j]] = square[0];
                scratch[input_place[j + 1]] = square[1];
                scratch[input_place[j + 2]] = square[2];
                scratch[input_place[j + 3]] = square[3];
            }
        }
        {
            // Stage 1 of 2: radix 5, a lane a row.
            const uint butterflies = 0;
            for (uint rest = 0; rest < 4; ++rest) {
                const uint base = butterflies * 20 + rest;
                const vec x0_re = re[base];
                const vec x0_im = im[base];
                const vec x1_re = re[base + 4];
                const vec x1_im = im[base + 4];
                const vec x2_re = re[base + 8];
                const vec x2_im = im[base + 8];
                // ... 2 more of these 2 lines, up to: const vec x4_im = im[base + 16];
                // codelet: DFT of 5 points, from x0_re, as vec
                re[base] = y0_re;
                im[base] = y0_im;
                re[base + 4] = y1_re;
                im[base + 4] = y1_im;
                re[base + 8] = y2_re;
                im[base + 8] = y2_im;
                // ... 2 more of these 2 lines, up to: im[base + 16] = y4_im;
            }
        }
        {
            // Stage 2 of 2: radix 4, a lane a row.
            for (uint k1 = 0; k1 < 5; ++k1) {
                const uint butterflies = k1;
                __global const float2* w = twiddles + butterflies * 3;
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
                // codelet: DFT of 4 points, from x0_re, as vec
                re[base] = y0_re;
                im[base] = y0_im;
                re[base + 1] = y1_re;
                im[base + 1] = y1_im;
                re[base + 2] = y2_re;
                im[base + 2] = y2_im;
                re[base + 3] = y3_re;
                im[base + 3] = y3_im;
            }
        }
        __global const float2* leaving = twiddles + 15;
        // Points k and N - k of a dct in the slot of output k, those of M - k in its.
        {
            const vec z_re = re[order[0]];
            const vec z_im = im[order[0]];
            re[order[0]] = 2.00000000f * (z_re + z_im);
            im[order[0]] = 1.41421356f * (z_re - z_im);
        }
        for (uint k = 1; k <= 10; ++k) {
            const uint at = order[k], opposite = order[20 - k];
            const float2 h = leaving[3 * k];
            const vec z_re = re[at];
            const vec z_im = im[at];
            const vec m_re = re[opposite];
            const vec m_im = im[opposite];
            const vec even_re = z_re + m_re, even_im = z_im - m_im; // both twice
            const vec odd_re = z_re - m_re, odd_im = z_im + m_im;
            const vec turned_re = odd_re * h.x - odd_im * h.y;
            const vec turned_im = odd_re * h.y + odd_im * h.x;
            const vec bin_re = 0.500000000f * even_re + turned_re;
            const vec bin_im = 0.500000000f * even_im + turned_im;
            const vec mirror_re = 0.500000000f * even_re - turned_re;
            const vec mirror_im = turned_im - 0.500000000f * even_im;
            const float2 g = leaving[3 * k + 1];
            const float2 o = leaving[3 * k + 2];
            re[at] = bin_re * g.x - bin_im * g.y;
            im[at] = -(bin_re * g.y + bin_im * g.x);
            re[opposite] = mirror_re * o.x - mirror_im * o.y;
            im[opposite] = -(mirror_re * o.y + mirror_im * o.x);
        }
        // Squares of neighbouring reals, transposed: a vector a row's.
        if (present == 4) {
            if (streams) {
                float* kept = (float*)lines;
                for (uint j = 0; j < 40; j += 4) {
                    vec square[4];
                    square[0] = scratch[output_place[j]];
                    square[1] = scratch[output_place[j + 1]];
                    square[2] = scratch[output_place[j + 2]];
                    square[3] = scratch[output_place[j + 3]];
                    transpose(square);
                    KEEP(kept + j, square[0]);
                    KEEP(kept + 40 + j, square[1]);
                    KEEP(kept + 80 + j, square[2]);
                    KEEP(kept + 120 + j, square[3]);
                }
                for (uint v = 0; v < 40; ++v)
                    STREAM(to + 4 * v, lines[v]);
            }
            else {
                for (uint j = 0; j < 40; j += 4) {
                    vec square[4];
                    square[0] = scratch[output_place[j]];
                    square[1] = scratch[output_place[j + 1]];
                    square[2] = scratch[output_place[j + 2]];
                    square[3] = scratch[output_place[j + 3]];
                    transpose(square);
                    STORE(to + j, square[0]);
                    STORE(to + 40 + j, square[1]);
                    STORE(to + 80 + j, square[2]);
                    STORE(to + 120 + j, square[3]);
                }
            }
        }
        else {
            ulong at[4]; // of each lane's row
            for (uint i = 0; i < 4; ++i)
                at[i] = (ulong)min(i, present - 1) * 40;
            for (uint j = 0; j < 40; j += 4) {
                vec square[4];
                square[0] = scratch[output_place[j]];
                square[1] = scratch[output_place[j + 1]];
                square[2] = scratch[output_place[j + 2]];
                square[3] = scratch[output_place[j + 3]];
                transpose(square);
                STORE(to + at[0] + j, square[0]);
                STORE(to + at[1] + j, square[1]);
                STORE(to + at[2] + j, square[2]);
                STORE(to + at[3] + j, square[3]);
            }
        }
    }
}
