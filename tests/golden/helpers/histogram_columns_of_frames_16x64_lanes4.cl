// gr-gpufft VERSION, histogram_columns_of_frames_16x64_lanes4
//
// Counts how often each bin's power was at each level: a workgroup is one
// work-item, and counts some of the frames into a histogram of its thread's
// own.

// log2 of a power: x = 2^e (1 + m), 1 + m between sqrt 0.5 and sqrt 2.
static inline float4 log2_of(float4 x)
{
    const int4 is_tiny = x < 1.17549435e-38f; // less digits than others
    const uint4 bits = as_uint4(select(x, 8388608.0f * x, is_tiny)) - 0x3f3504f3u;
    const float4 e = convert_float4(as_int4(bits) >> 23) - select((float4)(0.0f), (float4)(23.0f), is_tiny);
    const float4 m = as_float4((bits & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
    float4 p = 7.0376836292e-2f;
    p = p * m + -1.1514610310e-1f;
    p = p * m + 1.1676998740e-1f;
    p = p * m + -1.2420140846e-1f;
    p = p * m + 1.4249322787e-1f;
    p = p * m + -1.6668057665e-1f;
    p = p * m + 2.0000714765e-1f;
    p = p * m + -2.4999993993e-1f;
    p = p * m + 3.3333331174e-1f;
    const float4 log_m = m - 0.5f * m * m + m * m * m * p;
    const float4 found = e + 1.44269504f * log_m;
    return select(select((float4)(NAN), (float4)(-INFINITY), x == 0.0f), found, x > 0.0f);
}

#define ABOVE_0(x) select((float4)(0.0f), x, (x) > 0.0f)
#define BETWEEN(x, highest) select(ABOVE_0(x), (float4)(highest), (x) > (highest))

#if defined(__clang__) && defined(POCL_DEVICE_ADDRESS_BITS)
#define FETCH(p) __builtin_prefetch(p)
#else
#define FETCH(p)
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void histogram_columns_of_frames_16x64_lanes4(__global const float* restrict values,
                                              __global uint* restrict counts,
                                              __global uint* restrict done,
                                              const uint histogram,
                                              const float slope,
                                              const float offset,
                                              const uint frames)
{
    const uint bins = 64, levels = 16;
    const float highest = levels - 1;
    __local uint places[256] __attribute__((aligned(64)));
    const uint4 lane_numbers = (uint4)(0, 1, 2, 3);
    const ulong group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    const uint first_frame = (uint)(frames * group / groups);
    const uint end_frame = (uint)(frames * (group + 1) / groups);
    __global uint* own = counts + group * 1104;
    // Where the thread's last one was another histogram, an empty one begins.
    if (own[0] != histogram)
        for (uint row = 0; row < 272; ++row)
            *(__global uint4*)(own + 16 + row * 4) = 0;
    own[0] = histogram;

    for (uint unit = 0; unit < 16; ++unit) {
        __global uint* counted = own + 16 + (ulong)unit * 68;
        for (uint begin = first_frame; begin < end_frame; begin += 64) {
            const uint count = min(end_frame - begin, 64u);
            for (uint i = 0; i < count; ++i) {
                __global const float* row = values + (ulong)(begin + i) * bins;
                for (uint j = 0; j < 1; ++j) {
                    const uint block = unit * 1 + j;
                    const uint first = block * 4;
                    FETCH(row + 4u * bins + first);
                    const float4 value = *(__global const float4*)(row + first);
                    const float4 height = fma(log2_of(value), (float4)(slope), (float4)(offset));
                    // Of NaN or infinity to a level that nobody sees.
                    uint4 level = select((uint4)(levels), convert_uint4(BETWEEN(height, highest)), value <= FLT_MAX);
                    *(__local uint4*)(places + (i * 1 + j) * 4) = (j * (levels + 1) + level) * 4 + lane_numbers;
                }
            }
            for (uint i = 0; i < count * 1; ++i) {
                ++counted[places[i * 4 + 0]];
                ++counted[places[i * 4 + 1]];
                ++counted[places[i * 4 + 2]];
                ++counted[places[i * 4 + 3]];
            }
        }
    }
    done[group] = 1;
}
