// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c forward 64: stockham 8·8, 8 rows, 64 work-items, local 4.5 KiB; 1 pass
// workgroup: 64 work-items, 64 points of each of 8 rows
// made by: gpufft dump --dialect opencl --plan "c2c forward 64: stockham | 8.8 columns=row:8 padding=1"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void fft_64_forward(__global const float2* restrict in,
                    __global float2* restrict out,
                    __global const float2* restrict twiddles,
                    const uint rows)
{
    __local float2 exchange[576];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 2: radix 8 over n1.
    {
        const uint n2 = t % 8;
        const uint column = t / 8;
        const uint slot = n2 + 72 * column;
        const uint row = min(8 * group + column, rows - 1); // beyond the last row: that one again
        __global const float2* from = in + (ulong)row * 64;
        from += n2;
        float2 x0 = from[0];
        float2 x1 = from[8];
        float2 x2 = from[16];
        float2 x3 = from[24];
        float2 x4 = from[32];
        float2 x5 = from[40];
        float2 x6 = from[48];
        float2 x7 = from[56];
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

    // Stage 2 of 2: radix 8 over n2.
    {
        const uint k1 = t % 8;
        const uint column = t / 8;
        const uint slot = 9 * k1 + 72 * column;
        float2 x0 = exchange[slot];
        float2 x1 = exchange[slot + 1];
        float2 x2 = exchange[slot + 2];
        float2 x3 = exchange[slot + 3];
        float2 x4 = exchange[slot + 4];
        float2 x5 = exchange[slot + 5];
        float2 x6 = exchange[slot + 6];
        float2 x7 = exchange[slot + 7];
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
        const uint row = 8 * group + column;
        __global float2* to = out + (ulong)row * 64;
        to += k1;
        if (8 * group + column < rows) {
            to[0] = x0;
            to[8] = x1;
            to[16] = x2;
            to[24] = x3;
            to[32] = x4;
            to[40] = x5;
            to[48] = x6;
            to[56] = x7;
        }
    }
}
