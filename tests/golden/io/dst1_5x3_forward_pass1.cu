// gr-gpufft VERSION, pass 1 of 2
// plan: dst1 forward 5x3: stockham + stockham 4, 64 rows, 64 work-items, local 2.5 KiB, staged | 6, 3 columns, 3 work-items; 2 passes
// workgroup: 64 work-items, 4 points of each of 64 rows
// made by: gpufft dump --dialect cuda --plan "dst1 forward 5x3: stockham + stockham | 4 to=output store=dst1.real.half row-factor=5 columns=row:64 staged-input paired-output padding=1 | 6 from=output load=dst1.real.half length=6 input-stride=3 output-stride=3 input-distance=15 grid=column_tile:1:w3/3 columns=column:3:w1/1 paired-output"
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

// Point m of the input, extended oddly to 8 points.
__device__ __forceinline__ float extended(const float* from, uint line, uint m)
{
    if (m == 0 || m == 4)
        return 0.0f;
    return m < 4 ? *(from + line + ((int)m - 1)) : -*(from + line + 7 - m);
}

// Load operation: a point of the core from the caller's elements.
__device__ __forceinline__ float2 load_point(const float* from, uint line, uint n)
{
    const float even = extended(from, line, 2 * n);
    const float odd = extended(from, line, 2 * n + 1);
    return complex_of(even, odd);
}

extern "C" __global__ __launch_bounds__(64)
void dst1_5x3_forward_pass1(const float* __restrict__ in,
                            float* __restrict__ out,
                            const float2* __restrict__ twiddles,
                            const uint rows)
{
    extern __shared__ float2 exchange[]; // 320 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    // The tile comes in long runs; stage 1 takes its points from local memory.
    for (uint i = t; i < 256; i += 64) {
        const uint n1 = i % 4;
        const uint column = i / 4;
        const uint row = min(64 * group + column, rows - 1); // beyond the last row: that one again
        const float* from = in + (unsigned long long)row * 3;
        exchange[n1 + 5 * column] = load_point(from, 0, n1);
    }
    __syncthreads();


    // Stage 1 of 1: radix 4 over n1, a row a work-item.
    {
        const uint column = t;
        const uint slot_at = 5 * column;
        float2* const slot = exchange + slot_at;
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        float2 x2 = slot[2];
        float2 x3 = slot[3];
        {
            // codelet: DFT of 4 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
        }
        {
            if (64 * group + column < rows) {
                const uint row = 64 * group + column;
                float* to = out + (unsigned long long)row * 3;
                float* up = to;
                const float half_of = 0.500000000f;
                const float2 root = half_of * complex_of(1.00000000f, 0.00000000f);
                {
                    const float2 z = x0;
                    const float2 mirror = x0;
                    const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                    const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                    const float2 e = half_of * even;
                    const float2 o = cmul(root, odd);
                }
                {
                    const float2 z = x1;
                    const float2 mirror = x3;
                    const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                    const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                    const float2 e = half_of * even;
                    const float2 o = cmul(cmul(root, complex_of(0.707106781f, -0.707106781f)), odd);
                    up[0] = -e.y - o.y;
                    up[2] = e.y - o.y;
                }
                {
                    const float2 z = x2;
                    const float2 mirror = x2;
                    const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                    const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                    const float2 e = half_of * even;
                    const float2 o = cmul(complex_of(root.y, -root.x), odd);
                    up[1] = -e.y - o.y;
                    up[1] = e.y - o.y;
                }
            }
        }
    }
}
