// gr-gpufft VERSION, pass 1 of 2
// plan: c2c forward 216: multi-pass 8, 9 columns, 9 work-items | 3(x3)·9, 4 columns, 12 work-items, local 0.4 KiB split; 2 passes
// workgroup: 9 work-items, 8 points of each of 9 columns
// made by: gpufft dump --dialect opencl --plan "c2c forward 216: multi-pass | 8 length=216 input-step=27 output-step=9 grid=column_tile:3:s9/72 columns=column:9:s1/1 | 3x3.9 output-step=8 input-tile=9 input-tile-step=72 grid=column_tile:2:s36/4:t4 columns=column:4:s9/1:t1 twiddle-order=216 split"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(9, 1, 1)))
void fft_216_forward_pass1(__global const float2* restrict in,
                           __global float2* restrict out,
                           __global const float2* restrict twiddles,
                           const uint rows)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint column_tile = group % 3;
    const uint row = group / 3;
    const uint tile_in = 9 * column_tile;
    const uint tile_out = 72 * column_tile;


    // Stage 1 of 1: radix 8 over n1.
    {
        const uint column = t;
        __global const float2* from = in + (ulong)row * 216;
        from += tile_in + column;
        float2 x0 = from[0];
        float2 x1 = from[27];
        // ... 6 more, up to: float2 x7 = from[189];
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        __global float2* to = out + (ulong)row * 216;
        {
            to += tile_out + column;
            to[0] = x0;
            to[9] = x1;
            // ... 6 more, up to: to[63] = x7;
        }
    }
}
