// gr-gpufft VERSION, pass 1 of 1
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
    // ... 7 more, up to: float s8 = 0.0f;
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
            // ... 14 more, up to: float2 x15 = slot[15];
            {
                // codelet: DFT of 16 points, from x0.x, as float
                x0 = complex_of(y0_re, y0_im);
                x1 = complex_of(y1_re, y1_im);
                // ... 14 more, up to: x15 = complex_of(y15_re, y15_im);
            }
            if (f < frames) {
                s0 = keep * s0 + power_of(x0);
                s1 = keep * s1 + power_of(x1);
                // ... 7 more, up to: s8 = keep * s8 + power_of(x8);
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
            // ... 7 more, up to: to[8] = s8;
        }
    }
}
