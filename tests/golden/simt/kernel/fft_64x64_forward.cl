// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 64x64: stockham 4(x4)·4(x4)·16·16, 1 row, 256 work-items, local 32.0 KiB; 1 pass
// workgroup: 256 work-items, 4096 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c forward 64x64: stockham | 4x4m2.4x4m2d1.16m2d1.16m2"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void fft_64x64_forward(__global const float2* restrict in,
                       __global float2* restrict out,
                       __global const float2* restrict twiddles,
                       const uint rows)
{
    __local float2 exchange[4096];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 4: radix 4 over n1, 4 butterflies a work-item over n2.
    {
        const uint n3_low = t % 4;
        const uint n3_top = t / 4 % 4;
        const uint n4 = t / 16;
        __local float2* const slot = exchange + (16 * n3_low + 64 * n3_top + n4);
        const uint row = group;
        __global const float2* from = in + (ulong)row * 4096;
        from += n3_low + 4 * n3_top + 64 * n4;
        float2 x0 = from[0];
        float2 x1 = from[1024];
        float2 x2 = from[2048];
        float2 x3 = from[3072];
        float2 x4 = from[16];
        float2 x5 = from[1040];
        float2 x6 = from[2064];
        float2 x7 = from[3088];
        // ... 2 more of these 4 lines, up to: float2 x15 = from[3120];
        {
            // codelet: DFT of 4 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
        }
        {
            // codelet: DFT of 4 points, from x4.x, as float
            x4 = complex_of(y0_re, y0_im);
            x5 = complex_of(y1_re, y1_im);
            x6 = complex_of(y2_re, y2_im);
            x7 = complex_of(y3_re, y3_im);
        }
        // ... 2 more of these 7 lines, up to: }
        slot[0] = x0;
        slot[1024] = x1;
        slot[2048] = x2;
        slot[3072] = x3;
        slot[256] = x4;
        slot[1280] = x5;
        slot[2304] = x6;
        slot[3328] = x7;
        // ... 2 more of these 4 lines, up to: slot[3840] = x15;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 4: radix 4 over n2, 4 butterflies a work-item over n3_top.
    {
        const uint n4 = t % 16;
        const uint n3_low = t / 16 % 4;
        const uint k1 = t / 64;
        __local float2* const slot = exchange + (n4 + 16 * n3_low + 1024 * k1);
        float2 x0 = slot[0];
        float2 x1 = slot[256];
        float2 x2 = slot[512];
        float2 x3 = slot[768];
        float2 x4 = slot[64];
        float2 x5 = slot[320];
        float2 x6 = slot[576];
        float2 x7 = slot[832];
        // ... 2 more of these 4 lines, up to: float2 x15 = slot[960];
        {
            // codelet: DFT of 4 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
        }
        {
            // codelet: DFT of 4 points, from x4.x, as float
            x4 = complex_of(y0_re, y0_im);
            x5 = complex_of(y1_re, y1_im);
            x6 = complex_of(y2_re, y2_im);
            x7 = complex_of(y3_re, y3_im);
        }
        // ... 2 more of these 7 lines, up to: }
        slot[0] = x0;
        slot[256] = x1;
        slot[512] = x2;
        slot[768] = x3;
        slot[64] = x4;
        slot[320] = x5;
        slot[576] = x6;
        slot[832] = x7;
        // ... 2 more of these 4 lines, up to: slot[960] = x15;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 3 of 4: radix 16 over n3.
    {
        const uint k2 = t % 4;
        const uint n4 = t / 4 % 16;
        const uint k1 = t / 64;
        __local float2* const slot = exchange + (256 * k2 + n4 + 1024 * k1);
        float2 x0 = slot[0];
        float2 x1 = slot[16];
        // ... 14 more, up to: float2 x15 = slot[240];
        // Twiddles: point v times w(64)^(k v)
        const uint k = k2;
        __global const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[4];
        const float2 w4 = powers[8];
        const float2 w8 = powers[12];
        const float2 w3 = cmul(w2, w1);
        const float2 w5 = cmul(w4, w1);
        const float2 w6 = cmul(w4, w2);
        const float2 w7 = cmul(w4, w3);
        const float2 w9 = cmul(w8, w1);
        const float2 w10 = cmul(w8, w2);
        // ... 5 more, up to: const float2 w15 = cmul(w8, w7);
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 13 more, up to: x15 = cmul(x15, w15);
        {
            // codelet: DFT of 16 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 14 more, up to: x15 = complex_of(y15_re, y15_im);
        }
        slot[0] = x0;
        slot[16] = x1;
        // ... 14 more, up to: slot[240] = x15;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 4 of 4: radix 16 over n4.
    {
        const uint k2 = t % 4;
        const uint k3_low = t / 4 % 4;
        const uint k3_top = t / 16 % 4;
        const uint k1 = t / 64;
        __local float2* const slot = exchange + (256 * k2 + 16 * k3_low + 64 * k3_top + 1024 * k1);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 14 more, up to: float2 x15 = slot[15];
        // Twiddles: point v times w(64)^(k v)
        const uint k = k1;
        __global const float2* const powers = twiddles + k;
        const float2 w1 = powers[16];
        const float2 w2 = powers[20];
        const float2 w4 = powers[24];
        const float2 w8 = powers[28];
        const float2 w3 = cmul(w2, w1);
        const float2 w5 = cmul(w4, w1);
        const float2 w6 = cmul(w4, w2);
        const float2 w7 = cmul(w4, w3);
        const float2 w9 = cmul(w8, w1);
        const float2 w10 = cmul(w8, w2);
        // ... 5 more, up to: const float2 w15 = cmul(w8, w7);
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 13 more, up to: x15 = cmul(x15, w15);
        {
            // codelet: DFT of 16 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 14 more, up to: x15 = complex_of(y15_re, y15_im);
        }
        const uint row = group;
        __global float2* to = out + (ulong)row * 4096;
        to += k2 + 4 * k3_low + 16 * k3_top + 64 * k1;
        to[0] = x0;
        to[256] = x1;
        // ... 14 more, up to: to[3840] = x15;
    }
}
