// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 15, load x*conj(h[n]), store norm(y)*s, arguments complex h[15]; number s, real output: stockham 15, 32 rows, 32 work-items, local 3.8 KiB, staged; 1 pass
// workgroup: 32 work-items, 15 points of each of 32 rows
// made by: gpufft dump --dialect cuda --plan "c2c forward 15, load x*conj(h[n]), store norm(y)*s, arguments complex h[15]; number s, real output: stockham | 15 columns=row:32 staged-input staged-output"
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

// What is transformed: x*conj(h[n])
__device__ __forceinline__ float2 load_value(float2 x, uint place, const float2* given_h)
{
    const uint n0 = place;
    const float v0 = given_h[(int)(n0)].x;
    const float v1 = given_h[(int)(n0)].y;
    const float v2 = -v1;
    const float v3 = x.x * v0 - x.y * v2;
    const float v4 = x.x * v2 + x.y * v0;
    return complex_of(v3, v4);
}

// What is stored: norm(y)*s
__device__ __forceinline__ float store_value(float2 y, const float given_s)
{
    const float v0 = y.x * y.x + y.y * y.y;
    const float v1 = v0 * given_s;
    return v1;
}

// Load operation: a point of the core from the caller's elements.
__device__ __forceinline__ float2 load_point(const float2* from,
                                             const float2* origin,
                                             const float2* given_h,
                                             uint address)
{
    return load_value(from[address], (uint)(from + address - origin), given_h);
}

// Store operation: the caller's elements from an output of the core.
__device__ __forceinline__ void store_point(float* to,
                                            const float given_s,
                                            uint address,
                                            float2 z)
{
    to[address] = store_value(z, given_s);
}

extern "C" __global__ __launch_bounds__(32)
void fft_15_forward_expression_c4901a35(const float2* __restrict__ in,
                                        float* __restrict__ out,
                                        const float2* __restrict__ twiddles,
                                        const float2* __restrict__ given_h,
                                        const float given_s,
                                        const uint rows)
{
    extern __shared__ float2 exchange[]; // 480 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    // The tile comes in long runs; stage 1 takes its points from local memory.
    for (uint i = t; i < 480; i += 32) {
        const uint n1 = i % 15;
        const uint column = i / 15;
        const uint row = min(32 * group + column, rows - 1); // beyond the last row: that one again
        const float2* from = in + (unsigned long long)row * 15;
        const float2* const from_origin = from;
        exchange[n1 + 15 * column] = load_point(from, from_origin, given_h, n1);
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
    for (uint i = t; i < 480; i += 32) {
        const uint k1 = i % 15;
        const uint column = i / 15;
        const uint row = 32 * group + column;
        float* to = out + (unsigned long long)row * 15;
        if (32 * group + column < rows)
            store_point(to, given_s, k1, exchange[k1 + 15 * column]);
    }
}
