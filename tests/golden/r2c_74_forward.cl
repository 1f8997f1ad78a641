// gr-gpufft 0.1.0, pass 1 of 1
// plan: r2c forward 74: bluestein 15·5(x3) and back, 16 rows, 80 work-items, local 9.5 KiB; 1 pass
// workgroup: 80 work-items, 75 points of each of 16 rows
// made by: gpufft dump --dialect opencl --plan "r2c forward 74: bluestein | 15.5x3 convolves load=r2c.real.half.bluestein store=r2c.half.bluestein caller-length=74 columns=row:16 padding=0,1"
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

// w(74)^e, e below 37.
static inline float2 root_of_74(__global const float2* twiddles, uint e)
{
    return twiddles[e + 120];
}

// w(74)^(e e), e below 37.
static inline float2 chirp(__global const float2* twiddles, uint e)
{
    return twiddles[e + 157];
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from,
                                uint line,
                                uint n,
                                __global const float2* twiddles)
{
    if (n >= 37)
        return complex_of(0.0f, 0.0f);
    return cmul(chirp(twiddles, n), ((__global const float2*)(from + line))[n]);
}

// Store operation: what belongs to index k, from core outputs z of k and mirror of -k.
static inline void store_mirrored(__global float2* to,
                                  uint line,
                                  uint k,
                                  float2 z,
                                  float2 mirror,
                                  __global const float2* twiddles)
{
    z = cmul(chirp(twiddles, k), z);
    mirror = cmul(chirp(twiddles, k ? 37 - k : 0), mirror);
    const float2 even = 0.5f * (z + conjugate(mirror));
    const float2 difference = 0.5f * (z - conjugate(mirror));
    const float2 odd = complex_of(difference.y, -difference.x);
    const float2 turned = cmul(root_of_74(twiddles, k), odd);
    to[line + k] = even + turned;
    if (k > 0)
        return;
    to[line + 37] = even - odd;
}

__kernel __attribute__((reqd_work_group_size(80, 1, 1)))
void r2c_74_forward(__global const float* restrict in,
                    __global float2* restrict out,
                    __global const float2* restrict twiddles,
                    const uint rows)
{
    __local float2 exchange[1216];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 4: radix 15 over n1.
    {
        const uint n2 = t % 5;
        const uint column = t / 5;
        __local float2* const slot = exchange + (n2 + 76 * column);
        const uint row = min(16 * group + column, rows - 1); // beyond the last row: that one again
        __global const float* from = in + (ulong)row * 74;
        const uint line = 0;
        const uint index = n2;
        float2 x0 = load_point(from, line, index, twiddles);
        float2 x1 = load_point(from, line, index + 5, twiddles);
        float2 x2 = load_point(from, line, index + 10, twiddles);
        float2 x3 = load_point(from, line, index + 15, twiddles);
        float2 x4 = load_point(from, line, index + 20, twiddles);
        float2 x5 = load_point(from, line, index + 25, twiddles);
        float2 x6 = load_point(from, line, index + 30, twiddles);
        float2 x7 = load_point(from, line, index + 35, twiddles);
        float2 x8 = load_point(from, line, index + 40, twiddles);
        float2 x9 = load_point(from, line, index + 45, twiddles);
        float2 x10 = load_point(from, line, index + 50, twiddles);
        float2 x11 = load_point(from, line, index + 55, twiddles);
        float2 x12 = load_point(from, line, index + 60, twiddles);
        float2 x13 = load_point(from, line, index + 65, twiddles);
        float2 x14 = load_point(from, line, index + 70, twiddles);
        {
            const float t0 = x5.x + x10.x;
            const float t1 = x5.x - x10.x;
            const float t2 = x5.y + x10.y;
            const float t3 = x5.y - x10.y;
            const float t4 = x0.x - 0.500000000f * t0;
            const float t5 = x0.x + t0;
            const float t6 = x0.y - 0.500000000f * t2;
            const float t7 = x0.y + t2;
            const float t8 = t4 + 0.866025404f * t3;
            const float t9 = t4 - 0.866025404f * t3;
            const float t10 = t6 - 0.866025404f * t1;
            const float t11 = t6 + 0.866025404f * t1;
            const float t12 = x8.x + x13.x;
            const float t13 = x8.x - x13.x;
            const float t14 = x8.y + x13.y;
            const float t15 = x8.y - x13.y;
            const float t16 = x3.x - 0.500000000f * t12;
            const float t17 = x3.x + t12;
            const float t18 = x3.y - 0.500000000f * t14;
            const float t19 = x3.y + t14;
            const float t20 = t16 + 0.866025404f * t15;
            const float t21 = t16 - 0.866025404f * t15;
            const float t22 = t18 - 0.866025404f * t13;
            const float t23 = t18 + 0.866025404f * t13;
            const float t24 = x1.x + x11.x;
            const float t25 = x1.x - x11.x;
            const float t26 = x1.y + x11.y;
            const float t27 = x1.y - x11.y;
            const float t28 = x6.x - 0.500000000f * t24;
            const float t29 = x6.x + t24;
            const float t30 = x6.y - 0.500000000f * t26;
            const float t31 = x6.y + t26;
            const float t32 = t28 - 0.866025404f * t27;
            const float t33 = t28 + 0.866025404f * t27;
            const float t34 = t30 + 0.866025404f * t25;
            const float t35 = t30 - 0.866025404f * t25;
            const float t36 = x4.x + x14.x;
            const float t37 = x4.x - x14.x;
            const float t38 = x4.y + x14.y;
            const float t39 = x4.y - x14.y;
            const float t40 = x9.x - 0.500000000f * t36;
            const float t41 = x9.x + t36;
            const float t42 = x9.y - 0.500000000f * t38;
            const float t43 = x9.y + t38;
            const float t44 = t40 - 0.866025404f * t39;
            const float t45 = t40 + 0.866025404f * t39;
            const float t46 = t42 + 0.866025404f * t37;
            const float t47 = t42 - 0.866025404f * t37;
            const float t48 = x2.x + x7.x;
            const float t49 = x2.x - x7.x;
            const float t50 = x2.y + x7.y;
            const float t51 = x2.y - x7.y;
            const float t52 = x12.x - 0.500000000f * t48;
            const float t53 = x12.x + t48;
            const float t54 = x12.y - 0.500000000f * t50;
            const float t55 = x12.y + t50;
            const float t56 = t52 + 0.866025404f * t51;
            const float t57 = t52 - 0.866025404f * t51;
            const float t58 = t54 - 0.866025404f * t49;
            const float t59 = t54 + 0.866025404f * t49;
            const float t60 = t17 + t53;
            const float t61 = t17 - t53;
            const float t62 = t19 + t55;
            const float t63 = t19 - t55;
            const float t64 = t29 + t41;
            const float t65 = t29 - t41;
            const float t66 = t31 + t43;
            const float t67 = t31 - t43;
            const float t68 = t60 + t64;
            const float t69 = t60 - t64;
            const float t70 = t5 - 0.250000000f * t68;
            const float y0_re = t5 + t68;
            const float t71 = t70 + 0.559016994f * t69;
            const float t72 = t70 - 0.559016994f * t69;
            const float t73 = t62 + t66;
            const float t74 = t62 - t66;
            const float t75 = t7 - 0.250000000f * t73;
            const float y0_im = t7 + t73;
            const float t76 = t75 + 0.559016994f * t74;
            const float t77 = t75 - 0.559016994f * t74;
            const float t78 = t61 + 0.618033989f * t65;
            const float t79 = 0.618033989f * t61 - t65;
            const float t80 = t63 + 0.618033989f * t67;
            const float t81 = 0.618033989f * t63 - t67;
            const float y6_re = t71 + 0.951056516f * t80;
            const float y9_re = t71 - 0.951056516f * t80;
            const float y6_im = t76 - 0.951056516f * t78;
            const float y9_im = t76 + 0.951056516f * t78;
            const float y3_re = t72 - 0.951056516f * t81;
            const float y12_re = t72 + 0.951056516f * t81;
            const float y3_im = t77 + 0.951056516f * t79;
            const float y12_im = t77 - 0.951056516f * t79;
            const float t82 = t20 + t56;
            const float t83 = t20 - t56;
            const float t84 = t22 + t58;
            const float t85 = t22 - t58;
            const float t86 = t32 + t44;
            const float t87 = t32 - t44;
            const float t88 = t34 + t46;
            const float t89 = t34 - t46;
            const float t90 = t82 + t86;
            const float t91 = t82 - t86;
            const float t92 = t8 - 0.250000000f * t90;
            const float y10_re = t8 + t90;
            const float t93 = t92 + 0.559016994f * t91;
            const float t94 = t92 - 0.559016994f * t91;
            const float t95 = t84 + t88;
            const float t96 = t84 - t88;
            const float t97 = t10 - 0.250000000f * t95;
            const float y10_im = t10 + t95;
            const float t98 = t97 + 0.559016994f * t96;
            const float t99 = t97 - 0.559016994f * t96;
            const float t100 = t83 + 0.618033989f * t87;
            const float t101 = 0.618033989f * t83 - t87;
            const float t102 = t85 + 0.618033989f * t89;
            const float t103 = 0.618033989f * t85 - t89;
            const float y1_re = t93 + 0.951056516f * t102;
            const float y4_re = t93 - 0.951056516f * t102;
            const float y1_im = t98 - 0.951056516f * t100;
            const float y4_im = t98 + 0.951056516f * t100;
            const float y13_re = t94 - 0.951056516f * t103;
            const float y7_re = t94 + 0.951056516f * t103;
            const float y13_im = t99 + 0.951056516f * t101;
            const float y7_im = t99 - 0.951056516f * t101;
            const float t104 = t21 + t57;
            const float t105 = t21 - t57;
            const float t106 = t23 + t59;
            const float t107 = t23 - t59;
            const float t108 = t33 + t45;
            const float t109 = t33 - t45;
            const float t110 = t35 + t47;
            const float t111 = t35 - t47;
            const float t112 = t104 + t108;
            const float t113 = t104 - t108;
            const float t114 = t9 - 0.250000000f * t112;
            const float y5_re = t9 + t112;
            const float t115 = t114 + 0.559016994f * t113;
            const float t116 = t114 - 0.559016994f * t113;
            const float t117 = t106 + t110;
            const float t118 = t106 - t110;
            const float t119 = t11 - 0.250000000f * t117;
            const float y5_im = t11 + t117;
            const float t120 = t119 + 0.559016994f * t118;
            const float t121 = t119 - 0.559016994f * t118;
            const float t122 = t105 + 0.618033989f * t109;
            const float t123 = 0.618033989f * t105 - t109;
            const float t124 = t107 + 0.618033989f * t111;
            const float t125 = 0.618033989f * t107 - t111;
            const float y11_re = t115 + 0.951056516f * t124;
            const float y14_re = t115 - 0.951056516f * t124;
            const float y11_im = t120 - 0.951056516f * t122;
            const float y14_im = t120 + 0.951056516f * t122;
            const float y8_re = t116 - 0.951056516f * t125;
            const float y2_re = t116 + 0.951056516f * t125;
            const float y8_im = t121 + 0.951056516f * t123;
            const float y2_im = t121 - 0.951056516f * t123;
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
            x12 = complex_of(y12_re, y12_im);
            x13 = complex_of(y13_re, y13_im);
            x14 = complex_of(y14_re, y14_im);
        }
        slot[0] = x0;
        slot[5] = x1;
        slot[10] = x2;
        slot[15] = x3;
        slot[20] = x4;
        slot[25] = x5;
        slot[30] = x6;
        slot[35] = x7;
        slot[40] = x8;
        slot[45] = x9;
        slot[50] = x10;
        slot[55] = x11;
        slot[60] = x12;
        slot[65] = x13;
        slot[70] = x14;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 4: radix 5 over n2, 3 butterflies a work-item over k1_top.
    {
        const uint k1_low = t % 5;
        const uint column = t / 5;
        __local float2* const slot = exchange + (5 * k1_low + 76 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        float2 x2 = slot[2];
        float2 x3 = slot[3];
        float2 x4 = slot[4];
        float2 x5 = slot[25];
        float2 x6 = slot[26];
        float2 x7 = slot[27];
        float2 x8 = slot[28];
        float2 x9 = slot[29];
        float2 x10 = slot[50];
        float2 x11 = slot[51];
        float2 x12 = slot[52];
        float2 x13 = slot[53];
        float2 x14 = slot[54];
        // Twiddles: point v times w(75)^(k v)
        {
            const uint k = k1_low;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[15];
            const float2 w3 = powers[30];
            const float2 w4 = powers[45];
            x1 = cmul(x1, w1);
            x2 = cmul(x2, w2);
            x3 = cmul(x3, w3);
            x4 = cmul(x4, w4);
        }
        {
            const uint k = k1_low + 5;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[15];
            const float2 w3 = powers[30];
            const float2 w4 = powers[45];
            x6 = cmul(x6, w1);
            x7 = cmul(x7, w2);
            x8 = cmul(x8, w3);
            x9 = cmul(x9, w4);
        }
        {
            const uint k = k1_low + 10;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[15];
            const float2 w3 = powers[30];
            const float2 w4 = powers[45];
            x11 = cmul(x11, w1);
            x12 = cmul(x12, w2);
            x13 = cmul(x13, w3);
            x14 = cmul(x14, w4);
        }
        {
            const float t0 = x1.x + x4.x;
            const float t1 = x1.x - x4.x;
            const float t2 = x1.y + x4.y;
            const float t3 = x1.y - x4.y;
            const float t4 = x2.x + x3.x;
            const float t5 = x2.x - x3.x;
            const float t6 = x2.y + x3.y;
            const float t7 = x2.y - x3.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = x0.x - 0.250000000f * t8;
            const float y0_re = x0.x + t8;
            const float t11 = t10 + 0.559016994f * t9;
            const float t12 = t10 - 0.559016994f * t9;
            const float t13 = t2 + t6;
            const float t14 = t2 - t6;
            const float t15 = x0.y - 0.250000000f * t13;
            const float y0_im = x0.y + t13;
            const float t16 = t15 + 0.559016994f * t14;
            const float t17 = t15 - 0.559016994f * t14;
            const float t18 = t1 + 0.618033989f * t5;
            const float t19 = 0.618033989f * t1 - t5;
            const float t20 = t3 + 0.618033989f * t7;
            const float t21 = 0.618033989f * t3 - t7;
            const float y1_re = t11 + 0.951056516f * t20;
            const float y4_re = t11 - 0.951056516f * t20;
            const float y1_im = t16 - 0.951056516f * t18;
            const float y4_im = t16 + 0.951056516f * t18;
            const float y3_re = t12 - 0.951056516f * t21;
            const float y2_re = t12 + 0.951056516f * t21;
            const float y3_im = t17 + 0.951056516f * t19;
            const float y2_im = t17 - 0.951056516f * t19;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
        }
        {
            const float t0 = x6.x + x9.x;
            const float t1 = x6.x - x9.x;
            const float t2 = x6.y + x9.y;
            const float t3 = x6.y - x9.y;
            const float t4 = x7.x + x8.x;
            const float t5 = x7.x - x8.x;
            const float t6 = x7.y + x8.y;
            const float t7 = x7.y - x8.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = x5.x - 0.250000000f * t8;
            const float y0_re = x5.x + t8;
            const float t11 = t10 + 0.559016994f * t9;
            const float t12 = t10 - 0.559016994f * t9;
            const float t13 = t2 + t6;
            const float t14 = t2 - t6;
            const float t15 = x5.y - 0.250000000f * t13;
            const float y0_im = x5.y + t13;
            const float t16 = t15 + 0.559016994f * t14;
            const float t17 = t15 - 0.559016994f * t14;
            const float t18 = t1 + 0.618033989f * t5;
            const float t19 = 0.618033989f * t1 - t5;
            const float t20 = t3 + 0.618033989f * t7;
            const float t21 = 0.618033989f * t3 - t7;
            const float y1_re = t11 + 0.951056516f * t20;
            const float y4_re = t11 - 0.951056516f * t20;
            const float y1_im = t16 - 0.951056516f * t18;
            const float y4_im = t16 + 0.951056516f * t18;
            const float y3_re = t12 - 0.951056516f * t21;
            const float y2_re = t12 + 0.951056516f * t21;
            const float y3_im = t17 + 0.951056516f * t19;
            const float y2_im = t17 - 0.951056516f * t19;
            x5 = complex_of(y0_re, y0_im);
            x6 = complex_of(y1_re, y1_im);
            x7 = complex_of(y2_re, y2_im);
            x8 = complex_of(y3_re, y3_im);
            x9 = complex_of(y4_re, y4_im);
        }
        {
            const float t0 = x11.x + x14.x;
            const float t1 = x11.x - x14.x;
            const float t2 = x11.y + x14.y;
            const float t3 = x11.y - x14.y;
            const float t4 = x12.x + x13.x;
            const float t5 = x12.x - x13.x;
            const float t6 = x12.y + x13.y;
            const float t7 = x12.y - x13.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = x10.x - 0.250000000f * t8;
            const float y0_re = x10.x + t8;
            const float t11 = t10 + 0.559016994f * t9;
            const float t12 = t10 - 0.559016994f * t9;
            const float t13 = t2 + t6;
            const float t14 = t2 - t6;
            const float t15 = x10.y - 0.250000000f * t13;
            const float y0_im = x10.y + t13;
            const float t16 = t15 + 0.559016994f * t14;
            const float t17 = t15 - 0.559016994f * t14;
            const float t18 = t1 + 0.618033989f * t5;
            const float t19 = 0.618033989f * t1 - t5;
            const float t20 = t3 + 0.618033989f * t7;
            const float t21 = 0.618033989f * t3 - t7;
            const float y1_re = t11 + 0.951056516f * t20;
            const float y4_re = t11 - 0.951056516f * t20;
            const float y1_im = t16 - 0.951056516f * t18;
            const float y4_im = t16 + 0.951056516f * t18;
            const float y3_re = t12 - 0.951056516f * t21;
            const float y2_re = t12 + 0.951056516f * t21;
            const float y3_im = t17 + 0.951056516f * t19;
            const float y2_im = t17 - 0.951056516f * t19;
            x10 = complex_of(y0_re, y0_im);
            x11 = complex_of(y1_re, y1_im);
            x12 = complex_of(y2_re, y2_im);
            x13 = complex_of(y3_re, y3_im);
            x14 = complex_of(y4_re, y4_im);
        }
        {
            // Times the spectrum, and the way back: an inverse DFT, on exchanged parts.
            const uint k = k1_low;
            __global const float2* const spectrum = twiddles + k + 194;
            x0 = cmul(x0, spectrum[0]);
            x0 = complex_of(x0.y, x0.x);
            x1 = cmul(x1, spectrum[15]);
            x1 = complex_of(x1.y, x1.x);
            x2 = cmul(x2, spectrum[30]);
            x2 = complex_of(x2.y, x2.x);
            x3 = cmul(x3, spectrum[45]);
            x3 = complex_of(x3.y, x3.x);
            x4 = cmul(x4, spectrum[60]);
            x4 = complex_of(x4.y, x4.x);
            x5 = cmul(x5, spectrum[5]);
            x5 = complex_of(x5.y, x5.x);
            x6 = cmul(x6, spectrum[20]);
            x6 = complex_of(x6.y, x6.x);
            x7 = cmul(x7, spectrum[35]);
            x7 = complex_of(x7.y, x7.x);
            x8 = cmul(x8, spectrum[50]);
            x8 = complex_of(x8.y, x8.x);
            x9 = cmul(x9, spectrum[65]);
            x9 = complex_of(x9.y, x9.x);
            x10 = cmul(x10, spectrum[10]);
            x10 = complex_of(x10.y, x10.x);
            x11 = cmul(x11, spectrum[25]);
            x11 = complex_of(x11.y, x11.x);
            x12 = cmul(x12, spectrum[40]);
            x12 = complex_of(x12.y, x12.x);
            x13 = cmul(x13, spectrum[55]);
            x13 = complex_of(x13.y, x13.x);
            x14 = cmul(x14, spectrum[70]);
            x14 = complex_of(x14.y, x14.x);
        }
        // Stage 3 of 4: radix 5 over k2, 3 butterflies a work-item over k1_top.
        {
            const float t0 = x1.x + x4.x;
            const float t1 = x1.x - x4.x;
            const float t2 = x1.y + x4.y;
            const float t3 = x1.y - x4.y;
            const float t4 = x2.x + x3.x;
            const float t5 = x2.x - x3.x;
            const float t6 = x2.y + x3.y;
            const float t7 = x2.y - x3.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = x0.x - 0.250000000f * t8;
            const float y0_re = x0.x + t8;
            const float t11 = t10 + 0.559016994f * t9;
            const float t12 = t10 - 0.559016994f * t9;
            const float t13 = t2 + t6;
            const float t14 = t2 - t6;
            const float t15 = x0.y - 0.250000000f * t13;
            const float y0_im = x0.y + t13;
            const float t16 = t15 + 0.559016994f * t14;
            const float t17 = t15 - 0.559016994f * t14;
            const float t18 = t1 + 0.618033989f * t5;
            const float t19 = 0.618033989f * t1 - t5;
            const float t20 = t3 + 0.618033989f * t7;
            const float t21 = 0.618033989f * t3 - t7;
            const float y1_re = t11 + 0.951056516f * t20;
            const float y4_re = t11 - 0.951056516f * t20;
            const float y1_im = t16 - 0.951056516f * t18;
            const float y4_im = t16 + 0.951056516f * t18;
            const float y3_re = t12 - 0.951056516f * t21;
            const float y2_re = t12 + 0.951056516f * t21;
            const float y3_im = t17 + 0.951056516f * t19;
            const float y2_im = t17 - 0.951056516f * t19;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
        }
        {
            const float t0 = x6.x + x9.x;
            const float t1 = x6.x - x9.x;
            const float t2 = x6.y + x9.y;
            const float t3 = x6.y - x9.y;
            const float t4 = x7.x + x8.x;
            const float t5 = x7.x - x8.x;
            const float t6 = x7.y + x8.y;
            const float t7 = x7.y - x8.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = x5.x - 0.250000000f * t8;
            const float y0_re = x5.x + t8;
            const float t11 = t10 + 0.559016994f * t9;
            const float t12 = t10 - 0.559016994f * t9;
            const float t13 = t2 + t6;
            const float t14 = t2 - t6;
            const float t15 = x5.y - 0.250000000f * t13;
            const float y0_im = x5.y + t13;
            const float t16 = t15 + 0.559016994f * t14;
            const float t17 = t15 - 0.559016994f * t14;
            const float t18 = t1 + 0.618033989f * t5;
            const float t19 = 0.618033989f * t1 - t5;
            const float t20 = t3 + 0.618033989f * t7;
            const float t21 = 0.618033989f * t3 - t7;
            const float y1_re = t11 + 0.951056516f * t20;
            const float y4_re = t11 - 0.951056516f * t20;
            const float y1_im = t16 - 0.951056516f * t18;
            const float y4_im = t16 + 0.951056516f * t18;
            const float y3_re = t12 - 0.951056516f * t21;
            const float y2_re = t12 + 0.951056516f * t21;
            const float y3_im = t17 + 0.951056516f * t19;
            const float y2_im = t17 - 0.951056516f * t19;
            x5 = complex_of(y0_re, y0_im);
            x6 = complex_of(y1_re, y1_im);
            x7 = complex_of(y2_re, y2_im);
            x8 = complex_of(y3_re, y3_im);
            x9 = complex_of(y4_re, y4_im);
        }
        {
            const float t0 = x11.x + x14.x;
            const float t1 = x11.x - x14.x;
            const float t2 = x11.y + x14.y;
            const float t3 = x11.y - x14.y;
            const float t4 = x12.x + x13.x;
            const float t5 = x12.x - x13.x;
            const float t6 = x12.y + x13.y;
            const float t7 = x12.y - x13.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = x10.x - 0.250000000f * t8;
            const float y0_re = x10.x + t8;
            const float t11 = t10 + 0.559016994f * t9;
            const float t12 = t10 - 0.559016994f * t9;
            const float t13 = t2 + t6;
            const float t14 = t2 - t6;
            const float t15 = x10.y - 0.250000000f * t13;
            const float y0_im = x10.y + t13;
            const float t16 = t15 + 0.559016994f * t14;
            const float t17 = t15 - 0.559016994f * t14;
            const float t18 = t1 + 0.618033989f * t5;
            const float t19 = 0.618033989f * t1 - t5;
            const float t20 = t3 + 0.618033989f * t7;
            const float t21 = 0.618033989f * t3 - t7;
            const float y1_re = t11 + 0.951056516f * t20;
            const float y4_re = t11 - 0.951056516f * t20;
            const float y1_im = t16 - 0.951056516f * t18;
            const float y4_im = t16 + 0.951056516f * t18;
            const float y3_re = t12 - 0.951056516f * t21;
            const float y2_re = t12 + 0.951056516f * t21;
            const float y3_im = t17 + 0.951056516f * t19;
            const float y2_im = t17 - 0.951056516f * t19;
            x10 = complex_of(y0_re, y0_im);
            x11 = complex_of(y1_re, y1_im);
            x12 = complex_of(y2_re, y2_im);
            x13 = complex_of(y3_re, y3_im);
            x14 = complex_of(y4_re, y4_im);
        }
        {
            // Twiddles: point v times w(75)^(k v)
            {
                const uint k = k1_low;
                __global const float2* const powers = twiddles + k;
                const float2 w1 = powers[60];
                const float2 w2 = powers[75];
                const float2 w3 = powers[90];
                const float2 w4 = powers[105];
                x1 = cmul(x1, w1);
                x2 = cmul(x2, w2);
                x3 = cmul(x3, w3);
                x4 = cmul(x4, w4);
            }
            {
                const uint k = k1_low + 5;
                __global const float2* const powers = twiddles + k;
                const float2 w1 = powers[60];
                const float2 w2 = powers[75];
                const float2 w3 = powers[90];
                const float2 w4 = powers[105];
                x6 = cmul(x6, w1);
                x7 = cmul(x7, w2);
                x8 = cmul(x8, w3);
                x9 = cmul(x9, w4);
            }
            {
                const uint k = k1_low + 10;
                __global const float2* const powers = twiddles + k;
                const float2 w1 = powers[60];
                const float2 w2 = powers[75];
                const float2 w3 = powers[90];
                const float2 w4 = powers[105];
                x11 = cmul(x11, w1);
                x12 = cmul(x12, w2);
                x13 = cmul(x13, w3);
                x14 = cmul(x14, w4);
            }
        }
        slot[0] = x0;
        slot[1] = x1;
        slot[2] = x2;
        slot[3] = x3;
        slot[4] = x4;
        slot[25] = x5;
        slot[26] = x6;
        slot[27] = x7;
        slot[28] = x8;
        slot[29] = x9;
        slot[50] = x10;
        slot[51] = x11;
        slot[52] = x12;
        slot[53] = x13;
        slot[54] = x14;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 4 of 4: radix 15 over k1.
    {
        const uint j2 = t % 5;
        const uint column = t / 5;
        __local float2* const slot = exchange + (j2 + 76 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[5];
        float2 x2 = slot[10];
        float2 x3 = slot[15];
        float2 x4 = slot[20];
        float2 x5 = slot[25];
        float2 x6 = slot[30];
        float2 x7 = slot[35];
        float2 x8 = slot[40];
        float2 x9 = slot[45];
        float2 x10 = slot[50];
        float2 x11 = slot[55];
        float2 x12 = slot[60];
        float2 x13 = slot[65];
        float2 x14 = slot[70];
        {
            const float t0 = x5.x + x10.x;
            const float t1 = x5.x - x10.x;
            const float t2 = x5.y + x10.y;
            const float t3 = x5.y - x10.y;
            const float t4 = x0.x - 0.500000000f * t0;
            const float t5 = x0.x + t0;
            const float t6 = x0.y - 0.500000000f * t2;
            const float t7 = x0.y + t2;
            const float t8 = t4 + 0.866025404f * t3;
            const float t9 = t4 - 0.866025404f * t3;
            const float t10 = t6 - 0.866025404f * t1;
            const float t11 = t6 + 0.866025404f * t1;
            const float t12 = x8.x + x13.x;
            const float t13 = x8.x - x13.x;
            const float t14 = x8.y + x13.y;
            const float t15 = x8.y - x13.y;
            const float t16 = x3.x - 0.500000000f * t12;
            const float t17 = x3.x + t12;
            const float t18 = x3.y - 0.500000000f * t14;
            const float t19 = x3.y + t14;
            const float t20 = t16 + 0.866025404f * t15;
            const float t21 = t16 - 0.866025404f * t15;
            const float t22 = t18 - 0.866025404f * t13;
            const float t23 = t18 + 0.866025404f * t13;
            const float t24 = x1.x + x11.x;
            const float t25 = x1.x - x11.x;
            const float t26 = x1.y + x11.y;
            const float t27 = x1.y - x11.y;
            const float t28 = x6.x - 0.500000000f * t24;
            const float t29 = x6.x + t24;
            const float t30 = x6.y - 0.500000000f * t26;
            const float t31 = x6.y + t26;
            const float t32 = t28 - 0.866025404f * t27;
            const float t33 = t28 + 0.866025404f * t27;
            const float t34 = t30 + 0.866025404f * t25;
            const float t35 = t30 - 0.866025404f * t25;
            const float t36 = x4.x + x14.x;
            const float t37 = x4.x - x14.x;
            const float t38 = x4.y + x14.y;
            const float t39 = x4.y - x14.y;
            const float t40 = x9.x - 0.500000000f * t36;
            const float t41 = x9.x + t36;
            const float t42 = x9.y - 0.500000000f * t38;
            const float t43 = x9.y + t38;
            const float t44 = t40 - 0.866025404f * t39;
            const float t45 = t40 + 0.866025404f * t39;
            const float t46 = t42 + 0.866025404f * t37;
            const float t47 = t42 - 0.866025404f * t37;
            const float t48 = x2.x + x7.x;
            const float t49 = x2.x - x7.x;
            const float t50 = x2.y + x7.y;
            const float t51 = x2.y - x7.y;
            const float t52 = x12.x - 0.500000000f * t48;
            const float t53 = x12.x + t48;
            const float t54 = x12.y - 0.500000000f * t50;
            const float t55 = x12.y + t50;
            const float t56 = t52 + 0.866025404f * t51;
            const float t57 = t52 - 0.866025404f * t51;
            const float t58 = t54 - 0.866025404f * t49;
            const float t59 = t54 + 0.866025404f * t49;
            const float t60 = t17 + t53;
            const float t61 = t17 - t53;
            const float t62 = t19 + t55;
            const float t63 = t19 - t55;
            const float t64 = t29 + t41;
            const float t65 = t29 - t41;
            const float t66 = t31 + t43;
            const float t67 = t31 - t43;
            const float t68 = t60 + t64;
            const float t69 = t60 - t64;
            const float t70 = t5 - 0.250000000f * t68;
            const float y0_re = t5 + t68;
            const float t71 = t70 + 0.559016994f * t69;
            const float t72 = t70 - 0.559016994f * t69;
            const float t73 = t62 + t66;
            const float t74 = t62 - t66;
            const float t75 = t7 - 0.250000000f * t73;
            const float y0_im = t7 + t73;
            const float t76 = t75 + 0.559016994f * t74;
            const float t77 = t75 - 0.559016994f * t74;
            const float t78 = t61 + 0.618033989f * t65;
            const float t79 = 0.618033989f * t61 - t65;
            const float t80 = t63 + 0.618033989f * t67;
            const float t81 = 0.618033989f * t63 - t67;
            const float y6_re = t71 + 0.951056516f * t80;
            const float y9_re = t71 - 0.951056516f * t80;
            const float y6_im = t76 - 0.951056516f * t78;
            const float y9_im = t76 + 0.951056516f * t78;
            const float y3_re = t72 - 0.951056516f * t81;
            const float y12_re = t72 + 0.951056516f * t81;
            const float y3_im = t77 + 0.951056516f * t79;
            const float y12_im = t77 - 0.951056516f * t79;
            const float t82 = t20 + t56;
            const float t83 = t20 - t56;
            const float t84 = t22 + t58;
            const float t85 = t22 - t58;
            const float t86 = t32 + t44;
            const float t87 = t32 - t44;
            const float t88 = t34 + t46;
            const float t89 = t34 - t46;
            const float t90 = t82 + t86;
            const float t91 = t82 - t86;
            const float t92 = t8 - 0.250000000f * t90;
            const float y10_re = t8 + t90;
            const float t93 = t92 + 0.559016994f * t91;
            const float t94 = t92 - 0.559016994f * t91;
            const float t95 = t84 + t88;
            const float t96 = t84 - t88;
            const float t97 = t10 - 0.250000000f * t95;
            const float y10_im = t10 + t95;
            const float t98 = t97 + 0.559016994f * t96;
            const float t99 = t97 - 0.559016994f * t96;
            const float t100 = t83 + 0.618033989f * t87;
            const float t101 = 0.618033989f * t83 - t87;
            const float t102 = t85 + 0.618033989f * t89;
            const float t103 = 0.618033989f * t85 - t89;
            const float y1_re = t93 + 0.951056516f * t102;
            const float y4_re = t93 - 0.951056516f * t102;
            const float y1_im = t98 - 0.951056516f * t100;
            const float y4_im = t98 + 0.951056516f * t100;
            const float y13_re = t94 - 0.951056516f * t103;
            const float y7_re = t94 + 0.951056516f * t103;
            const float y13_im = t99 + 0.951056516f * t101;
            const float y7_im = t99 - 0.951056516f * t101;
            const float t104 = t21 + t57;
            const float t105 = t21 - t57;
            const float t106 = t23 + t59;
            const float t107 = t23 - t59;
            const float t108 = t33 + t45;
            const float t109 = t33 - t45;
            const float t110 = t35 + t47;
            const float t111 = t35 - t47;
            const float t112 = t104 + t108;
            const float t113 = t104 - t108;
            const float t114 = t9 - 0.250000000f * t112;
            const float y5_re = t9 + t112;
            const float t115 = t114 + 0.559016994f * t113;
            const float t116 = t114 - 0.559016994f * t113;
            const float t117 = t106 + t110;
            const float t118 = t106 - t110;
            const float t119 = t11 - 0.250000000f * t117;
            const float y5_im = t11 + t117;
            const float t120 = t119 + 0.559016994f * t118;
            const float t121 = t119 - 0.559016994f * t118;
            const float t122 = t105 + 0.618033989f * t109;
            const float t123 = 0.618033989f * t105 - t109;
            const float t124 = t107 + 0.618033989f * t111;
            const float t125 = 0.618033989f * t107 - t111;
            const float y11_re = t115 + 0.951056516f * t124;
            const float y14_re = t115 - 0.951056516f * t124;
            const float y11_im = t120 - 0.951056516f * t122;
            const float y14_im = t120 + 0.951056516f * t122;
            const float y8_re = t116 - 0.951056516f * t125;
            const float y2_re = t116 + 0.951056516f * t125;
            const float y8_im = t121 + 0.951056516f * t123;
            const float y2_im = t121 - 0.951056516f * t123;
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
            x12 = complex_of(y12_re, y12_im);
            x13 = complex_of(y13_re, y13_im);
            x14 = complex_of(y14_re, y14_im);
        }
        slot[0] = x0;
        slot[5] = x1;
        slot[10] = x2;
        slot[15] = x3;
        slot[20] = x4;
        slot[25] = x5;
        slot[30] = x6;
        slot[35] = x7;
        slot[40] = x8;
        slot[45] = x9;
        slot[50] = x10;
        slot[55] = x11;
        slot[60] = x12;
        slot[65] = x13;
        slot[70] = x14;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Outputs k and -k meet in local memory.
    for (uint i = t; i < 1200; i += 80) {
        const uint j2 = i % 5;
        const uint j1 = i / 5 % 15;
        const uint column = i / 75;
        const uint row = 16 * group + column;
        __global float2* to = out + (ulong)row * 38;
        const uint k = j2 + 5 * j1;
        const uint opposite_k = k ? 37 - k : 0;
        if (16 * group + column < rows && k < 37) {
            float2 z = exchange[j2 + 5 * j1 + 76 * column];
            float2 mirror = exchange[opposite_k % 5 + 5 * (opposite_k / 5) + 76 * column];
            z = complex_of(z.y, z.x);
            mirror = complex_of(mirror.y, mirror.x);
            store_mirrored(to, 0, k, z, mirror, twiddles);
        }
    }
}
