// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c forward 80: stockham 8·10, 1 row, 10 work-items, local 0.3 KiB split; 1 pass
// workgroup: 10 work-items, 80 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c forward 80: stockham | 8.10 split"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(10, 1, 1)))
void fft_80_forward(__global const float2* restrict in,
                    __global float2* restrict out,
                    __global const float2* restrict twiddles,
                    const uint rows)
{
    __local float exchange[80];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    float2 x0 = complex_of(0, 0);
    float2 x1 = complex_of(0, 0);
    float2 x2 = complex_of(0, 0);
    float2 x3 = complex_of(0, 0);
    float2 x4 = complex_of(0, 0);
    float2 x5 = complex_of(0, 0);
    float2 x6 = complex_of(0, 0);
    float2 x7 = complex_of(0, 0);
    float2 x8 = complex_of(0, 0);
    float2 x9 = complex_of(0, 0);

    // Stage 1 of 2: radix 8 over n1.
    {
        const uint n2 = t;
        const uint row = group;
        __global const float2* from = in + (ulong)row * 80;
        from += n2;
        x0 = from[0];
        x1 = from[10];
        x2 = from[20];
        x3 = from[30];
        x4 = from[40];
        x5 = from[50];
        x6 = from[60];
        x7 = from[70];
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
    }

    // The real parts change hands.
    {
        const uint n2 = t;
        __local float* const slot = exchange + n2;
        slot[0] = x0.x;
        slot[10] = x1.x;
        slot[20] = x2.x;
        slot[30] = x3.x;
        slot[40] = x4.x;
        slot[50] = x5.x;
        slot[60] = x6.x;
        slot[70] = x7.x;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 8) {
        const uint k1 = t;
        __local float* const slot = exchange + (10 * k1);
        x0.x = slot[0];
        x1.x = slot[1];
        x2.x = slot[2];
        x3.x = slot[3];
        x4.x = slot[4];
        x5.x = slot[5];
        x6.x = slot[6];
        x7.x = slot[7];
        x8.x = slot[8];
        x9.x = slot[9];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The imaginary parts change hands.
    {
        const uint n2 = t;
        __local float* const slot = exchange + n2;
        slot[0] = x0.y;
        slot[10] = x1.y;
        slot[20] = x2.y;
        slot[30] = x3.y;
        slot[40] = x4.y;
        slot[50] = x5.y;
        slot[60] = x6.y;
        slot[70] = x7.y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 8) {
        const uint k1 = t;
        __local float* const slot = exchange + (10 * k1);
        x0.y = slot[0];
        x1.y = slot[1];
        x2.y = slot[2];
        x3.y = slot[3];
        x4.y = slot[4];
        x5.y = slot[5];
        x6.y = slot[6];
        x7.y = slot[7];
        x8.y = slot[8];
        x9.y = slot[9];
    }

    // Stage 2 of 2: radix 10 over n2.
    if (t < 8) {
        const uint k1 = t;
        // Twiddles: point v times w(80)^(k v)
        const uint k = k1;
        __global const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[8];
        const float2 w3 = powers[16];
        const float2 w4 = powers[24];
        const float2 w5 = powers[32];
        const float2 w6 = powers[40];
        const float2 w7 = powers[48];
        const float2 w8 = powers[56];
        const float2 w9 = powers[64];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x4 = cmul(x4, w4);
        x5 = cmul(x5, w5);
        x6 = cmul(x6, w6);
        x7 = cmul(x7, w7);
        x8 = cmul(x8, w8);
        x9 = cmul(x9, w9);
        {
            const float t0 = x0.x + x5.x;
            const float t1 = x0.x - x5.x;
            const float t2 = x0.y + x5.y;
            const float t3 = x0.y - x5.y;
            const float t4 = x2.x + x7.x;
            const float t5 = x2.x - x7.x;
            const float t6 = x2.y + x7.y;
            const float t7 = x2.y - x7.y;
            const float t8 = x4.x + x9.x;
            const float t9 = x4.x - x9.x;
            const float t10 = x4.y + x9.y;
            const float t11 = x4.y - x9.y;
            const float t12 = x1.x + x6.x;
            const float t13 = x1.x - x6.x;
            const float t14 = x1.y + x6.y;
            const float t15 = x1.y - x6.y;
            const float t16 = x3.x + x8.x;
            const float t17 = x3.x - x8.x;
            const float t18 = x3.y + x8.y;
            const float t19 = x3.y - x8.y;
            const float t20 = t4 + t16;
            const float t21 = t4 - t16;
            const float t22 = t6 + t18;
            const float t23 = t6 - t18;
            const float t24 = t8 + t12;
            const float t25 = t8 - t12;
            const float t26 = t10 + t14;
            const float t27 = t10 - t14;
            const float t28 = t20 + t24;
            const float t29 = t20 - t24;
            const float t30 = t0 - 0.250000000f * t28;
            const float y0_re = t0 + t28;
            const float t31 = t30 + 0.559016994f * t29;
            const float t32 = t30 - 0.559016994f * t29;
            const float t33 = t22 + t26;
            const float t34 = t22 - t26;
            const float t35 = t2 - 0.250000000f * t33;
            const float y0_im = t2 + t33;
            const float t36 = t35 + 0.559016994f * t34;
            const float t37 = t35 - 0.559016994f * t34;
            const float t38 = t21 + 0.618033989f * t25;
            const float t39 = 0.618033989f * t21 - t25;
            const float t40 = t23 + 0.618033989f * t27;
            const float t41 = 0.618033989f * t23 - t27;
            const float y6_re = t31 + 0.951056516f * t40;
            const float y4_re = t31 - 0.951056516f * t40;
            const float y6_im = t36 - 0.951056516f * t38;
            const float y4_im = t36 + 0.951056516f * t38;
            const float y8_re = t32 - 0.951056516f * t41;
            const float y2_re = t32 + 0.951056516f * t41;
            const float y8_im = t37 + 0.951056516f * t39;
            const float y2_im = t37 - 0.951056516f * t39;
            const float t42 = t5 - t17;
            const float t43 = t5 + t17;
            const float t44 = t7 - t19;
            const float t45 = t7 + t19;
            const float t46 = t9 - t13;
            const float t47 = t9 + t13;
            const float t48 = t11 - t15;
            const float t49 = t11 + t15;
            const float t50 = t42 + t46;
            const float t51 = t42 - t46;
            const float t52 = t1 - 0.250000000f * t50;
            const float y5_re = t1 + t50;
            const float t53 = t52 + 0.559016994f * t51;
            const float t54 = t52 - 0.559016994f * t51;
            const float t55 = t44 + t48;
            const float t56 = t44 - t48;
            const float t57 = t3 - 0.250000000f * t55;
            const float y5_im = t3 + t55;
            const float t58 = t57 + 0.559016994f * t56;
            const float t59 = t57 - 0.559016994f * t56;
            const float t60 = t43 + 0.618033989f * t47;
            const float t61 = 0.618033989f * t43 - t47;
            const float t62 = t45 + 0.618033989f * t49;
            const float t63 = 0.618033989f * t45 - t49;
            const float y1_re = t53 + 0.951056516f * t62;
            const float y9_re = t53 - 0.951056516f * t62;
            const float y1_im = t58 - 0.951056516f * t60;
            const float y9_im = t58 + 0.951056516f * t60;
            const float y3_re = t54 - 0.951056516f * t63;
            const float y7_re = t54 + 0.951056516f * t63;
            const float y3_im = t59 + 0.951056516f * t61;
            const float y7_im = t59 - 0.951056516f * t61;
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
        }
        const uint row = group;
        __global float2* to = out + (ulong)row * 80;
        to += k1;
        to[0] = x0;
        to[8] = x1;
        to[16] = x2;
        to[24] = x3;
        to[32] = x4;
        to[40] = x5;
        to[48] = x6;
        to[56] = x7;
        to[64] = x8;
        to[72] = x9;
    }
}
