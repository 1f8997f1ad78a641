// gr-gpufft VERSION, pass 1 of 1
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
            // ... 6 more, up to: const float2 s7 = from[224];
            const uint n2 = t % 8;
            const uint n1 = t / 8 % 8;
            const uint column = t / 64;
            float2* const place = exchange + (n2 + 9 * n1 + 72 * column);
            place[0] = s0;
            place[36] = s1;
            // ... 6 more, up to: place[252] = s7;
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
        // ... 6 more, up to: float2 x7 = slot[63];
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        slot[0] = x0;
        slot[9] = x1;
        // ... 6 more, up to: slot[63] = x7;
    }
    __syncthreads();

    // Stage 2 of 2: radix 8 over n2.
    {
        const uint k1 = t % 8;
        const uint column = t / 8;
        float2* const slot = exchange + (9 * k1 + 72 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 6 more, up to: float2 x7 = slot[7];
        // Twiddles: point v times w(64)^(k v)
        const uint k = k1;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[8];
        // ... 5 more, up to: const float2 w7 = powers[48];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 5 more, up to: x7 = cmul(x7, w7);
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        slot[0] = x0;
        slot[1] = x1;
        // ... 6 more, up to: slot[7] = x7;
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
            // ... 2 more of these 2 lines, up to: to[224] = place[220];
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
