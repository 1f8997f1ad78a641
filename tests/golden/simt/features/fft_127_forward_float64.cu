// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 127, float64: rader 7·6·3(x2) and back, 8 rows, 168 work-items, local 31.8 KiB, staged; 1 pass
// workgroup: 168 work-items, 126 points of each of 8 rows
// made by: gpufft dump --dialect cuda --plan "c2c forward 127, float64: rader | 7.6.3x2 convolves load=c2c.rader store=c2c.rader columns=row:8 staged-input staged-output columns-fastest padding=0,0,1"
//
// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; stage i
// turns digit n_i of the input into digit k_i of the output, k1 the fastest.

typedef unsigned int uint;

__device__ __forceinline__ double2 complex_of(double re, double im)
{
    return make_double2(re, im);
}

__device__ __forceinline__ double2 cmul(double2 a, double2 b)
{
    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

extern "C" __global__ __launch_bounds__(168)
void fft_127_forward_float64(const double2* __restrict__ in,
                             double2* __restrict__ out,
                             const double2* __restrict__ twiddles,
                             const uint* __restrict__ indices,
                             const uint rows)
{
    extern __shared__ double2 exchange[]; // 2032 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    // The rows come as they lie; stage 1 looks its points up in local memory.
    {
        const uint row = 8 * group;
        const double2* from = in + (unsigned long long)row * 127;
        if (row + 8 <= rows) {
            from += t;
            const double2 v0 = from[0];
            const double2 v1 = from[168];
            // ... 4 more, up to: const double2 v5 = from[840];
            exchange[t + 1016] = v0;
            exchange[t + 1184] = v1;
            // ... 4 more, up to: exchange[t + 1856] = v5;
            if (t < 8) {
                const double2 v6 = from[1008];
                exchange[t + 2024] = v6;
            }
        }
        else {
            // Beyond the last row: its last element again.
            const uint count = (rows - row) * 127;
            for (uint i = t; i < 1016; i += 168) {
                exchange[i + 1016] = from[min(i, count - 1)];
            }
        }
    }
    __syncthreads();


    // Stage 1 of 6: radix 7 over n1.
    if (t < 144) {
        const uint column = t % 8;
        const uint n3 = t / 8 % 3;
        const uint n2_low = t / 24 % 3;
        const uint n2_top = t / 72;
        double2* const slot = exchange + (127 * column + n3 + 3 * n2_low + 9 * n2_top);
        double2* const row_points = exchange + (127 * column + 1016);
        const uint* look_up = indices + n3 + 3 * n2_low + 9 * n2_top;
        double2 x0 = row_points[look_up[0]];
        double2 x1 = row_points[look_up[18]];
        // ... 5 more, up to: double2 x6 = row_points[look_up[108]];
        {
            // codelet: DFT of 7 points, from x0.x, as double, constants of doubles
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 5 more, up to: x6 = complex_of(y6_re, y6_im);
        }
        slot[0] = x0;
        slot[18] = x1;
        // ... 5 more, up to: slot[108] = x6;
    }
    __syncthreads();

    // Stage 2 of 6: radix 6 over n2.
    {
        const uint column = t % 8;
        const uint k1 = t / 8 % 7;
        const uint n3 = t / 56;
        double2* const slot = exchange + (127 * column + 18 * k1 + n3);
        double2 x0 = slot[0];
        double2 x1 = slot[3];
        // ... 4 more, up to: double2 x5 = slot[15];
        // Twiddles: point v times w(42)^(k v)
        const uint k = k1;
        const double2* const powers = twiddles + k;
        const double2 w1 = powers[0];
        const double2 w2 = powers[7];
        // ... 3 more, up to: const double2 w5 = powers[28];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 3 more, up to: x5 = cmul(x5, w5);
        {
            // codelet: DFT of 6 points, from x0.x, as double, constants of doubles
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 4 more, up to: x5 = complex_of(y5_re, y5_im);
        }
        slot[0] = x0;
        slot[3] = x1;
        // ... 4 more, up to: slot[15] = x5;
    }
    __syncthreads();

    // Stage 3 of 6: radix 3 over n3, 2 butterflies a work-item over k2_top.
    {
        const uint column = t % 8;
        const uint k1 = t / 8 % 7;
        const uint k2_low = t / 56;
        double2* const slot = exchange + (127 * column + 18 * k1 + 3 * k2_low);
        double2 x0 = slot[0];
        double2 x1 = slot[1];
        double2 x2 = slot[2];
        double2 x3 = slot[9];
        double2 x4 = slot[10];
        double2 x5 = slot[11];
        // Twiddles: point v times w(126)^(k v)
        {
            const uint k = k1 + 7 * k2_low;
            const double2* const powers = twiddles + k;
            const double2 w1 = powers[35];
            const double2 w2 = powers[77];
            x1 = cmul(x1, w1);
            x2 = cmul(x2, w2);
        }
        {
            const uint k = k1 + 7 * k2_low + 21;
            const double2* const powers = twiddles + k;
            const double2 w1 = powers[35];
            const double2 w2 = powers[77];
            x4 = cmul(x4, w1);
            x5 = cmul(x5, w2);
        }
        {
            // codelet: DFT of 3 points, from x0.x, as double, constants of doubles
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
        }
        {
            // codelet: DFT of 3 points, from x3.x, as double, constants of doubles
            x3 = complex_of(y0_re, y0_im);
            x4 = complex_of(y1_re, y1_im);
            x5 = complex_of(y2_re, y2_im);
        }
        {
            // Times the spectrum, and the way back: an inverse DFT, on exchanged parts.
            const uint k = k1 + 7 * k2_low;
            const double2* const spectrum = twiddles + k + 154;
            double2 zero = complex_of(0, 0);
            if (k == 0) {
                // X[0] = x[0] + the sum of the others
                const uint first = 127 * column + 1016;
                zero = exchange[first];
                exchange[first] = complex_of(zero.x + x0.x, zero.y + x0.y);
            }
            x0 = cmul(x0, spectrum[0]);
            x0 = complex_of(x0.y + zero.y, x0.x + zero.x);
            x1 = cmul(x1, spectrum[42]);
            x1 = complex_of(x1.y, x1.x);
            x2 = cmul(x2, spectrum[84]);
            x2 = complex_of(x2.y, x2.x);
            x3 = cmul(x3, spectrum[21]);
            x3 = complex_of(x3.y, x3.x);
            x4 = cmul(x4, spectrum[63]);
            x4 = complex_of(x4.y, x4.x);
            x5 = cmul(x5, spectrum[105]);
            x5 = complex_of(x5.y, x5.x);
        }
        // Stage 4 of 6: radix 3 over k3, 2 butterflies a work-item over k2_top.
        {
            // codelet: DFT of 3 points, from x0.x, as double, constants of doubles
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
        }
        {
            // codelet: DFT of 3 points, from x3.x, as double, constants of doubles
            x3 = complex_of(y0_re, y0_im);
            x4 = complex_of(y1_re, y1_im);
            x5 = complex_of(y2_re, y2_im);
        }
        {
            // Twiddles: point v times w(126)^(k v)
            {
                const uint k = k1 + 7 * k2_low;
                const double2* const powers = twiddles + k;
                const double2 w1 = powers[35];
                const double2 w2 = powers[77];
                x1 = cmul(x1, w1);
                x2 = cmul(x2, w2);
            }
            {
                const uint k = k1 + 7 * k2_low + 21;
                const double2* const powers = twiddles + k;
                const double2 w1 = powers[35];
                const double2 w2 = powers[77];
                x4 = cmul(x4, w1);
                x5 = cmul(x5, w2);
            }
        }
        slot[0] = x0;
        slot[1] = x1;
        slot[2] = x2;
        slot[9] = x3;
        slot[10] = x4;
        slot[11] = x5;
    }
    __syncthreads();

    // Stage 5 of 6: radix 6 over k2.
    {
        const uint column = t % 8;
        const uint k1 = t / 8 % 7;
        const uint j3 = t / 56;
        double2* const slot = exchange + (127 * column + 18 * k1 + j3);
        double2 x0 = slot[0];
        double2 x1 = slot[3];
        // ... 4 more, up to: double2 x5 = slot[15];
        {
            // codelet: DFT of 6 points, from x0.x, as double, constants of doubles
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 4 more, up to: x5 = complex_of(y5_re, y5_im);
        }
        {
            // Twiddles: point v times w(42)^(k v)
            const uint k = k1;
            const double2* const powers = twiddles + k;
            const double2 w1 = powers[119];
            const double2 w2 = powers[126];
            // ... 3 more, up to: const double2 w5 = powers[147];
            x1 = cmul(x1, w1);
            x2 = cmul(x2, w2);
            // ... 3 more, up to: x5 = cmul(x5, w5);
        }
        slot[0] = x0;
        slot[3] = x1;
        // ... 4 more, up to: slot[15] = x5;
    }
    __syncthreads();

    // Stage 6 of 6: radix 7 over k1.
    if (t < 144) {
        const uint column = t % 8;
        const uint j3 = t / 8 % 3;
        const uint j2_low = t / 24 % 3;
        const uint j2_top = t / 72;
        double2* const slot = exchange + (127 * column + j3 + 3 * j2_low + 9 * j2_top);
        double2 x0 = slot[0];
        double2 x1 = slot[18];
        // ... 5 more, up to: double2 x6 = slot[108];
        {
            // codelet: DFT of 7 points, from x0.x, as double, constants of doubles
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 5 more, up to: x6 = complex_of(y6_re, y6_im);
        }
        {
            double2* const row_points = exchange + (127 * column + 1016);
            const uint* look_up = indices + j3 + 3 * j2_low + 9 * j2_top + 126;
            row_points[look_up[0]] = complex_of(x0.y, x0.x);
            row_points[look_up[18]] = complex_of(x1.y, x1.x);
            // ... 5 more, up to: row_points[look_up[108]] = complex_of(x6.y, x6.x);
        }
    }
    __syncthreads();

    // The rows leave as they lie.
    {
        const uint row = 8 * group;
        double2* to = out + (unsigned long long)row * 127;
        if (row + 8 <= rows) {
            to += t;
            to[0] = exchange[t + 1016];
            to[168] = exchange[t + 1184];
            // ... 4 more, up to: to[840] = exchange[t + 1856];
            if (t < 8) {
                to[1008] = exchange[t + 2024];
            }
        }
        else {
            const uint count = (rows - row) * 127;
            for (uint i = t; i < count; i += 168)
                to[i] = exchange[i + 1016];
        }
    }
}
