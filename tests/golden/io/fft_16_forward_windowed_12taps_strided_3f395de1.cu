// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 16, windowed, taps per branch 12, input distance 8: stockham 16, 80 rows, 80 work-items, local 10.6 KiB, staged; 1 pass
// workgroup: 80 work-items, 16 points of each of 80 rows
// made by: gpufft dump --dialect cuda --plan "c2c forward 16, windowed, taps per branch 12, input distance 8: stockham | 16 columns=row:80 staged-input staged-output sliding-frames=8 padding=1"
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
__device__ __forceinline__ float2 load_point(const float2* from,
                                             uint line,
                                             uint n,
                                             const float* window)
{
    float2 sum = complex_of(0.0f, 0.0f);
    for (uint branch = 0; branch < 12; ++branch) {
        sum = sum + window[n] * from[line + n];
        line += 16;
        window += 16;
    }
    return sum;
}

// A sample, of which several points are made.
__device__ __forceinline__ float2 sample_at(const float2* from, uint address)
{
    return from[address];
}

extern "C" __global__ __launch_bounds__(80)
void fft_16_forward_windowed_12taps_strided_3f395de1(const float2* __restrict__ in,
                                                     float2* __restrict__ out,
                                                     const float2* __restrict__ twiddles,
                                                     const float* __restrict__ window,
                                                     const uint rows)
{
    extern __shared__ float2 exchange[]; // 1360 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    // A work-item sums a point of 8 rows, whose samples it loads once; stage 1 takes its points from local memory.
    if (rows - 80 * group >= 80) {
        for (uint i = t; i < 160; i += 80) {
            const uint n = i % 16;
            const uint first = i / 16 % 2 + i / 32 * 16;
            const uint row = 80 * group + first;
            const float2* from = in + (unsigned long long)row * 8;
            from += n;
            const float* taps = window + n;
            const uint n1 = n;
            float2* const place = exchange + (n1 + 17 * first);
            const float2 s0 = sample_at(from, 0);
            const float2 s1 = sample_at(from, 16);
            // ... 17 more, up to: const float2 s18 = sample_at(from, 288);
            const float tap0 = taps[0];
            const float tap1 = taps[16];
            // ... 10 more, up to: const float tap11 = taps[176];
            float2 sum0 = tap0 * s0;
            sum0 = sum0 + tap1 * s1;
            float2 sum1 = tap0 * s1;
            sum0 = sum0 + tap2 * s2;
            sum1 = sum1 + tap1 * s2;
            float2 sum2 = tap0 * s2;
            sum0 = sum0 + tap3 * s3;
            sum1 = sum1 + tap2 * s3;
            sum2 = sum2 + tap1 * s3;
            float2 sum3 = tap0 * s3;
            sum0 = sum0 + tap4 * s4;
            sum1 = sum1 + tap3 * s4;
            sum2 = sum2 + tap2 * s4;
            sum3 = sum3 + tap1 * s4;
            float2 sum4 = tap0 * s4;
            sum0 = sum0 + tap5 * s5;
            sum1 = sum1 + tap4 * s5;
            // ... 3 more, up to: sum4 = sum4 + tap1 * s5;
            float2 sum5 = tap0 * s5;
            sum0 = sum0 + tap6 * s6;
            sum1 = sum1 + tap5 * s6;
            // ... 4 more, up to: sum5 = sum5 + tap1 * s6;
            float2 sum6 = tap0 * s6;
            sum0 = sum0 + tap7 * s7;
            sum1 = sum1 + tap6 * s7;
            // ... 5 more, up to: sum6 = sum6 + tap1 * s7;
            float2 sum7 = tap0 * s7;
            sum0 = sum0 + tap8 * s8;
            sum1 = sum1 + tap7 * s8;
            sum2 = sum2 + tap6 * s8;
            sum3 = sum3 + tap5 * s8;
            sum4 = sum4 + tap4 * s8;
            sum5 = sum5 + tap3 * s8;
            sum6 = sum6 + tap2 * s8;
            sum7 = sum7 + tap1 * s8;
            sum0 = sum0 + tap9 * s9;
            sum1 = sum1 + tap8 * s9;
            sum2 = sum2 + tap7 * s9;
            sum3 = sum3 + tap6 * s9;
            sum4 = sum4 + tap5 * s9;
            sum5 = sum5 + tap4 * s9;
            sum6 = sum6 + tap3 * s9;
            sum7 = sum7 + tap2 * s9;
            // ... 2 more of these 8 lines, up to: sum7 = sum7 + tap4 * s11;
            sum1 = sum1 + tap11 * s12;
            sum2 = sum2 + tap10 * s12;
            // ... 5 more, up to: sum7 = sum7 + tap5 * s12;
            sum2 = sum2 + tap11 * s13;
            sum3 = sum3 + tap10 * s13;
            // ... 4 more, up to: sum7 = sum7 + tap6 * s13;
            sum3 = sum3 + tap11 * s14;
            sum4 = sum4 + tap10 * s14;
            // ... 3 more, up to: sum7 = sum7 + tap7 * s14;
            sum4 = sum4 + tap11 * s15;
            sum5 = sum5 + tap10 * s15;
            sum6 = sum6 + tap9 * s15;
            sum7 = sum7 + tap8 * s15;
            sum5 = sum5 + tap11 * s16;
            sum6 = sum6 + tap10 * s16;
            sum7 = sum7 + tap9 * s16;
            sum6 = sum6 + tap11 * s17;
            sum7 = sum7 + tap10 * s17;
            sum7 = sum7 + tap11 * s18;
            place[0] = sum0;
            place[34] = sum1;
            // ... 6 more, up to: place[238] = sum7;
        }
    }
    else {
        for (uint i = t; i < 1280; i += 80) {
            const uint n1 = i % 16;
            const uint column = i / 16;
            const uint row = min(80 * group + column, rows - 1); // beyond the last row: that one again
            const float2* from = in + (unsigned long long)row * 8;
            exchange[n1 + 17 * column] = load_point(from, 0, n1, window);
        }
    }
    __syncthreads();


    // Stage 1 of 1: radix 16 over n1.
    {
        const uint column = t;
        float2* const slot = exchange + (17 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 14 more, up to: float2 x15 = slot[15];
        {
            // codelet: DFT of 16 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 14 more, up to: x15 = complex_of(y15_re, y15_im);
        }
        slot[0] = x0;
        slot[1] = x1;
        // ... 14 more, up to: slot[15] = x15;
    }
    __syncthreads();

    // The tile leaves in long runs.
    {
        const uint row = 80 * group;
        float2* to = out + (unsigned long long)row * 16;
        if (rows - row >= 80) {
            to += t;
            const uint k1 = t % 16;
            const uint column = t / 16;
            float2* const place = exchange + (k1 + 17 * column);
            to[0] = place[0];
            to[80] = place[85];
            // ... 14 more, up to: to[1200] = place[1275];
        }
        else {
            const uint count = 16 * (rows - row);
            for (uint i = t; i < count; i += 80) {
                const uint k1 = i % 16;
                const uint column = i / 16;
                to[i] = exchange[k1 + 17 * column];
            }
        }
    }
}
