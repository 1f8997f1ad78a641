// gr-gpufft VERSION, accumulate_sum_square_9
//
// Spectra of the frames of a run to one row of accumulated powers: row r
// has the frames runs[r] .. runs[r + 1] - 1.

// |z|^2
static inline float power_of(float2 z) { return z.x * z.x + z.y * z.y; }

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void accumulate_sum_square_9(__global const float2* restrict spectra,
                             __global float* restrict partials,
                             __global const uint* restrict runs,
                             const float keep,
                             const uint rows)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint groups = (9 + 63) / 64; // of a row
    const uint row = group / groups;
    const uint bin = group % groups * 64 + t;
    if (bin >= 9)
        return;

    float sum = 0.0f;
    float square = 0.0f;
    const uint end = runs[row + 1];
    for (uint frame = runs[row]; frame < end; ++frame) {
        const float2 z = spectra[(ulong)frame * 9 + bin];
        const float p = power_of(z);
        sum = keep * sum + p;
        square = square + p * p;
    }
    partials[(ulong)row * 18 + bin] = sum;
    partials[(ulong)row * 18 + 9 + bin] = square;
}
