// gr-gpufft VERSION, pass 1 of 1
// plan: dct2 forward 30: stockham 15, 32 rows, 32 work-items, local 7.8 KiB, staged; 1 pass
// workgroup: 32 work-items, 15 points of each of 32 rows
// made by: gpufft dump --dialect opencl --plan "dct2 forward 30: stockham | 15 columns=row:32 staged-input staged-output columns-fastest paired-output"
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

// Even points first, then the odd ones backwards (Makhoul 1980).
static inline uint shuffled(uint m)
{
    return 2 * m < 30 ? 2 * m : 59 - 2 * m;
}

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from, uint line, uint n)
{
    const float even = from[line + shuffled(2 * n)];
    const float odd = from[line + shuffled(2 * n + 1)];
    return complex_of(even, odd);
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void dct2_30_forward(__global const float* restrict in,
                     __global float* restrict out,
                     __global const float2* restrict twiddles,
                     const uint rows)
{
    __local float2 exchange[992];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    // The tile comes in long runs; stage 1 takes its points from local memory.
    for (uint i = t; i < 480; i += 32) {
        const uint n1 = i % 15;
        const uint column = i / 15;
        const uint row = min(32 * group + column, rows - 1); // beyond the last row: that one again
        __global const float* from = in + (ulong)row * 30;
        exchange[n1 + 15 * column] = load_point(from, 0, n1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);


    // Stage 1 of 1: radix 15 over n1, a row a work-item.
    {
        const uint column = t;
        const uint slot_at = 15 * column;
        __local float2* const slot = exchange + slot_at;
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 13 more, up to: float2 x14 = slot[14];
        {
            // codelet: DFT of 15 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 13 more, up to: x14 = complex_of(y14_re, y14_im);
        }
        {
            __local float* up = (__local float*)(exchange + 480) + 32 * column;
            const float2 root = complex_of(1.00000000f, 0.00000000f);
            const float2 fifth = complex_of(1.00000000f, 0.00000000f);
            {
                const float2 z = x0;
                const float2 mirror = x0;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = cmul(root, even);
                const float2 o = cmul(fifth, odd);
                const float re = 0.707106781f * (e.x - o.x);
                const float im = 0.707106781f * (e.y - o.y);
                up[0] = e.x + o.x;
                up[15] = re - im;
                up[15] = re + im;
            }
            {
                const float2 z = x1;
                const float2 mirror = x14;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = cmul(cmul(root, complex_of(0.998629535f, -0.0523359562f)), even);
                const float2 o = cmul(cmul(fifth, complex_of(0.965925826f, -0.258819045f)), odd);
                const float re = 0.707106781f * (e.x - o.x);
                const float im = 0.707106781f * (e.y - o.y);
                up[1] = e.x + o.x;
                up[29] = -e.y - o.y;
                up[14] = re - im;
                up[16] = re + im;
            }
            {
                const float2 z = x2;
                const float2 mirror = x13;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = cmul(cmul(root, complex_of(0.994521895f, -0.104528463f)), even);
                const float2 o = cmul(cmul(fifth, complex_of(0.866025404f, -0.500000000f)), odd);
                const float re = 0.707106781f * (e.x - o.x);
                const float im = 0.707106781f * (e.y - o.y);
                up[2] = e.x + o.x;
                up[28] = -e.y - o.y;
                up[13] = re - im;
                up[17] = re + im;
            }
            {
                const float2 z = x3;
                const float2 mirror = x12;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = cmul(cmul(root, complex_of(0.987688341f, -0.156434465f)), even);
                const float2 o = cmul(cmul(fifth, complex_of(0.707106781f, -0.707106781f)), odd);
                const float re = 0.707106781f * (e.x - o.x);
                const float im = 0.707106781f * (e.y - o.y);
                up[3] = e.x + o.x;
                up[27] = -e.y - o.y;
                up[12] = re - im;
                up[18] = re + im;
            }
            {
                const float2 z = x4;
                const float2 mirror = x11;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = cmul(cmul(root, complex_of(0.978147601f, -0.207911691f)), even);
                const float2 o = cmul(cmul(fifth, complex_of(0.500000000f, -0.866025404f)), odd);
                const float re = 0.707106781f * (e.x - o.x);
                const float im = 0.707106781f * (e.y - o.y);
                up[4] = e.x + o.x;
                up[26] = -e.y - o.y;
                up[11] = re - im;
                up[19] = re + im;
            }
            {
                const float2 z = x5;
                const float2 mirror = x10;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = cmul(cmul(root, complex_of(0.965925826f, -0.258819045f)), even);
                const float2 o = cmul(cmul(fifth, complex_of(0.258819045f, -0.965925826f)), odd);
                const float re = 0.707106781f * (e.x - o.x);
                const float im = 0.707106781f * (e.y - o.y);
                up[5] = e.x + o.x;
                up[25] = -e.y - o.y;
                up[10] = re - im;
                up[20] = re + im;
            }
            {
                const float2 z = x6;
                const float2 mirror = x9;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = cmul(cmul(root, complex_of(0.951056516f, -0.309016994f)), even);
                const float2 o = cmul(complex_of(fifth.y, -fifth.x), odd);
                const float re = 0.707106781f * (e.x - o.x);
                const float im = 0.707106781f * (e.y - o.y);
                up[6] = e.x + o.x;
                up[24] = -e.y - o.y;
                up[9] = re - im;
                up[21] = re + im;
            }
            {
                const float2 z = x7;
                const float2 mirror = x8;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = cmul(cmul(root, complex_of(0.933580426f, -0.358367950f)), even);
                const float2 o = cmul(cmul(fifth, complex_of(-0.258819045f, -0.965925826f)), odd);
                const float re = 0.707106781f * (e.x - o.x);
                const float im = 0.707106781f * (e.y - o.y);
                up[7] = e.x + o.x;
                up[23] = -e.y - o.y;
                up[8] = re - im;
                up[22] = re + im;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Rows leave as they lie behind each other.
    {
        __local float2* rows_out = exchange + 480;
        __global float2* to = (__global float2*)(out) + (ulong)group * 480;
        if (32 * group + 32 <= rows) {
            to[t] = rows_out[t + t / 15 * 1];
            to[t + 32] = rows_out[t + 32 + (t + 32) / 15 * 1];
            to[t + 64] = rows_out[t + 64 + (t + 64) / 15 * 1];
            // ... 12 more, up to: to[t + 448] = rows_out[t + 448 + (t + 448) / 15 * 1];
        }
        else {
            const uint count = (rows - 32 * group) * 15;
            for (uint i = t; i < count; i += 32) {
                to[i] = rows_out[i + i / 15 * 1];
            }
        }
    }
}
