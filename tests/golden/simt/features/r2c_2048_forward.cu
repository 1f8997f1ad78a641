// gr-gpufft VERSION, pass 1 of 1
// plan: r2c forward 2048: cluster 8·8·4(x2)·4, 1 row, 64 work-items in clusters of 2 after stage 2, local 4.0 KiB; 1 pass
// workgroup: 64 work-items, 1024 points of 1 row
// cluster: 2 workgroups, which share those points
// made by: gpufft dump --dialect cuda --plan "r2c forward 2048: cluster | 8.8.4x2.4 paired-output cluster=2 cluster-after=2"
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

// w(2048)^e, e below 256.
__device__ __forceinline__ float2 root_of_2048(const float2* twiddles, uint e)
{
    return twiddles[e + 1016];
}

// Load operation: a point of the core from the caller's elements.
__device__ __forceinline__ float2 load_point(const float* from, uint line, uint n)
{
    return ((const float2*)(from + line))[n];
}

extern "C" __global__ __launch_bounds__(64)
void r2c_2048_forward(const float* __restrict__ in,
                      float2* __restrict__ out,
                      const float2* __restrict__ twiddles,
                      const uint rows)
{
    extern __shared__ float2 exchange[]; // 512 elements
    const uint t = threadIdx.x;
    const uint group = blockIdx.x / 2;
    const uint rank = cluster_rank();

    // Stage 1 of 4: radix 8 over n1.
    {
        const uint n4_low = t % 2;
        const uint n4_top = t / 2 % 2;
        const uint n3_low = t / 4 % 2;
        const uint n2_low = t / 8 % 4;
        const uint n2_top = t / 32;
        const uint n3_top = rank;
        float2* const slot = exchange + (n4_low + 2 * n4_top + 4 * n3_low + 8 * n2_low + 32 * n2_top);
        const uint row = group;
        const float* from = in + (unsigned long long)row * 2048;
        const uint line = 0;
        const uint index = n4_low + 2 * n4_top + 4 * n3_low + 16 * n2_low + 64 * n2_top + 8 * n3_top;
        float2 x0 = load_point(from, line, index);
        float2 x1 = load_point(from, line, index + 128);
        float2 x2 = load_point(from, line, index + 256);
        // ... 5 more, up to: float2 x7 = load_point(from, line, index + 896);
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        slot[0] = x0;
        slot[64] = x1;
        // ... 6 more, up to: slot[448] = x7;
    }
    __syncthreads();

    // Stage 2 of 4: radix 8 over n2.
    {
        const uint k1 = t % 8;
        const uint n4_low = t / 8 % 2;
        const uint n4_top = t / 16 % 2;
        const uint n3_low = t / 32;
        const uint n3_top = rank;
        float2* const slot = exchange + (64 * k1 + n4_low + 2 * n4_top + 4 * n3_low);
        float2 x0 = slot[0];
        float2 x1 = slot[8];
        // ... 6 more, up to: float2 x7 = slot[56];
        cluster_arrive();
        // Twiddles: point v times w(64)^(k v)
        const uint k = k1;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[0];
        const float2 w2 = powers[8];
        // ... 5 more, up to: const float2 w7 = powers[48];
        x1 = cmul(x1, w1);
        x2 = cmul(x2, w2);
        // ... 5 more, up to: x7 = cmul(x7, w7);
        {
            // codelet: DFT of 8 points, from x0.x, as float
            x0 = complex_of(y0_re, y0_im);
            x1 = complex_of(y1_re, y1_im);
            // ... 6 more, up to: x7 = complex_of(y7_re, y7_im);
        }
        // Each point to the group that goes on with it, when all have room.
        cluster_wait();
        const uint place = local_address(exchange + k1 + 8 * n4_low + 16 * n4_top + 32 * n3_low + 64 * n3_top);
        const uint place0 = remote_address(place, 0);
        const uint place1 = remote_address(place, 1);
        const bool is_zero = k1 == 0;
        remote_store(place0, x0);
        remote_store(place0 + 1024, x1);
        remote_store(place1, x2);
        remote_store(place1 + 1024, x3);
        remote_store(is_zero ? place0 + 2048 : place1 + 3072, x4);
        remote_store(is_zero ? place1 + 3072 : place1 + 2048, x5);
        remote_store(is_zero ? place1 + 2048 : place0 + 3072, x6);
        remote_store(is_zero ? place0 + 3072 : place0 + 2048, x7);
        cluster_arrive();
    }

    // Stage 3 of 4: radix 4 over n3, 2 butterflies a work-item over n4_top.
    {
        const uint k1 = t % 8;
        const uint k2_low = t / 8 % 4;
        const uint n4_low = t / 32;
        const uint k2_top = rank;
        const uint held = k2_low;
        const uint near_k = 2 * k2_top + held % 2;
        const uint k2 = held < 2 ? near_k : k1 ? 7 - near_k : near_k ? 8 - near_k : 4;
        float2* const slot = exchange + (k1 + 128 * k2_low + 8 * n4_low);
        // Twiddles: point v times w(256)^(k v)
        const uint k = k1 + 8 * k2;
        const float2* const powers = twiddles + k;
        const float2 w1 = powers[56];
        const float2 w2 = powers[120];
        const float2 w3 = powers[184];
        cluster_wait();
        float2 x0 = slot[0];
        float2 x1 = slot[32];
        float2 x2 = slot[64];
        float2 x3 = slot[96];
        float2 x4 = slot[16];
        float2 x5 = slot[48];
        float2 x6 = slot[80];
        float2 x7 = slot[112];
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
        slot[32] = x1;
        slot[64] = x2;
        slot[96] = x3;
        slot[16] = x4;
        slot[48] = x5;
        slot[80] = x6;
        slot[112] = x7;
    }
    __syncthreads();

    // Stage 4 of 4: radix 4 over n4, opposite butterflies.
    {
        const uint k1 = t % 8;
        const uint k2_low = t / 8 % 2;
        const uint k3_low = t / 16 % 2;
        const uint k3_top = t / 32;
        const uint k2_top = rank;
        const uint number = k3_low + 2 * k3_top;
        const uint near_k = k1 + 16 * k2_top + 8 * k2_low;
        // K = 0 and its partner are their own opposites: half of the work-items each.
        const bool is_partner = near_k == 0 && number >= 2;
        const uint first = is_partner ? number - 2 : number;
        const uint first_column = is_partner ? 2 : k2_low;
        const uint opposite_column = near_k == 0 ? first_column : 2 + k2_low;
        const uint pair = (is_partner ? 32 : near_k) + 64 * first;
        const uint opposite = pair ? 256 - pair : 128;
        const uint slot_at = pair % 8 + 32 * (pair / 64 % 2) + 64 * (pair / 128) + 128 * first_column;
        const uint opposite_at = opposite % 8 + 32 * (opposite / 64 % 2) + 64 * (opposite / 128) + 128 * opposite_column;
        float2* const slot = exchange + slot_at;
        float2* const opposite_slot = exchange + opposite_at;
        float2 x0 = slot[0];
        float2 x1 = slot[8];
        float2 x2 = slot[16];
        float2 x3 = slot[24];
        float2 x4 = opposite_slot[0];
        float2 x5 = opposite_slot[8];
        float2 x6 = opposite_slot[16];
        float2 x7 = opposite_slot[24];
        // Twiddles: point v times w(1024)^(k v)
        {
            const uint k = pair;
            const float2* const powers = twiddles + k;
            const float2 w1 = powers[248];
            const float2 w2 = powers[504];
            const float2 w3 = powers[760];
            x1 = cmul(x1, w1);
            x2 = cmul(x2, w2);
            x3 = cmul(x3, w3);
        }
        {
            const uint k = opposite;
            const float2* const powers = twiddles + k;
            const float2 w1 = powers[248];
            const float2 w2 = powers[504];
            const float2 w3 = powers[760];
            x5 = cmul(x5, w1);
            x6 = cmul(x6, w2);
            x7 = cmul(x7, w3);
        }
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
        const uint row = group;
        float2* to = out + (unsigned long long)row * 1025;
        float2* up = to + pair;
        float2* down = to + 1024 - pair;
        const float half_of = 0.500000000f;
        const float2 root = half_of * root_of_2048(twiddles, pair);
        {
            const float2 z = x0;
            const float2 mirror = pair ? x7 : x0;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = half_of * even;
            const float2 o = cmul(root, odd);
            up[0] = complex_of(e.x + o.x, e.y + o.y);
            down[0] = complex_of(e.x - o.x, o.y - e.y);
        }
        {
            const float2 z = x1;
            const float2 mirror = pair ? x6 : x3;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = half_of * even;
            const float2 o = cmul(cmul(root, complex_of(0.707106781f, -0.707106781f)), odd);
            up[256] = complex_of(e.x + o.x, e.y + o.y);
            down[-256] = complex_of(e.x - o.x, o.y - e.y);
        }
        {
            const float2 z = x2;
            const float2 mirror = pair ? x5 : x2;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = half_of * even;
            const float2 o = cmul(complex_of(root.y, -root.x), odd);
            up[512] = complex_of(e.x + o.x, e.y + o.y);
            down[-512] = complex_of(e.x - o.x, o.y - e.y);
        }
        // Beyond the middle; work-item 0 goes on with its other butterfly.
        const uint beyond = pair ? 768 : 128;
        float2* far_up = up + beyond;
        float2* far_down = down - beyond;
        const float2 far_root = pair ? cmul(root, complex_of(-0.707106781f, -0.707106781f)) : half_of * complex_of(0.923879533f, -0.382683432f);
        {
            const float2 z = pair ? x3 : x4;
            const float2 mirror = pair ? x4 : x7;
            const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
            const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
            const float2 e = half_of * even;
            const float2 o = cmul(far_root, odd);
            far_up[0] = complex_of(e.x + o.x, e.y + o.y);
            far_down[0] = complex_of(e.x - o.x, o.y - e.y);
        }
        if (pair == 0) {
            {
                const float2 z = x5;
                const float2 mirror = x6;
                const float2 even = complex_of(z.x + mirror.x, z.y - mirror.y);
                const float2 odd = complex_of(z.y + mirror.y, mirror.x - z.x);
                const float2 e = half_of * even;
                const float2 o = cmul(half_of * complex_of(0.382683432f, -0.923879533f), odd);
                up[384] = complex_of(e.x + o.x, e.y + o.y);
                down[-384] = complex_of(e.x - o.x, o.y - e.y);
            }
        }
    }
}
