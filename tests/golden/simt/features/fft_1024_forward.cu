// gr-gpufft VERSION, pass 1 of 1
// plan: c2c forward 1024: cluster 8·4(x2)·4(x2)·8, 1 row, 32 work-items in clusters of 4 after stage 2, local 2.0 KiB; 1 pass
// workgroup: 32 work-items, 1024 points of 1 row
// cluster: 4 workgroups, which share those points
// made by: gpufft dump --dialect cuda --plan "c2c forward 1024: cluster | 8.4x2.4x2.8 cluster=4 cluster-after=2 cluster-async"
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

// Barriers in local memory, each for one use: of signals, and of bytes that arrive.
__device__ __forceinline__ void barrier_init(uint barrier, uint signals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                 :
                 : "r"(barrier), "r"(signals)
                 : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
}

__device__ __forceinline__ void barrier_expect(uint barrier, uint bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(barrier), "r"(bytes)
                 : "memory");
}

__device__ __forceinline__ void barrier_signal(uint remote_barrier)
{
    asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];"
                 :
                 : "r"(remote_barrier)
                 : "memory");
}

__device__ __forceinline__ void barrier_wait(uint barrier, uint parity = 0)
{
    uint is_over = 0;
    while (!is_over)
        asm volatile("{ .reg .pred p; "
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; "
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(is_over)
                     : "r"(barrier), "r"(parity)
                     : "memory");
}

__device__ __forceinline__ void remote_store(uint remote, float2 x, uint remote_barrier)
{
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 "
                 "[%0], {%1, %2}, [%3];"
                 :
                 : "r"(remote), "r"(__float_as_uint(x.x)), "r"(__float_as_uint(x.y)),
                   "r"(remote_barrier)
                 : "memory");
}

// Part of what a read has brought.
__device__ __forceinline__ uint read_bits(float2 x) { return __float_as_uint(x.y); }

// 0, as no compiler can know, and only when those bits are there.
__device__ __forceinline__ uint zero_after(uint bits)
{
    uint zero;
    asm volatile("{ .reg .b32 n; popc.b32 n, %1; shr.u32 %0, n, 8; }"
                 : "=r"(zero)
                 : "r"(bits));
    return zero;
}

extern "C" __global__ __launch_bounds__(32)
void fft_1024_forward(const float2* __restrict__ in,
                      float2* __restrict__ out,
                      const float2* __restrict__ twiddles,
                      const uint rows)
{
    extern __shared__ float2 exchange[]; // 256 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x / 4;
    const uint rank = cluster_rank();
    const uint has_room = local_address(exchange + 256);
    const uint has_come = has_room + 8;
    if (t == 0) {
        barrier_init(has_room, 4); // subgroups of the cluster
        barrier_init(has_come, 1);
        barrier_expect(has_come, 2048);
    }
    __syncthreads();
    cluster_start();

    // Stage 1 of 4: radix 8 over n1.
    {
        const uint n4_low = t % 4;
        const uint n4_top = t / 4 % 2;
        const uint n2 = t / 8;
        const uint n3 = rank;
        float2* const slot = exchange + (n4_low + 4 * n4_top + 8 * n2);
        const uint row = group;
        const float2* from = in + (unsigned long long)row * 1024;
        from += n4_low + 4 * n4_top + 32 * n2 + 8 * n3;
        float2 x0 = from[0];
        float2 x1 = from[128];
        // ... 6 more, up to: float2 x7 = from[896];
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        slot[0] = x0;
        slot[32] = x1;
        // ... 6 more, up to: slot[224] = x7;
    }
    __syncthreads();

    // Stage 2 of 4: radix 4 over n2, 2 butterflies a work-item over n4_top.
    {
        const uint k1 = t % 8;
        const uint n4_low = t / 8;
        const uint n3 = rank;
        float2* const slot = exchange + (32 * k1 + n4_low);
        float2 x0 = slot[0];
        float2 x1 = slot[8];
        float2 x2 = slot[16];
        float2 x3 = slot[24];
        float2 x4 = slot[4];
        float2 x5 = slot[12];
        float2 x6 = slot[20];
        float2 x7 = slot[28];
        // Read: said to every group, when it has started.
        uint bits = 0;
        bits |= read_bits(x0);
        bits |= read_bits(x1);
        // ... 6 more, up to: bits |= read_bits(x7);
        const uint zero = zero_after(bits);
        cluster_wait();
        if (t % 32 < 4)
            barrier_signal(remote_address(has_room, t % 32) + zero);
        // Twiddles: point v times w(32)^(k v)
        const uint k = k1;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[8];
        const float2 w3 = powers[16];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x5 = cmul(x5, w1);
        x6 = cmul(x6, w2);
        x7 = cmul(x7, w3);
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
        // Each point to the group that goes on with it, when all have room.
        barrier_wait(has_room);
        const uint place = local_address(exchange + k1 + 8 * n4_low + 64 * n3);
        const uint place0 = remote_address(place, 0);
        const uint barrier0 = remote_address(has_come, 0);
        const uint place1 = remote_address(place, 1);
        const uint barrier1 = remote_address(has_come, 1);
        // ... 2 more of these 2 lines, up to: const uint barrier3 = remote_address(has_come, 3);
        remote_store(place0, x0, barrier0);
        remote_store(place1, x1, barrier1);
        remote_store(place2, x2, barrier2);
        remote_store(place3, x3, barrier3);
        remote_store(place0 + 256, x4, barrier0);
        remote_store(place1 + 256, x5, barrier1);
        remote_store(place2 + 256, x6, barrier2);
        remote_store(place3 + 256, x7, barrier3);
    }

    // Stage 3 of 4: radix 4 over n3, 2 butterflies a work-item over n4_top.
    {
        const uint k1 = t % 8;
        const uint n4_low = t / 8;
        const uint k2 = rank;
        float2* const slot = exchange + (k1 + 8 * n4_low);
        // Twiddles: point v times w(128)^(k v)
        const uint k = k1 + 8 * k2;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[24];
        const float2 w2 = powers[56];
        const float2 w3 = powers[88];
        barrier_wait(has_come);
        float2 x0 = slot[0];
        float2 x1 = slot[64];
        float2 x2 = slot[128];
        float2 x3 = slot[192];
        float2 x4 = slot[32];
        float2 x5 = slot[96];
        float2 x6 = slot[160];
        float2 x7 = slot[224];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        x3 = cmul(x3, w3);
        x5 = cmul(x5, w1);
        x6 = cmul(x6, w2);
        x7 = cmul(x7, w3);
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
        slot[64] = x1;
        slot[128] = x2;
        slot[192] = x3;
        slot[32] = x4;
        slot[96] = x5;
        slot[160] = x6;
        slot[224] = x7;
    }
    __syncthreads();

    // Stage 4 of 4: radix 8 over n4.
    {
        const uint k1 = t % 8;
        const uint k3 = t / 8;
        const uint k2 = rank;
        float2* const slot = exchange + (k1 + 64 * k3);
        float2 x0 = slot[0];
        float2 x1 = slot[8];
        // ... 6 more, up to: float2 x7 = slot[56];
        // Twiddles: point v times w(1024)^(k v)
        const uint k = k1 + 32 * k3 + 8 * k2;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[120];
        const float2 w2 = powers[248];
        // ... 5 more, up to: const float2 w7 = powers[888];
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
        float2* to = out + (unsigned long long)row * 1024;
        to += k1 + 32 * k3 + 8 * k2;
        to[0] = x0;
        to[128] = x1;
        // ... 6 more, up to: to[896] = x7;
    }
}
