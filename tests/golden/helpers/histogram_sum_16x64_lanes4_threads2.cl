// gr-gpufft VERSION, histogram_sum_16x64_lanes4_threads2
//
// Adds counts to a histogram that fades: a workgroup is one work-item, and
// goes through some of the levels.

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void histogram_sum_16x64_lanes4_threads2(__global const float* restrict state_in,
                                         __global const uint* restrict counts,
                                         __global float* restrict state_out,
                                         const uint rotation,
                                         const uint histogram,
                                         const float keep)
{
    const uint bins = 64;
    const ulong group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    const uint end = (uint)(16 * (group + 1) / groups);
    for (uint level = (uint)(16 * group / groups); level < end; ++level) {
        for (uint block = 0; block < 16; ++block) {
            const uint first = block * 4;
            const uint bin = first;
            const uint place = bin < rotation ? bin + bins - rotation : bin - rotation;
            const ulong at = (ulong)level * bins + place;
            uint4 counted = 0;
            for (uint thread = 0; thread < 2; ++thread)
                if (counts[(ulong)thread * 1104] == histogram)
                    counted += *(__global const uint4*)(counts + (ulong)thread * 1104 + 16 + ((ulong)block * 17 + level) * 4);
            float4 sum = convert_float4(counted);
            if (keep > 0)
                sum += keep * *(__global const float4*)(state_in + at);
            *(__global float4*)(state_out + at) = sum;
        }
    }
}
