// gr-gpufft VERSION, pass 1 of 1
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
    // ... 8 more, up to: float2 x9 = complex_of(0, 0);

    // Stage 1 of 2: radix 8 over n1.
    {
        const uint n2 = t;
        const uint row = group;
        __global const float2* from = in + (ulong)row * 80;
        from += n2;
        x0 = from[0];
        x1 = from[10];
        // ... 6 more, up to: x7 = from[70];
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
    }

    // The real parts change hands.
    {
        const uint n2 = t;
        __local float* const slot = exchange + n2;
        slot[0] = x0.x;
        slot[10] = x1.x;
        // ... 6 more, up to: slot[70] = x7.x;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 8) {
        const uint k1 = t;
        __local float* const slot = exchange + (10 * k1);
        x0.x = slot[0];
        x1.x = slot[1];
        // ... 8 more, up to: x9.x = slot[9];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The imaginary parts change hands.
    {
        const uint n2 = t;
        __local float* const slot = exchange + n2;
        slot[0] = x0.y;
        slot[10] = x1.y;
        // ... 6 more, up to: slot[70] = x7.y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 8) {
        const uint k1 = t;
        __local float* const slot = exchange + (10 * k1);
        x0.y = slot[0];
        x1.y = slot[1];
        // ... 8 more, up to: x9.y = slot[9];
    }

    // Stage 2 of 2: radix 10 over n2.
    if (t < 8) {
        const uint k1 = t;
        // Twiddles: point v times w(80)^(k v)
        const uint k = k1;
        __global const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[8];
        // ... 7 more, up to: const float2 w9 = powers[64];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 7 more, up to: x9 = cmul(x9, w9);
        {
            // codelet: DFT of 10 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 8 more, up to: x9 = complex_of(y9_re, y9_im);
        }
        const uint row = group;
        __global float2* to = out + (ulong)row * 80;
        to += k1;
        to[0] = x0;
        to[8] = x1;
        // ... 8 more, up to: to[72] = x9;
    }
}
