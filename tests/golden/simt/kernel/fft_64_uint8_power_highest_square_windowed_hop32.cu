// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 64, windowed, input distance 32, output distance 128: stockham 8·8, 4 rows, 32 work-items, local 2.2 KiB; 1 pass
// workgroup: 32 work-items, 64 points of each of 4 rows
// made by: gpufft dump --dialect cuda --plan "c2c forward 64, windowed, input distance 32, output distance 128: stockham | 8.8 load=c2c.uint8.windowed store=c2c.highest.square columns=row:4 padding=1"
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

// fmax() and fmin() pass over NaN, so that what is not finite counts as nothing.
#define NAN __int_as_float(0x7fc00000)
__device__ __forceinline__ float finite_or_nan(float p) { return isfinite(p) ? p : NAN; }

// An unsigned converter has its zero at 127.5.
__device__ __forceinline__ float2 sample_of(uchar2 x) { return complex_of((float)x.x - 127.5f, (float)x.y - 127.5f); }

// Load operation: a point of the core from the caller's elements.
__device__ __forceinline__ float2 load_point(const uchar2* from,
                                             uint line,
                                             uint n,
                                             const float* window)
{
    return window[n] * sample_of(from[line + n]);
}

extern "C" __global__ __launch_bounds__(32)
void fft_64_uint8_power_highest_square_windowed_hop32(const uchar2* __restrict__ in,
                                                      float* __restrict__ out,
                                                      const float2* __restrict__ twiddles,
                                                      const float* __restrict__ window,
                                                      const uint* __restrict__ runs,
                                                      const uint longest,
                                                      const float keep,
                                                      const uint rows)
{
    extern __shared__ float2 exchange[]; // 288 elements
    const uint item = threadIdx.x;
    const uint group = blockIdx.x;
    // Powers of the frames of a run, gathered; the last stage's registers each have a bin.
    float highest0 = NAN;
    float square0 = 0.0f;
    float highest1 = NAN;
    float square1 = 0.0f;
    // ... 6 more of these 2 lines, up to: float square7 = 0.0f;
    uint frames = 0; // of the row that this work-item gathers
    {
        const uint column = item / 8;
        const uint row = 4 * group + column;
        if (row < rows)
            frames = runs[row + 1] - runs[row];
    }
    for (uint f = 0; f < longest; ++f) {
        const uint t = item;

        // Stage 1 of 2: radix 8 over n1.
        {
            const uint n2 = t % 8;
            const uint column = t / 8;
            float2* const slot = exchange + (n2 + 72 * column);
            const uint row = min(4 * group + column, rows - 1); // beyond the last row: that one again
            const uint frame = min(runs[row] + f, runs[row + 1] - 1); // and the last frame
            const uchar2* from = in + (unsigned long long)frame * 32;
            const uint line = 0;
            const uint index = n2;
            float2 x0 = load_point(from, line, index, window);
            float2 x1 = load_point(from, line, index + 8, window);
            float2 x2 = load_point(from, line, index + 16, window);
            // ... 5 more, up to: float2 x7 = load_point(from, line, index + 56, window);
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
            if (f < frames) {
                const float p0 = power_of(x0);
                highest0 = fmax(highest0, finite_or_nan(p0));
                square0 = square0 + p0 * p0;
                const float p1 = power_of(x1);
                highest1 = fmax(highest1, finite_or_nan(p1));
                square1 = square1 + p1 * p1;
                // ... 6 more of these 3 lines, up to: square7 = square7 + p7 * p7;
            }
        }
        __syncthreads(); // the next frame overwrites what others may still read
    }

    const uint t = item;
    {
        const uint k1 = t % 8;
        const uint column = t / 8;
        const uint row = 4 * group + column;
        float* to = out + (unsigned long long)row * 128;
        const uint first = k1;
        to += first;
        if (row < rows) {
            to[0] = highest0;
            to[64] = square0;
            to[8] = highest1;
            to[72] = square1;
            // ... 6 more of these 2 lines, up to: to[120] = square7;
        }
    }
}
