// gr-gpufft VERSION, pass 1 of 1
// plan: c2c inverse 15, windowed, input rotated by 7: stockham 15, 32 rows, 32 work-items, local 3.8 KiB, staged; 1 pass
// workgroup: 32 work-items, 15 points of each of 32 rows
// made by: gpufft dump --dialect opencl --plan "c2c inverse 15, windowed, input rotated by 7: stockham | 15 store=c2c.swap.scaled columns=row:32 staged-input staged-output"
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
    const uint place = n < 8 ? n + 7 : n - 8;
    return exchanged(window[n] * from[line + place]);
}

// Store operation: the caller's elements from an output of the core.
static inline void store_point(__global float2* to,
                               uint address,
                               float2 z,
                               const float scale)
{
    z = exchanged(z);
    to[address] = scale * z;
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void fft_15_inverse_windowed_in7_scaled(__global const float2* restrict in,
                                        __global float2* restrict out,
                                        __global const float2* restrict twiddles,
                                        __global const float* restrict window,
                                        const float scale,
                                        const uint rows)
{
    __local float2 exchange[480];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    // The tile comes in long runs; stage 1 takes its points from local memory.
    for (uint i = t; i < 480; i += 32) {
        const uint n1 = i % 15;
        const uint column = i / 15;
        const uint row = min(32 * group + column, rows - 1); // beyond the last row: that one again
        __global const float2* from = in + (ulong)row * 15;
        exchange[n1 + 15 * column] = load_point(from, 0, n1, window);
    }
    barrier(CLK_LOCAL_MEM_FENCE);


    // Stage 1 of 1: radix 15 over n1.
    {
        const uint column = t;
        __local float2* const slot = exchange + (15 * column);
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
    barrier(CLK_LOCAL_MEM_FENCE);

    // The tile leaves in long runs.
    {
        const uint row = 32 * group;
        __global float2* to = out + (ulong)row * 15;
        if (rows - row >= 32) {
            to += t;
            store_point(to, 0, exchange[t], scale);
            store_point(to, 32, exchange[t + 32], scale);
            store_point(to, 64, exchange[t + 64], scale);
            // ... 12 more, up to: store_point(to, 448, exchange[t + 448], scale);
        }
        else {
            const uint count = 15 * (rows - row);
            for (uint i = t; i < count; i += 32) {
                const uint k1 = i % 15;
                const uint column = i / 15;
                store_point(to, i, exchange[k1 + 15 * column], scale);
            }
        }
    }
}
