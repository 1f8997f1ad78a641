// gr-gpufft VERSION, gather_bins
//
// Brings the bins around each channel's centre together, weighted, in the order
// of an inverse transform.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void gather_bins(__global const float2* restrict bins,
                 __global const float2* restrict weights,
                 __global const uint* restrict centres,
                 __global float2* restrict rows,
                 const uint length,
                 const uint points,
                 const uint blocks,
                 const uint elements)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint i = group * 64 + t;
    if (i >= elements)
        return;

    const uint k = i % points;
    const uint channel = i / points / blocks;
    const uint block = i / points % blocks;
    const bool is_before = k >= points - points / 2;
    uint bin = centres[channel] + k + (is_before ? length - points : 0);
    bin -= bin < length ? 0 : length;
    const float2 x = bins[(ulong)block * length + bin];
    const float2 weight = weights[(ulong)channel * points + k];
    float2 y;
    y.x = x.x * weight.x - x.y * weight.y;
    y.y = x.x * weight.y + x.y * weight.x;
    rows[i] = y;
}
