// gr-gpufft VERSION, combine_highest_64
//
// Runs to averages: average o is of the runs up to ends[o], and either begins
// where the one before ended (`restarts`) or goes on from that. Runs that no
// average has ended are left in state_out, for the next launch.

static inline float combined(float s, float partial) { return fmax(s, partial); }

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void combine_highest_64(__global const float* restrict partials,
                        __global const float* restrict state_in,
                        __global float* restrict state_out,
                        __global float* restrict averages,
                        __global const uint* restrict ends,
                        __global const float* restrict weights,
                        const uint outputs,
                        const uint carries,
                        const uint restarts,
                        const uint rows)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint groups = (64 + 63) / 64; // of a row
    const uint row = group / groups;
    const uint bin = group % groups * 64 + t;
    // A row an average and one for the rest; or one row for all, in turn.
    const uint last = restarts ? row : outputs;
    uint r = row ? ends[row - 1] : 0;
    const uint goes_on = row ? 0 : carries;
    const float before = goes_on ? state_in[bin] : NAN;
    // Runs first: a long sum is rounded once a launch, instead of once a run.
    float s = r < ends[last] ? partials[(ulong)r * 64 + bin] : NAN;
    ++r;
    for (uint o = row; o <= last; ++o) {
        const uint end = ends[o];
        for (; r < end; ++r) {
            s = combined(s, partials[(ulong)r * 64 + bin]);
        }
        const float all = !goes_on ? s : end ? combined(before, s) : before;
        if (o < outputs)
            averages[(ulong)o * 64 + bin] = all;
        else
            state_out[bin] = all;
    }
}
