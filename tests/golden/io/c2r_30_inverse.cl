// gr-gpufft VERSION, pass 1 of 1
// plan: c2r inverse 30: stockham 15, 32 rows, 32 work-items, local 4.2 KiB, staged; 1 pass
// workgroup: 32 work-items, 15 points of each of 32 rows
// made by: gpufft dump --dialect opencl --plan "c2r inverse 30: stockham | 15 columns=row:32 staged-input staged-output columns-fastest paired-input"
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
    __local float2 exchange[544];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    // Rows come in as they lie; stage 1 takes its points from local memory.
    __local float2* rows_in = exchange + 0;
    {
        __global const float2* from = (__global const float2*)(in) + (ulong)group * 512;
        if (32 * group + 32 <= rows) {
            rows_in[t + t / 16 * 1] = from[t];
            rows_in[t + 32 + (t + 32) / 16 * 1] = from[t + 32];
            rows_in[t + 64 + (t + 64) / 16 * 1] = from[t + 64];
            // ... 13 more, up to: rows_in[t + 480 + (t + 480) / 16 * 1] = from[t + 480];
        }
        else {
            const uint last = (rows - 32 * group) * 16 - 1; // that one again
            for (uint i = t; i < 512; i += 32) {
                rows_in[i + i / 16 * 1] = from[min(i, last)];
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);


    // Stage 1 of 1: radix 15 over n1, a row a work-item.
    {
        const uint column = t;
        const uint slot_at = 15 * column;
        __local float2* const slot = exchange + slot_at;
        __local const float2* up = rows_in + 17 * column;
        __local const float2* down = rows_in + 17 * column + 15;
        float2 x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14;
        float2 a0, b0;
        {
            const float2 near = complex_of(up[0].x, 0.00000000f);
            const float2 far = complex_of(down[0].x, 0.00000000f);
            const float2 sum = complex_of(near.x + far.x, near.y - far.y);
            const float2 difference = complex_of(near.x - far.x, near.y + far.y);
            const float2 odd = difference;
            a0 = complex_of(sum.y + odd.x, sum.x - odd.y);
            b0 = complex_of(odd.x - sum.y, sum.x + odd.y);
        }
        float2 a1, b1;
        {
            const float2 near = up[1];
            const float2 far = down[-1];
            const float2 sum = complex_of(near.x + far.x, near.y - far.y);
            const float2 difference = complex_of(near.x - far.x, near.y + far.y);
            const float2 odd = cmul(complex_of(0.978147601f, 0.207911691f), difference);
            a1 = complex_of(sum.y + odd.x, sum.x - odd.y);
            b1 = complex_of(odd.x - sum.y, sum.x + odd.y);
        }
        float2 a2, b2;
        {
            const float2 near = up[2];
            const float2 far = down[-2];
            const float2 sum = complex_of(near.x + far.x, near.y - far.y);
            const float2 difference = complex_of(near.x - far.x, near.y + far.y);
            const float2 odd = cmul(complex_of(0.913545458f, 0.406736643f), difference);
            a2 = complex_of(sum.y + odd.x, sum.x - odd.y);
            b2 = complex_of(odd.x - sum.y, sum.x + odd.y);
        }
        float2 a3, b3;
        {
            const float2 near = up[3];
            const float2 far = down[-3];
            const float2 sum = complex_of(near.x + far.x, near.y - far.y);
            const float2 difference = complex_of(near.x - far.x, near.y + far.y);
            const float2 odd = cmul(complex_of(0.809016994f, 0.587785252f), difference);
            a3 = complex_of(sum.y + odd.x, sum.x - odd.y);
            b3 = complex_of(odd.x - sum.y, sum.x + odd.y);
        }
        float2 a4, b4;
        {
            const float2 near = up[4];
            const float2 far = down[-4];
            const float2 sum = complex_of(near.x + far.x, near.y - far.y);
            const float2 difference = complex_of(near.x - far.x, near.y + far.y);
            const float2 odd = cmul(complex_of(0.669130606f, 0.743144825f), difference);
            a4 = complex_of(sum.y + odd.x, sum.x - odd.y);
            b4 = complex_of(odd.x - sum.y, sum.x + odd.y);
        }
        float2 a5, b5;
        {
            const float2 near = up[5];
            const float2 far = down[-5];
            const float2 sum = complex_of(near.x + far.x, near.y - far.y);
            const float2 difference = complex_of(near.x - far.x, near.y + far.y);
            const float2 odd = cmul(complex_of(0.500000000f, 0.866025404f), difference);
            a5 = complex_of(sum.y + odd.x, sum.x - odd.y);
            b5 = complex_of(odd.x - sum.y, sum.x + odd.y);
        }
        float2 a6, b6;
        {
            const float2 near = up[6];
            const float2 far = down[-6];
            const float2 sum = complex_of(near.x + far.x, near.y - far.y);
            const float2 difference = complex_of(near.x - far.x, near.y + far.y);
            const float2 odd = cmul(complex_of(0.309016994f, 0.951056516f), difference);
            a6 = complex_of(sum.y + odd.x, sum.x - odd.y);
            b6 = complex_of(odd.x - sum.y, sum.x + odd.y);
        }
        float2 a7, b7;
        {
            const float2 near = up[7];
            const float2 far = down[-7];
            const float2 sum = complex_of(near.x + far.x, near.y - far.y);
            const float2 difference = complex_of(near.x - far.x, near.y + far.y);
            const float2 odd = cmul(complex_of(0.104528463f, 0.994521895f), difference);
            a7 = complex_of(sum.y + odd.x, sum.x - odd.y);
            b7 = complex_of(odd.x - sum.y, sum.x + odd.y);
        }
        x0 = a0;
        x1 = a1;
        x14 = b1;
        x2 = a2;
        x13 = b2;
        // ... 5 more of these 2 lines, up to: x8 = b7;
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
