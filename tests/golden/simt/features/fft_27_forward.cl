// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 27: stockham 3(x3)·3(x3)·3(x3), 1 row, 3 work-items, local 0.2 KiB, constant geometry, staged; 1 pass
// workgroup: 3 work-items, 27 points of 1 row
// made by: gpufft dump --dialect opencl --plan "c2c forward 27: stockham | 3x3.3x3.3x3 staged-output constant-geometry padding=0,1"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(3, 1, 1)))
void fft_27_forward(__global const float2* restrict in,
                    __global float2* restrict out,
                    __global const float2* restrict twiddles,
                    const uint rows)
{
    __local float2 exchange[30];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);

    // Every stage finds its points from `slot` on and leaves them from `next_slot` on.
    __local float2* const slot = exchange + t;
    __local float2* const next_slot = exchange + (3 * t);

    // Stage 1 of 3: radix 3 over n1, 3 butterflies a work-item over n2.
    {
        const uint n3 = t;
        const uint row = group;
        __global const float2* from = in + (ulong)row * 27;
        from += n3;
        float2 x0 = from[0];
        float2 x1 = from[9];
        float2 x2 = from[18];
        float2 x3 = from[3];
        float2 x4 = from[12];
        float2 x5 = from[21];
        float2 x6 = from[6];
        float2 x7 = from[15];
        float2 x8 = from[24];
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
        next_slot[0] = x0;
        next_slot[1] = x1;
        next_slot[2] = x2;
        next_slot[10] = x3;
        next_slot[11] = x4;
        next_slot[12] = x5;
        next_slot[20] = x6;
        next_slot[21] = x7;
        next_slot[22] = x8;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 3: radix 3 over n2, 3 butterflies a work-item over n3.
    {
        float2 x0 = slot[0];
        float2 x1 = slot[10];
        float2 x2 = slot[20];
        float2 x3 = slot[3];
        float2 x4 = slot[13];
        float2 x5 = slot[23];
        float2 x6 = slot[6];
        float2 x7 = slot[16];
        float2 x8 = slot[26];
        // Twiddles: point v times w(9)^(digits of k reversed * v)
        const uint k = t;
        __global const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[3];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x4 = cmul(x4, w1);
        x5 = cmul(x5, w2);
        x7 = cmul(x7, w1);
        x8 = cmul(x8, w2);
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
        barrier(CLK_LOCAL_MEM_FENCE);
        next_slot[0] = x0;
        next_slot[1] = x1;
        next_slot[2] = x2;
        next_slot[10] = x3;
        next_slot[11] = x4;
        next_slot[12] = x5;
        next_slot[20] = x6;
        next_slot[21] = x7;
        next_slot[22] = x8;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 3 of 3: radix 3 over n3, 3 butterflies a work-item over k1.
    {
        float2 x0 = slot[0];
        float2 x1 = slot[10];
        float2 x2 = slot[20];
        float2 x3 = slot[3];
        float2 x4 = slot[13];
        float2 x5 = slot[23];
        float2 x6 = slot[6];
        float2 x7 = slot[16];
        float2 x8 = slot[26];
        // Twiddles: point v times w(27)^(digits of k reversed * v)
        {
            const uint k = t;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[6];
            const float2 w2 = powers[15];
            x1 = cmul(x1, w1);
            x2 = cmul(x2, w2);
        }
        {
            const uint k = t + 3;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[6];
            const float2 w2 = powers[15];
            x4 = cmul(x4, w1);
            x5 = cmul(x5, w2);
        }
        {
            const uint k = t + 6;
            __global const float2* const powers = twiddles + k;
            const float2 w1 = powers[6];
            const float2 w2 = powers[15];
            x7 = cmul(x7, w1);
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
        barrier(CLK_LOCAL_MEM_FENCE);
        next_slot[0] = x0;
        next_slot[1] = x1;
        next_slot[2] = x2;
        next_slot[10] = x3;
        next_slot[11] = x4;
        next_slot[12] = x5;
        next_slot[20] = x6;
        next_slot[21] = x7;
        next_slot[22] = x8;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The tile leaves in long runs.
    {
        const uint row = group;
        __global float2* to = out + (ulong)row * 27;
        to += t;
        const uint k1 = t % 3;
        const uint k2 = t / 3 % 3;
        const uint k3 = t / 9;
        __local float2* const place = exchange + (10 * k1 + 3 * k2 + k3);
        to[0] = place[0];
        to[3] = place[3];
        to[6] = place[6];
        to[9] = place[1];
        to[12] = place[4];
        to[15] = place[7];
        to[18] = place[2];
        to[21] = place[5];
        to[24] = place[8];
    }
}
