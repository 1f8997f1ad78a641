// gr-gpufft VERSION, combine_sum_square_9
//
// Runs to averages: average o is of the runs up to ends[o], and either begins
// where the one before ended (`restarts`) or goes on from that. Runs that no
// average has ended are left in state_out, for the next launch.

static inline float combined(float s, float partial, uint bin) { return bin < 9 ? s + partial : s + partial; }

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void combine_sum_square_9(__global const float* restrict partials,
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
    const uint groups = (18 + 63) / 64; // of a row
    const uint row = group / groups;
    const uint bin = group % groups * 64 + t;
    const bool is_bin = bin < 18;
    // A row an average and one for the rest; or one row for all, in turn.
    const uint last = restarts ? row : outputs;
    uint r = row ? ends[row - 1] : 0;
    const uint goes_on = row ? 0 : carries;
    const float before = is_bin && goes_on ? state_in[bin] : NAN;
    // Runs first: a long sum is rounded once a launch, instead of once a run.
    float s = is_bin && r < ends[last] ? partials[(ulong)r * 18 + bin] : NAN;
    ++r;
    for (uint o = row; o <= last; ++o) {
        const uint end = ends[o];
        for (; r < end; ++r) {
            if (is_bin)
                s = combined(s, partials[(ulong)r * 18 + bin], bin);
        }
        const float all = !goes_on ? s : end ? combined(before, s, bin) : before;
        if (is_bin && o < outputs)
            averages[(ulong)o * 18 + bin] = all;
        else if (is_bin)
            state_out[bin] = all;
    }
}
