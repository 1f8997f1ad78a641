// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 125: stockham 5·5·5, 1 row, 25 work-items, local 0.5 KiB split, constant geometry; 1 pass
// workgroup: 25 work-items, 125 points of 1 row
// made by: gpufft dump --dialect cuda --plan "c2c forward 125: stockham | 5.5.5 split constant-geometry"
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

extern "C" __global__ __launch_bounds__(25)
void fft_125_forward(const float2* __restrict__ in,
                     float2* __restrict__ out,
                     const float2* __restrict__ twiddles,
                     const uint rows)
{
    extern __shared__ float exchange[]; // 125 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;

    // Every stage finds its points from `slot` on and leaves them from `next_slot` on.
    float* const slot = exchange + t;
    float* const next_slot = exchange + (5 * t);
    float2 x0 = complex_of(0, 0);
    float2 x1 = complex_of(0, 0);
    // ... 3 more, up to: float2 x4 = complex_of(0, 0);

    // Stage 1 of 3: radix 5 over n1.
    {
        const uint n3 = t % 5;
        const uint n2 = t / 5;
        const uint row = group;
        const float2* from = in + (unsigned long long)row * 125;
        from += n3 + 5 * n2;
        x0 = from[0];
        x1 = from[25];
        // ... 3 more, up to: x4 = from[100];
        {
            // codelet: DFT of 5 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 3 more, up to: x4 = complex_of(y4_re, y4_im);
        }
    }

    // The real parts change hands.
    {
        next_slot[0] = x0.x;
        next_slot[1] = x1.x;
        // ... 3 more, up to: next_slot[4] = x4.x;
    }
    __syncthreads();
    {
        x0.x = slot[0];
        x1.x = slot[25];
        // ... 3 more, up to: x4.x = slot[100];
    }
    __syncthreads();

    // The imaginary parts change hands.
    {
        next_slot[0] = x0.y;
        next_slot[1] = x1.y;
        // ... 3 more, up to: next_slot[4] = x4.y;
    }
    __syncthreads();
    {
        x0.y = slot[0];
        x1.y = slot[25];
        // ... 3 more, up to: x4.y = slot[100];
    }

    // Stage 2 of 3: radix 5 over n2.
    {
        // Twiddles: point v times w(25)^(digits of k reversed * v)
        const uint k = t % 5;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[5];
        const float2 w3 = powers[10];
        const float2 w4 = powers[15];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x4 = cmul(x4, w4);
        {
            // codelet: DFT of 5 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 3 more, up to: x4 = complex_of(y4_re, y4_im);
        }
    }
    __syncthreads();

    // The real parts change hands.
    {
        next_slot[0] = x0.x;
        next_slot[1] = x1.x;
        // ... 3 more, up to: next_slot[4] = x4.x;
    }
    __syncthreads();
    {
        x0.x = slot[0];
        x1.x = slot[25];
        // ... 3 more, up to: x4.x = slot[100];
    }
    __syncthreads();

    // The imaginary parts change hands.
    {
        next_slot[0] = x0.y;
        next_slot[1] = x1.y;
        // ... 3 more, up to: next_slot[4] = x4.y;
    }
    __syncthreads();
    {
        x0.y = slot[0];
        x1.y = slot[25];
        // ... 3 more, up to: x4.y = slot[100];
    }

    // Stage 3 of 3: radix 5 over n3.
    {
        const uint k2 = t % 5;
        const uint k1 = t / 5;
        // Twiddles: point v times w(125)^(digits of k reversed * v)
        const uint k = t;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[20];
        const float2 w2 = powers[45];
        const float2 w3 = powers[70];
        const float2 w4 = powers[95];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x4 = cmul(x4, w4);
        {
            // codelet: DFT of 5 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 3 more, up to: x4 = complex_of(y4_re, y4_im);
        }
        const uint row = group;
        float2* to = out + (unsigned long long)row * 125;
        to += 5 * k2 + k1;
        to[0] = x0;
        to[25] = x1;
        // ... 3 more, up to: to[100] = x4;
    }
}
