// gr-gpufft 0.1.0, histogram_columns_16x64_lanes4
//
// Powers to a histogram that fades: a workgroup is one work-item, and counts
// 4 neighbouring bins in local memory.

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
    __local uint4 counts[16];
    const uint bin = (uint)get_group_id(0) * 4;
    const uint place = bin < rotation ? bin + bins - rotation : bin - rotation;

    for (uint level = 0; level < levels; ++level)
        counts[level] = 0;
    __local uint* count = (__local uint*)counts;
    for (uint frame = 0; frame < frames; ++frame) {
        const float4 power = *(__global const float4*)(powers + (ulong)frame * bins + bin);
        const float4 height = log2(power) * slope + offset;
        const uint4 level = convert_uint4(fmin(fmax(height, 0.0f), highest));
        // Not of NaN or infinity.
        count[level.s0 * 4 + 0] += power.s0 <= FLT_MAX;
        count[level.s1 * 4 + 1] += power.s1 <= FLT_MAX;
        count[level.s2 * 4 + 2] += power.s2 <= FLT_MAX;
        count[level.s3 * 4 + 3] += power.s3 <= FLT_MAX;
    }

    for (uint level = 0; level < levels; ++level) {
        const uint at = level * bins + place;
        float4 sum = convert_float4(counts[level]);
        if (keep > 0)
            sum += keep * *(__global const float4*)(state_in + at);
        *(__global float4*)(state_out + at) = sum;
    }
}
