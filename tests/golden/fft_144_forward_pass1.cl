// gr-gpufft 0.1.0, pass 1 of 2
// plan: c2c forward 144: multi-pass 12, 6 columns, 6 work-items | 12, 6 columns, 6 work-items; 2 passes
// workgroup: 6 work-items, 12 points of each of 6 columns
// made by: gpufft dump 144 --dialect opencl --local-memory 512 --max-work-items 16 --registers 64
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(6, 1, 1)))
void fft_144_forward_pass1(__global const float2* restrict in,
                           __global float2* restrict out,
                           __global const float2* restrict twiddles,
                           const uint rows)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint column_tile = group % 2;
    const uint row = group / 2;
    const uint tile_in = 6 * column_tile;
    const uint tile_out = 6 * column_tile;


    // Stage 1 of 1: radix 12 over n1.
    {
        const uint column = t;
        __global const float2* from = in + (ulong)row * 144;
        const uint first = tile_in + column;
        float2 x0 = from[first];
        float2 x1 = from[first + 12];
        float2 x2 = from[first + 24];
        float2 x3 = from[first + 36];
        float2 x4 = from[first + 48];
        float2 x5 = from[first + 60];
        float2 x6 = from[first + 72];
        float2 x7 = from[first + 84];
        float2 x8 = from[first + 96];
        float2 x9 = from[first + 108];
        float2 x10 = from[first + 120];
        float2 x11 = from[first + 132];
        {
            const float t0 = x4.x + x8.x;
            const float t1 = x4.x - x8.x;
            const float t2 = 0.866025404f * t1;
            const float t3 = x4.y + x8.y;
            const float t4 = x4.y - x8.y;
            const float t5 = 0.866025404f * t4;
            const float t6 = x0.x - 0.500000000f * t0;
            const float t7 = x0.x + t0;
            const float t8 = x0.y - 0.500000000f * t3;
            const float t9 = x0.y + t3;
            const float t10 = t6 + t5;
            const float t11 = t6 - t5;
            const float t12 = t8 - t2;
            const float t13 = t8 + t2;
            const float t14 = x7.x + x11.x;
            const float t15 = x7.x - x11.x;
            const float t16 = 0.866025404f * t15;
            const float t17 = x7.y + x11.y;
            const float t18 = x7.y - x11.y;
            const float t19 = 0.866025404f * t18;
            const float t20 = x3.x - 0.500000000f * t14;
            const float t21 = x3.x + t14;
            const float t22 = x3.y - 0.500000000f * t17;
            const float t23 = x3.y + t17;
            const float t24 = t20 + t19;
            const float t25 = t20 - t19;
            const float t26 = t22 - t16;
            const float t27 = t22 + t16;
            const float t28 = x2.x + x10.x;
            const float t29 = x2.x - x10.x;
            const float t30 = 0.866025404f * t29;
            const float t31 = x2.y + x10.y;
            const float t32 = x2.y - x10.y;
            const float t33 = 0.866025404f * t32;
            const float t34 = x6.x - 0.500000000f * t28;
            const float t35 = x6.x + t28;
            const float t36 = x6.y - 0.500000000f * t31;
            const float t37 = x6.y + t31;
            const float t38 = t34 - t33;
            const float t39 = t34 + t33;
            const float t40 = t36 + t30;
            const float t41 = t36 - t30;
            const float t42 = x1.x + x5.x;
            const float t43 = x1.x - x5.x;
            const float t44 = 0.866025404f * t43;
            const float t45 = x1.y + x5.y;
            const float t46 = x1.y - x5.y;
            const float t47 = 0.866025404f * t46;
            const float t48 = x9.x - 0.500000000f * t42;
            const float t49 = x9.x + t42;
            const float t50 = x9.y - 0.500000000f * t45;
            const float t51 = x9.y + t45;
            const float t52 = t48 + t47;
            const float t53 = t48 - t47;
            const float t54 = t50 - t44;
            const float t55 = t50 + t44;
            const float t56 = t7 + t35;
            const float t57 = t7 - t35;
            const float t58 = t9 + t37;
            const float t59 = t9 - t37;
            const float t60 = t21 + t49;
            const float t61 = t21 - t49;
            const float t62 = t23 + t51;
            const float t63 = t23 - t51;
            const float y0_re = t56 + t60;
            const float y6_re = t56 - t60;
            const float y0_im = t58 + t62;
            const float y6_im = t58 - t62;
            const float y9_re = t57 + t63;
            const float y3_re = t57 - t63;
            const float y9_im = t59 - t61;
            const float y3_im = t59 + t61;
            const float t64 = t10 + t38;
            const float t65 = t10 - t38;
            const float t66 = t12 + t40;
            const float t67 = t12 - t40;
            const float t68 = t24 + t52;
            const float t69 = t24 - t52;
            const float t70 = t26 + t54;
            const float t71 = t26 - t54;
            const float y4_re = t64 + t68;
            const float y10_re = t64 - t68;
            const float y4_im = t66 + t70;
            const float y10_im = t66 - t70;
            const float y1_re = t65 + t71;
            const float y7_re = t65 - t71;
            const float y1_im = t67 - t69;
            const float y7_im = t67 + t69;
            const float t72 = t11 + t39;
            const float t73 = t11 - t39;
            const float t74 = t13 + t41;
            const float t75 = t13 - t41;
            const float t76 = t25 + t53;
            const float t77 = t25 - t53;
            const float t78 = t27 + t55;
            const float t79 = t27 - t55;
            const float y8_re = t72 + t76;
            const float y2_re = t72 - t76;
            const float y8_im = t74 + t78;
            const float y2_im = t74 - t78;
            const float y5_re = t73 + t79;
            const float y11_re = t73 - t79;
            const float y5_im = t75 - t77;
            const float y11_im = t75 + t77;
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
        __global float2* to = out + (ulong)row * 144;
        {
            const uint first = tile_out + column;
            to[first] = x0;
            to[first + 12] = x1;
            to[first + 24] = x2;
            to[first + 36] = x3;
            to[first + 48] = x4;
            to[first + 60] = x5;
            to[first + 72] = x6;
            to[first + 84] = x7;
            to[first + 96] = x8;
            to[first + 108] = x9;
            to[first + 120] = x10;
            to[first + 132] = x11;
        }
    }
}
