// gr-gpufft VERSION, pass 1 of 1
// plan: r2c forward 74: bluestein 15·5(x3) and back, 16 rows, 80 work-items, local 9.5 KiB; 1 pass
// workgroup: 80 work-items, 75 points of each of 16 rows
// made by: gpufft dump --dialect opencl --plan "r2c forward 74: bluestein | 15.5x3 convolves load=r2c.real.half.bluestein store=r2c.half.bluestein caller-length=74 columns=row:16 padding=0,1"
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

// w(74)^e, e below 37.
static inline float2 root_of_74(__global const float2* twiddles, uint e)
{
    return twiddles[e + 120];
}

// w(74)^(e e), e below 37.
static inline float2 chirp(__global const float2* twiddles, uint e)
{
    return twiddles[e + 157];
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from,
                                uint line,
                                uint n,
                                __global const float2* twiddles)
{
    if (n >= 37)
        return complex_of(0.0f, 0.0f);
    return cmul(chirp(twiddles, n), ((__global const float2*)(from + line))[n]);
}

// Store operation: what belongs to index k, from core outputs z of k and mirror of -k.
static inline void store_mirrored(__global float2* to,
                                  uint line,
                                  uint k,
                                  float2 z,
                                  float2 mirror,
                                  __global const float2* twiddles)
{
    z = cmul(chirp(twiddles, k), z);
    mirror = cmul(chirp(twiddles, k ? 37 - k : 0), mirror);
    const float2 even = 0.5f * (z + conjugate(mirror));
    const float2 difference = 0.5f * (z - conjugate(mirror));
    const float2 odd = complex_of(difference.y, -difference.x);
    const float2 turned = cmul(root_of_74(twiddles, k), odd);
    to[line + k] = even + turned;
    if (k > 0)
        return;
    to[line + 37] = even - odd;
}

__kernel __attribute__((reqd_work_group_size(80, 1, 1)))
void r2c_74_forward(__global const float* restrict in,
                    __global float2* restrict out,
                    __global const float2* restrict twiddles,
                    const uint rows)
{
    __local float2 exchange[1216];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 4: radix 15 over n1.
    {
        const uint n2 = t % 5;
        const uint column = t / 5;
        __local float2* const slot = exchange + (n2 + 76 * column);
        const uint row = min(16 * group + column, rows - 1); // beyond the last row: that one again
        __global const float* from = in + (ulong)row * 74;
        const uint line = 0;
        const uint index = n2;
        float2 x0 = load_point(from, line, index, twiddles);
        float2 x1 = load_point(from, line, index + 5, twiddles);
        float2 x2 = load_point(from, line, index + 10, twiddles);
        // ... 12 more, up to: float2 x14 = load_point(from, line, index + 70, twiddles);
        {
            // codelet: DFT of 15 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 13 more, up to: x14 = complex_of(y14_re, y14_im);
        }
        slot[0] = x0;
        slot[5] = x1;
        // ... 13 more, up to: slot[70] = x14;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 4: radix 5 over n2, 3 butterflies a work-item over k1_top.
    {
        const uint k1_low = t % 5;
        const uint column = t / 5;
        __local float2* const slot = exchange + (5 * k1_low + 76 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 3 more, up to: float2 x4 = slot[4];
        float2 x5 = slot[25];
        float2 x6 = slot[26];
        // ... 3 more, up to: float2 x9 = slot[29];
        float2 x10 = slot[50];
        float2 x11 = slot[51];
        // ... 3 more, up to: float2 x14 = slot[54];
        // Twiddles: point v times w(75)^(k v)
        {
            const uint k = k1_low;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[15];
            const float2 w3 = powers[30];
            const float2 w4 = powers[45];
            x1 = cmul(x1, w1);
            x2 = cmul(x2, w2);
            x3 = cmul(x3, w3);
            x4 = cmul(x4, w4);
        }
        {
            const uint k = k1_low + 5;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[15];
            const float2 w3 = powers[30];
            const float2 w4 = powers[45];
            x6 = cmul(x6, w1);
            x7 = cmul(x7, w2);
            x8 = cmul(x8, w3);
            x9 = cmul(x9, w4);
        }
        {
            const uint k = k1_low + 10;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[15];
            const float2 w3 = powers[30];
            const float2 w4 = powers[45];
            x11 = cmul(x11, w1);
            x12 = cmul(x12, w2);
            x13 = cmul(x13, w3);
            x14 = cmul(x14, w4);
        }
        {
            // codelet: DFT of 5 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 3 more, up to: x4 = complex_of(y4_re, y4_im);
        }
        {
            // codelet: DFT of 5 points, from x5.x, as float
            x5 = complex_of(y0_re, y0_im);
            x6 = complex_of(y1_re, y1_im);
            // ... 3 more, up to: x9 = complex_of(y4_re, y4_im);
        }
        {
            // codelet: DFT of 5 points, from x10.x, as float
            x10 = complex_of(y0_re, y0_im);
            x11 = complex_of(y1_re, y1_im);
            // ... 3 more, up to: x14 = complex_of(y4_re, y4_im);
        }
        {
            // Times the spectrum, and the way back: an inverse DFT, on exchanged parts.
            const uint k = k1_low;
            __global const float2* const spectrum = twiddles + k + 194;
            x0 = cmul(x0, spectrum[0]);
            x0 = complex_of(x0.y, x0.x);
            x1 = cmul(x1, spectrum[15]);
            x1 = complex_of(x1.y, x1.x);
            // ... 3 more of these 2 lines, up to: x4 = complex_of(x4.y, x4.x);
            x5 = cmul(x5, spectrum[5]);
            x5 = complex_of(x5.y, x5.x);
            x6 = cmul(x6, spectrum[20]);
            x6 = complex_of(x6.y, x6.x);
            // ... 3 more of these 2 lines, up to: x9 = complex_of(x9.y, x9.x);
            x10 = cmul(x10, spectrum[10]);
            x10 = complex_of(x10.y, x10.x);
            x11 = cmul(x11, spectrum[25]);
            x11 = complex_of(x11.y, x11.x);
            // ... 3 more of these 2 lines, up to: x14 = complex_of(x14.y, x14.x);
        }
        // Stage 3 of 4: radix 5 over k2, 3 butterflies a work-item over k1_top.
        {
            // codelet: DFT of 5 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 3 more, up to: x4 = complex_of(y4_re, y4_im);
        }
        {
            // codelet: DFT of 5 points, from x5.x, as float
            x5 = complex_of(y0_re, y0_im);
            x6 = complex_of(y1_re, y1_im);
            // ... 3 more, up to: x9 = complex_of(y4_re, y4_im);
        }
        {
            // codelet: DFT of 5 points, from x10.x, as float
            x10 = complex_of(y0_re, y0_im);
            x11 = complex_of(y1_re, y1_im);
            // ... 3 more, up to: x14 = complex_of(y4_re, y4_im);
        }
        {
            // Twiddles: point v times w(75)^(k v)
            {
                const uint k = k1_low;
                __global const float2* const powers = twiddles + k;
                const float2 w1 = powers[60];
                const float2 w2 = powers[75];
                const float2 w3 = powers[90];
                const float2 w4 = powers[105];
                x1 = cmul(x1, w1);
                x2 = cmul(x2, w2);
                x3 = cmul(x3, w3);
                x4 = cmul(x4, w4);
            }
            {
                const uint k = k1_low + 5;
                __global const float2* const powers = twiddles + k;
                const float2 w1 = powers[60];
                const float2 w2 = powers[75];
                const float2 w3 = powers[90];
                const float2 w4 = powers[105];
                x6 = cmul(x6, w1);
                x7 = cmul(x7, w2);
                x8 = cmul(x8, w3);
                x9 = cmul(x9, w4);
            }
            {
                const uint k = k1_low + 10;
                __global const float2* const powers = twiddles + k;
                const float2 w1 = powers[60];
                const float2 w2 = powers[75];
                const float2 w3 = powers[90];
                const float2 w4 = powers[105];
                x11 = cmul(x11, w1);
                x12 = cmul(x12, w2);
                x13 = cmul(x13, w3);
                x14 = cmul(x14, w4);
            }
        }
        slot[0] = x0;
        slot[1] = x1;
        // ... 3 more, up to: slot[4] = x4;
        slot[25] = x5;
        slot[26] = x6;
        // ... 3 more, up to: slot[29] = x9;
        slot[50] = x10;
        slot[51] = x11;
        // ... 3 more, up to: slot[54] = x14;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 4 of 4: radix 15 over k1.
    {
        const uint j2 = t % 5;
        const uint column = t / 5;
        __local float2* const slot = exchange + (j2 + 76 * column);
        float2 x0 = slot[0];
        float2 x1 = slot[5];
        // ... 13 more, up to: float2 x14 = slot[70];
        {
            // codelet: DFT of 15 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 13 more, up to: x14 = complex_of(y14_re, y14_im);
        }
        slot[0] = x0;
        slot[5] = x1;
        // ... 13 more, up to: slot[70] = x14;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Outputs k and -k meet in local memory.
    for (uint i = t; i < 1200; i += 80) {
        const uint j2 = i % 5;
        const uint j1 = i / 5 % 15;
        const uint column = i / 75;
        const uint row = 16 * group + column;
        __global float2* to = out + (ulong)row * 38;
        const uint k = j2 + 5 * j1;
        const uint opposite_k = k ? 37 - k : 0;
        if (16 * group + column < rows && k < 37) {
            float2 z = exchange[j2 + 5 * j1 + 76 * column];
            float2 mirror = exchange[opposite_k % 5 + 5 * (opposite_k / 5) + 76 * column];
            z = complex_of(z.y, z.x);
            mirror = complex_of(mirror.y, mirror.x);
            store_mirrored(to, 0, k, z, mirror, twiddles);
        }
    }
}
