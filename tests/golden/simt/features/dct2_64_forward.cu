// gr-gpufft VERSION, pass 1 of 1
// plan: dct2 forward 64: stockham 4·8, 8 rows, 32 work-items, local 4.2 KiB, staged; 1 pass
// workgroup: 32 work-items, 32 points of each of 8 rows
// made by: gpufft dump --dialect cuda --plan "dct2 forward 64: stockham | 4.8 columns=row:8 staged-output columns-fastest paired-input paired-output padding=0,3"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

typedef unsigned int uint;

__device__ __forceinline__ float2 complex_of(float re, float im)
{
    return make_float2(re, im);
}

__device__ __forceinline__ float2 cmul(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ __forceinline__ float2 operator+(float2 a, float2 b)
{
    return make_float2(a.x + b.x, a.y + b.y);
}

__device__ __forceinline__ float2 operator-(float2 a, float2 b)
{
    return make_float2(a.x - b.x, a.y - b.y);
}

__device__ __forceinline__ float2 operator*(float a, float2 b)
{
    return make_float2(a * b.x, a * b.y);
}

__device__ __forceinline__ float2 conjugate(float2 a) { return make_float2(a.x, -a.y); }

// Of an inverse, which is a forward transform with its parts exchanged at both ends.
__device__ __forceinline__ float2 exchanged(float2 a) { return make_float2(a.y, a.x); }

// w(256)^e, e below 2.
__device__ __forceinline__ float2 root_of_256(const float2* twiddles, uint e)
{
    return twiddles[e + 28];
}

// w(256)^(5 e), e below 2.
__device__ __forceinline__ float2 fifth_root_of_256(const float2* twiddles, uint e)
{
    return twiddles[e + 30];
}

extern "C" __global__ __launch_bounds__(32)
void dct2_64_forward(const float* __restrict__ in,
                     float* __restrict__ out,
                     const float2* __restrict__ twiddles,
                     const uint rows)
{
    extern __shared__ float2 exchange[]; // 544 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;

    // Stage 1 of 2: radix 4 over n1, opposite butterflies.
    {
        const uint n2_low = t % 4;
        const uint column = t / 4;
        const uint pair = n2_low;
        const uint opposite = 7 - pair;
        const uint slot_at = n2_low + 35 * column;
        const uint opposite_at = 7 + 70 * column - slot_at;
        float2* const slot = exchange + slot_at;
        float2* const opposite_slot = exchange + opposite_at;
        const uint row = min(8 * group + column, rows - 1); // beyond the last row: that one again
        const float* from = in + (unsigned long long)row * 64;
        const float4* near = (const float4*)from + pair;
        const float4* far = (const float4*)from + opposite;
        float2 x0, x1, x2, x3, x4, x5, x6, x7;
        const float4 near0 = near[0];
        x0 = complex_of(near0.x, near0.z);
        x7 = complex_of(near0.w, near0.y);
        const float4 far0 = far[0];
        x4 = complex_of(far0.x, far0.z);
        x3 = complex_of(far0.w, far0.y);
        const float4 near1 = near[8];
        x1 = complex_of(near1.x, near1.z);
        x6 = complex_of(near1.w, near1.y);
        const float4 far1 = far[8];
        x5 = complex_of(far1.x, far1.z);
        x2 = complex_of(far1.w, far1.y);
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
        slot[0] = x0;
        slot[8] = x1;
        slot[16] = x2;
        slot[24] = x3;
        opposite_slot[0] = x4;
        opposite_slot[8] = x5;
        opposite_slot[16] = x6;
        opposite_slot[24] = x7;
    }
    __syncthreads();

    // Stage 2 of 2: radix 8 over n2, opposite butterflies.
    if (t < 16) {
        const uint column = t % 8;
        const uint k1_low = t / 8;
        const uint pair = k1_low;
        const uint opposite = pair ? 4 - pair : 2;
        const uint slot_at = 35 * column + 8 * k1_low;
        const uint opposite_at = 8 * opposite + 35 * column;
        float2* const slot = exchange + slot_at;
        float2* const opposite_slot = exchange + opposite_at;
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        // ... 6 more, up to: float2 x7 = slot[7];
        float2 x8 = opposite_slot[0];
        float2 x9 = opposite_slot[1];
        // ... 6 more, up to: float2 x15 = opposite_slot[7];
        // Twiddles: point v times w(32)^(k v)
        {
            const uint k = pair;
            const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[4];
            // ... 5 more, up to: const float2 w7 = powers[24];
            x1 = cmul(x1, w1);
            x2 = cmul(x2, w2);
            // ... 5 more, up to: x7 = cmul(x7, w7);
        }
        {
            const uint k = opposite;
            const float2* const powers = twiddles + k;
            const float2 w1 = powers[0];
            const float2 w2 = powers[4];
            // ... 5 more, up to: const float2 w7 = powers[24];
            x9 = cmul(x9, w1);
            x10 = cmul(x10, w2);
            // ... 5 more, up to: x15 = cmul(x15, w7);
        }
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        {
            // codelet: DFT of 8 points, from x8.x, as float
            x8 = complex_of(y0_re, y0_im);
            x9 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x15 = complex_of(y7_re, y7_im);
        }
        float* up = (float*)(exchange + 280) + 66 * column + pair;
        float* down = (float*)(exchange + 280) + 66 * column + 32 - pair;
        const float2 root = root_of_256(twiddles, pair);
        const float2 fifth = fifth_root_of_256(twiddles, pair);
        {
            const float2 z = x0;
            const float2 mirror = pair ? x15 : x0;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = cmul(root, even);
            const float2 o = cmul(fifth, odd);
            const float re = 0.707106781f * (e.x - o.x);
            const float im = 0.707106781f * (e.y - o.y);
            up[0] = e.x + o.x;
            if (pair) down[32] = -e.y - o.y;
            down[0] = re - im;
            up[32] = re + im;
        }
        {
            const float2 z = x1;
            const float2 mirror = pair ? x14 : x7;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = cmul(cmul(root, complex_of(0.995184727f, -0.0980171403f)), even);
            const float2 o = cmul(cmul(fifth, complex_of(0.881921264f, -0.471396737f)), odd);
            const float re = 0.707106781f * (e.x - o.x);
            const float im = 0.707106781f * (e.y - o.y);
            up[4] = e.x + o.x;
            down[28] = -e.y - o.y;
            down[-4] = re - im;
            up[36] = re + im;
        }
        {
            const float2 z = x2;
            const float2 mirror = pair ? x13 : x6;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = cmul(cmul(root, complex_of(0.980785280f, -0.195090322f)), even);
            const float2 o = cmul(cmul(fifth, complex_of(0.555570233f, -0.831469612f)), odd);
            const float re = 0.707106781f * (e.x - o.x);
            const float im = 0.707106781f * (e.y - o.y);
            up[8] = e.x + o.x;
            down[24] = -e.y - o.y;
            down[-8] = re - im;
            up[40] = re + im;
        }
        {
            const float2 z = x3;
            const float2 mirror = pair ? x12 : x5;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = cmul(cmul(root, complex_of(0.956940336f, -0.290284677f)), even);
            const float2 o = cmul(cmul(fifth, complex_of(0.0980171403f, -0.995184727f)), odd);
            const float re = 0.707106781f * (e.x - o.x);
            const float im = 0.707106781f * (e.y - o.y);
            up[12] = e.x + o.x;
            down[20] = -e.y - o.y;
            down[-12] = re - im;
            up[44] = re + im;
        }
        {
            const float2 z = x4;
            const float2 mirror = pair ? x11 : x4;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = cmul(cmul(root, complex_of(0.923879533f, -0.382683432f)), even);
            const float2 o = cmul(cmul(fifth, complex_of(-0.382683432f, -0.923879533f)), odd);
            const float re = 0.707106781f * (e.x - o.x);
            const float im = 0.707106781f * (e.y - o.y);
            up[16] = e.x + o.x;
            down[16] = -e.y - o.y;
            down[-16] = re - im;
            up[48] = re + im;
        }
        // Beyond the middle; work-item 0 goes on with its other butterfly.
        const uint beyond = pair ? 20 : 2;
        float* far_up = up + beyond;
        float* far_down = down - beyond;
        const float2 far_root = pair ? cmul(root, complex_of(0.881921264f, -0.471396737f)) : complex_of(0.998795456f, -0.0490676743f);
        const float2 far_fifth = pair ? cmul(fifth, complex_of(-0.773010453f, -0.634393284f)) : complex_of(0.970031253f, -0.242980180f);
        {
            const float2 z = pair ? x5 : x8;
            const float2 mirror = pair ? x10 : x15;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = cmul(far_root, even);
            const float2 o = cmul(far_fifth, odd);
            const float re = 0.707106781f * (e.x - o.x);
            const float im = 0.707106781f * (e.y - o.y);
            far_up[0] = e.x + o.x;
            far_down[32] = -e.y - o.y;
            far_down[0] = re - im;
            far_up[32] = re + im;
        }
        {
            const float2 z = pair ? x6 : x9;
            const float2 mirror = pair ? x9 : x14;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = cmul(cmul(far_root, complex_of(0.995184727f, -0.0980171403f)), even);
            const float2 o = cmul(cmul(far_fifth, complex_of(0.881921264f, -0.471396737f)), odd);
            const float re = 0.707106781f * (e.x - o.x);
            const float im = 0.707106781f * (e.y - o.y);
            far_up[4] = e.x + o.x;
            far_down[28] = -e.y - o.y;
            far_down[-4] = re - im;
            far_up[36] = re + im;
        }
        {
            const float2 z = pair ? x7 : x10;
            const float2 mirror = pair ? x8 : x13;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = cmul(cmul(far_root, complex_of(0.980785280f, -0.195090322f)), even);
            const float2 o = cmul(cmul(far_fifth, complex_of(0.555570233f, -0.831469612f)), odd);
            const float re = 0.707106781f * (e.x - o.x);
            const float im = 0.707106781f * (e.y - o.y);
            far_up[8] = e.x + o.x;
            far_down[24] = -e.y - o.y;
            far_down[-8] = re - im;
            far_up[40] = re + im;
        }
        if (pair == 0) {
            {
                const float2 z = x11;
                const float2 mirror = x12;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = cmul(complex_of(0.941544065f, -0.336889853f), even);
                const float2 o = cmul(complex_of(-0.146730474f, -0.989176510f), odd);
                const float re = 0.707106781f * (e.x - o.x);
                const float im = 0.707106781f * (e.y - o.y);
                up[14] = e.x + o.x;
                down[18] = -e.y - o.y;
                down[-14] = re - im;
                up[46] = re + im;
            }
        }
    }
    __syncthreads();

    // Rows leave as they lie behind each other.
    {
        float2* rows_out = exchange + 280;
        float2* to = (float2*)(out) + (unsigned long long)group * 256;
        if (8 * group + 8 <= rows) {
            to[t] = rows_out[t + t / 32 * 1];
            to[t + 32] = rows_out[t + 32 + (t + 32) / 32 * 1];
            to[t + 64] = rows_out[t + 64 + (t + 64) / 32 * 1];
            // ... 5 more, up to: to[t + 224] = rows_out[t + 224 + (t + 224) / 32 * 1];
        }
        else {
            const uint count = (rows - 8 * group) * 32;
            for (uint i = t; i < count; i += 32) {
                to[i] = rows_out[i + i / 32 * 1];
            }
        }
    }
}
