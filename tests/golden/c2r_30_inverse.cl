// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2r inverse 30: stockham 15, 32 rows, 32 work-items, local 3.8 KiB, staged; 1 pass
// workgroup: 32 work-items, 15 points of each of 32 rows
// made by: gpufft dump --dialect opencl --plan "c2r inverse 30: stockham | 15 columns=row:32 staged-input staged-output"
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

// w(30)^e, e below 15.
static inline float2 root_of_30(__global const float2* twiddles, uint e)
{
    return twiddles[e];
}

// A bin, real where a real transform leaves it real. "from" points along the dimension.
static inline float2 bin_at(__global const float2* from, uint line, uint n)
{
    const float2 x = from[line];
    return n == 0 || n == 15 ? complex_of(x.x, 0.0f) : x;
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float2* from,
                                uint line,
                                uint n,
                                __global const float2* twiddles)
{
    // Even points become real parts, odd ones imaginary parts.
    const float2 bin = bin_at(from + n, line, n);
    const float2 mirror = conjugate(bin_at(from + 15 - n, line, 15 - n));
    const float2 odd = cmul(conjugate(root_of_30(twiddles, n)), bin - mirror);
    return exchanged(bin + mirror + complex_of(-odd.y, odd.x));
}

// Store operation: the caller's elements from an output of the core.
static inline void store_point(__global float* to, uint line, uint k, float2 z)
{
    z = exchanged(z);
    ((__global float2*)(to + line))[k] = z;
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void c2r_30_inverse(__global const float2* restrict in,
                    __global float* restrict out,
                    __global const float2* restrict twiddles,
                    const uint rows)
{
    __local float2 exchange[480];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    // The tile comes in long runs; stage 1 takes its points from local memory.
    for (uint i = t; i < 480; i += 32) {
        const uint n1 = i % 15;
        const uint column = i / 15;
        const uint row = min(32 * group + column, rows - 1); // beyond the last row: that one again
        __global const float2* from = in + (ulong)row * 16;
        exchange[n1 + 15 * column] = load_point(from, 0, n1, twiddles);
    }
    barrier(CLK_LOCAL_MEM_FENCE);


    // Stage 1 of 1: radix 15 over n1.
    {
        const uint column = t;
        __local float2* const slot = exchange + (15 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        float2 x2 = slot[2];
        float2 x3 = slot[3];
        float2 x4 = slot[4];
        float2 x5 = slot[5];
        float2 x6 = slot[6];
        float2 x7 = slot[7];
        float2 x8 = slot[8];
        float2 x9 = slot[9];
        float2 x10 = slot[10];
        float2 x11 = slot[11];
        float2 x12 = slot[12];
        float2 x13 = slot[13];
        float2 x14 = slot[14];
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
        slot[1] = x1;
        slot[2] = x2;
        slot[3] = x3;
        slot[4] = x4;
        slot[5] = x5;
        slot[6] = x6;
        slot[7] = x7;
        slot[8] = x8;
        slot[9] = x9;
        slot[10] = x10;
        slot[11] = x11;
        slot[12] = x12;
        slot[13] = x13;
        slot[14] = x14;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The tile leaves in long runs.
    for (uint i = t; i < 480; i += 32) {
        const uint k1 = i % 15;
        const uint column = i / 15;
        const uint row = 32 * group + column;
        __global float* to = out + (ulong)row * 30;
        if (32 * group + column < rows)
            store_point(to, 0, k1, exchange[k1 + 15 * column]);
    }
}
