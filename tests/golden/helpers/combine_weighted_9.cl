// gr-gpufft VERSION, combine_weighted_9
//
// Runs to averages: average o is of the runs up to ends[o], and either begins
// where the one before ended (`restarts`) or goes on from that. Runs that no
// average has ended are left in state_out, for the next launch.

// A share of the run's mean, or what a share of s leaves to it (-share); all
// of it where nothing finite was there.
static inline float combined(float s, float partial, float share, float gain)
{
    const float mean = gain * partial;
    if (!isfinite(s))
        return mean;
    return share > 0.0f ? s + share * (mean - s) : mean - share * (s - mean);
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void combine_weighted_9(__global const float* restrict partials,
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
    const uint groups = (9 + 63) / 64; // of a row
    const uint row = group / groups;
    const uint bin = group % groups * 64 + t;
    const bool is_bin = bin < 9;
    // A row an average and one for the rest; or one row for all, in turn.
    const uint last = restarts ? row : outputs;
    uint r = row ? ends[row - 1] : 0;
    const uint goes_on = row ? 0 : carries;
    float s = is_bin && goes_on ? state_in[bin] : NAN;
    for (uint o = row; o <= last; ++o) {
        const uint end = ends[o];
        for (; r < end; ++r) {
            if (is_bin)
                s = combined(s, partials[(ulong)r * 9 + bin], weights[2 * r], weights[2 * r + 1]);
        }
        const float all = s;
        if (is_bin && o < outputs)
            averages[(ulong)o * 9 + bin] = all;
        else if (is_bin)
            state_out[bin] = all;
    }
}
