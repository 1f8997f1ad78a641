// gr-gpufft VERSION, pass 1 of 1
// plan: dct2 forward 8x8: codelets 8·8, 16 rows, 128 work-items, local 4.5 KiB, staged; 1 pass
// workgroup: 128 work-items, 64 points of each of 16 rows
// made by: gpufft dump --dialect opencl --plan "dct2 forward 8x8: codelets | 8d1.8 codelets=dct2 columns=row:16 staged-input padding=1"
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
static inline float2 load_point(__global const float* from, uint address)
{
    return complex_of(from[address], 0.0f);
}

// Store operation: the caller's elements from an output of the core.
static inline void store_point(__global float* to, uint address, float2 z)
{
    to[address] = z.x;
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void dct2_8x8_forward(__global const float* restrict in,
                      __global float* restrict out,
                      __global const float2* restrict twiddles,
                      const uint rows)
{
    __local float exchange[1152];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    // The tile comes in long runs; stage 1 takes its points from local memory.
    {
        const uint row = 16 * group;
        __global const float* from = in + (ulong)row * 64;
        if (rows - row >= 16) {
            from += t;
            const float s0 = load_point(from, 0).x;
            const float s1 = load_point(from, 128).x;
            // ... 6 more, up to: const float s7 = load_point(from, 896).x;
            const uint n1 = t % 8;
            const uint n2 = t / 8 % 8;
            const uint column = t / 64;
            __local float* const place = exchange + (9 * n1 + n2 + 72 * column);
            place[0] = s0;
            place[144] = s1;
            // ... 6 more, up to: place[1008] = s7;
        }
        else {
            const uint count = 64 * (rows - row);
            for (uint i = t; i < 1024; i += 128) {
                const uint n1 = i % 8;
                const uint n2 = i / 8 % 8;
                const uint column = i / 64;
                exchange[9 * n1 + n2 + 72 * column] = load_point(from, min(i, count - 1)).x;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);


    // Stage 1 of 2: radix 8 over n1.
    {
        const uint n2 = t % 8;
        const uint column = t / 8;
        __local float* const slot = exchange + (n2 + 72 * column);
        float x0 = slot[0];
        float x1 = slot[9];
        // ... 6 more, up to: float x7 = slot[63];
        {
            // codelet: DCT of type 2, 8 points, from x0, as float
            x0 = y0;
            x1 = y1;
            // ... 6 more, up to: x7 = y7;
        }
        slot[0] = x0;
        slot[9] = x1;
        // ... 6 more, up to: slot[63] = x7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 2: radix 8 over n2.
    {
        const uint k1 = t % 8;
        const uint column = t / 8;
        __local float* const slot = exchange + (9 * k1 + 72 * column);
        float x0 = slot[0];
        float x1 = slot[1];
        // ... 6 more, up to: float x7 = slot[7];
        {
            // codelet: DCT of type 2, 8 points, from x0, as float
            x0 = y0;
            x1 = y1;
            // ... 6 more, up to: x7 = y7;
        }
        const uint row = 16 * group + column;
        __global float* to = out + (ulong)row * 64;
        to += k1;
        if (16 * group + column < rows) {
            store_point(to, 0, complex_of(x0, 0));
            store_point(to, 8, complex_of(x1, 0));
            // ... 6 more, up to: store_point(to, 56, complex_of(x7, 0));
        }
    }
}
