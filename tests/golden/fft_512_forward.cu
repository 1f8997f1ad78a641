// gr-gpufft 0.1.0, pass 1 of 1
// plan: c2c forward 512: cluster 8·8·8, 1 row, 16 work-items in clusters of 4 after stage 1, local 1.0 KiB; 1 pass
// workgroup: 16 work-items, 512 points of 1 row
// cluster: 4 workgroups, which share those points
// made by: gpufft dump --dialect cuda --plan "c2c forward 512: cluster | 8.8.8 padding=1 cluster=4"
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

// A cluster of workgroups: the number of this one, and the others' local memory.
__device__ __forceinline__ uint cluster_rank()
{
    uint rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

__device__ __forceinline__ uint local_address(const void* p)
{
    return (uint)__cvta_generic_to_shared(p);
}

__device__ __forceinline__ uint remote_address(uint local, uint rank)
{
    uint remote;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(remote)
                 : "r"(local), "r"(rank));
    return remote;
}

// Nothing has been done yet that others must see.
__device__ __forceinline__ void cluster_start()
{
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" : : : "memory");
}

__device__ __forceinline__ void cluster_wait()
{
    asm volatile("barrier.cluster.wait.acquire.aligned;" : : : "memory");
}

__device__ __forceinline__ void cluster_arrive()
{
    asm volatile("barrier.cluster.arrive.release.aligned;" : : : "memory");
}

__device__ __forceinline__ void remote_store(uint remote, float2 x)
{
    asm volatile("st.shared::cluster.v2.f32 [%0], {%1, %2};"
                 :
                 : "r"(remote), "f"(x.x), "f"(x.y)
                 : "memory");
}

extern "C" __global__ __launch_bounds__(16)
void fft_512_forward(const float2* __restrict__ in,
                     float2* __restrict__ out,
                     const float2* __restrict__ twiddles,
                     const uint rows)
{
    extern __shared__ float2 exchange[]; // 128 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x / 4;
    const uint rank = cluster_rank();
    cluster_start();

    // Stage 1 of 3: radix 8 over n1.
    {
        const uint n3 = t % 8;
        const uint n2_low = t / 8;
        const uint n2_top = rank;
        const uint row = group;
        const float2* from = in + (unsigned long long)row * 512;
        from += n3 + 8 * n2_low + 16 * n2_top;
        float2 x0 = from[0];
        float2 x1 = from[64];
        float2 x2 = from[128];
        float2 x3 = from[192];
        float2 x4 = from[256];
        float2 x5 = from[320];
        float2 x6 = from[384];
        float2 x7 = from[448];
        {
            const float t0 = x0.x + x4.x;
            const float t1 = x0.x - x4.x;
            const float t2 = x0.y + x4.y;
            const float t3 = x0.y - x4.y;
            const float t4 = x2.x + x6.x;
            const float t5 = x2.x - x6.x;
            const float t6 = x2.y + x6.y;
            const float t7 = x2.y - x6.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = t2 + t6;
            const float t11 = t2 - t6;
            const float t12 = t1 + t7;
            const float t13 = t1 - t7;
            const float t14 = t3 - t5;
            const float t15 = t3 + t5;
            const float t16 = x1.x + x5.x;
            const float t17 = x1.x - x5.x;
            const float t18 = x1.y + x5.y;
            const float t19 = x1.y - x5.y;
            const float t20 = x3.x + x7.x;
            const float t21 = x3.x - x7.x;
            const float t22 = x3.y + x7.y;
            const float t23 = x3.y - x7.y;
            const float t24 = t16 + t20;
            const float t25 = t16 - t20;
            const float t26 = t18 + t22;
            const float t27 = t18 - t22;
            const float y0_re = t8 + t24;
            const float y4_re = t8 - t24;
            const float y0_im = t10 + t26;
            const float y4_im = t10 - t26;
            const float y2_re = t9 + t27;
            const float y6_re = t9 - t27;
            const float y2_im = t11 - t25;
            const float y6_im = t11 + t25;
            const float t28 = t17 + t19;
            const float t29 = t17 - t19;
            const float t30 = t21 - t23;
            const float t31 = t21 + t23;
            const float t32 = t28 - t30;
            const float t33 = t28 + t30;
            const float t34 = t29 + t31;
            const float t35 = t29 - t31;
            const float y1_re = t12 + 0.707106781f * t32;
            const float y5_re = t12 - 0.707106781f * t32;
            const float y1_im = t14 - 0.707106781f * t34;
            const float y5_im = t14 + 0.707106781f * t34;
            const float y3_re = t13 - 0.707106781f * t35;
            const float y7_re = t13 + 0.707106781f * t35;
            const float y3_im = t15 - 0.707106781f * t33;
            const float y7_im = t15 + 0.707106781f * t33;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
            x5 = complex_of(y5_re, y5_im);
            x6 = complex_of(y6_re, y6_im);
            x7 = complex_of(y7_re, y7_im);
        }
        // Each point to the group that goes on with it, when all have room.
        cluster_wait();
        const uint place = local_address(exchange + n3 + 8 * n2_low + 16 * n2_top);
        const uint place0 = remote_address(place, 0);
        const uint place1 = remote_address(place, 1);
        const uint place2 = remote_address(place, 2);
        const uint place3 = remote_address(place, 3);
        remote_store(place0, x0);
        remote_store(place0 + 512, x1);
        remote_store(place1, x2);
        remote_store(place1 + 512, x3);
        remote_store(place2, x4);
        remote_store(place2 + 512, x5);
        remote_store(place3, x6);
        remote_store(place3 + 512, x7);
        cluster_arrive();
    }

    // Stage 2 of 3: radix 8 over n2.
    {
        const uint k1_low = t % 2;
        const uint n3 = t / 2;
        const uint k1_top = rank;
        float2* const slot = exchange + (64 * k1_low + n3);
        // Twiddles: point v times w(64)^(k v)
        const uint k = k1_low + 2 * k1_top;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[8];
        const float2 w3 = powers[16];
        const float2 w4 = powers[24];
        const float2 w5 = powers[32];
        const float2 w6 = powers[40];
        const float2 w7 = powers[48];
        cluster_wait();
        float2 x0 = slot[0];
        float2 x1 = slot[8];
        float2 x2 = slot[16];
        float2 x3 = slot[24];
        float2 x4 = slot[32];
        float2 x5 = slot[40];
        float2 x6 = slot[48];
        float2 x7 = slot[56];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x4 = cmul(x4, w4);
        x5 = cmul(x5, w5);
        x6 = cmul(x6, w6);
        x7 = cmul(x7, w7);
        {
            const float t0 = x0.x + x4.x;
            const float t1 = x0.x - x4.x;
            const float t2 = x0.y + x4.y;
            const float t3 = x0.y - x4.y;
            const float t4 = x2.x + x6.x;
            const float t5 = x2.x - x6.x;
            const float t6 = x2.y + x6.y;
            const float t7 = x2.y - x6.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = t2 + t6;
            const float t11 = t2 - t6;
            const float t12 = t1 + t7;
            const float t13 = t1 - t7;
            const float t14 = t3 - t5;
            const float t15 = t3 + t5;
            const float t16 = x1.x + x5.x;
            const float t17 = x1.x - x5.x;
            const float t18 = x1.y + x5.y;
            const float t19 = x1.y - x5.y;
            const float t20 = x3.x + x7.x;
            const float t21 = x3.x - x7.x;
            const float t22 = x3.y + x7.y;
            const float t23 = x3.y - x7.y;
            const float t24 = t16 + t20;
            const float t25 = t16 - t20;
            const float t26 = t18 + t22;
            const float t27 = t18 - t22;
            const float y0_re = t8 + t24;
            const float y4_re = t8 - t24;
            const float y0_im = t10 + t26;
            const float y4_im = t10 - t26;
            const float y2_re = t9 + t27;
            const float y6_re = t9 - t27;
            const float y2_im = t11 - t25;
            const float y6_im = t11 + t25;
            const float t28 = t17 + t19;
            const float t29 = t17 - t19;
            const float t30 = t21 - t23;
            const float t31 = t21 + t23;
            const float t32 = t28 - t30;
            const float t33 = t28 + t30;
            const float t34 = t29 + t31;
            const float t35 = t29 - t31;
            const float y1_re = t12 + 0.707106781f * t32;
            const float y5_re = t12 - 0.707106781f * t32;
            const float y1_im = t14 - 0.707106781f * t34;
            const float y5_im = t14 + 0.707106781f * t34;
            const float y3_re = t13 - 0.707106781f * t35;
            const float y7_re = t13 + 0.707106781f * t35;
            const float y3_im = t15 - 0.707106781f * t33;
            const float y7_im = t15 + 0.707106781f * t33;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
            x5 = complex_of(y5_re, y5_im);
            x6 = complex_of(y6_re, y6_im);
            x7 = complex_of(y7_re, y7_im);
        }
        slot[0] = x0;
        slot[8] = x1;
        slot[16] = x2;
        slot[24] = x3;
        slot[32] = x4;
        slot[40] = x5;
        slot[48] = x6;
        slot[56] = x7;
    }
    __syncthreads();

    // Stage 3 of 3: radix 8 over n3.
    {
        const uint k1_low = t % 2;
        const uint k2_low = t / 2 % 2;
        const uint k2_top = t / 4;
        const uint k1_top = rank;
        float2* const slot = exchange + (64 * k1_low + 8 * k2_low + 16 * k2_top);
        float2 x0 = slot[0];
        float2 x1 = slot[1];
        float2 x2 = slot[2];
        float2 x3 = slot[3];
        float2 x4 = slot[4];
        float2 x5 = slot[5];
        float2 x6 = slot[6];
        float2 x7 = slot[7];
        // Twiddles: point v times w(512)^(k v)
        const uint k = k1_low + 8 * k2_low + 16 * k2_top + 2 * k1_top;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[56];
        const float2 w2 = powers[120];
        const float2 w3 = powers[184];
        const float2 w4 = powers[248];
        const float2 w5 = powers[312];
        const float2 w6 = powers[376];
        const float2 w7 = powers[440];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x4 = cmul(x4, w4);
        x5 = cmul(x5, w5);
        x6 = cmul(x6, w6);
        x7 = cmul(x7, w7);
        {
            const float t0 = x0.x + x4.x;
            const float t1 = x0.x - x4.x;
            const float t2 = x0.y + x4.y;
            const float t3 = x0.y - x4.y;
            const float t4 = x2.x + x6.x;
            const float t5 = x2.x - x6.x;
            const float t6 = x2.y + x6.y;
            const float t7 = x2.y - x6.y;
            const float t8 = t0 + t4;
            const float t9 = t0 - t4;
            const float t10 = t2 + t6;
            const float t11 = t2 - t6;
            const float t12 = t1 + t7;
            const float t13 = t1 - t7;
            const float t14 = t3 - t5;
            const float t15 = t3 + t5;
            const float t16 = x1.x + x5.x;
            const float t17 = x1.x - x5.x;
            const float t18 = x1.y + x5.y;
            const float t19 = x1.y - x5.y;
            const float t20 = x3.x + x7.x;
            const float t21 = x3.x - x7.x;
            const float t22 = x3.y + x7.y;
            const float t23 = x3.y - x7.y;
            const float t24 = t16 + t20;
            const float t25 = t16 - t20;
            const float t26 = t18 + t22;
            const float t27 = t18 - t22;
            const float y0_re = t8 + t24;
            const float y4_re = t8 - t24;
            const float y0_im = t10 + t26;
            const float y4_im = t10 - t26;
            const float y2_re = t9 + t27;
            const float y6_re = t9 - t27;
            const float y2_im = t11 - t25;
            const float y6_im = t11 + t25;
            const float t28 = t17 + t19;
            const float t29 = t17 - t19;
            const float t30 = t21 - t23;
            const float t31 = t21 + t23;
            const float t32 = t28 - t30;
            const float t33 = t28 + t30;
            const float t34 = t29 + t31;
            const float t35 = t29 - t31;
            const float y1_re = t12 + 0.707106781f * t32;
            const float y5_re = t12 - 0.707106781f * t32;
            const float y1_im = t14 - 0.707106781f * t34;
            const float y5_im = t14 + 0.707106781f * t34;
            const float y3_re = t13 - 0.707106781f * t35;
            const float y7_re = t13 + 0.707106781f * t35;
            const float y3_im = t15 - 0.707106781f * t33;
            const float y7_im = t15 + 0.707106781f * t33;
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            x2 = complex_of(y2_re, y2_im);
            x3 = complex_of(y3_re, y3_im);
            x4 = complex_of(y4_re, y4_im);
            x5 = complex_of(y5_re, y5_im);
            x6 = complex_of(y6_re, y6_im);
            x7 = complex_of(y7_re, y7_im);
        }
        const uint row = group;
        float2* to = out + (unsigned long long)row * 512;
        to += k1_low + 8 * k2_low + 16 * k2_top + 2 * k1_top;
        to[0] = x0;
        to[64] = x1;
        to[128] = x2;
        to[192] = x3;
        to[256] = x4;
        to[320] = x5;
        to[384] = x6;
        to[448] = x7;
    }
}
