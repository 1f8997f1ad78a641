// gr-gpufft 0.1.0, pass 1 of 1
// plan: dct2 forward 8x8: codelets 8·8, 16 rows, 128 work-items, local 4.5 KiB, staged; 1 pass
// workgroup: 128 work-items, 64 points of each of 16 rows
// made by: gpufft dump --dialect opencl --plan "dct2 forward 8x8: codelets | 8.8d1 codelets=dct2 columns=row:16 staged-input staged-output padding=1"
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

// Load operation: a point of the core from the caller's elements.
static inline float2 load_point(__global const float* from, uint address)
{
    return complex_of(from[address], 0.0f);
}

// Store operation: the caller's elements from an output of the core.
static inline void store_point(__global float* to, uint address, float2 z)
{
    to[address] = z.x;
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void dct2_8x8_forward(__global const float* restrict in,
                      __global float* restrict out,
                      __global const float2* restrict twiddles,
                      const uint rows)
{
    __local float exchange[1152];
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    // The tile comes in long runs; stage 1 takes its points from local memory.
    {
        const uint row = 16 * group;
        __global const float* from = in + (ulong)row * 64;
        if (rows - row >= 16) {
            from += t;
            const float s0 = load_point(from, 0).x;
            const float s1 = load_point(from, 128).x;
            const float s2 = load_point(from, 256).x;
            const float s3 = load_point(from, 384).x;
            const float s4 = load_point(from, 512).x;
            const float s5 = load_point(from, 640).x;
            const float s6 = load_point(from, 768).x;
            const float s7 = load_point(from, 896).x;
            const uint n2 = t % 8;
            const uint n1 = t / 8 % 8;
            const uint column = t / 64;
            __local float* const place = exchange + (n2 + 9 * n1 + 72 * column);
            place[0] = s0;
            place[144] = s1;
            place[288] = s2;
            place[432] = s3;
            place[576] = s4;
            place[720] = s5;
            place[864] = s6;
            place[1008] = s7;
        }
        else {
            const uint count = 64 * (rows - row);
            for (uint i = t; i < 1024; i += 128) {
                const uint n2 = i % 8;
                const uint n1 = i / 8 % 8;
                const uint column = i / 64;
                exchange[n2 + 9 * n1 + 72 * column] = load_point(from, min(i, count - 1)).x;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);


    // Stage 1 of 2: radix 8 over n1.
    {
        const uint n2 = t % 8;
        const uint column = t / 8;
        __local float* const slot = exchange + (n2 + 72 * column);
        float x0 = slot[0];
        float x1 = slot[9];
        float x2 = slot[18];
        float x3 = slot[27];
        float x4 = slot[36];
        float x5 = slot[45];
        float x6 = slot[54];
        float x7 = slot[63];
        {
            const float t0 = x0 - x7;
            const float t1 = x0 + x7;
            const float t2 = x1 - x6;
            const float t3 = x1 + x6;
            const float t4 = x2 - x5;
            const float t5 = x2 + x5;
            const float t6 = x3 - x4;
            const float t7 = x3 + x4;
            const float t8 = t1 - t7;
            const float t9 = t1 + t7;
            const float t10 = t3 - t5;
            const float t11 = t3 + t5;
            const float t12 = t9 - t11;
            const float t13 = t9 + t11;
            const float y0 = 2.00000000f * t13;
            const float y4 = 1.41421356f * t12;
            const float y2 = 0.765366865f * t10 + 1.84775907f * t8;
            const float y6 = 0.765366865f * t8 - 1.84775907f * t10;
            const float t14 = 0.198912367f * t6 + t0;
            const float t15 = t6 - 0.198912367f * t0;
            const float t16 = t2 + 0.668178638f * t4;
            const float t17 = 0.668178638f * t2 - t4;
            const float t18 = t14 - 0.847759065f * t16;
            const float t19 = t14 + 0.847759065f * t16;
            const float t20 = t15 - 0.847759065f * t17;
            const float t21 = t15 + 0.847759065f * t17;
            const float y1 = 1.96157056f * t19;
            const float y7 = -1.96157056f * t21;
            const float t22 = t18 - t20;
            const float y3 = 1.38703985f * t22;
            const float t23 = t18 + t20;
            const float y5 = 1.38703985f * t23;
            x0 = y0;
            x1 = y1;
            x2 = y2;
            x3 = y3;
            x4 = y4;
            x5 = y5;
            x6 = y6;
            x7 = y7;
        }
        slot[0] = x0;
        slot[9] = x1;
        slot[18] = x2;
        slot[27] = x3;
        slot[36] = x4;
        slot[45] = x5;
        slot[54] = x6;
        slot[63] = x7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Stage 2 of 2: radix 8 over n2.
    {
        const uint k1 = t % 8;
        const uint column = t / 8;
        __local float* const slot = exchange + (9 * k1 + 72 * column);
        float x0 = slot[0];
        float x1 = slot[1];
        float x2 = slot[2];
        float x3 = slot[3];
        float x4 = slot[4];
        float x5 = slot[5];
        float x6 = slot[6];
        float x7 = slot[7];
        {
            const float t0 = x0 - x7;
            const float t1 = x0 + x7;
            const float t2 = x1 - x6;
            const float t3 = x1 + x6;
            const float t4 = x2 - x5;
            const float t5 = x2 + x5;
            const float t6 = x3 - x4;
            const float t7 = x3 + x4;
            const float t8 = t1 - t7;
            const float t9 = t1 + t7;
            const float t10 = t3 - t5;
            const float t11 = t3 + t5;
            const float t12 = t9 - t11;
            const float t13 = t9 + t11;
            const float y0 = 2.00000000f * t13;
            const float y4 = 1.41421356f * t12;
            const float y2 = 0.765366865f * t10 + 1.84775907f * t8;
            const float y6 = 0.765366865f * t8 - 1.84775907f * t10;
            const float t14 = 0.198912367f * t6 + t0;
            const float t15 = t6 - 0.198912367f * t0;
            const float t16 = t2 + 0.668178638f * t4;
            const float t17 = 0.668178638f * t2 - t4;
            const float t18 = t14 - 0.847759065f * t16;
            const float t19 = t14 + 0.847759065f * t16;
            const float t20 = t15 - 0.847759065f * t17;
            const float t21 = t15 + 0.847759065f * t17;
            const float y1 = 1.96157056f * t19;
            const float y7 = -1.96157056f * t21;
            const float t22 = t18 - t20;
            const float y3 = 1.38703985f * t22;
            const float t23 = t18 + t20;
            const float y5 = 1.38703985f * t23;
            x0 = y0;
            x1 = y1;
            x2 = y2;
            x3 = y3;
            x4 = y4;
            x5 = y5;
            x6 = y6;
            x7 = y7;
        }
        slot[0] = x0;
        slot[1] = x1;
        slot[2] = x2;
        slot[3] = x3;
        slot[4] = x4;
        slot[5] = x5;
        slot[6] = x6;
        slot[7] = x7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The tile leaves in long runs.
    {
        const uint row = 16 * group;
        __global float* to = out + (ulong)row * 64;
        if (rows - row >= 16) {
            to += t;
            const uint k2 = t % 8;
            const uint k1 = t / 8 % 8;
            const uint column = t / 64;
            __local float* const place = exchange + (k2 + 9 * k1 + 72 * column);
            store_point(to, 0, complex_of(place[0], 0));
            store_point(to, 128, complex_of(place[144], 0));
            store_point(to, 256, complex_of(place[288], 0));
            store_point(to, 384, complex_of(place[432], 0));
            store_point(to, 512, complex_of(place[576], 0));
            store_point(to, 640, complex_of(place[720], 0));
            store_point(to, 768, complex_of(place[864], 0));
            store_point(to, 896, complex_of(place[1008], 0));
        }
        else {
            const uint count = 64 * (rows - row);
            for (uint i = t; i < count; i += 128) {
                const uint k2 = i % 8;
                const uint k1 = i / 8 % 8;
                const uint column = i / 64;
                store_point(to, i, complex_of(exchange[k2 + 9 * k1 + 72 * column], 0));
            }
        }
    }
}
