// gr-gpufft VERSION, pass 1 of 1
// plan: c2c inverse 8: stockham 8, 10 rows, 10 work-items, local 0.6 KiB, staged; 1 pass
// workgroup: 10 work-items, 8 points of each of 10 rows
// made by: gpufft dump --dialect cuda --plan "c2c inverse 8: stockham | 8 store=c2c.swap.branches3x2 columns=row:10 staged-input staged-output branch-rows=2"
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

// Load operation: a point of the core from the caller's elements.
__device__ __forceinline__ float2 load_point(const float2* from, uint address)
{
    return exchanged(from[address]);
}

extern "C" __global__ __launch_bounds__(10)
void fft_8_branches3x2(const float2* __restrict__ in,
                       float2* __restrict__ out,
                       const float2* __restrict__ twiddles,
                       const float* __restrict__ taps,
                       const uint first_row,
                       const uint rows)
{
    extern __shared__ float2 exchange[]; // 80 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    // The tile comes in long runs; stage 1 takes its points from local memory.
    {
        const uint row = 8 * group;
        const float2* from = in + (unsigned long long)row * 8;
        if (rows - row >= 10) {
            from += t;
            const float2 s0 = load_point(from, 0);
            const float2 s1 = load_point(from, 10);
            // ... 6 more, up to: const float2 s7 = load_point(from, 70);
            exchange[t] = s0;
            exchange[t + 10] = s1;
            exchange[t + 20] = s2;
            // ... 5 more, up to: exchange[t + 70] = s7;
        }
        else {
            const uint count = 8 * (rows - row);
            for (uint i = t; i < 80; i += 10) {
                const uint n1 = i % 8;
                const uint column = i / 8;
                exchange[n1 + 8 * column] = load_point(from, min(i, count - 1));
            }
        }
    }
    __syncthreads();


    // Stage 1 of 1: radix 8 over n1.
    {
        const uint column = t;
        float2* const slot = exchange + (8 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 6 more, up to: float2 x7 = slot[7];
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

    // A work-item makes the samples of a branch in 2 rows, of values in local memory.
    for (uint i = t; i < 16; i += 10) {
        const uint n = i % 8;
        const uint b = n % 4;
        // Rows take this part of the points and the others in turn.
        const uint first = i / 8 * 4 + (n / 4 + first_row + 1) % 2;
        const uint k1 = n;
        float2* const place = exchange + (k1 + 8 * first);
        const float* tap = taps + b;
        const float tap0 = tap[0];
        const float tap1 = tap[4];
        const float tap2 = tap[8];
        const float2 v0 = place[0];
        float2 sum0 = tap2 * v0;
        const float2 v1 = place[8];
        sum0 = sum0 + tap1 * v1;
        const float2 v2 = place[16];
        sum0 = sum0 + tap0 * v2;
        float2 sum1 = tap2 * v2;
        const float2 v3 = place[24];
        sum1 = sum1 + tap1 * v3;
        const float2 v4 = place[32];
        sum1 = sum1 + tap0 * v4;
        const uint row = 8 * group + first;
        const uint count = rows - 2;
        float2* to = out + (unsigned long long)row * 4 + b;
        if (row < count)
            to[0] = exchanged(sum0);
        if (row + 2 < count)
            to[8] = exchanged(sum1);
    }
}
