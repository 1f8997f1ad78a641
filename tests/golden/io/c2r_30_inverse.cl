// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2r inverse 30: stockham 15, 32 rows, 32 work-items, local 3.8 KiB, staged; 1 pass
// workgroup: 32 work-items, 15 points of each of 32 rows
// made by: gpufft dump --dialect opencl --plan "c2r inverse 30: stockham | 15 columns=row:32 staged-input staged-output"
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

// w(30)^e, e below 15.
static inline float2 root_of_30(__global const float2* twiddles, uint e)
{
    return twiddles[e];
}

// A bin, real where a real transform leaves it real. "from" points along the dimension.
static inline float2 bin_at(__global const float2* from, uint line, uint n)
{
    const float2 x = from[line];
    return n == 0 || n == 15 ? complex_of(x.x, 0.0f) : x;
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float2* from,
                                uint line,
                                uint n,
                                __global const float2* twiddles)
{
    // Even points become real parts, odd ones imaginary parts.
    const float2 bin = bin_at(from + n, line, n);
    const float2 mirror = conjugate(bin_at(from + 15 - n, line, 15 - n));
    const float2 odd = cmul(conjugate(root_of_30(twiddles, n)), bin - mirror);
    return exchanged(bin + mirror + complex_of(-odd.y, odd.x));
}

// Store operation: the caller's elements from an output of the core.
static inline void store_point(__global float* to, uint line, uint k, float2 z)
{
    z = exchanged(z);
    ((__global float2*)(to + line))[k] = z;
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void c2r_30_inverse(__global const float2* restrict in,
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
        __global const float2* from = in + (ulong)row * 16;
        exchange[n1 + 15 * column] = load_point(from, 0, n1, twiddles);
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
        __global float* to = out + (ulong)row * 30;
        if (32 * group + column < rows)
            store_point(to, 0, k1, exchange[k1 + 15 * column]);
    }
}
