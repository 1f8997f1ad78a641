// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 64, windowed, input distance 32: vectors 4·16, 4 lanes, 8 workgroups; 1 pass
// workgroup: 1 work-items, 64 points of 1 row
// made by: gpufft dump --dialect pocl --plan "c2c forward 64, windowed, input distance 32: vectors | 4.16 load=c2c.uint8.windowed store=c2c.highest simd lanes=4 workgroups=8"
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
// An unsigned converter has its zero at 127.5.
#if defined(__clang__)
typedef uchar4 unaligned_samples __attribute__((aligned(1)));
#define LOAD_INPUT(p) \
    (__builtin_convertvector(*(__global const unaligned_samples*)(p), vec) - 127.5f)
#else
#define LOAD_INPUT(p) (convert_float4(vload4(0, p)) - 127.5f)
#endif
#define INPUT(x) ((float)(x) - 127.5f)
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

// What is not finite counts as nothing, NaN: comparisons, since PoCL calls fmax() once a lane.
#define FINITE(p) select((vec)(NAN), p, (p) < (vec)(INFINITY))
#define HIGHER(s, p) select(s, p, ((p) > (s)) | ((s) != (s)))
#define LOWER(s, p) select(s, p, ((p) < (s)) | ((s) != (s)))

WHOLE_VECTORS
// A launch is enqueued part by part, which say what their first workgroup is, and how
// many all parts have. No macro is expanded within itself.
#define get_group_id(d) (part_group + get_group_id(d))
#define get_global_id(d) (part_group * get_local_size(d) + get_global_id(d))
#define get_num_groups(d) part_groups

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fft_64_uint8_power_highest_windowed_hop32(__global const uchar2* restrict in,
                                               __global float* restrict out,
                                               __global const float2* restrict twiddles,
                                               __global const float* restrict window,
                                               __global const uint* restrict runs,
                                               const uint longest,
                                               const float keep,
                                               const uint rows,
                                               const ulong part_group,
                                               const ulong part_groups)
{
    vec re[16], im[16]; // scratch
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const ulong all = rows;
    const uint first_run = (uint)(all * group / groups);
    const uint end_run = (uint)(all * (group + 1) / groups);
    for (uint run = first_run; run < end_run; ++run) {
        if (runs[run] < runs[run + 1])
            continue;
        for (uint bin = 0; bin < 64; ++bin)
            out[(ulong)run * 64 + bin] = NAN; // of no frame
    }
    uint run = first_run;
    for (uint row = runs[first_run]; row < runs[end_run]; ++row) {
        while (row >= runs[run + 1])
            ++run;
        const bool begins = row == runs[run];
        __global const uchar* from = (__global const uchar*)in + (ulong)row * 64;
        __global float* to = (__global float*)out + (ulong)run * 64;

        // Stage 1 of 2: radix 4, a lane a column; transposed, a lane an output k1.
        for (uint tile = 0; tile < 4; ++tile) {
            const uint column = tile * 4;
            const vec tap0 = LOAD(window + column);
            const vec a0 = LOAD_INPUT(from + 2 * (column));
            const vec b0 = LOAD_INPUT(from + 2 * (column) + 4);
            const vec x0_re = tap0 * EVEN(a0, b0);
            const vec x0_im = tap0 * ODD(a0, b0);
            const vec tap1 = LOAD(window + column + 16);
            const vec a1 = LOAD_INPUT(from + 2 * (column + 16));
            const vec b1 = LOAD_INPUT(from + 2 * (column + 16) + 4);
            const vec x1_re = tap1 * EVEN(a1, b1);
            const vec x1_im = tap1 * ODD(a1, b1);
            const vec tap2 = LOAD(window + column + 32);
            const vec a2 = LOAD_INPUT(from + 2 * (column + 32));
            const vec b2 = LOAD_INPUT(from + 2 * (column + 32) + 4);
            const vec x2_re = tap2 * EVEN(a2, b2);
            const vec x2_im = tap2 * ODD(a2, b2);
            const vec tap3 = LOAD(window + column + 48);
            const vec a3 = LOAD_INPUT(from + 2 * (column + 48));
            const vec b3 = LOAD_INPUT(from + 2 * (column + 48) + 4);
            const vec x3_re = tap3 * EVEN(a3, b3);
            const vec x3_im = tap3 * ODD(a3, b3);
            // codelet: DFT of 4 points, from x0_re, as vec
            // Output k1 of a column times w(64)^(k1 column)
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
            // Stage 2 of 2: radix 16, a lane an output k1.
            const uint butterflies = 0;
            const uint first_k = 0;
            const uint base = butterflies * 16;
            const vec x0_re = re[base];
            const vec x0_im = im[base];
            const vec x1_re = re[base + 1];
            const vec x1_im = im[base + 1];
            const vec x2_re = re[base + 2];
            const vec x2_im = im[base + 2];
            // ... 13 more of these 2 lines, up to: const vec x15_im = im[base + 15];
            // codelet: DFT of 16 points, from x0_re, as vec
            const vec any0 = y0_re * y0_re + y0_im * y0_im;
            const vec power0 = FINITE(any0);
            const vec any1 = y1_re * y1_re + y1_im * y1_im;
            const vec power1 = FINITE(any1);
            // ... 14 more of these 2 lines, up to: const vec power15 = FINITE(any15);
            if (begins) {
                STORE(to + 4 * (first_k), power0);
                STORE(to + 4 * (first_k + 1), power1);
                STORE(to + 4 * (first_k + 2), power2);
                // ... 13 more, up to: STORE(to + 4 * (first_k + 15), power15);
            }
            else {
                const vec before0 = LOAD(to + 4 * (first_k));
                STORE(to + 4 * (first_k), HIGHER(before0, power0));
                const vec before1 = LOAD(to + 4 * (first_k + 1));
                STORE(to + 4 * (first_k + 1), HIGHER(before1, power1));
                const vec before2 = LOAD(to + 4 * (first_k + 2));
                STORE(to + 4 * (first_k + 2), HIGHER(before2, power2));
                // ... 13 more of these 2 lines, up to: STORE(to + 4 * (first_k + 15), HIGHER(before15, power15));
            }
        }
    }
}
