// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 16, windowed, taps per branch 12, input distance 8: stockham 16, 32 rows, 32 work-items, local 4.2 KiB, staged; 1 pass
// workgroup: 32 work-items, 16 points of each of 32 rows
// made by: gpufft dump --dialect opencl --plan "c2c forward 16, windowed, taps per branch 12, input distance 8: stockham | 16 columns=row:32 staged-input staged-output padding=1"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

static inline float2 conjugate(float2 a) { return (float2)(a.x, -a.y); }

// Of an inverse, which is a forward transform with its parts exchanged at both ends.
static inline float2 exchanged(float2 a) { return a.yx; }

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float2* from,
                                uint line,
                                uint n,
                                __global const float* window)
{
    float2 sum = complex_of(0.0f, 0.0f);
    for (uint branch = 0; branch < 12; ++branch) {
        sum = sum + window[n] * from[line + n];
        line += 16;
        window += 16;
    }
    return sum;
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void fft_16_forward_windowed_12taps_strided_3f395de1(__global const float2* restrict in,
                                                     __global float2* restrict out,
                                                     __global const float2* restrict twiddles,
                                                     __global const float* restrict window,
                                                     const uint rows)
{
    __local float2 exchange[544];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    // The tile comes in long runs; stage 1 takes its points from local memory.
    for (uint i = t; i < 512; i += 32) {
        const uint n1 = i % 16;
        const uint column = i / 16;
        const uint row = min(32 * group + column, rows - 1); // beyond the last row: that one again
        __global const float2* from = in + (ulong)row * 8;
        exchange[n1 + 17 * column] = load_point(from, 0, n1, window);
    }
    barrier(CLK_LOCAL_MEM_FENCE);


    // Stage 1 of 1: radix 16 over n1.
    {
        const uint column = t;
        __local float2* const slot = exchange + (17 * column);
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
    barrier(CLK_LOCAL_MEM_FENCE);

    // The tile leaves in long runs.
    {
        const uint row = 32 * group;
        __global float2* to = out + (ulong)row * 16;
        if (rows - row >= 32) {
            to += t;
            const uint k1 = t % 16;
            const uint column = t / 16;
            __local float2* const place = exchange + (k1 + 17 * column);
            to[0] = place[0];
            to[32] = place[34];
            // ... 14 more, up to: to[480] = place[510];
        }
        else {
            const uint count = 16 * (rows - row);
            for (uint i = t; i < count; i += 32) {
                const uint k1 = i % 16;
                const uint column = i / 16;
                to[i] = exchange[k1 + 17 * column];
            }
        }
    }
}
