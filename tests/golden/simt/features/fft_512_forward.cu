// gr-gpufft VERSION, pass 1 of 1
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
        // ... 6 more, up to: float2 x7 = from[448];
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
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
        // ... 2 more of these 2 lines, up to: remote_store(place3 + 512, x7);
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
        // ... 5 more, up to: const float2 w7 = powers[48];
        cluster_wait();
        float2 x0 = slot[0];
        float2 x1 = slot[8];
        // ... 6 more, up to: float2 x7 = slot[56];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 5 more, up to: x7 = cmul(x7, w7);
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        slot[0] = x0;
        slot[8] = x1;
        // ... 6 more, up to: slot[56] = x7;
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
        // ... 6 more, up to: float2 x7 = slot[7];
        // Twiddles: point v times w(512)^(k v)
        const uint k = k1_low + 8 * k2_low + 16 * k2_top + 2 * k1_top;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[56];
        const float2 w2 = powers[120];
        // ... 5 more, up to: const float2 w7 = powers[440];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 5 more, up to: x7 = cmul(x7, w7);
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        const uint row = group;
        float2* to = out + (unsigned long long)row * 512;
        to += k1_low + 8 * k2_low + 16 * k2_top + 2 * k1_top;
        to[0] = x0;
        to[64] = x1;
        // ... 6 more, up to: to[448] = x7;
    }
}
