// gr-gpufft 0.1.0, pass 1 of 1
// plan: dct2 forward 4x34: stockham 4·17, 4 rows, 68 work-items, local 2.1 KiB; 1 pass
// workgroup: 68 work-items, 68 points of each of 4 rows
// made by: gpufft dump --dialect opencl --plan "dct2 forward 4x34: stockham | 4.17d1 columns=row:4"
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

// w(34)^e, e below 17.
static inline float2 root_of_34(__global const float2* twiddles, uint e)
{
    return twiddles[e];
}

// w(136)^e, e below 17.
static inline float2 root_of_136(__global const float2* twiddles, uint e)
{
    return twiddles[e + 17];
}

// w(16)^e, e below 3.
static inline float2 root_of_16(__global const float2* twiddles, uint e)
{
    return twiddles[e + 34];
}

// Even points first, then the odd ones backwards (Makhoul 1980).
static inline uint shuffled_4(uint m)
{
    return 2 * m < 4 ? 2 * m : 7 - 2 * m;
}

static inline uint shuffled_34(uint m)
{
    return 2 * m < 34 ? 2 * m : 67 - 2 * m;
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from, uint line, uint n1, uint n2)
{
    const float even = from[line + 34 * shuffled_4(n1) + shuffled_34(2 * n2)];
    const float odd = from[line + 34 * shuffled_4(n1) + shuffled_34(2 * n2 + 1)];
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
    const float2 bin = even + cmul(root_of_34(twiddles, k2), odd);
    const float2 turned = cmul(root_of_136(twiddles, k2), bin);
    to[line + 34 * k1 + k2] = 2.0f * turned.x;
    if (k2 > 0)
        *(to + (line + 34 * k1) + 34 - k2) = -2.0f * turned.y;
    else
        to[line + 34 * k1 + 17] = 1.41421356f * (even.x - odd.x);
}

__kernel __attribute__((reqd_work_group_size(68, 1, 1)))
void dct2_4x34_forward(__global const float* restrict in,
                       __global float* restrict out,
                       __global const float2* restrict twiddles,
                       const uint rows)
{
    __local float2 exchange[272];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 2: radix 4 over n1.
    {
        const uint n2 = t % 17;
        const uint column = t / 17;
        __local float2* const slot = exchange + (n2 + 68 * column);
        const uint row = min(4 * group + column, rows - 1); // beyond the last row: that one again
        __global const float* from = in + (ulong)row * 136;
        const uint line = 0;
        const uint index1 = 0;
        const uint index2 = n2;
        float2 x0 = load_point(from, line, index1, index2);
        float2 x1 = load_point(from, line, index1 + 1, index2);
        float2 x2 = load_point(from, line, index1 + 2, index2);
        float2 x3 = load_point(from, line, index1 + 3, index2);
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
        slot[0] = x0;
        slot[17] = x1;
        slot[34] = x2;
        slot[51] = x3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 2: radix 17 over n2.
    if (t < 16) {
        const uint k1 = t % 4;
        const uint column = t / 4;
        __local float2* const slot = exchange + (17 * k1 + 68 * column);
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
        float2 x15 = slot[15];
        float2 x16 = slot[16];
        {
            const float t0 = x1.x + x16.x;
            const float t1 = x1.x - x16.x;
            const float t2 = x1.y + x16.y;
            const float t3 = x1.y - x16.y;
            const float t4 = x3.x + x14.x;
            const float t5 = x3.x - x14.x;
            const float t6 = x3.y + x14.y;
            const float t7 = x3.y - x14.y;
            const float t8 = x8.x + x9.x;
            const float t9 = x8.x - x9.x;
            const float t10 = x8.y + x9.y;
            const float t11 = x8.y - x9.y;
            const float t12 = x7.x + x10.x;
            const float t13 = x7.x - x10.x;
            const float t14 = x7.y + x10.y;
            const float t15 = x7.y - x10.y;
            const float t16 = x4.x + x13.x;
            const float t17 = x4.x - x13.x;
            const float t18 = x4.y + x13.y;
            const float t19 = x4.y - x13.y;
            const float t20 = x5.x + x12.x;
            const float t21 = x5.x - x12.x;
            const float t22 = x5.y + x12.y;
            const float t23 = x5.y - x12.y;
            const float t24 = x2.x + x15.x;
            const float t25 = x2.x - x15.x;
            const float t26 = x2.y + x15.y;
            const float t27 = x2.y - x15.y;
            const float t28 = x6.x + x11.x;
            const float t29 = x6.x - x11.x;
            const float t30 = x6.y + x11.y;
            const float t31 = x6.y - x11.y;
            const float t32 = t0 + t16;
            const float t33 = t0 - t16;
            const float t34 = t4 + t20;
            const float t35 = t4 - t20;
            const float t36 = t8 + t24;
            const float t37 = t8 - t24;
            const float t38 = t12 + t28;
            const float t39 = t12 - t28;
            const float t40 = t32 + t36;
            const float t41 = t32 - t36;
            const float t42 = t34 + t38;
            const float t43 = t34 - t38;
            const float t44 = t40 + t42;
            const float t45 = t40 - t42;
            const float t46 = x0.x - 0.0625000000f * t44;
            const float y0_re = x0.x + t44;
            const float t47 = t46 + 0.257694102f * t45;
            const float t48 = t46 - 0.257694102f * t45;
            const float t49 = 0.780776406f * t41 + t43;
            const float t50 = t41 - 0.780776406f * t43;
            const float t51 = t47 + 0.406231784f * t49;
            const float t52 = t47 - 0.406231784f * t49;
            const float t53 = t48 - 0.406231784f * t50;
            const float t54 = t48 + 0.406231784f * t50;
            const float t55 = t2 + t18;
            const float t56 = t2 - t18;
            const float t57 = t6 + t22;
            const float t58 = t6 - t22;
            const float t59 = t10 + t26;
            const float t60 = t10 - t26;
            const float t61 = t14 + t30;
            const float t62 = t14 - t30;
            const float t63 = t55 + t59;
            const float t64 = t55 - t59;
            const float t65 = t57 + t61;
            const float t66 = t57 - t61;
            const float t67 = t63 + t65;
            const float t68 = t63 - t65;
            const float t69 = x0.y - 0.0625000000f * t67;
            const float y0_im = x0.y + t67;
            const float t70 = t69 + 0.257694102f * t68;
            const float t71 = t69 - 0.257694102f * t68;
            const float t72 = 0.780776406f * t64 + t66;
            const float t73 = t64 - 0.780776406f * t66;
            const float t74 = t70 + 0.406231784f * t72;
            const float t75 = t70 - 0.406231784f * t72;
            const float t76 = t71 - 0.406231784f * t73;
            const float t77 = t71 + 0.406231784f * t73;
            const float t78 = t33 + 0.856222366f * t35;
            const float t79 = 0.487928365f * t78 - t37;
            const float t80 = t79 - 0.143777634f * t39;
            const float t81 = t51 + 0.860991008f * t80;
            const float t82 = t51 - 0.860991008f * t80;
            const float t83 = 0.294669554f * t33 + t35;
            const float t84 = t83 + 0.856222366f * t37;
            const float t85 = 0.487928365f * t84 - t39;
            const float t86 = t33 + 0.143777634f * t35;
            const float t87 = 0.417775179f * t33 - t35;
            const float t88 = t86 + 0.487928365f * t37;
            const float t89 = t87 - 0.143777634f * t37;
            const float t90 = t88 + 0.417775179f * t39;
            const float t91 = t89 - 0.487928365f * t39;
            const float t92 = t53 + 0.860991008f * t85;
            const float t93 = t53 - 0.860991008f * t85;
            const float t94 = t52 + 0.860991008f * t90;
            const float t95 = t52 - 0.860991008f * t90;
            const float t96 = t54 - 0.860991008f * t91;
            const float t97 = t54 + 0.860991008f * t91;
            const float t98 = t56 + 0.856222366f * t58;
            const float t99 = 0.487928365f * t98 - t60;
            const float t100 = t99 - 0.143777634f * t62;
            const float t101 = t74 + 0.860991008f * t100;
            const float t102 = t74 - 0.860991008f * t100;
            const float t103 = 0.294669554f * t56 + t58;
            const float t104 = t103 + 0.856222366f * t60;
            const float t105 = 0.487928365f * t104 - t62;
            const float t106 = t56 + 0.143777634f * t58;
            const float t107 = 0.417775179f * t56 - t58;
            const float t108 = t106 + 0.487928365f * t60;
            const float t109 = t107 - 0.143777634f * t60;
            const float t110 = t108 + 0.417775179f * t62;
            const float t111 = t109 - 0.487928365f * t62;
            const float t112 = t76 + 0.860991008f * t105;
            const float t113 = t76 - 0.860991008f * t105;
            const float t114 = t75 + 0.860991008f * t110;
            const float t115 = t75 - 0.860991008f * t110;
            const float t116 = t77 - 0.860991008f * t111;
            const float t117 = t77 + 0.860991008f * t111;
            const float t118 = t1 - t17;
            const float t119 = t5 + t21;
            const float t120 = t9 + t25;
            const float t121 = t13 + t29;
            const float t122 = 0.403548347f * t118 + t119;
            const float t123 = t122 + 0.205269273f * t120;
            const float t124 = t123 + 0.588085066f * t121;
            const float t125 = t118 + 0.452674020f * t119;
            const float t126 = 0.891476712f * t125 - t120;
            const float t127 = t126 + 0.205269273f * t121;
            const float t128 = 0.844211905f * t118 + t119;
            const float t129 = t118 - 0.700434271f * t119;
            const float t130 = t128 - 0.452674020f * t120;
            const float t131 = t129 + 0.829690114f * t120;
            const float t132 = 0.891476712f * t130 - t121;
            const float t133 = t131 + 0.375579159f * t121;
            const float t134 = t17 + 0.0491256732f * t21;
            const float t135 = t134 + 0.361057368f * t25;
            const float t136 = t135 + 0.200139941f * t29;
            const float t137 = 0.659675186f * t124 + t136;
            const float y1_im = t101 - 1.35697584f * t137;
            const float y16_im = t101 + 1.35697584f * t137;
            const float t138 = 0.976030191f * t17 - t21;
            const float t139 = t138 - 0.0491256732f * t25;
            const float t140 = t139 + 0.361057368f * t29;
            const float t141 = 0.659675186f * t127 + t140;
            const float t142 = 0.647397453f * t17 - t21;
            const float t143 = t17 + 0.461739510f * t21;
            const float t144 = 0.976030191f * t142 + t25;
            const float t145 = t143 - 0.713224169f * t25;
            const float t146 = t144 - 0.0491256732f * t29;
            const float t147 = t145 - 0.730739865f * t29;
            const float t148 = 0.659675186f * t132 + t146;
            const float t149 = 0.517949044f * t133 + t147;
            const float y6_im = t112 - 1.35697584f * t141;
            const float y11_im = t112 + 1.35697584f * t141;
            const float y2_im = t114 - 1.35697584f * t148;
            const float y15_im = t114 + 1.35697584f * t148;
            const float y12_im = t116 + 1.85698893f * t149;
            const float y5_im = t116 - 1.85698893f * t149;
            const float t150 = 0.341678132f * t1 - t5;
            const float t151 = t150 - 0.461739510f * t9;
            const float t152 = t151 - 0.713224169f * t13;
            const float t153 = 0.482050956f * t124 + t152;
            const float y4_im = t102 - 1.85698893f * t153;
            const float y13_im = t102 + 1.85698893f * t153;
            const float t154 = 0.428035099f * t1 - t5;
            const float t155 = 0.341678132f * t154 - t9;
            const float t156 = t155 + 0.461739510f * t13;
            const float t157 = 0.482050956f * t127 - t156;
            const float t158 = t1 + 0.554316179f * t5;
            const float t159 = 0.136060575f * t1 - t5;
            const float t160 = 0.772185830f * t158 + t9;
            const float t161 = t159 + 0.554316179f * t9;
            const float t162 = 0.341678132f * t160 - t13;
            const float t163 = 0.772185830f * t161 - t13;
            const float t164 = 0.482050956f * t132 - t162;
            const float t165 = t133 - 0.659675186f * t163;
            const float y7_im = t113 - 1.85698893f * t157;
            const float y10_im = t113 + 1.85698893f * t157;
            const float y8_im = t115 - 1.85698893f * t164;
            const float y9_im = t115 + 1.85698893f * t164;
            const float y14_im = t117 + 0.961825643f * t165;
            const float y3_im = t117 - 0.961825643f * t165;
            const float t166 = t3 - t19;
            const float t167 = t7 + t23;
            const float t168 = t11 + t27;
            const float t169 = t15 + t31;
            const float t170 = 0.403548347f * t166 + t167;
            const float t171 = t170 + 0.205269273f * t168;
            const float t172 = t171 + 0.588085066f * t169;
            const float t173 = t166 + 0.452674020f * t167;
            const float t174 = 0.891476712f * t173 - t168;
            const float t175 = t174 + 0.205269273f * t169;
            const float t176 = 0.844211905f * t166 + t167;
            const float t177 = t166 - 0.700434271f * t167;
            const float t178 = t176 - 0.452674020f * t168;
            const float t179 = t177 + 0.829690114f * t168;
            const float t180 = 0.891476712f * t178 - t169;
            const float t181 = t179 + 0.375579159f * t169;
            const float t182 = t19 + 0.0491256732f * t23;
            const float t183 = t182 + 0.361057368f * t27;
            const float t184 = t183 + 0.200139941f * t31;
            const float t185 = 0.659675186f * t172 + t184;
            const float y1_re = t81 + 1.35697584f * t185;
            const float y16_re = t81 - 1.35697584f * t185;
            const float t186 = 0.976030191f * t19 - t23;
            const float t187 = t186 - 0.0491256732f * t27;
            const float t188 = t187 + 0.361057368f * t31;
            const float t189 = 0.659675186f * t175 + t188;
            const float t190 = 0.647397453f * t19 - t23;
            const float t191 = t19 + 0.461739510f * t23;
            const float t192 = 0.976030191f * t190 + t27;
            const float t193 = t191 - 0.713224169f * t27;
            const float t194 = t192 - 0.0491256732f * t31;
            const float t195 = t193 - 0.730739865f * t31;
            const float t196 = 0.659675186f * t180 + t194;
            const float t197 = 0.517949044f * t181 + t195;
            const float y6_re = t92 + 1.35697584f * t189;
            const float y11_re = t92 - 1.35697584f * t189;
            const float y2_re = t94 + 1.35697584f * t196;
            const float y15_re = t94 - 1.35697584f * t196;
            const float y12_re = t96 - 1.85698893f * t197;
            const float y5_re = t96 + 1.85698893f * t197;
            const float t198 = 0.341678132f * t3 - t7;
            const float t199 = t198 - 0.461739510f * t11;
            const float t200 = t199 - 0.713224169f * t15;
            const float t201 = 0.482050956f * t172 + t200;
            const float y4_re = t82 + 1.85698893f * t201;
            const float y13_re = t82 - 1.85698893f * t201;
            const float t202 = 0.428035099f * t3 - t7;
            const float t203 = 0.341678132f * t202 - t11;
            const float t204 = t203 + 0.461739510f * t15;
            const float t205 = 0.482050956f * t175 - t204;
            const float t206 = t3 + 0.554316179f * t7;
            const float t207 = 0.136060575f * t3 - t7;
            const float t208 = 0.772185830f * t206 + t11;
            const float t209 = t207 + 0.554316179f * t11;
            const float t210 = 0.341678132f * t208 - t15;
            const float t211 = 0.772185830f * t209 - t15;
            const float t212 = 0.482050956f * t180 - t210;
            const float t213 = t181 - 0.659675186f * t211;
            const float y7_re = t93 + 1.85698893f * t205;
            const float y10_re = t93 - 1.85698893f * t205;
            const float y8_re = t95 + 1.85698893f * t212;
            const float y9_re = t95 - 1.85698893f * t212;
            const float y14_re = t97 - 0.961825643f * t213;
            const float y3_re = t97 + 0.961825643f * t213;
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
            x15 = complex_of(y15_re, y15_im);
            x16 = complex_of(y16_re, y16_im);
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
        slot[15] = x15;
        slot[16] = x16;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Along dimension 1: outputs k and 4 - k to those of a DCT.
    for (uint i = t; i < 204; i += 68) {
        const uint k2 = i % 17;
        const uint column = i / 17 % 4;
        const uint k = i / 68;
        const uint opposite = k ? 4 - k : 0;
        const float2 root = root_of_16(twiddles, k);
        const float2 z = cmul(root, exchange[k2 + 68 * column + 17 * k]);
        const float2 mirror = cmul(conjugate(root), exchange[k2 + 68 * column + 17 * opposite]);
        exchange[k2 + 68 * column + 17 * k] = z + mirror;
        if (k > 0)
            exchange[k2 + 68 * column + 17 * opposite] = complex_of(mirror.y - z.y, z.x - mirror.x);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Outputs k and -k meet in local memory.
    for (uint i = t; i < 272; i += 68) {
        const uint k2 = i % 17;
        const uint k1 = i / 17 % 4;
        const uint column = i / 68;
        const uint row = 4 * group + column;
        __global float* to = out + (ulong)row * 136;
        const uint k_1 = k1;
        const uint k_2 = k2;
        const uint opposite_k_2 = k_2 ? 17 - k_2 : 0;
        if (4 * group + column < rows) {
            float2 z = exchange[k2 + 17 * k1 + 68 * column];
            float2 mirror = exchange[17 * k_1 + opposite_k_2 + 68 * column];
            store_mirrored(to, 0, k_1, k_2, z, mirror, twiddles);
        }
    }
}
