// gr-gpufft 0.1.0, pass 1 of 1
// plan: dct2 forward 8x8: stockham 8·4(x2), 16 rows, 64 work-items, local 5.5 KiB; 1 pass
// workgroup: 64 work-items, 32 points of each of 16 rows
// made by: gpufft dump --dialect opencl --plan "dct2 forward 8x8: stockham | 8.4x2d1 columns=row:16 padding=1,4"
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

// w(8)^e, e below 4.
static inline float2 root_of_8(__global const float2* twiddles, uint e)
{
    return twiddles[e];
}

// w(32)^e, e below 5.
static inline float2 root_of_32(__global const float2* twiddles, uint e)
{
    return twiddles[e + 4];
}

// Even points first, then the odd ones backwards (Makhoul 1980).
static inline uint shuffled_8(uint m)
{
    return 2 * m < 8 ? 2 * m : 15 - 2 * m;
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from, uint line, uint n1, uint n2)
{
    const float even = from[line + 8 * shuffled_8(n1) + shuffled_8(2 * n2)];
    const float odd = from[line + 8 * shuffled_8(n1) + shuffled_8(2 * n2 + 1)];
    return complex_of(even, odd);
}

// Store operation: what belongs to index k, from core outputs z of k and mirror of -k.
static inline void store_mirrored(__global float* to,
                                  uint line,
                                  uint k1,
                                  uint k2,
                                  float2 z,
                                  float2 mirror,
                                  __global const float2* twiddles)
{
    const float2 even = 0.5f * (z + conjugate(mirror));
    const float2 difference = 0.5f * (z - conjugate(mirror));
    const float2 odd = complex_of(difference.y, -difference.x);
    const float2 bin = even + cmul(root_of_8(twiddles, k2), odd);
    const float2 turned = cmul(root_of_32(twiddles, k2), bin);
    to[line + 8 * k1 + k2] = 2.0f * turned.x;
    if (k2 > 0)
        to[line + 8 * k1 + 8 - k2] = -2.0f * turned.y;
    else
        to[line + 8 * k1 + 4] = 1.41421356f * (even.x - odd.x);
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void dct2_8x8_forward(__global const float* restrict in,
                      __global float* restrict out,
                      __global const float2* restrict twiddles,
                      const uint rows)
{
    __local float2 exchange[704];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 2: radix 8 over n1.
    {
        const uint n2 = t % 4;
        const uint column = t / 4;
        const uint slot = n2 + 44 * column;
        const uint row = min(16 * group + column, rows - 1); // beyond the last row: that one again
        __global const float* from = in + (ulong)row * 64;
        const uint line = 0;
        const uint index1 = 0;
        const uint index2 = n2;
        float2 x0 = load_point(from, line, index1, index2);
        float2 x1 = load_point(from, line, index1 + 1, index2);
        float2 x2 = load_point(from, line, index1 + 2, index2);
        float2 x3 = load_point(from, line, index1 + 3, index2);
        float2 x4 = load_point(from, line, index1 + 4, index2);
        float2 x5 = load_point(from, line, index1 + 5, index2);
        float2 x6 = load_point(from, line, index1 + 6, index2);
        float2 x7 = load_point(from, line, index1 + 7, index2);
        {
            const float t0 = x0.x + x4.x;
            const float t1 = x0.x - x4.x;
            const float t2 = x0.y + x4.y;
            const float t3 = x0.y - x4.y;
            const float t4 = x2.x + x6.x;
            const float t5 = x2.x - x6.x;
            const float t6 = x2.y + x6.y;
            const float t7 = x2.y - x6.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = t2 + t6;
            const float t11 = t2 - t6;
            const float t12 = t1 + t7;
            const float t13 = t1 - t7;
            const float t14 = t3 - t5;
            const float t15 = t3 + t5;
            const float t16 = x1.x + x5.x;
            const float t17 = x1.x - x5.x;
            const float t18 = x1.y + x5.y;
            const float t19 = x1.y - x5.y;
            const float t20 = x3.x + x7.x;
            const float t21 = x3.x - x7.x;
            const float t22 = x3.y + x7.y;
            const float t23 = x3.y - x7.y;
            const float t24 = t16 + t20;
            const float t25 = t16 - t20;
            const float t26 = t18 + t22;
            const float t27 = t18 - t22;
            const float y0_re = t8 + t24;
            const float y4_re = t8 - t24;
            const float y0_im = t10 + t26;
            const float y4_im = t10 - t26;
            const float y2_re = t9 + t27;
            const float y6_re = t9 - t27;
            const float y2_im = t11 - t25;
            const float y6_im = t11 + t25;
            const float t28 = t17 + t19;
            const float t29 = t17 - t19;
            const float t30 = t21 - t23;
            const float t31 = t21 + t23;
            const float t32 = t28 - t30;
            const float t33 = t28 + t30;
            const float t34 = t29 + t31;
            const float t35 = t29 - t31;
            const float y1_re = t12 + 0.707106781f * t32;
            const float y5_re = t12 - 0.707106781f * t32;
            const float y1_im = t14 - 0.707106781f * t34;
            const float y5_im = t14 + 0.707106781f * t34;
            const float y3_re = t13 - 0.707106781f * t35;
            const float y7_re = t13 + 0.707106781f * t35;
            const float y3_im = t15 - 0.707106781f * t33;
            const float y7_im = t15 + 0.707106781f * t33;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
            x5 = complex_of(y5_re, y5_im);
            x6 = complex_of(y6_re, y6_im);
            x7 = complex_of(y7_re, y7_im);
        }
        exchange[slot] = x0;
        exchange[slot + 5] = x1;
        exchange[slot + 10] = x2;
        exchange[slot + 15] = x3;
        exchange[slot + 20] = x4;
        exchange[slot + 25] = x5;
        exchange[slot + 30] = x6;
        exchange[slot + 35] = x7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 2: radix 4 over n2, 2 butterflies a work-item over k1_top.
    {
        const uint k1_low = t % 4;
        const uint column = t / 4;
        const uint slot = 5 * k1_low + 44 * column;
        float2 x0 = exchange[slot];
        float2 x1 = exchange[slot + 1];
        float2 x2 = exchange[slot + 2];
        float2 x3 = exchange[slot + 3];
        float2 x4 = exchange[slot + 20];
        float2 x5 = exchange[slot + 21];
        float2 x6 = exchange[slot + 22];
        float2 x7 = exchange[slot + 23];
        {
            const float t0 = x0.x + x2.x;
            const float t1 = x0.x - x2.x;
            const float t2 = x0.y + x2.y;
            const float t3 = x0.y - x2.y;
            const float t4 = x1.x + x3.x;
            const float t5 = x1.x - x3.x;
            const float t6 = x1.y + x3.y;
            const float t7 = x1.y - x3.y;
            const float y0_re = t0 + t4;
            const float y2_re = t0 - t4;
            const float y0_im = t2 + t6;
            const float y2_im = t2 - t6;
            const float y1_re = t1 + t7;
            const float y3_re = t1 - t7;
            const float y1_im = t3 - t5;
            const float y3_im = t3 + t5;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
        }
        {
            const float t0 = x4.x + x6.x;
            const float t1 = x4.x - x6.x;
            const float t2 = x4.y + x6.y;
            const float t3 = x4.y - x6.y;
            const float t4 = x5.x + x7.x;
            const float t5 = x5.x - x7.x;
            const float t6 = x5.y + x7.y;
            const float t7 = x5.y - x7.y;
            const float y0_re = t0 + t4;
            const float y2_re = t0 - t4;
            const float y0_im = t2 + t6;
            const float y2_im = t2 - t6;
            const float y1_re = t1 + t7;
            const float y3_re = t1 - t7;
            const float y1_im = t3 - t5;
            const float y3_im = t3 + t5;
            x4 = complex_of(y0_re, y0_im);
            x5 = complex_of(y1_re, y1_im);
            x6 = complex_of(y2_re, y2_im);
            x7 = complex_of(y3_re, y3_im);
        }
        exchange[slot] = x0;
        exchange[slot + 1] = x1;
        exchange[slot + 2] = x2;
        exchange[slot + 3] = x3;
        exchange[slot + 20] = x4;
        exchange[slot + 21] = x5;
        exchange[slot + 22] = x6;
        exchange[slot + 23] = x7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Along dimension 1: outputs k and 8 - k to those of a DCT.
    for (uint i = t; i < 320; i += 64) {
        const uint k2 = i % 4;
        const uint column = i / 4 % 16;
        const uint k = i / 64;
        const uint opposite = k ? 8 - k : 0;
        const float2 root = root_of_32(twiddles, k);
        const float2 z = cmul(root, exchange[k2 + 44 * column + 5 * k]);
        const float2 mirror = cmul(conjugate(root), exchange[k2 + 44 * column + 5 * opposite]);
        exchange[k2 + 44 * column + 5 * k] = z + mirror;
        if (k > 0)
            exchange[k2 + 44 * column + 5 * opposite] = complex_of(mirror.y - z.y, z.x - mirror.x);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Outputs k and -k meet in local memory.
    for (uint i = t; i < 512; i += 64) {
        const uint k2 = i % 4;
        const uint k1 = i / 4 % 8;
        const uint column = i / 32;
        const uint row = 16 * group + column;
        __global float* to = out + (ulong)row * 64;
        const uint k_1 = k1;
        const uint k_2 = k2;
        const uint opposite_k_2 = k_2 ? 4 - k_2 : 0;
        if (16 * group + column < rows) {
            float2 z = exchange[k2 + 5 * k1 + 44 * column];
            float2 mirror = exchange[5 * k_1 + opposite_k_2 + 44 * column];
            store_mirrored(to, 0, k_1, k_2, z, mirror, twiddles);
        }
    }
}
