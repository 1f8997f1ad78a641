// gr-gpufft VERSION, pass 1 of 1
// plan: r2c forward 64: stockham 8·4, 8 rows, 32 work-items, local 4.7 KiB, staged; 1 pass
// workgroup: 32 work-items, 32 points of each of 8 rows
// made by: gpufft dump --dialect opencl --plan "r2c forward 64: stockham | 8.4 columns=row:8 staged-output columns-fastest paired-output padding=1,2"
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

// w(64)^e, e below 4.
static inline float2 root_of_64(__global const float2* twiddles, uint e)
{
    return twiddles[e + 24];
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from, uint line, uint n)
{
    return ((__global const float2*)(from + line))[n];
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void r2c_64_forward(__global const float* restrict in,
                    __global float2* restrict out,
                    __global const float2* restrict twiddles,
                    const uint rows)
{
    __local float2 exchange[600];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Stage 1 of 2: radix 8 over n1.
    {
        const uint n2 = t % 4;
        const uint column = t / 4;
        __local float2* const slot = exchange + (n2 + 42 * column);
        const uint row = min(8 * group + column, rows - 1); // beyond the last row: that one again
        __global const float* from = in + (ulong)row * 64;
        const uint line = 0;
        const uint index = n2;
        float2 x0 = load_point(from, line, index);
        float2 x1 = load_point(from, line, index + 4);
        float2 x2 = load_point(from, line, index + 8);
        // ... 5 more, up to: float2 x7 = load_point(from, line, index + 28);
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        slot[0] = x0;
        slot[5] = x1;
        // ... 6 more, up to: slot[35] = x7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 2: radix 4 over n2, opposite butterflies.
    {
        const uint column = t % 8;
        const uint k1_low = t / 8;
        const uint pair = k1_low;
        const uint opposite = pair ? 8 - pair : 4;
        const uint slot_at = 42 * column + 5 * k1_low;
        const uint opposite_at = 5 * opposite + 42 * column;
        __local float2* const slot = exchange + slot_at;
        __local float2* const opposite_slot = exchange + opposite_at;
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        float2 x2 = slot[2];
        float2 x3 = slot[3];
        float2 x4 = opposite_slot[0];
        float2 x5 = opposite_slot[1];
        float2 x6 = opposite_slot[2];
        float2 x7 = opposite_slot[3];
        // Twiddles: point v times w(32)^(k v)
        {
            const uint k = pair;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[8];
            const float2 w3 = powers[16];
            x1 = cmul(x1, w1);
            x2 = cmul(x2, w2);
            x3 = cmul(x3, w3);
        }
        {
            const uint k = opposite;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[8];
            const float2 w3 = powers[16];
            x5 = cmul(x5, w1);
            x6 = cmul(x6, w2);
            x7 = cmul(x7, w3);
        }
        {
            // codelet: DFT of 4 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
        }
        {
            // codelet: DFT of 4 points, from x4.x, as float
            x4 = complex_of(y0_re, y0_im);
            x5 = complex_of(y1_re, y1_im);
            x6 = complex_of(y2_re, y2_im);
            x7 = complex_of(y3_re, y3_im);
        }
        __local float2* up = (__local float2*)(exchange + 336) + 33 * column + pair;
        __local float2* down = (__local float2*)(exchange + 336) + 33 * column + 32 - pair;
        const float half_of = 0.500000000f;
        const float2 root = half_of * root_of_64(twiddles, pair);
        {
            const float2 z = x0;
            const float2 mirror = pair ? x7 : x0;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = half_of * even;
            const float2 o = cmul(root, odd);
            up[0] = complex_of(e.x + o.x, e.y + o.y);
            down[0] = complex_of(e.x - o.x, o.y - e.y);
        }
        {
            const float2 z = x1;
            const float2 mirror = pair ? x6 : x3;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = half_of * even;
            const float2 o = cmul(cmul(root, complex_of(0.707106781f, -0.707106781f)), odd);
            up[8] = complex_of(e.x + o.x, e.y + o.y);
            down[-8] = complex_of(e.x - o.x, o.y - e.y);
        }
        {
            const float2 z = x2;
            const float2 mirror = pair ? x5 : x2;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = half_of * even;
            const float2 o = cmul(complex_of(root.y, -root.x), odd);
            up[16] = complex_of(e.x + o.x, e.y + o.y);
            down[-16] = complex_of(e.x - o.x, o.y - e.y);
        }
        // Beyond the middle; work-item 0 goes on with its other butterfly.
        const uint beyond = pair ? 24 : 4;
        __local float2* far_up = up + beyond;
        __local float2* far_down = down - beyond;
        const float2 far_root = pair ? cmul(root, complex_of(-0.707106781f, -0.707106781f)) : half_of * complex_of(0.923879533f, -0.382683432f);
        {
            const float2 z = pair ? x3 : x4;
            const float2 mirror = pair ? x4 : x7;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = half_of * even;
            const float2 o = cmul(far_root, odd);
            far_up[0] = complex_of(e.x + o.x, e.y + o.y);
            far_down[0] = complex_of(e.x - o.x, o.y - e.y);
        }
        if (pair == 0) {
            {
                const float2 z = x5;
                const float2 mirror = x6;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = half_of * even;
                const float2 o = cmul(half_of * complex_of(0.382683432f, -0.923879533f), odd);
                up[12] = complex_of(e.x + o.x, e.y + o.y);
                down[-12] = complex_of(e.x - o.x, o.y - e.y);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Rows leave as they lie behind each other.
    {
        __local float2* rows_out = exchange + 336;
        __global float2* to = (__global float2*)(out) + (ulong)group * 264;
        if (8 * group + 8 <= rows) {
            to[t] = rows_out[t];
            to[t + 32] = rows_out[t + 32];
            to[t + 64] = rows_out[t + 64];
            // ... 5 more, up to: to[t + 224] = rows_out[t + 224];
            if (t + 256 < 264) to[t + 256] = rows_out[t + 256];
        }
        else {
            const uint count = (rows - 8 * group) * 33;
            for (uint i = t; i < count; i += 32) {
                to[i] = rows_out[i];
            }
        }
    }
}
