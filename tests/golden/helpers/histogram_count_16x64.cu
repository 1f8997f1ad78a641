// gr-gpufft VERSION, histogram_count_16x64
//
// Counts each power to its level, which others may do at the same time.

typedef unsigned int uint;

extern "C" __global__ __launch_bounds__(64)
void histogram_count_16x64(const float* __restrict__ powers,
                           uint* __restrict__ counts,
                           const uint rotation,
                           const float slope,
                           const float offset)
{
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    const uint groups = (64 + 63) / 64; // of a row
    const uint row = group / groups;
    const uint bin = group % groups * 64 + t;
    if (bin >= 64)
        return;

    const uint bins = 64, levels = 16;
    const float power = powers[(unsigned long long)row * bins + bin];
    if (!(power <= 3.402823466e+38f))
        return; // NaN or infinite
    const uint place = bin < rotation ? bin + bins - rotation : bin - rotation;
    const float height = log2(power) * slope + offset;
    const uint level = (uint)fmin(fmax(height, 0.0f), levels - 1.0f);
    atomicAdd(&counts[level * bins + place], 1u);
}
