// gr-gpufft 0.1.0, pass 1 of 2
// plan: c2c forward 144: multi-pass 8, 9 columns, 9 work-items | 3(x2)·6, 4 columns, 12 work-items, local 0.3 KiB split; 2 passes
// workgroup: 9 work-items, 8 points of each of 9 columns
// made by: gpufft dump --dialect opencl --plan "c2c forward 144: multi-pass | 8 length=144 input-step=18 output-step=18 grid=column_tile:2:s9/9 columns=column:9:s1/1 | 3x2.6 output-step=8 grid=column_tile:2:s72/4:t4 columns=column:4:s18/1:t1 twiddle-order=144 split"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(9, 1, 1)))
void fft_144_forward_pass1(__global const float2* restrict in,
                           __global float2* restrict out,
                           __global const float2* restrict twiddles,
                           const uint rows)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint column_tile = group % 2;
    const uint row = group / 2;
    const uint tile_in = 9 * column_tile;
    const uint tile_out = 9 * column_tile;


    // Stage 1 of 1: radix 8 over n1.
    {
        const uint column = t;
        __global const float2* from = in + (ulong)row * 144;
        from += tile_in + column;
        float2 x0 = from[0];
        float2 x1 = from[18];
        float2 x2 = from[36];
        float2 x3 = from[54];
        float2 x4 = from[72];
        float2 x5 = from[90];
        float2 x6 = from[108];
        float2 x7 = from[126];
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
        __global float2* to = out + (ulong)row * 144;
        {
            to += tile_out + column;
            to[0] = x0;
            to[18] = x1;
            to[36] = x2;
            to[54] = x3;
            to[72] = x4;
            to[90] = x5;
            to[108] = x6;
            to[126] = x7;
        }
    }
}
