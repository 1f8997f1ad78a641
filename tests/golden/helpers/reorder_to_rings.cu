// gr-gpufft VERSION, reorder_to_rings
//
// Brings the values of rows into the order of a map, 0 where it names none; rows and
// values lie as the strides say, or a ring for each value. A workgroup has a tile of both.

typedef unsigned int uint;

extern "C" __global__ __launch_bounds__(64)
void reorder_to_rings(const float2* __restrict__ in,
                      const int* __restrict__ map,
                      const unsigned long long* __restrict__ rings,
                      const unsigned long long in_at,
                      const unsigned long long in_row,
                      const unsigned long long in_value,
                      const uint rows,
                      const uint values)
{
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    extern __shared__ float2 tile[]; // 272 elements
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
            x = in[in_at + (row + r) * in_row + (unsigned long long)from * in_value];
        tile[r * 17 + v] = x;
    }
    __syncthreads();
    for (uint k = 0; k < 16; k += 4) {
        const uint r = beside;
        const uint v = along + k;
        if (row + r >= rows || value + v >= values)
            continue;
        const unsigned long long* ring = rings + (unsigned long long)(value + v) * 3;
        unsigned long long place = ring[1] + (unsigned long long)(row + r) * 8;
        place -= place < ring[2] ? 0 : ring[2];
        if (ring[0])
            *(float2*)(ring[0] + place) = tile[r * 17 + v];
    }
}
