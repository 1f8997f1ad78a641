// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c inverse 15, windowed, input rotated by 7, by length: stockham 15, 64 rows, 64 work-items, local 7.5 KiB, staged; 1 pass
// workgroup: 64 work-items, 15 points of each of 64 rows
// made by: gpufft dump 15 --dialect opencl --inverse --windowed --input-rotation 7 --norm by_length --local-memory 32768 --max-work-items 256 --registers 64
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// Load operation: point n of the row, as the first stage takes it.
static inline float2 load_point(__global const float2* row, __global const float* window, uint n)
{
    const uint length = 15;
    const uint rotated = n + 7;
    const uint place = rotated < length ? rotated : rotated - length;
    float2 x = row[place];
    x = complex_of(x.x * window[n], x.y * window[n]);
    x = complex_of(x.y, x.x); // inverse: a forward one with parts swapped
    return x;
}

// Store operation: output k of the row, as the last stage leaves it.
static inline void store_point(__global float2* row, uint k, float2 x)
{
    const uint place = k;
    const float scale = 0.0666666667f;
    x = complex_of(x.x * scale, x.y * scale);
    x = complex_of(x.y, x.x); // inverse: a forward one with parts swapped
    row[place] = x;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void fft_15_inverse_windowed_in7_by_length(__global const float2* restrict in,
                                           __global float2* restrict out,
                                           __global const float2* restrict twiddles,
                                           __global const float* restrict window,
                                           const uint rows)
{
    __local float2 exchange[960];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    // The tile comes in long runs; stage 1 takes its points from local memory.
    for (uint i = t; i < 960; i += 64) {
        const uint n1 = i % 15;
        const uint column = i / 15;
        const uint row = min(64 * group + column, rows - 1); // beyond the last row: that one again
        __global const float2* from = in + (ulong)row * 15;
        exchange[n1 + 15 * column] = load_point(from, window, n1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);


    // Stage 1 of 1: radix 15 over n1.
    {
        const uint column = t;
        const uint slot = 15 * column;
        float2 x0 = exchange[slot];
        float2 x1 = exchange[slot + 1];
        float2 x2 = exchange[slot + 2];
        float2 x3 = exchange[slot + 3];
        float2 x4 = exchange[slot + 4];
        float2 x5 = exchange[slot + 5];
        float2 x6 = exchange[slot + 6];
        float2 x7 = exchange[slot + 7];
        float2 x8 = exchange[slot + 8];
        float2 x9 = exchange[slot + 9];
        float2 x10 = exchange[slot + 10];
        float2 x11 = exchange[slot + 11];
        float2 x12 = exchange[slot + 12];
        float2 x13 = exchange[slot + 13];
        float2 x14 = exchange[slot + 14];
        {
            const float t0 = x5.x + x10.x;
            const float t1 = x5.x - x10.x;
            const float t2 = 0.866025404f * t1;
            const float t3 = x5.y + x10.y;
            const float t4 = x5.y - x10.y;
            const float t5 = 0.866025404f * t4;
            const float t6 = x0.x - 0.500000000f * t0;
            const float t7 = x0.x + t0;
            const float t8 = x0.y - 0.500000000f * t3;
            const float t9 = x0.y + t3;
            const float t10 = t6 + t5;
            const float t11 = t6 - t5;
            const float t12 = t8 - t2;
            const float t13 = t8 + t2;
            const float t14 = x8.x + x13.x;
            const float t15 = x8.x - x13.x;
            const float t16 = 0.866025404f * t15;
            const float t17 = x8.y + x13.y;
            const float t18 = x8.y - x13.y;
            const float t19 = 0.866025404f * t18;
            const float t20 = x3.x - 0.500000000f * t14;
            const float t21 = x3.x + t14;
            const float t22 = x3.y - 0.500000000f * t17;
            const float t23 = x3.y + t17;
            const float t24 = t20 + t19;
            const float t25 = t20 - t19;
            const float t26 = t22 - t16;
            const float t27 = t22 + t16;
            const float t28 = x1.x + x11.x;
            const float t29 = x1.x - x11.x;
            const float t30 = 0.866025404f * t29;
            const float t31 = x1.y + x11.y;
            const float t32 = x1.y - x11.y;
            const float t33 = 0.866025404f * t32;
            const float t34 = x6.x - 0.500000000f * t28;
            const float t35 = x6.x + t28;
            const float t36 = x6.y - 0.500000000f * t31;
            const float t37 = x6.y + t31;
            const float t38 = t34 - t33;
            const float t39 = t34 + t33;
            const float t40 = t36 + t30;
            const float t41 = t36 - t30;
            const float t42 = x4.x + x14.x;
            const float t43 = x4.x - x14.x;
            const float t44 = 0.866025404f * t43;
            const float t45 = x4.y + x14.y;
            const float t46 = x4.y - x14.y;
            const float t47 = 0.866025404f * t46;
            const float t48 = x9.x - 0.500000000f * t42;
            const float t49 = x9.x + t42;
            const float t50 = x9.y - 0.500000000f * t45;
            const float t51 = x9.y + t45;
            const float t52 = t48 - t47;
            const float t53 = t48 + t47;
            const float t54 = t50 + t44;
            const float t55 = t50 - t44;
            const float t56 = x2.x + x7.x;
            const float t57 = x2.x - x7.x;
            const float t58 = 0.866025404f * t57;
            const float t59 = x2.y + x7.y;
            const float t60 = x2.y - x7.y;
            const float t61 = 0.866025404f * t60;
            const float t62 = x12.x - 0.500000000f * t56;
            const float t63 = x12.x + t56;
            const float t64 = x12.y - 0.500000000f * t59;
            const float t65 = x12.y + t59;
            const float t66 = t62 + t61;
            const float t67 = t62 - t61;
            const float t68 = t64 - t58;
            const float t69 = t64 + t58;
            const float t70 = t21 + t63;
            const float t71 = t21 - t63;
            const float t72 = t23 + t65;
            const float t73 = t23 - t65;
            const float t74 = t35 + t49;
            const float t75 = t35 - t49;
            const float t76 = t37 + t51;
            const float t77 = t37 - t51;
            const float t78 = t70 + t74;
            const float t79 = t70 - t74;
            const float t80 = 0.559016994f * t79;
            const float t81 = t7 - 0.250000000f * t78;
            const float y0_re = t7 + t78;
            const float t82 = t81 + t80;
            const float t83 = t81 - t80;
            const float t84 = t72 + t76;
            const float t85 = t72 - t76;
            const float t86 = 0.559016994f * t85;
            const float t87 = t9 - 0.250000000f * t84;
            const float y0_im = t9 + t84;
            const float t88 = t87 + t86;
            const float t89 = t87 - t86;
            const float t90 = 0.951056516f * t71 + 0.587785252f * t75;
            const float t91 = 0.587785252f * t71 - 0.951056516f * t75;
            const float t92 = 0.951056516f * t73 + 0.587785252f * t77;
            const float t93 = 0.587785252f * t73 - 0.951056516f * t77;
            const float y6_re = t82 + t92;
            const float y9_re = t82 - t92;
            const float y6_im = t88 - t90;
            const float y9_im = t88 + t90;
            const float y3_re = t83 - t93;
            const float y12_re = t83 + t93;
            const float y3_im = t89 + t91;
            const float y12_im = t89 - t91;
            const float t94 = t24 + t66;
            const float t95 = t24 - t66;
            const float t96 = t26 + t68;
            const float t97 = t26 - t68;
            const float t98 = t38 + t52;
            const float t99 = t38 - t52;
            const float t100 = t40 + t54;
            const float t101 = t40 - t54;
            const float t102 = t94 + t98;
            const float t103 = t94 - t98;
            const float t104 = 0.559016994f * t103;
            const float t105 = t10 - 0.250000000f * t102;
            const float y10_re = t10 + t102;
            const float t106 = t105 + t104;
            const float t107 = t105 - t104;
            const float t108 = t96 + t100;
            const float t109 = t96 - t100;
            const float t110 = 0.559016994f * t109;
            const float t111 = t12 - 0.250000000f * t108;
            const float y10_im = t12 + t108;
            const float t112 = t111 + t110;
            const float t113 = t111 - t110;
            const float t114 = 0.951056516f * t95 + 0.587785252f * t99;
            const float t115 = 0.587785252f * t95 - 0.951056516f * t99;
            const float t116 = 0.951056516f * t97 + 0.587785252f * t101;
            const float t117 = 0.587785252f * t97 - 0.951056516f * t101;
            const float y1_re = t106 + t116;
            const float y4_re = t106 - t116;
            const float y1_im = t112 - t114;
            const float y4_im = t112 + t114;
            const float y13_re = t107 - t117;
            const float y7_re = t107 + t117;
            const float y13_im = t113 + t115;
            const float y7_im = t113 - t115;
            const float t118 = t25 + t67;
            const float t119 = t25 - t67;
            const float t120 = t27 + t69;
            const float t121 = t27 - t69;
            const float t122 = t39 + t53;
            const float t123 = t39 - t53;
            const float t124 = t41 + t55;
            const float t125 = t41 - t55;
            const float t126 = t118 + t122;
            const float t127 = t118 - t122;
            const float t128 = 0.559016994f * t127;
            const float t129 = t11 - 0.250000000f * t126;
            const float y5_re = t11 + t126;
            const float t130 = t129 + t128;
            const float t131 = t129 - t128;
            const float t132 = t120 + t124;
            const float t133 = t120 - t124;
            const float t134 = 0.559016994f * t133;
            const float t135 = t13 - 0.250000000f * t132;
            const float y5_im = t13 + t132;
            const float t136 = t135 + t134;
            const float t137 = t135 - t134;
            const float t138 = 0.951056516f * t119 + 0.587785252f * t123;
            const float t139 = 0.587785252f * t119 - 0.951056516f * t123;
            const float t140 = 0.951056516f * t121 + 0.587785252f * t125;
            const float t141 = 0.587785252f * t121 - 0.951056516f * t125;
            const float y11_re = t130 + t140;
            const float y14_re = t130 - t140;
            const float y11_im = t136 - t138;
            const float y14_im = t136 + t138;
            const float y8_re = t131 - t141;
            const float y2_re = t131 + t141;
            const float y8_im = t137 + t139;
            const float y2_im = t137 - t139;
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
        exchange[slot] = x0;
        exchange[slot + 1] = x1;
        exchange[slot + 2] = x2;
        exchange[slot + 3] = x3;
        exchange[slot + 4] = x4;
        exchange[slot + 5] = x5;
        exchange[slot + 6] = x6;
        exchange[slot + 7] = x7;
        exchange[slot + 8] = x8;
        exchange[slot + 9] = x9;
        exchange[slot + 10] = x10;
        exchange[slot + 11] = x11;
        exchange[slot + 12] = x12;
        exchange[slot + 13] = x13;
        exchange[slot + 14] = x14;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The tile leaves in long runs.
    for (uint i = t; i < 960; i += 64) {
        const uint k1 = i % 15;
        const uint column = i / 15;
        const uint row = 64 * group + column;
        __global float2* to = out + (ulong)row * 15;
        if (row < rows)
            store_point(to, k1, exchange[k1 + 15 * column]);
    }
}
