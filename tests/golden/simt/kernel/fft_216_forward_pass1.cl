// gr-gpufft VERSION, pass 1 of 2
// plan: c2c forward 216: multi-pass 12, 9 columns, 9 work-items | 3(x2)·6, 4 columns, 12 work-items, local 0.3 KiB split; 2 passes
// workgroup: 9 work-items, 12 points of each of 9 columns
// made by: gpufft dump --dialect opencl --plan "c2c forward 216: multi-pass | 12 length=216 input-step=18 output-step=18 grid=column_tile:2:s9/9 columns=column:9:s1/1 | 3x2.6 output-step=12 grid=column_tile:3:s72/4:t4 columns=column:4:s18/1:t1 twiddle-order=216 split"
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
    const uint column_tile = group % 2;
    const uint row = group / 2;
    const uint tile_in = 9 * column_tile;
    const uint tile_out = 9 * column_tile;


    // Stage 1 of 1: radix 12 over n1.
    {
        const uint column = t;
        __global const float2* from = in + (ulong)row * 216;
        from += tile_in + column;
        float2 x0 = from[0];
        float2 x1 = from[18];
        // ... 10 more, up to: float2 x11 = from[198];
        {
            // codelet: DFT of 12 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 10 more, up to: x11 = complex_of(y11_re, y11_im);
        }
        __global float2* to = out + (ulong)row * 216;
        {
            to += tile_out + column;
            to[0] = x0;
            to[18] = x1;
            // ... 10 more, up to: to[198] = x11;
        }
    }
}
