// gr-gpufft 0.1.0, pass 1 of 1
// plan: dct2 forward 1024: stockham 8·8·8, 1 row, 64 work-items, local 4.6 KiB; 1 pass
// workgroup: 64 work-items, 512 points of 1 row
// made by: gpufft dump --dialect opencl --plan "dct2 forward 1024: stockham | 8.8.8 padding=1,2"
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

// w(1024)^e, e below 512.
static inline float2 root_of_1024(__global const float2* twiddles, uint e)
{
    return twiddles[e + 504];
}

// w(4096)^e, e below 512.
static inline float2 root_of_4096(__global const float2* twiddles, uint e)
{
    return twiddles[e + 1016];
}

// Even points first, then the odd ones backwards (Makhoul 1980).
static inline uint shuffled(uint m)
{
    return 2 * m < 1024 ? 2 * m : 2047 - 2 * m;
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from, uint line, uint n)
{
    const float even = from[line + shuffled(2 * n)];
    const float odd = from[line + shuffled(2 * n + 1)];
    return complex_of(even, odd);
}

// Store operation: what belongs to index k, from core outputs z of k and mirror of -k.
static inline void store_mirrored(__global float* to,
                                  uint line,
                                  uint k,
                                  float2 z,
                                  float2 mirror,
                                  __global const float2* twiddles)
{
    const float2 even = 0.5f * (z + conjugate(mirror));
    const float2 difference = 0.5f * (z - conjugate(mirror));
    const float2 odd = complex_of(difference.y, -difference.x);
    const float2 bin = even + cmul(root_of_1024(twiddles, k), odd);
    const float2 turned = cmul(root_of_4096(twiddles, k), bin);
    to[line + k] = 2.0f * turned.x;
    if (k > 0)
        to[line + 1024 - k] = -2.0f * turned.y;
    else
        to[line + 512] = 1.41421356f * (even.x - odd.x);
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void dct2_1024_forward(__global const float* restrict in,
                       __global float* restrict out,
                       __global const float2* restrict twiddles,
                       const uint rows)
{
    __local float2 exchange[592];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 3: radix 8 over n1.
    {
        const uint n3 = t % 8;
        const uint n2 = t / 8;
        const uint slot = n3 + 9 * n2;
        const uint row = group;
        __global const float* from = in + (ulong)row * 1024;
        const uint line = 0;
        const uint index = n3 + 8 * n2;
        float2 x0 = load_point(from, line, index);
        float2 x1 = load_point(from, line, index + 64);
        float2 x2 = load_point(from, line, index + 128);
        float2 x3 = load_point(from, line, index + 192);
        float2 x4 = load_point(from, line, index + 256);
        float2 x5 = load_point(from, line, index + 320);
        float2 x6 = load_point(from, line, index + 384);
        float2 x7 = load_point(from, line, index + 448);
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
        exchange[slot + 74] = x1;
        exchange[slot + 148] = x2;
        exchange[slot + 222] = x3;
        exchange[slot + 296] = x4;
        exchange[slot + 370] = x5;
        exchange[slot + 444] = x6;
        exchange[slot + 518] = x7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 3: radix 8 over n2.
    {
        const uint k1 = t % 8;
        const uint n3 = t / 8;
        const uint slot = 74 * k1 + n3;
        float2 x0 = exchange[slot];
        float2 x1 = exchange[slot + 9];
        float2 x2 = exchange[slot + 18];
        float2 x3 = exchange[slot + 27];
        float2 x4 = exchange[slot + 36];
        float2 x5 = exchange[slot + 45];
        float2 x6 = exchange[slot + 54];
        float2 x7 = exchange[slot + 63];
        // Twiddles: point v times w(64)^(k v)
        const uint k = k1;
        const float2 w1 = twiddles[k];
        const float2 w2 = twiddles[k + 8];
        const float2 w3 = twiddles[k + 16];
        const float2 w4 = twiddles[k + 24];
        const float2 w5 = twiddles[k + 32];
        const float2 w6 = twiddles[k + 40];
        const float2 w7 = twiddles[k + 48];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x4 = cmul(x4, w4);
        x5 = cmul(x5, w5);
        x6 = cmul(x6, w6);
        x7 = cmul(x7, w7);
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
        exchange[slot + 9] = x1;
        exchange[slot + 18] = x2;
        exchange[slot + 27] = x3;
        exchange[slot + 36] = x4;
        exchange[slot + 45] = x5;
        exchange[slot + 54] = x6;
        exchange[slot + 63] = x7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 3 of 3: radix 8 over n3.
    {
        const uint k1 = t % 8;
        const uint k2 = t / 8;
        const uint slot = 74 * k1 + 9 * k2;
        float2 x0 = exchange[slot];
        float2 x1 = exchange[slot + 1];
        float2 x2 = exchange[slot + 2];
        float2 x3 = exchange[slot + 3];
        float2 x4 = exchange[slot + 4];
        float2 x5 = exchange[slot + 5];
        float2 x6 = exchange[slot + 6];
        float2 x7 = exchange[slot + 7];
        // Twiddles: point v times w(512)^(k v)
        const uint k = k1 + 8 * k2;
        const float2 w1 = twiddles[k + 56];
        const float2 w2 = twiddles[k + 120];
        const float2 w3 = twiddles[k + 184];
        const float2 w4 = twiddles[k + 248];
        const float2 w5 = twiddles[k + 312];
        const float2 w6 = twiddles[k + 376];
        const float2 w7 = twiddles[k + 440];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x4 = cmul(x4, w4);
        x5 = cmul(x5, w5);
        x6 = cmul(x6, w6);
        x7 = cmul(x7, w7);
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
        exchange[slot + 1] = x1;
        exchange[slot + 2] = x2;
        exchange[slot + 3] = x3;
        exchange[slot + 4] = x4;
        exchange[slot + 5] = x5;
        exchange[slot + 6] = x6;
        exchange[slot + 7] = x7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Outputs k and -k meet in local memory.
    for (uint i = t; i < 512; i += 64) {
        const uint k1 = i % 8;
        const uint k2 = i / 8 % 8;
        const uint k3 = i / 64;
        const uint row = group;
        __global float* to = out + (ulong)row * 1024;
        const uint k = k1 + 8 * k2 + 64 * k3;
        const uint opposite_k = k ? 512 - k : 0;
        float2 z = exchange[74 * k1 + 9 * k2 + k3];
        float2 mirror = exchange[74 * (opposite_k % 8) + 9 * (opposite_k / 8 % 8) + opposite_k / 64];
        store_mirrored(to, 0, k, z, mirror, twiddles);
    }
}
