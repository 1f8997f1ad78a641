// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 256: stockham 16·16, 1 row, 16 work-items, local 2.0 KiB; 1 pass
// workgroup: 16 work-items, 256 points of 1 row
// made by: gpufft dump --dialect cuda --plan "c2c forward 256: stockham | 16.16 evict-first-input evict-first-output"
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

// Leaves the caches first: it is not wanted again soon.
__device__ __forceinline__ float2 load_streamed(const float2* p) { return __ldcs(p); }
__device__ __forceinline__ void store_streamed(float2* p, float2 x) { __stcs(p, x); }

extern "C" __global__ __launch_bounds__(16)
void fft_256_forward(const float2* __restrict__ in,
                     float2* __restrict__ out,
                     const float2* __restrict__ twiddles,
                     const uint rows)
{
    extern __shared__ float2 exchange[]; // 256 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;

    // Stage 1 of 2: radix 16 over n1.
    {
        const uint n2 = t;
        float2* const slot = exchange + n2;
        const uint row = group;
        const float2* from = in + (unsigned long long)row * 256;
        from += n2;
        float2 x0 = load_streamed(&from[0]);
        float2 x1 = load_streamed(&from[16]);
        // ... 14 more, up to: float2 x15 = load_streamed(&from[240]);
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
    __syncthreads();

    // Stage 2 of 2: radix 16 over n2.
    {
        const uint k1 = t;
        float2* const slot = exchange + (16 * k1);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 14 more, up to: float2 x15 = slot[15];
        // Twiddles: point v times w(256)^(k v)
        const uint k = k1;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[16];
        // ... 13 more, up to: const float2 w15 = powers[224];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 13 more, up to: x15 = cmul(x15, w15);
        {
            // codelet: DFT of 16 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 14 more, up to: x15 = complex_of(y15_re, y15_im);
        }
        const uint row = group;
        float2* to = out + (unsigned long long)row * 256;
        to += k1;
        store_streamed(&to[0], x0);
        store_streamed(&to[16], x1);
        // ... 14 more, up to: store_streamed(&to[240], x15);
    }
}
