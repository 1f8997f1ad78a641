// gr-gpufft VERSION, reorder_from_rings
//
// Brings the values of rows into the order of a map, 0 where it names none; rows and
// values lie as the strides say, or a ring for each value. A workgroup has a tile of both.

typedef unsigned int uint;

extern "C" __global__ __launch_bounds__(64)
void reorder_from_rings(const unsigned long long* __restrict__ rings,
                        const int* __restrict__ map,
                        float2* __restrict__ out,
                        const unsigned long long in_at,
                        const unsigned long long out_at,
                        const unsigned long long out_row,
                        const unsigned long long out_value,
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
        const uint r = beside;
        const uint v = along + k;
        if (row + r >= rows || value + v >= values)
            continue;
        const int from = map[value + v];
        float2 x;
        x.x = x.y = 0;
        if (from >= 0) {
            const unsigned long long* ring = rings + (unsigned long long)from * 3;
            unsigned long long place = ring[1] + (unsigned long long)(in_at + row + r) * 8;
            place -= place < ring[2] ? 0 : ring[2];
            x = *(const float2*)(ring[0] + place);
        }
        tile[r * 17 + v] = x;
    }
    __syncthreads();
    for (uint k = 0; k < 16; k += 4) {
        const uint r = out_value == 1 ? along + k : beside;
        const uint v = out_value == 1 ? beside : along + k;
        if (row + r >= rows || value + v >= values)
            continue;
        out[out_at + (row + r) * out_row + (value + v) * out_value] = tile[r * 17 + v];
    }
}
