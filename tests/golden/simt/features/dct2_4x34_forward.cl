// gr-gpufft VERSION, pass 1 of 1
// plan: dct2 forward 4x34: stockham 4·17, 15 rows, 255 work-items, local 8.0 KiB; 1 pass
// workgroup: 255 work-items, 68 points of each of 15 rows
// made by: gpufft dump --dialect opencl --plan "dct2 forward 4x34: stockham | 4.17d1 columns=row:15"
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

// w(34)^e, e below 17.
static inline float2 root_of_34(__global const float2* twiddles, uint e)
{
    return twiddles[e];
}

// w(136)^e, e below 17.
static inline float2 root_of_136(__global const float2* twiddles, uint e)
{
    return twiddles[e + 17];
}

// w(16)^e, e below 3.
static inline float2 root_of_16(__global const float2* twiddles, uint e)
{
    return twiddles[e + 34];
}

// Even points first, then the odd ones backwards (Makhoul 1980).
static inline uint shuffled_4(uint m)
{
    return 2 * m < 4 ? 2 * m : 7 - 2 * m;
}

static inline uint shuffled_34(uint m)
{
    return 2 * m < 34 ? 2 * m : 67 - 2 * m;
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from, uint line, uint n1, uint n2)
{
    const float even = from[line + 34 * shuffled_4(n1) + shuffled_34(2 * n2)];
    const float odd = from[line + 34 * shuffled_4(n1) + shuffled_34(2 * n2 + 1)];
    return complex_of(even, odd);
}

// Store operation: what belongs to index k, from core outputs z of k and mirror of -k.
static inline void store_mirrored(__global float* to,
                                  uint line,
                                  uint k1,
                                  uint k2,
                                  float2 z,
                                  float2 mirror,
                                  __global const float2* twiddles)
{
    const float2 even = 0.5f * (z + conjugate(mirror));
    const float2 difference = 0.5f * (z - conjugate(mirror));
    const float2 odd = complex_of(difference.y, -difference.x);
    const float2 bin = even + cmul(root_of_34(twiddles, k2), odd);
    const float2 turned = cmul(root_of_136(twiddles, k2), bin);
    to[line + 34 * k1 + k2] = 2.0f * turned.x;
    if (k2 > 0)
        *(to + (line + 34 * k1) + 34 - k2) = -2.0f * turned.y;
    else
        to[line + 34 * k1 + 17] = 1.41421356f * (even.x - odd.x);
}

__kernel __attribute__((reqd_work_group_size(255, 1, 1)))
void dct2_4x34_forward(__global const float* restrict in,
                       __global float* restrict out,
                       __global const float2* restrict twiddles,
                       const uint rows)
{
    __local float2 exchange[1020];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 2: radix 4 over n1.
    {
        const uint n2 = t % 17;
        const uint column = t / 17;
        __local float2* const slot = exchange + (n2 + 68 * column);
        const uint row = min(15 * group + column, rows - 1); // beyond the last row: that one again
        __global const float* from = in + (ulong)row * 136;
        const uint line = 0;
        const uint index1 = 0;
        const uint index2 = n2;
        float2 x0 = load_point(from, line, index1, index2);
        float2 x1 = load_point(from, line, index1 + 1, index2);
        float2 x2 = load_point(from, line, index1 + 2, index2);
        float2 x3 = load_point(from, line, index1 + 3, index2);
        {
            // codelet: DFT of 4 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
        }
        slot[0] = x0;
        slot[17] = x1;
        slot[34] = x2;
        slot[51] = x3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 2: radix 17 over n2.
    if (t < 60) {
        const uint k1 = t % 4;
        const uint column = t / 4;
        __local float2* const slot = exchange + (17 * k1 + 68 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 15 more, up to: float2 x16 = slot[16];
        {
            // codelet: DFT of 17 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 15 more, up to: x16 = complex_of(y16_re, y16_im);
        }
        slot[0] = x0;
        slot[1] = x1;
        // ... 15 more, up to: slot[16] = x16;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Along dimension 1: outputs k and 4 - k to those of a DCT.
    for (uint i = t; i < 765; i += 255) {
        const uint k2 = i % 17;
        const uint column = i / 17 % 15;
        const uint k = i / 255;
        const uint opposite = k ? 4 - k : 0;
        const float2 root = root_of_16(twiddles, k);
        const float2 z = cmul(root, exchange[k2 + 68 * column + 17 * k]);
        const float2 mirror = cmul(conjugate(root), exchange[k2 + 68 * column + 17 * opposite]);
        exchange[k2 + 68 * column + 17 * k] = z + mirror;
        if (k > 0)
            exchange[k2 + 68 * column + 17 * opposite] = complex_of(mirror.y - z.y, z.x - mirror.x);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Outputs k and -k meet in local memory.
    for (uint i = t; i < 1020; i += 255) {
        const uint k2 = i % 17;
        const uint k1 = i / 17 % 4;
        const uint column = i / 68;
        const uint row = 15 * group + column;
        __global float* to = out + (ulong)row * 136;
        const uint k_1 = k1;
        const uint k_2 = k2;
        const uint opposite_k_2 = k_2 ? 17 - k_2 : 0;
        if (15 * group + column < rows) {
            float2 z = exchange[k2 + 17 * k1 + 68 * column];
            float2 mirror = exchange[17 * k_1 + opposite_k_2 + 68 * column];
            store_mirrored(to, 0, k_1, k_2, z, mirror, twiddles);
        }
    }
}
