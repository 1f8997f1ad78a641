// gr-gpufft VERSION, reorder
//
// Brings the values of rows into the order of a map, 0 where it names none; rows and
// values lie as the strides say, or a ring for each value. A workgroup has a tile of both.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reorder(__global const float2* restrict in,
             __global const int* restrict map,
             __global float2* restrict out,
             const ulong in_at,
             const ulong in_row,
             const ulong in_value,
             const ulong out_at,
             const ulong out_row,
             const ulong out_value,
             const uint rows,
             const uint values)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    __local float2 tile[272];
    const uint across = (values + 15) / 16; // tiles
    const uint row = group / across * 16, value = group % across * 16;
    const uint beside = t % 16, along = t / 16;
    for (uint k = 0; k < 16; k += 4) {
        const uint r = in_value == 1 ? along + k : beside;
        const uint v = in_value == 1 ? beside : along + k;
        if (row + r >= rows || value + v >= values)
            continue;
        const int from = map[value + v];
        float2 x;
        x.x = x.y = 0;
        if (from >= 0)
            x = in[in_at + (row + r) * in_row + (ulong)from * in_value];
        tile[r * 17 + v] = x;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 16; k += 4) {
        const uint r = out_value == 1 ? along + k : beside;
        const uint v = out_value == 1 ? beside : along + k;
        if (row + r >= rows || value + v >= values)
            continue;
        out[out_at + (row + r) * out_row + (value + v) * out_value] = tile[r * 17 + v];
    }
}
