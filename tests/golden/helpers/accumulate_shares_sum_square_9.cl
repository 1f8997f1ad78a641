// gr-gpufft VERSION, accumulate_shares_sum_square_9
//
// Spectra of the frames of a run to one row of accumulated powers: row r
// has the frames runs[r] .. runs[r + 1] - 1.

#define HIGHER(s, p) select(s, p, ((p) > (s)) | ((s) != (s)))
#define LOWER(s, p) select(s, p, ((p) < (s)) | ((s) != (s)))
#define IS_FINITE(s) (((s) < INFINITY) & ((s) > -INFINITY))

static inline void accumulate_16(__global const float* z, __global float* partial, uint frames, float keep)
{
    float16 sum = (float16)(0.0f);
    float16 square = (float16)(0.0f);
    for (uint f = 0; f < frames; ++f, z += 18)
    {
        const float16 a = vload16(0, z), b = vload16(0, z + 16);
        const float16 re = (float16)(a.even, b.even), im = (float16)(a.odd, b.odd);
        const float16 power = re * re + im * im;
        sum = keep * sum + power;
        square = square + power * power;
    }
    vstore16(sum, 0, partial);
    vstore16(square, 0, partial + 9);
}

static inline void accumulate_1(__global const float* z, __global float* partial, uint frames, float keep)
{
    float sum = (float)(0.0f);
    float square = (float)(0.0f);
    for (uint f = 0; f < frames; ++f, z += 18)
    {
        const float power = z[0] * z[0] + z[1] * z[1];
        sum = keep * sum + power;
        square = square + power * power;
    }
    *(partial) = sum;
    *(partial + 9) = square;
}

// A launch is enqueued part by part, which say what their first workgroup is, and how
// many all parts have. No macro is expanded within itself.
#define get_group_id(d) (part_group + get_group_id(d))
#define get_global_id(d) (part_group * get_local_size(d) + get_global_id(d))
#define get_num_groups(d) part_groups

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void accumulate_shares_sum_square_9(__global const float* restrict spectra,
                                    __global float* restrict partials,
                                    __global const uint* restrict runs,
                                    const float keep,
                                    const uint rows,
                                    const ulong part_group,
                                    const ulong part_groups)
{
    const ulong group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    const uint in_row = (9 + 63) / 64;
    const ulong blocks = (ulong)rows * in_row;
    const uint end_block = (uint)(blocks * (group + 1) / groups);
    for (uint block = (uint)(blocks * group / groups); block < end_block; ++block) {
        const uint row = block / in_row;
        const uint b0 = block % in_row * 64;
        const uint frames = runs[row + 1] - runs[row];
        __global const float* z = spectra + (ulong)runs[row] * 18;
        __global float* to = partials + (ulong)row * 18;
        uint at = b0;
        const uint behind = min(b0 + 64, (uint)9);
        for (; at + 16 <= behind; at += 16)
            accumulate_16(z + 2 * at, to + at, frames, keep);
        for (; at < behind; ++at)
            accumulate_1(z + 2 * at, to + at, frames, keep);
    }
}
