// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c forward 127, float64: rader 7·6·3(x2) and back, 8 rows, 168 work-items, local 31.8 KiB, staged; 1 pass
// workgroup: 168 work-items, 126 points of each of 8 rows
// made by: gpufft dump --dialect cuda --plan "c2c forward 127, float64: rader | 7.6.3x2 convolves load=c2c.rader store=c2c.rader columns=row:8 staged-input staged-output low-columns padding=0,0,1"
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
            const double2 v2 = from[336];
            const double2 v3 = from[504];
            const double2 v4 = from[672];
            const double2 v5 = from[840];
            exchange[t + 1016] = v0;
            exchange[t + 1184] = v1;
            exchange[t + 1352] = v2;
            exchange[t + 1520] = v3;
            exchange[t + 1688] = v4;
            exchange[t + 1856] = v5;
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
        double2 x2 = row_points[look_up[36]];
        double2 x3 = row_points[look_up[54]];
        double2 x4 = row_points[look_up[72]];
        double2 x5 = row_points[look_up[90]];
        double2 x6 = row_points[look_up[108]];
        {
            const double t0 = x1.x + x6.x;
            const double t1 = x1.x - x6.x;
            const double t2 = x1.y + x6.y;
            const double t3 = x1.y - x6.y;
            const double t4 = x3.x + x4.x;
            const double t5 = x3.x - x4.x;
            const double t6 = x3.y + x4.y;
            const double t7 = x3.y - x4.y;
            const double t8 = x2.x + x5.x;
            const double t9 = x2.x - x5.x;
            const double t10 = x2.y + x5.y;
            const double t11 = x2.y - x5.y;
            const double t12 = x0.x + 0.62348980185873348 * t0;
            const double t13 = t12 - 0.90096886790241915 * t4;
            const double t14 = t13 - 0.22252093395631439 * t8;
            const double t15 = x0.x - 0.22252093395631439 * t0;
            const double t16 = t15 + 0.62348980185873348 * t4;
            const double t17 = t16 - 0.90096886790241915 * t8;
            const double t18 = x0.x - 0.90096886790241915 * t0;
            const double t19 = t18 - 0.22252093395631439 * t4;
            const double t20 = t0 + t4;
            const double t21 = t19 + 0.62348980185873348 * t8;
            const double t22 = t8 + t20;
            const double y0_re = x0.x + t22;
            const double t23 = x0.y + 0.62348980185873348 * t2;
            const double t24 = t23 - 0.90096886790241915 * t6;
            const double t25 = t24 - 0.22252093395631439 * t10;
            const double t26 = x0.y - 0.22252093395631439 * t2;
            const double t27 = t26 + 0.62348980185873348 * t6;
            const double t28 = t27 - 0.90096886790241915 * t10;
            const double t29 = x0.y - 0.90096886790241915 * t2;
            const double t30 = t29 - 0.22252093395631439 * t6;
            const double t31 = t2 + t6;
            const double t32 = t30 + 0.62348980185873348 * t10;
            const double t33 = t10 + t31;
            const double y0_im = x0.y + t33;
            const double t34 = t1 + 0.55495813208737121 * t5;
            const double t35 = 0.80193773580483829 * t34 + t9;
            const double t36 = t1 - 0.80193773580483829 * t5;
            const double t37 = 0.44504186791262879 * t1 + t5;
            const double t38 = t36 - 0.44504186791262879 * t9;
            const double t39 = t37 - 0.80193773580483829 * t9;
            const double y1_im = t25 - 0.97492791218182362 * t35;
            const double y6_im = t25 + 0.97492791218182362 * t35;
            const double y5_im = t28 + 0.97492791218182362 * t38;
            const double y2_im = t28 - 0.97492791218182362 * t38;
            const double y4_im = t32 + 0.97492791218182362 * t39;
            const double y3_im = t32 - 0.97492791218182362 * t39;
            const double t40 = t3 + 0.55495813208737121 * t7;
            const double t41 = 0.80193773580483829 * t40 + t11;
            const double t42 = t3 - 0.80193773580483829 * t7;
            const double t43 = 0.44504186791262879 * t3 + t7;
            const double t44 = t42 - 0.44504186791262879 * t11;
            const double t45 = t43 - 0.80193773580483829 * t11;
            const double y1_re = t14 + 0.97492791218182362 * t41;
            const double y6_re = t14 - 0.97492791218182362 * t41;
            const double y5_re = t17 - 0.97492791218182362 * t44;
            const double y2_re = t17 + 0.97492791218182362 * t44;
            const double y4_re = t21 - 0.97492791218182362 * t45;
            const double y3_re = t21 + 0.97492791218182362 * t45;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
            x5 = complex_of(y5_re, y5_im);
            x6 = complex_of(y6_re, y6_im);
        }
        slot[0] = x0;
        slot[18] = x1;
        slot[36] = x2;
        slot[54] = x3;
        slot[72] = x4;
        slot[90] = x5;
        slot[108] = x6;
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
        double2 x2 = slot[6];
        double2 x3 = slot[9];
        double2 x4 = slot[12];
        double2 x5 = slot[15];
        // Twiddles: point v times w(42)^(k v)
        const uint k = k1;
        const double2* const powers = twiddles + k;
        const double2 w1 = powers[0];
        const double2 w2 = powers[7];
        const double2 w3 = powers[14];
        const double2 w4 = powers[21];
        const double2 w5 = powers[28];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x4 = cmul(x4, w4);
        x5 = cmul(x5, w5);
        {
            const double t0 = x0.x + x3.x;
            const double t1 = x0.x - x3.x;
            const double t2 = x0.y + x3.y;
            const double t3 = x0.y - x3.y;
            const double t4 = x2.x + x5.x;
            const double t5 = x2.x - x5.x;
            const double t6 = x2.y + x5.y;
            const double t7 = x2.y - x5.y;
            const double t8 = x1.x + x4.x;
            const double t9 = x1.x - x4.x;
            const double t10 = x1.y + x4.y;
            const double t11 = x1.y - x4.y;
            const double t12 = t4 + t8;
            const double t13 = t4 - t8;
            const double t14 = t6 + t10;
            const double t15 = t6 - t10;
            const double t16 = t0 - 0.50000000000000000 * t12;
            const double y0_re = t0 + t12;
            const double t17 = t2 - 0.50000000000000000 * t14;
            const double y0_im = t2 + t14;
            const double y4_re = t16 + 0.86602540378443860 * t15;
            const double y2_re = t16 - 0.86602540378443860 * t15;
            const double y4_im = t17 - 0.86602540378443860 * t13;
            const double y2_im = t17 + 0.86602540378443860 * t13;
            const double t18 = t5 - t9;
            const double t19 = t5 + t9;
            const double t20 = t7 - t11;
            const double t21 = t7 + t11;
            const double t22 = t1 - 0.50000000000000000 * t18;
            const double y3_re = t1 + t18;
            const double t23 = t3 - 0.50000000000000000 * t20;
            const double y3_im = t3 + t20;
            const double y1_re = t22 + 0.86602540378443860 * t21;
            const double y5_re = t22 - 0.86602540378443860 * t21;
            const double y1_im = t23 - 0.86602540378443860 * t19;
            const double y5_im = t23 + 0.86602540378443860 * t19;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
            x5 = complex_of(y5_re, y5_im);
        }
        slot[0] = x0;
        slot[3] = x1;
        slot[6] = x2;
        slot[9] = x3;
        slot[12] = x4;
        slot[15] = x5;
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
            const double t0 = x1.x + x2.x;
            const double t1 = x1.x - x2.x;
            const double t2 = x1.y + x2.y;
            const double t3 = x1.y - x2.y;
            const double t4 = x0.x - 0.50000000000000000 * t0;
            const double y0_re = x0.x + t0;
            const double t5 = x0.y - 0.50000000000000000 * t2;
            const double y0_im = x0.y + t2;
            const double y1_re = t4 + 0.86602540378443860 * t3;
            const double y2_re = t4 - 0.86602540378443860 * t3;
            const double y1_im = t5 - 0.86602540378443860 * t1;
            const double y2_im = t5 + 0.86602540378443860 * t1;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
        }
        {
            const double t0 = x4.x + x5.x;
            const double t1 = x4.x - x5.x;
            const double t2 = x4.y + x5.y;
            const double t3 = x4.y - x5.y;
            const double t4 = x3.x - 0.50000000000000000 * t0;
            const double y0_re = x3.x + t0;
            const double t5 = x3.y - 0.50000000000000000 * t2;
            const double y0_im = x3.y + t2;
            const double y1_re = t4 + 0.86602540378443860 * t3;
            const double y2_re = t4 - 0.86602540378443860 * t3;
            const double y1_im = t5 - 0.86602540378443860 * t1;
            const double y2_im = t5 + 0.86602540378443860 * t1;
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
            const double t0 = x1.x + x2.x;
            const double t1 = x1.x - x2.x;
            const double t2 = x1.y + x2.y;
            const double t3 = x1.y - x2.y;
            const double t4 = x0.x - 0.50000000000000000 * t0;
            const double y0_re = x0.x + t0;
            const double t5 = x0.y - 0.50000000000000000 * t2;
            const double y0_im = x0.y + t2;
            const double y1_re = t4 + 0.86602540378443860 * t3;
            const double y2_re = t4 - 0.86602540378443860 * t3;
            const double y1_im = t5 - 0.86602540378443860 * t1;
            const double y2_im = t5 + 0.86602540378443860 * t1;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
        }
        {
            const double t0 = x4.x + x5.x;
            const double t1 = x4.x - x5.x;
            const double t2 = x4.y + x5.y;
            const double t3 = x4.y - x5.y;
            const double t4 = x3.x - 0.50000000000000000 * t0;
            const double y0_re = x3.x + t0;
            const double t5 = x3.y - 0.50000000000000000 * t2;
            const double y0_im = x3.y + t2;
            const double y1_re = t4 + 0.86602540378443860 * t3;
            const double y2_re = t4 - 0.86602540378443860 * t3;
            const double y1_im = t5 - 0.86602540378443860 * t1;
            const double y2_im = t5 + 0.86602540378443860 * t1;
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
        double2 x2 = slot[6];
        double2 x3 = slot[9];
        double2 x4 = slot[12];
        double2 x5 = slot[15];
        {
            const double t0 = x0.x + x3.x;
            const double t1 = x0.x - x3.x;
            const double t2 = x0.y + x3.y;
            const double t3 = x0.y - x3.y;
            const double t4 = x2.x + x5.x;
            const double t5 = x2.x - x5.x;
            const double t6 = x2.y + x5.y;
            const double t7 = x2.y - x5.y;
            const double t8 = x1.x + x4.x;
            const double t9 = x1.x - x4.x;
            const double t10 = x1.y + x4.y;
            const double t11 = x1.y - x4.y;
            const double t12 = t4 + t8;
            const double t13 = t4 - t8;
            const double t14 = t6 + t10;
            const double t15 = t6 - t10;
            const double t16 = t0 - 0.50000000000000000 * t12;
            const double y0_re = t0 + t12;
            const double t17 = t2 - 0.50000000000000000 * t14;
            const double y0_im = t2 + t14;
            const double y4_re = t16 + 0.86602540378443860 * t15;
            const double y2_re = t16 - 0.86602540378443860 * t15;
            const double y4_im = t17 - 0.86602540378443860 * t13;
            const double y2_im = t17 + 0.86602540378443860 * t13;
            const double t18 = t5 - t9;
            const double t19 = t5 + t9;
            const double t20 = t7 - t11;
            const double t21 = t7 + t11;
            const double t22 = t1 - 0.50000000000000000 * t18;
            const double y3_re = t1 + t18;
            const double t23 = t3 - 0.50000000000000000 * t20;
            const double y3_im = t3 + t20;
            const double y1_re = t22 + 0.86602540378443860 * t21;
            const double y5_re = t22 - 0.86602540378443860 * t21;
            const double y1_im = t23 - 0.86602540378443860 * t19;
            const double y5_im = t23 + 0.86602540378443860 * t19;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
            x5 = complex_of(y5_re, y5_im);
        }
        {
            // Twiddles: point v times w(42)^(k v)
            const uint k = k1;
            const double2* const powers = twiddles + k;
            const double2 w1 = powers[119];
            const double2 w2 = powers[126];
            const double2 w3 = powers[133];
            const double2 w4 = powers[140];
            const double2 w5 = powers[147];
            x1 = cmul(x1, w1);
            x2 = cmul(x2, w2);
            x3 = cmul(x3, w3);
            x4 = cmul(x4, w4);
            x5 = cmul(x5, w5);
        }
        slot[0] = x0;
        slot[3] = x1;
        slot[6] = x2;
        slot[9] = x3;
        slot[12] = x4;
        slot[15] = x5;
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
        double2 x2 = slot[36];
        double2 x3 = slot[54];
        double2 x4 = slot[72];
        double2 x5 = slot[90];
        double2 x6 = slot[108];
        {
            const double t0 = x1.x + x6.x;
            const double t1 = x1.x - x6.x;
            const double t2 = x1.y + x6.y;
            const double t3 = x1.y - x6.y;
            const double t4 = x3.x + x4.x;
            const double t5 = x3.x - x4.x;
            const double t6 = x3.y + x4.y;
            const double t7 = x3.y - x4.y;
            const double t8 = x2.x + x5.x;
            const double t9 = x2.x - x5.x;
            const double t10 = x2.y + x5.y;
            const double t11 = x2.y - x5.y;
            const double t12 = x0.x + 0.62348980185873348 * t0;
            const double t13 = t12 - 0.90096886790241915 * t4;
            const double t14 = t13 - 0.22252093395631439 * t8;
            const double t15 = x0.x - 0.22252093395631439 * t0;
            const double t16 = t15 + 0.62348980185873348 * t4;
            const double t17 = t16 - 0.90096886790241915 * t8;
            const double t18 = x0.x - 0.90096886790241915 * t0;
            const double t19 = t18 - 0.22252093395631439 * t4;
            const double t20 = t0 + t4;
            const double t21 = t19 + 0.62348980185873348 * t8;
            const double t22 = t8 + t20;
            const double y0_re = x0.x + t22;
            const double t23 = x0.y + 0.62348980185873348 * t2;
            const double t24 = t23 - 0.90096886790241915 * t6;
            const double t25 = t24 - 0.22252093395631439 * t10;
            const double t26 = x0.y - 0.22252093395631439 * t2;
            const double t27 = t26 + 0.62348980185873348 * t6;
            const double t28 = t27 - 0.90096886790241915 * t10;
            const double t29 = x0.y - 0.90096886790241915 * t2;
            const double t30 = t29 - 0.22252093395631439 * t6;
            const double t31 = t2 + t6;
            const double t32 = t30 + 0.62348980185873348 * t10;
            const double t33 = t10 + t31;
            const double y0_im = x0.y + t33;
            const double t34 = t1 + 0.55495813208737121 * t5;
            const double t35 = 0.80193773580483829 * t34 + t9;
            const double t36 = t1 - 0.80193773580483829 * t5;
            const double t37 = 0.44504186791262879 * t1 + t5;
            const double t38 = t36 - 0.44504186791262879 * t9;
            const double t39 = t37 - 0.80193773580483829 * t9;
            const double y1_im = t25 - 0.97492791218182362 * t35;
            const double y6_im = t25 + 0.97492791218182362 * t35;
            const double y5_im = t28 + 0.97492791218182362 * t38;
            const double y2_im = t28 - 0.97492791218182362 * t38;
            const double y4_im = t32 + 0.97492791218182362 * t39;
            const double y3_im = t32 - 0.97492791218182362 * t39;
            const double t40 = t3 + 0.55495813208737121 * t7;
            const double t41 = 0.80193773580483829 * t40 + t11;
            const double t42 = t3 - 0.80193773580483829 * t7;
            const double t43 = 0.44504186791262879 * t3 + t7;
            const double t44 = t42 - 0.44504186791262879 * t11;
            const double t45 = t43 - 0.80193773580483829 * t11;
            const double y1_re = t14 + 0.97492791218182362 * t41;
            const double y6_re = t14 - 0.97492791218182362 * t41;
            const double y5_re = t17 - 0.97492791218182362 * t44;
            const double y2_re = t17 + 0.97492791218182362 * t44;
            const double y4_re = t21 - 0.97492791218182362 * t45;
            const double y3_re = t21 + 0.97492791218182362 * t45;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
            x5 = complex_of(y5_re, y5_im);
            x6 = complex_of(y6_re, y6_im);
        }
        {
            double2* const row_points = exchange + (127 * column + 1016);
            const uint* look_up = indices + j3 + 3 * j2_low + 9 * j2_top + 126;
            row_points[look_up[0]] = complex_of(x0.y, x0.x);
            row_points[look_up[18]] = complex_of(x1.y, x1.x);
            row_points[look_up[36]] = complex_of(x2.y, x2.x);
            row_points[look_up[54]] = complex_of(x3.y, x3.x);
            row_points[look_up[72]] = complex_of(x4.y, x4.x);
            row_points[look_up[90]] = complex_of(x5.y, x5.x);
            row_points[look_up[108]] = complex_of(x6.y, x6.x);
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
            to[336] = exchange[t + 1352];
            to[504] = exchange[t + 1520];
            to[672] = exchange[t + 1688];
            to[840] = exchange[t + 1856];
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
