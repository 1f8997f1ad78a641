// gr-gpufft VERSION, pass 1 of 1
// plan: r2c forward 2: stockham 1, 4096 rows, 4096 work-items, local 32.0 KiB; 1 pass
// workgroup: 4096 work-items, 1 points of each of 4096 rows
// made by: gpufft dump --dialect opencl --plan "r2c forward 2: stockham | 1 columns=row:4096"
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

// w(2)^e, e below 1.
static inline float2 root_of_2(__global const float2* twiddles, uint e)
{
    return twiddles[e];
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from, uint line, uint n)
{
    return ((__global const float2*)(from + line))[n];
}

// Store operation: what belongs to index k, from core outputs z of k and mirror of -k.
static inline void store_mirrored(__global float2* to,
                                  uint line,
                                  uint k,
                                  float2 z,
                                  float2 mirror,
                                  __global const float2* twiddles)
{
    const float2 even = 0.5f * (z + conjugate(mirror));
    const float2 difference = 0.5f * (z - conjugate(mirror));
    const float2 odd = complex_of(difference.y, -difference.x);
    const float2 turned = cmul(root_of_2(twiddles, k), odd);
    to[line + k] = even + turned;
    if (k > 0)
        return;
    to[line + 1] = even - odd;
}

__kernel __attribute__((reqd_work_group_size(4096, 1, 1)))
void r2c_2_forward(__global const float* restrict in,
                   __global float2* restrict out,
                   __global const float2* restrict twiddles,
                   const uint rows)
{
    __local float2 exchange[4096];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 1: radix 1 over n1.
    {
        const uint column = t;
        __local float2* const slot = exchange + column;
        const uint row = min(4096 * group + column, rows - 1); // beyond the last row: that one again
        __global const float* from = in + (ulong)row * 2;
        const uint line = 0;
        const uint index = 0;
        float2 x0 = load_point(from, line, index);
        slot[0] = x0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Outputs k and -k meet in local memory.
    for (uint i = t; i < 4096; i += 4096) {
        const uint column = i;
        const uint row = 4096 * group + column;
        __global float2* to = out + (ulong)row * 2;
        const uint k = 0;
        const uint opposite_k = k ? 1 - k : 0;
        if (4096 * group + column < rows) {
            float2 z = exchange[column];
            float2 mirror = exchange[0 + 1 * column];
            store_mirrored(to, 0, k, z, mirror, twiddles);
        }
    }
}
