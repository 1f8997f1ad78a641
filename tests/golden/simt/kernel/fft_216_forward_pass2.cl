// gr-gpufft VERSION, pass 2 of 2
// plan: c2c forward 216: multi-pass 8, 9 columns, 9 work-items | 3(x3)·9, 4 columns, 12 work-items, local 0.4 KiB split; 2 passes
// workgroup: 12 work-items, 27 points of each of 4 columns
// made by: gpufft dump --dialect opencl --plan "c2c forward 216: multi-pass | 8 length=216 input-step=27 output-step=9 grid=column_tile:3:s9/72 columns=column:9:s1/1 | 3x3.9 output-step=8 input-tile=9 input-tile-step=72 grid=column_tile:2:s36/4:t4 columns=column:4:s9/1:t1 twiddle-order=216 split"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// w(216)^e, e below 216.
static inline float2 pass_root(__global const float2* twiddles, uint e)
{
    return twiddles[e + 24];
}

__kernel __attribute__((reqd_work_group_size(12, 1, 1)))
void fft_216_forward_pass2(__global const float2* restrict in,
                           __global float2* restrict out,
                           __global const float2* restrict twiddles,
                           const uint rows)
{
    __local float exchange[108];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint column_tile = group % 2;
    const uint row = group / 2;
    const uint tile_in = 36 * column_tile;
    const uint tile_out = 4 * column_tile;

    float2 x0 = complex_of(0, 0);
    float2 x1 = complex_of(0, 0);
    // ... 7 more, up to: float2 x8 = complex_of(0, 0);

    // Stage 1 of 2: radix 3 over n1, 3 butterflies a work-item over n2_top.
    {
        const uint n2_low = t % 3;
        const uint column = t / 3;
        __global const float2* from = in + (ulong)row * 216;
        from += tile_in + n2_low + 9 * column;
        x0 = from[0];
        x1 = from[72];
        x2 = from[144];
        x3 = from[3];
        x4 = from[75];
        x5 = from[147];
        x6 = from[6];
        x7 = from[78];
        x8 = from[150];
        // Between passes: point j times w(216)^(k j)
        const uint k = 4 * column_tile + column;
        const uint j = n2_low;
        const float2 step1 = pass_root(twiddles, k * 9);
        const float2 step2 = pass_root(twiddles, k * 18);
        {
            const float2 w0 = pass_root(twiddles, k * j);
            x0 = cmul(x0, w0);
            const float2 w1 = cmul(w0, step1);
            x1 = cmul(x1, w1);
            const float2 w2 = cmul(w0, step2);
            x2 = cmul(x2, w2);
        }
        {
            const float2 w0 = pass_root(twiddles, k * (j + 3));
            x3 = cmul(x3, w0);
            const float2 w1 = cmul(w0, step1);
            x4 = cmul(x4, w1);
            const float2 w2 = cmul(w0, step2);
            x5 = cmul(x5, w2);
        }
        {
            const float2 w0 = pass_root(twiddles, k * (j + 6));
            x6 = cmul(x6, w0);
            const float2 w1 = cmul(w0, step1);
            x7 = cmul(x7, w1);
            const float2 w2 = cmul(w0, step2);
            x8 = cmul(x8, w2);
        }
        {
            // codelet: DFT of 3 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
        }
        {
            // codelet: DFT of 3 points, from x3.x, as float
            x3 = complex_of(y0_re, y0_im);
            x4 = complex_of(y1_re, y1_im);
            x5 = complex_of(y2_re, y2_im);
        }
        {
            // codelet: DFT of 3 points, from x6.x, as float
            x6 = complex_of(y0_re, y0_im);
            x7 = complex_of(y1_re, y1_im);
            x8 = complex_of(y2_re, y2_im);
        }
    }

    // The real parts change hands.
    {
        const uint n2_low = t % 3;
        const uint column = t / 3;
        __local float* const slot = exchange + (4 * n2_low + column);
        slot[0] = x0.x;
        slot[36] = x1.x;
        slot[72] = x2.x;
        slot[12] = x3.x;
        slot[48] = x4.x;
        slot[84] = x5.x;
        slot[24] = x6.x;
        slot[60] = x7.x;
        slot[96] = x8.x;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    {
        const uint column = t % 4;
        const uint k1 = t / 4;
        __local float* const slot = exchange + (column + 36 * k1);
        x0.x = slot[0];
        x1.x = slot[4];
        // ... 7 more, up to: x8.x = slot[32];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The imaginary parts change hands.
    {
        const uint n2_low = t % 3;
        const uint column = t / 3;
        __local float* const slot = exchange + (4 * n2_low + column);
        slot[0] = x0.y;
        slot[36] = x1.y;
        slot[72] = x2.y;
        slot[12] = x3.y;
        slot[48] = x4.y;
        slot[84] = x5.y;
        slot[24] = x6.y;
        slot[60] = x7.y;
        slot[96] = x8.y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    {
        const uint column = t % 4;
        const uint k1 = t / 4;
        __local float* const slot = exchange + (column + 36 * k1);
        x0.y = slot[0];
        x1.y = slot[4];
        // ... 7 more, up to: x8.y = slot[32];
    }

    // Stage 2 of 2: radix 9 over n2.
    {
        const uint column = t % 4;
        const uint k1 = t / 4;
        // Twiddles: point v times w(27)^(k v)
        const uint k = k1;
        __global const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[3];
        // ... 6 more, up to: const float2 w8 = powers[21];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 6 more, up to: x8 = cmul(x8, w8);
        {
            // codelet: DFT of 9 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 7 more, up to: x8 = complex_of(y8_re, y8_im);
        }
        __global float2* to = out + (ulong)row * 216;
        to += tile_out + column + 8 * k1;
        to[0] = x0;
        to[24] = x1;
        // ... 7 more, up to: to[192] = x8;
    }
}
