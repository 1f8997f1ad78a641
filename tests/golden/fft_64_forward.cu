// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c forward 64: stockham 8·8, 4 rows, 32 work-items, local 2.2 KiB, staged; 1 pass
// workgroup: 32 work-items, 64 points of each of 4 rows
// made by: gpufft dump --dialect cuda --plan "c2c forward 64: stockham | 8.8 columns=row:4 staged-input staged-output padding=1"
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

extern "C" __global__ __launch_bounds__(32)
void fft_64_forward(const float2* __restrict__ in,
                    float2* __restrict__ out,
                    const float2* __restrict__ twiddles,
                    const uint rows)
{
    extern __shared__ float2 exchange[]; // 288 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    // The tile comes in long runs; stage 1 takes its points from local memory.
    {
        const uint row = 4 * group;
        const float2* from = in + (unsigned long long)row * 64;
        if (rows - row >= 4) {
            from += t;
            const float2 s0 = from[0];
            const float2 s1 = from[32];
            const float2 s2 = from[64];
            const float2 s3 = from[96];
            const float2 s4 = from[128];
            const float2 s5 = from[160];
            const float2 s6 = from[192];
            const float2 s7 = from[224];
            const uint n2 = t % 8;
            const uint n1 = t / 8 % 8;
            const uint column = t / 64;
            float2* const place = exchange + (n2 + 9 * n1 + 72 * column);
            place[0] = s0;
            place[36] = s1;
            place[72] = s2;
            place[108] = s3;
            place[144] = s4;
            place[180] = s5;
            place[216] = s6;
            place[252] = s7;
        }
        else {
            const uint count = 64 * (rows - row);
            for (uint i = t; i < 256; i += 32) {
                const uint n2 = i % 8;
                const uint n1 = i / 8 % 8;
                const uint column = i / 64;
                exchange[n2 + 9 * n1 + 72 * column] = from[min(i, count - 1)];
            }
        }
    }
    __syncthreads();


    // Stage 1 of 2: radix 8 over n1.
    {
        const uint n2 = t % 8;
        const uint column = t / 8;
        float2* const slot = exchange + (n2 + 72 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[9];
        float2 x2 = slot[18];
        float2 x3 = slot[27];
        float2 x4 = slot[36];
        float2 x5 = slot[45];
        float2 x6 = slot[54];
        float2 x7 = slot[63];
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
        slot[0] = x0;
        slot[9] = x1;
        slot[18] = x2;
        slot[27] = x3;
        slot[36] = x4;
        slot[45] = x5;
        slot[54] = x6;
        slot[63] = x7;
    }
    __syncthreads();

    // Stage 2 of 2: radix 8 over n2.
    {
        const uint k1 = t % 8;
        const uint column = t / 8;
        float2* const slot = exchange + (9 * k1 + 72 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        float2 x2 = slot[2];
        float2 x3 = slot[3];
        float2 x4 = slot[4];
        float2 x5 = slot[5];
        float2 x6 = slot[6];
        float2 x7 = slot[7];
        // Twiddles: point v times w(64)^(k v)
        const uint k = k1;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[8];
        const float2 w3 = powers[16];
        const float2 w4 = powers[24];
        const float2 w5 = powers[32];
        const float2 w6 = powers[40];
        const float2 w7 = powers[48];
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
        slot[0] = x0;
        slot[1] = x1;
        slot[2] = x2;
        slot[3] = x3;
        slot[4] = x4;
        slot[5] = x5;
        slot[6] = x6;
        slot[7] = x7;
    }
    __syncthreads();

    // The tile leaves in long runs.
    {
        const uint row = 4 * group;
        float2* to = out + (unsigned long long)row * 64;
        if (rows - row >= 4) {
            to += t;
            const uint k1 = t % 8;
            const uint k2 = t / 8 % 8;
            const uint column = t / 64;
            float2* const place = exchange + (9 * k1 + k2 + 72 * column);
            to[0] = place[0];
            to[32] = place[4];
            to[64] = place[72];
            to[96] = place[76];
            to[128] = place[144];
            to[160] = place[148];
            to[192] = place[216];
            to[224] = place[220];
        }
        else {
            const uint count = 64 * (rows - row);
            for (uint i = t; i < count; i += 32) {
                const uint k1 = i % 8;
                const uint k2 = i / 8 % 8;
                const uint column = i / 64;
                to[i] = exchange[9 * k1 + k2 + 72 * column];
            }
        }
    }
}
