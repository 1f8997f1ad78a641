// gr-gpufft 0.1.0, pass 1 of 1
// plan: r2c forward 16, windowed, input distance 100: stockham 16, 32 rows, 32 work-items, local 4.2 KiB, staged; 1 pass
// workgroup: 32 work-items, 16 points of each of 32 rows
// made by: gpufft dump --dialect cuda --plan "r2c forward 16, windowed, input distance 100: stockham | 16 load=r2c.real.windowed store=r2c.sum columns=row:32 staged-input padding=1"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

typedef unsigned int uint;

__device__ __forceinline__ float2 complex_of(float re, float im)
{
    return make_float2(re, im);
}

__device__ __forceinline__ float2 cmul(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ __forceinline__ float2 operator+(float2 a, float2 b)
{
    return make_float2(a.x + b.x, a.y + b.y);
}

__device__ __forceinline__ float2 operator-(float2 a, float2 b)
{
    return make_float2(a.x - b.x, a.y - b.y);
}

__device__ __forceinline__ float2 operator*(float a, float2 b)
{
    return make_float2(a * b.x, a * b.y);
}

__device__ __forceinline__ float2 conjugate(float2 a) { return make_float2(a.x, -a.y); }

// Of an inverse, which is a forward transform with its parts exchanged at both ends.
__device__ __forceinline__ float2 exchanged(float2 a) { return make_float2(a.y, a.x); }

// |z|^2
__device__ __forceinline__ float power_of(float2 z) { return z.x * z.x + z.y * z.y; }

// Load operation: a point of the core from the caller's elements.
__device__ __forceinline__ float2 load_point(const float* from,
                                             uint line,
                                             uint n,
                                             const float* window)
{
    return window[n] * complex_of(from[line + n], 0.0f);
}

extern "C" __global__ __launch_bounds__(32)
void r2c_16_power_sum_windowed_hop100(const float* __restrict__ in,
                                      float* __restrict__ out,
                                      const float2* __restrict__ twiddles,
                                      const float* __restrict__ window,
                                      const uint* __restrict__ runs,
                                      const uint longest,
                                      const float keep,
                                      const uint rows)
{
    extern __shared__ float2 exchange[]; // 544 elements
    const uint item = threadIdx.x;
    const uint group = blockIdx.x;
    // Powers of the frames of a run, gathered; the last stage's registers each have a bin.
    float s0 = 0.0f;
    float s1 = 0.0f;
    float s2 = 0.0f;
    float s3 = 0.0f;
    float s4 = 0.0f;
    float s5 = 0.0f;
    float s6 = 0.0f;
    float s7 = 0.0f;
    float s8 = 0.0f;
    uint frames = 0; // of the row that this work-item gathers
    {
        const uint column = item;
        const uint row = 32 * group + column;
        if (row < rows)
            frames = runs[row + 1] - runs[row];
    }
    for (uint f = 0; f < longest; ++f) {
        const uint t = item;
        // The tile comes in long runs; stage 1 takes its points from local memory.
        for (uint i = t; i < 512; i += 32) {
            const uint n1 = i % 16;
            const uint column = i / 16;
            const uint row = min(32 * group + column, rows - 1); // beyond the last row: that one again
            const uint frame = min(runs[row] + f, runs[row + 1] - 1); // and the last frame
            const float* from = in + (unsigned long long)frame * 100;
            exchange[n1 + 17 * column] = load_point(from, 0, n1, window);
        }
        __syncthreads();


        // Stage 1 of 1: radix 16 over n1.
        {
            const uint column = t;
            float2* const slot = exchange + (17 * column);
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
            {
                const float t0 = x0.x + x8.x;
                const float t1 = x0.x - x8.x;
                const float t2 = x0.y + x8.y;
                const float t3 = x0.y - x8.y;
                const float t4 = x4.x + x12.x;
                const float t5 = x4.x - x12.x;
                const float t6 = x4.y + x12.y;
                const float t7 = x4.y - x12.y;
                const float t8 = t0 + t4;
                const float t9 = t0 - t4;
                const float t10 = t2 + t6;
                const float t11 = t2 - t6;
                const float t12 = t1 + t7;
                const float t13 = t1 - t7;
                const float t14 = t3 - t5;
                const float t15 = t3 + t5;
                const float t16 = x2.x + x10.x;
                const float t17 = x2.x - x10.x;
                const float t18 = x2.y + x10.y;
                const float t19 = x2.y - x10.y;
                const float t20 = x6.x + x14.x;
                const float t21 = x6.x - x14.x;
                const float t22 = x6.y + x14.y;
                const float t23 = x6.y - x14.y;
                const float t24 = t16 + t20;
                const float t25 = t16 - t20;
                const float t26 = t18 + t22;
                const float t27 = t18 - t22;
                const float t28 = t8 + t24;
                const float t29 = t8 - t24;
                const float t30 = t10 + t26;
                const float t31 = t10 - t26;
                const float t32 = t9 + t27;
                const float t33 = t9 - t27;
                const float t34 = t11 - t25;
                const float t35 = t11 + t25;
                const float t36 = t17 + t19;
                const float t37 = t17 - t19;
                const float t38 = t21 - t23;
                const float t39 = t21 + t23;
                const float t40 = t36 - t38;
                const float t41 = t36 + t38;
                const float t42 = t37 + t39;
                const float t43 = t37 - t39;
                const float t44 = t12 + 0.707106781f * t40;
                const float t45 = t12 - 0.707106781f * t40;
                const float t46 = t14 - 0.707106781f * t42;
                const float t47 = t14 + 0.707106781f * t42;
                const float t48 = t13 - 0.707106781f * t43;
                const float t49 = t13 + 0.707106781f * t43;
                const float t50 = t15 - 0.707106781f * t41;
                const float t51 = t15 + 0.707106781f * t41;
                const float t52 = x1.x + x9.x;
                const float t53 = x1.x - x9.x;
                const float t54 = x1.y + x9.y;
                const float t55 = x1.y - x9.y;
                const float t56 = x5.x + x13.x;
                const float t57 = x5.x - x13.x;
                const float t58 = x5.y + x13.y;
                const float t59 = x5.y - x13.y;
                const float t60 = t52 + t56;
                const float t61 = t52 - t56;
                const float t62 = t54 + t58;
                const float t63 = t54 - t58;
                const float t64 = t53 + t59;
                const float t65 = t53 - t59;
                const float t66 = t55 - t57;
                const float t67 = t55 + t57;
                const float t68 = x7.x + x15.x;
                const float t69 = x7.x - x15.x;
                const float t70 = x7.y + x15.y;
                const float t71 = x7.y - x15.y;
                const float t72 = x3.x + x11.x;
                const float t73 = x3.x - x11.x;
                const float t74 = x3.y + x11.y;
                const float t75 = x3.y - x11.y;
                const float t76 = t68 + t72;
                const float t77 = t68 - t72;
                const float t78 = t70 + t74;
                const float t79 = t70 - t74;
                const float t80 = t69 - t75;
                const float t81 = t69 + t75;
                const float t82 = t71 + t73;
                const float t83 = t71 - t73;
                const float t84 = t60 + t76;
                const float t85 = t60 - t76;
                const float t86 = t62 + t78;
                const float t87 = t62 - t78;
                const float y0_re = t28 + t84;
                const float y8_re = t28 - t84;
                const float y0_im = t30 + t86;
                const float y8_im = t30 - t86;
                const float y4_re = t29 + t87;
                const float y12_re = t29 - t87;
                const float y4_im = t31 - t85;
                const float y12_im = t31 + t85;
                const float t88 = 0.414213562f * t66 + t64;
                const float t89 = t66 - 0.414213562f * t64;
                const float t90 = 0.414213562f * t82 - t80;
                const float t91 = t82 + 0.414213562f * t80;
                const float t92 = t88 + t90;
                const float t93 = t88 - t90;
                const float t94 = t89 - t91;
                const float t95 = t89 + t91;
                const float y1_re = t44 + 0.923879533f * t92;
                const float y9_re = t44 - 0.923879533f * t92;
                const float y1_im = t46 + 0.923879533f * t94;
                const float y9_im = t46 - 0.923879533f * t94;
                const float y5_re = t45 + 0.923879533f * t95;
                const float y13_re = t45 - 0.923879533f * t95;
                const float y5_im = t47 - 0.923879533f * t93;
                const float y13_im = t47 + 0.923879533f * t93;
                const float t96 = t61 + t63;
                const float t97 = t61 - t63;
                const float t98 = t77 - t79;
                const float t99 = t77 + t79;
                const float t100 = t96 + t98;
                const float t101 = t96 - t98;
                const float t102 = t97 - t99;
                const float t103 = t97 + t99;
                const float y2_re = t32 + 0.707106781f * t100;
                const float y10_re = t32 - 0.707106781f * t100;
                const float y2_im = t34 - 0.707106781f * t102;
                const float y10_im = t34 + 0.707106781f * t102;
                const float y6_re = t33 - 0.707106781f * t103;
                const float y14_re = t33 + 0.707106781f * t103;
                const float y6_im = t35 - 0.707106781f * t101;
                const float y14_im = t35 + 0.707106781f * t101;
                const float t104 = t67 + 0.414213562f * t65;
                const float t105 = 0.414213562f * t67 - t65;
                const float t106 = t83 - 0.414213562f * t81;
                const float t107 = 0.414213562f * t83 + t81;
                const float t108 = t104 + t106;
                const float t109 = t104 - t106;
                const float t110 = t105 - t107;
                const float t111 = t105 + t107;
                const float y3_re = t48 + 0.923879533f * t108;
                const float y11_re = t48 - 0.923879533f * t108;
                const float y3_im = t50 + 0.923879533f * t110;
                const float y11_im = t50 - 0.923879533f * t110;
                const float y7_re = t49 + 0.923879533f * t111;
                const float y15_re = t49 - 0.923879533f * t111;
                const float y7_im = t51 - 0.923879533f * t109;
                const float y15_im = t51 + 0.923879533f * t109;
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
            }
            if (f < frames) {
                s0 = keep * s0 + power_of(x0);
                s1 = keep * s1 + power_of(x1);
                s2 = keep * s2 + power_of(x2);
                s3 = keep * s3 + power_of(x3);
                s4 = keep * s4 + power_of(x4);
                s5 = keep * s5 + power_of(x5);
                s6 = keep * s6 + power_of(x6);
                s7 = keep * s7 + power_of(x7);
                s8 = keep * s8 + power_of(x8);
            }
        }
        __syncthreads(); // the next frame overwrites what others may still read
    }

    const uint t = item;
    {
        const uint column = t;
        const uint row = 32 * group + column;
        float* to = out + (unsigned long long)row * 9;
        const uint first = 0;
        to += first;
        if (row < rows) {
            to[0] = s0;
            to[1] = s1;
            to[2] = s2;
            to[3] = s3;
            to[4] = s4;
            to[5] = s5;
            to[6] = s6;
            to[7] = s7;
            to[8] = s8;
        }
    }
}
