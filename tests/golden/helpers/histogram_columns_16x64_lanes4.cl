// gr-gpufft VERSION, histogram_columns_16x64_lanes4
//
// Powers to a histogram that fades: a workgroup is one work-item, and counts
// 4 neighbouring bins after the other in local memory.

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

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void histogram_columns_16x64_lanes4(__global const float* restrict powers,
                                    __global const float* restrict state_in,
                                    __global float* restrict state_out,
                                    const uint frames,
                                    const uint rotation,
                                    const float slope,
                                    const float offset,
                                    const float keep)
{
    const uint bins = 64, levels = 16;
    const float highest = levels - 1;
    __local uint4 counts[17];
    const ulong group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    const uint end = (uint)(bins / 4 * (group + 1) / groups);
    for (uint column = (uint)(bins / 4 * group / groups); column < end; ++column) {
        const uint bin = column * 4;
        const uint place = bin < rotation ? bin + bins - rotation : bin - rotation;

        for (uint level = 0; level < levels; ++level)
            counts[level] = 0;
        __local uint* count = (__local uint*)counts;
        const uint4 numbers = (uint4)(0, 1, 2, 3);
        for (uint frame = 0; frame < frames; ++frame) {
            const float4 power = *(__global const float4*)(powers + (ulong)frame * bins + bin);
            const float4 height = log2_of(power) * slope + offset;
            // Of NaN or infinity to a level that nobody sees.
            const uint4 level = select((uint4)(levels), convert_uint4(BETWEEN(height, highest)), power <= FLT_MAX);
            const uint4 place_of = level * 4 + numbers;
            ++count[place_of.s0];
            ++count[place_of.s1];
            ++count[place_of.s2];
            ++count[place_of.s3];
        }

        for (uint level = 0; level < levels; ++level) {
            const uint at = level * bins + place;
            float4 sum = convert_float4(counts[level]);
            if (keep > 0)
                sum += keep * *(__global const float4*)(state_in + at);
            *(__global float4*)(state_out + at) = sum;
        }
    }
}
