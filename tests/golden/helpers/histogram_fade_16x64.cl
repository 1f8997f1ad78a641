// gr-gpufft VERSION, histogram_fade_16x64
//
// Adds counts to a histogram that fades, and clears them.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void histogram_fade_16x64(__global const float* restrict state_in,
                          __global uint* restrict counts,
                          __global float* restrict state_out,
                          const float keep)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint i = group * 64 + t;
    if (i >= 1024)
        return;

    float sum = counts[i];
    if (keep > 0)
        sum += keep * state_in[i];
    state_out[i] = sum;
    counts[i] = 0;
}
