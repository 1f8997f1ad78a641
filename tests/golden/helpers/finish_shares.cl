// gr-gpufft VERSION, finish_shares
//
// Averages to what is shown: place b holds bin (b + rotation) mod bins, scaled, in
// decibels where wanted. There are as many outputs as bins.

// 10 log10 of a power: x = 2^e (1 + m), 1 + m between sqrt 0.5 and sqrt 2.
static inline float decibels_of(float x)
{
    const bool is_tiny = x < 1.17549435e-38f; // less digits than others
    const uint bits = as_uint(is_tiny ? 8388608.0f * x : x) - 0x3f3504f3u;
    const float e = (float)((int)bits >> 23) - (is_tiny ? 23.0f : 0.0f);
    const float m = as_float((bits & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
    float p = 7.0376836292e-2f;
    p = p * m + -1.1514610310e-1f;
    p = p * m + 1.1676998740e-1f;
    p = p * m + -1.2420140846e-1f;
    p = p * m + 1.4249322787e-1f;
    p = p * m + -1.6668057665e-1f;
    p = p * m + 2.0000714765e-1f;
    p = p * m + -2.4999993993e-1f;
    p = p * m + 3.3333331174e-1f;
    const float log_m = m - 0.5f * m * m + m * m * m * p;
    const float decibels = 3.01029996f * e + 4.34294482f * log_m;
    return x > 0.0f ? (x < INFINITY ? decibels : x) : (x == 0.0f ? -INFINITY : NAN);
}

// 10 log10 of each of sixteen powers: x = 2^e (1 + m), 1 + m between sqrt 0.5 and sqrt 2.
static inline float16 decibels_of_vector(float16 x)
{
    const int16 is_tiny = x < 1.17549435e-38f; // less digits than others
    const uint16 bits = as_uint16(select(x, 8388608.0f * x, is_tiny)) - 0x3f3504f3u;
    const float16 e = convert_float16(as_int16(bits) >> 23) - select((float16)(0.0f), (float16)(23.0f), is_tiny);
    const float16 m = as_float16((bits & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
    float16 p = 7.0376836292e-2f;
    p = p * m + -1.1514610310e-1f;
    p = p * m + 1.1676998740e-1f;
    p = p * m + -1.2420140846e-1f;
    p = p * m + 1.4249322787e-1f;
    p = p * m + -1.6668057665e-1f;
    p = p * m + 2.0000714765e-1f;
    p = p * m + -2.4999993993e-1f;
    p = p * m + 3.3333331174e-1f;
    const float16 log_m = m - 0.5f * m * m + m * m * m * p;
    const float16 found = 3.01029996e+00f * e + 4.34294482e+00f * log_m;
    const float16 others = select((float16)(NAN), (float16)(-INFINITY), x == 0.0f);
    return select(others, select(x, found, x < INFINITY), x > 0.0f);
}

static inline void finish_1(__global const float* average, __global float* to, float factor,
    uint b, uint bins, uint rotation, uint decibels, float edge, uint last_edge)
{
    const uint turn = bins - rotation; // the place of bin 0
    const uint bin = b < turn ? b + rotation : b - turn;
    const float weight = bin == 0 || bin == last_edge ? edge : 1.0f;
    const float value = factor * (weight * average[bin]);
    to[b] = decibels ? decibels_of(value) : value;
}

// A launch is enqueued part by part, which say what their first workgroup is, and how
// many all parts have. No macro is expanded within itself.
#define get_group_id(d) (part_group + get_group_id(d))
#define get_global_id(d) (part_group * get_local_size(d) + get_global_id(d))
#define get_num_groups(d) part_groups

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void finish_shares(__global const float* restrict averages,
                   __global float* restrict out,
                   __global const float* restrict factors,
                   const uint bins,
                   const uint out_bins,
                   const uint rotation,
                   const uint is_mean,
                   const uint decibels,
                   const float edge,
                   const uint last_edge,
                   const uint outputs,
                   const ulong part_group,
                   const ulong part_groups)
{
    const ulong group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    const uint in_row = (out_bins + 63) / 64;
    const ulong blocks = (ulong)outputs * in_row;
    const uint end_block = (uint)(blocks * (group + 1) / groups);
    for (uint block = (uint)(blocks * group / groups); block < end_block; ++block) {
        const uint row = block / in_row;
        const uint b0 = block % in_row * 64;
        __global const float* average = averages + (ulong)row * bins;
        __global float* to = out + (ulong)row * out_bins;
        const float factor = factors[row];
        const uint turn = bins - rotation; // the place of bin 0
        const uint behind = min(b0 + 64, out_bins);
        for (uint b = b0; b < behind;) {
            const uint from = b < turn ? b + rotation : b - turn;
            // Outputs that follow one another in the average, too, up to where it turns.
            const uint run = b < turn ? min(behind, turn) - b : behind - b;
            const bool are_weighted = edge != 1.0f && (from == 0 || last_edge - from < run);
            if (run >= 16 && !are_weighted)
            {
                const uint whole = run / 16 * 16;
                for (uint i = 0; i < whole; i += 16)
                {
                    const float16 value = factor * vload16(0, average + from + i);
                    vstore16(decibels ? decibels_of_vector(value) : value, 0, to + b + i);
                }
                b += whole;
            }
            else {
                finish_1(average, to, factor, b, bins, rotation, decibels, edge, last_edge);
                ++b;
            }
        }
    }
}
