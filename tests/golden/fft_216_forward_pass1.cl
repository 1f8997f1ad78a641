// gr-gpufft 0.1.0, pass 1 of 2
// plan: c2c forward 216: multi-pass 12, 9 columns, 9 work-items | 3(x2)·6, 4 columns, 12 work-items, local 0.3 KiB split; 2 passes
// workgroup: 9 work-items, 12 points of each of 9 columns
// made by: gpufft dump --dialect opencl --plan "c2c forward 216: multi-pass | 12 length=216 input-step=18 output-step=18 grid=column_tile:2:s9/9 columns=column:9:s1/1 | 3x2.6 output-step=12 grid=column_tile:3:s72/4:t4 columns=column:4:s18/1:t1 twiddle-order=216 split"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(9, 1, 1)))
void fft_216_forward_pass1(__global const float2* restrict in,
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


    // Stage 1 of 1: radix 12 over n1.
    {
        const uint column = t;
        __global const float2* from = in + (ulong)row * 216;
        from += tile_in + column;
        float2 x0 = from[0];
        float2 x1 = from[18];
        float2 x2 = from[36];
        float2 x3 = from[54];
        float2 x4 = from[72];
        float2 x5 = from[90];
        float2 x6 = from[108];
        float2 x7 = from[126];
        float2 x8 = from[144];
        float2 x9 = from[162];
        float2 x10 = from[180];
        float2 x11 = from[198];
        {
            const float t0 = x4.x + x8.x;
            const float t1 = x4.x - x8.x;
            const float t2 = x4.y + x8.y;
            const float t3 = x4.y - x8.y;
            const float t4 = x0.x - 0.500000000f * t0;
            const float t5 = x0.x + t0;
            const float t6 = x0.y - 0.500000000f * t2;
            const float t7 = x0.y + t2;
            const float t8 = t4 + 0.866025404f * t3;
            const float t9 = t4 - 0.866025404f * t3;
            const float t10 = t6 - 0.866025404f * t1;
            const float t11 = t6 + 0.866025404f * t1;
            const float t12 = x7.x + x11.x;
            const float t13 = x7.x - x11.x;
            const float t14 = x7.y + x11.y;
            const float t15 = x7.y - x11.y;
            const float t16 = x3.x - 0.500000000f * t12;
            const float t17 = x3.x + t12;
            const float t18 = x3.y - 0.500000000f * t14;
            const float t19 = x3.y + t14;
            const float t20 = t16 + 0.866025404f * t15;
            const float t21 = t16 - 0.866025404f * t15;
            const float t22 = t18 - 0.866025404f * t13;
            const float t23 = t18 + 0.866025404f * t13;
            const float t24 = x2.x + x10.x;
            const float t25 = x2.x - x10.x;
            const float t26 = x2.y + x10.y;
            const float t27 = x2.y - x10.y;
            const float t28 = x6.x - 0.500000000f * t24;
            const float t29 = x6.x + t24;
            const float t30 = x6.y - 0.500000000f * t26;
            const float t31 = x6.y + t26;
            const float t32 = t28 - 0.866025404f * t27;
            const float t33 = t28 + 0.866025404f * t27;
            const float t34 = t30 + 0.866025404f * t25;
            const float t35 = t30 - 0.866025404f * t25;
            const float t36 = x1.x + x5.x;
            const float t37 = x1.x - x5.x;
            const float t38 = x1.y + x5.y;
            const float t39 = x1.y - x5.y;
            const float t40 = x9.x - 0.500000000f * t36;
            const float t41 = x9.x + t36;
            const float t42 = x9.y - 0.500000000f * t38;
            const float t43 = x9.y + t38;
            const float t44 = t40 + 0.866025404f * t39;
            const float t45 = t40 - 0.866025404f * t39;
            const float t46 = t42 - 0.866025404f * t37;
            const float t47 = t42 + 0.866025404f * t37;
            const float t48 = t5 + t29;
            const float t49 = t5 - t29;
            const float t50 = t7 + t31;
            const float t51 = t7 - t31;
            const float t52 = t17 + t41;
            const float t53 = t17 - t41;
            const float t54 = t19 + t43;
            const float t55 = t19 - t43;
            const float y0_re = t48 + t52;
            const float y6_re = t48 - t52;
            const float y0_im = t50 + t54;
            const float y6_im = t50 - t54;
            const float y9_re = t49 + t55;
            const float y3_re = t49 - t55;
            const float y9_im = t51 - t53;
            const float y3_im = t51 + t53;
            const float t56 = t8 + t32;
            const float t57 = t8 - t32;
            const float t58 = t10 + t34;
            const float t59 = t10 - t34;
            const float t60 = t20 + t44;
            const float t61 = t20 - t44;
            const float t62 = t22 + t46;
            const float t63 = t22 - t46;
            const float y4_re = t56 + t60;
            const float y10_re = t56 - t60;
            const float y4_im = t58 + t62;
            const float y10_im = t58 - t62;
            const float y1_re = t57 + t63;
            const float y7_re = t57 - t63;
            const float y1_im = t59 - t61;
            const float y7_im = t59 + t61;
            const float t64 = t9 + t33;
            const float t65 = t9 - t33;
            const float t66 = t11 + t35;
            const float t67 = t11 - t35;
            const float t68 = t21 + t45;
            const float t69 = t21 - t45;
            const float t70 = t23 + t47;
            const float t71 = t23 - t47;
            const float y8_re = t64 + t68;
            const float y2_re = t64 - t68;
            const float y8_im = t66 + t70;
            const float y2_im = t66 - t70;
            const float y5_re = t65 + t71;
            const float y11_re = t65 - t71;
            const float y5_im = t67 - t69;
            const float y11_im = t67 + t69;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
            x5 = complex_of(y5_re, y5_im);
            x6 = complex_of(y6_re, y6_im);
            x7 = complex_of(y7_re, y7_im);
            x8 = complex_of(y8_re, y8_im);
            x9 = complex_of(y9_re, y9_im);
            x10 = complex_of(y10_re, y10_im);
            x11 = complex_of(y11_re, y11_im);
        }
        __global float2* to = out + (ulong)row * 216;
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
            to[144] = x8;
            to[162] = x9;
            to[180] = x10;
            to[198] = x11;
        }
    }
}
