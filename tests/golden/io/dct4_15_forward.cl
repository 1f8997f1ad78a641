// gr-gpufft VERSION, pass 1 of 1
// plan: dct4 forward 15: stockham 15, 32 rows, 32 work-items, local 3.8 KiB, staged; 1 pass
// workgroup: 32 work-items, 15 points of each of 32 rows
// made by: gpufft dump --dialect opencl --plan "dct4 forward 15: stockham | 15 columns=row:32 staged-input staged-output"
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

// w(8)^e, e below 8.
static inline float2 root_of_8(__global const float2* twiddles, uint e)
{
    return twiddles[e];
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from, uint line, uint n)
{
    // The a that is n modulo 15 and 1 modulo 8, folded into 1 .. 29.
    const uint a = n + 15 * ((1 - n) * 7 % 8);
    const uint folded = a < 60 ? a : 120 - a;
    const uint place = (folded < 30 ? folded : 60 - folded) / 2;
    const float value = from[line + place];
    return complex_of(folded < 30 ? value : -value, 0.0f);
}

// Store operation: the caller's elements from an output of the core.
static inline void store_point(__global float* to,
                               uint line,
                               uint k,
                               float2 z,
                               __global const float2* twiddles)
{
    // The odd b below 30 that is 8 k modulo 15.
    const uint residue = 8 * k % 15;
    const uint b = residue % 2 ? residue : residue + 15;
    const float2 turned = cmul(root_of_8(twiddles, b * 7 % 8), z);
    to[line + b / 2] = 2.0f * turned.x;
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void dct4_15_forward(__global const float* restrict in,
                     __global float* restrict out,
                     __global const float2* restrict twiddles,
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
        __global const float* from = in + (ulong)row * 15;
        exchange[n1 + 15 * column] = load_point(from, 0, n1);
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
    for (uint i = t; i < 480; i += 32) {
        const uint k1 = i % 15;
        const uint column = i / 15;
        const uint row = 32 * group + column;
        __global float* to = out + (ulong)row * 15;
        if (32 * group + column < rows)
            store_point(to, 0, k1, exchange[k1 + 15 * column], twiddles);
    }
}
