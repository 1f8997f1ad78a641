// gr-gpufft VERSION, combine_shares_highest_64
//
// Runs to averages: average o is of the runs up to ends[o], and either begins
// where the one before ended (`restarts`) or goes on from that. Runs that no
// average has ended are left in state_out, for the next launch.

#define HIGHER(s, p) select(s, p, ((p) > (s)) | ((s) != (s)))
#define LOWER(s, p) select(s, p, ((p) < (s)) | ((s) != (s)))
#define IS_FINITE(s) (((s) < INFINITY) & ((s) > -INFINITY))

static inline void combine_16(__global const float* partials, __global const float* state_in,
    __global float* state_out, __global float* averages, __global const uint* ends,
    __global const float* weights, uint row, uint outputs, uint carries, uint restarts)
{
    const uint last = restarts ? row : outputs;
    uint r = row ? ends[row - 1] : 0;
    const bool goes_on = !row && carries;
    float16 before = (float16)(NAN);
    if (goes_on)
        before = vload16(0, state_in);
    // Runs first: a long sum is rounded once a launch, instead of once a run.
    float16 s = (float16)(NAN);
    if (r < ends[last])
        s = vload16(0, partials + (ulong)r * 64);
    ++r;
    for (uint o = row; o <= last; ++o) {
        const uint end = ends[o];
        for (; r < end; ++r) {
            const float16 partial = vload16(0, partials + (ulong)r * 64);
            s = HIGHER(s, partial);
        }
        float16 all = s;
        if (goes_on)
            all = before;
        if (goes_on && end)
            all = HIGHER(before, s);
        if (o < outputs)
            vstore16(all, 0, averages + (ulong)o * 64);
        else
            vstore16(all, 0, state_out);
    }
}

static inline void combine_1(__global const float* partials, __global const float* state_in,
    __global float* state_out, __global float* averages, __global const uint* ends,
    __global const float* weights, uint row, uint outputs, uint carries, uint restarts)
{
    const uint last = restarts ? row : outputs;
    uint r = row ? ends[row - 1] : 0;
    const bool goes_on = !row && carries;
    float before = (float)(NAN);
    if (goes_on)
        before = *(state_in);
    // Runs first: a long sum is rounded once a launch, instead of once a run.
    float s = (float)(NAN);
    if (r < ends[last])
        s = *(partials + (ulong)r * 64);
    ++r;
    for (uint o = row; o <= last; ++o) {
        const uint end = ends[o];
        for (; r < end; ++r) {
            const float partial = *(partials + (ulong)r * 64);
            s = HIGHER(s, partial);
        }
        float all = s;
        if (goes_on)
            all = before;
        if (goes_on && end)
            all = HIGHER(before, s);
        if (o < outputs)
            *(averages + (ulong)o * 64) = all;
        else
            *(state_out) = all;
    }
}

// A launch is enqueued part by part, which say what their first workgroup is, and how
// many all parts have. No macro is expanded within itself.
#define get_group_id(d) (part_group + get_group_id(d))
#define get_global_id(d) (part_group * get_local_size(d) + get_global_id(d))
#define get_num_groups(d) part_groups

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void combine_shares_highest_64(__global const float* restrict partials,
                               __global const float* restrict state_in,
                               __global float* restrict state_out,
                               __global float* restrict averages,
                               __global const uint* restrict ends,
                               __global const float* restrict weights,
                               const uint outputs,
                               const uint carries,
                               const uint restarts,
                               const uint rows,
                               const ulong part_group,
                               const ulong part_groups)
{
    const ulong group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    const uint in_row = (64 + 63) / 64;
    const ulong blocks = (ulong)(restarts ? outputs + 1 : 1) * in_row;
    const uint end_block = (uint)(blocks * (group + 1) / groups);
    for (uint block = (uint)(blocks * group / groups); block < end_block; ++block) {
        const uint row = block / in_row;
        const uint b0 = block % in_row * 64;
        uint at = b0;
        const uint behind = min(b0 + 64, (uint)64);
        for (; at + 16 <= behind; at += 16)
            combine_16(partials + at, state_in + at, state_out + at, averages + at, ends, weights, row, outputs, carries, restarts);
        for (; at < behind; ++at)
            combine_1(partials + at, state_in + at, state_out + at, averages + at, ends, weights, row, outputs, carries, restarts);
    }
}
