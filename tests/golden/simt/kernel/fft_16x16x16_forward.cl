// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 16x16x16: stockham 16·16·16, 1 row, 256 work-items, local 32.0 KiB; 1 pass
// workgroup: 256 work-items, 4096 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c forward 16x16x16: stockham | 16m2.16m2d2.16m2d1"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void fft_16x16x16_forward(__global const float2* restrict in,
                          __global float2* restrict out,
                          __global const float2* restrict twiddles,
                          const uint rows)
{
    __local float2 exchange[4096];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 3: radix 16 over n1.
    {
        const uint n2 = t % 16;
        const uint n3 = t / 16;
        __local float2* const slot = exchange + (16 * n2 + n3);
        const uint row = group;
        __global const float2* from = in + (ulong)row * 4096;
        from += n2 + 16 * n3;
        float2 x0 = from[0];
        float2 x1 = from[256];
        // ... 14 more, up to: float2 x15 = from[3840];
        {
            // codelet: DFT of 16 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 14 more, up to: x15 = complex_of(y15_re, y15_im);
        }
        slot[0] = x0;
        slot[256] = x1;
        // ... 14 more, up to: slot[3840] = x15;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 3: radix 16 over n2.
    {
        const uint n3 = t % 16;
        const uint k1 = t / 16;
        __local float2* const slot = exchange + (n3 + 256 * k1);
        float2 x0 = slot[0];
        float2 x1 = slot[16];
        // ... 14 more, up to: float2 x15 = slot[240];
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

    // Stage 3 of 3: radix 16 over n3.
    {
        const uint k2 = t % 16;
        const uint k1 = t / 16;
        __local float2* const slot = exchange + (16 * k2 + 256 * k1);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 14 more, up to: float2 x15 = slot[15];
        {
            // codelet: DFT of 16 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 14 more, up to: x15 = complex_of(y15_re, y15_im);
        }
        const uint row = group;
        __global float2* to = out + (ulong)row * 4096;
        to += k2 + 256 * k1;
        to[0] = x0;
        to[16] = x1;
        // ... 14 more, up to: to[240] = x15;
    }
}
