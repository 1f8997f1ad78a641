// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 15: stockham 15, 32 rows, 32 work-items, local 3.8 KiB, staged; 1 pass
// workgroup: 32 work-items, 15 points of each of 32 rows
// made by: gpufft dump --dialect cuda --plan "c2c forward 15: stockham | 15 columns=row:32 staged-input staged-output"
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
void fft_15_forward(const float2* __restrict__ in,
                    float2* __restrict__ out,
                    const float2* __restrict__ twiddles,
                    const uint rows)
{
    extern __shared__ float2 exchange[]; // 480 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    // The tile comes in long runs; stage 1 takes its points from local memory.
    {
        const uint row = 32 * group;
        const float2* from = in + (unsigned long long)row * 15;
        if (rows - row >= 32) {
            from += t;
            const float2 s0 = from[0];
            const float2 s1 = from[32];
            // ... 13 more, up to: const float2 s14 = from[448];
            exchange[t] = s0;
            exchange[t + 32] = s1;
            exchange[t + 64] = s2;
            // ... 12 more, up to: exchange[t + 448] = s14;
        }
        else {
            const uint count = 15 * (rows - row);
            for (uint i = t; i < 480; i += 32) {
                const uint n1 = i % 15;
                const uint column = i / 15;
                exchange[n1 + 15 * column] = from[min(i, count - 1)];
            }
        }
    }
    __syncthreads();


    // Stage 1 of 1: radix 15 over n1.
    {
        const uint column = t;
        float2* const slot = exchange + (15 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 13 more, up to: float2 x14 = slot[14];
        {
            // codelet: DFT of 15 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 13 more, up to: x14 = complex_of(y14_re, y14_im);
        }
        slot[0] = x0;
        slot[1] = x1;
        // ... 13 more, up to: slot[14] = x14;
    }
    __syncthreads();

    // The tile leaves in long runs.
    {
        const uint row = 32 * group;
        float2* to = out + (unsigned long long)row * 15;
        if (rows - row >= 32) {
            to += t;
            to[0] = exchange[t];
            to[32] = exchange[t + 32];
            to[64] = exchange[t + 64];
            // ... 12 more, up to: to[448] = exchange[t + 448];
        }
        else {
            const uint count = 15 * (rows - row);
            for (uint i = t; i < count; i += 32) {
                const uint k1 = i % 15;
                const uint column = i / 15;
                to[i] = exchange[k1 + 15 * column];
            }
        }
    }
}
