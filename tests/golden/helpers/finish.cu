// gr-gpufft VERSION, finish
//
// Averages to what is shown: place k holds bin (k + rotation) mod bins, output b is
// the highest or the mean of its places, scaled, in decibels where wanted.

typedef unsigned int uint;

#define as_uint(x) __float_as_uint(x)
#define as_float(x) __uint_as_float(x)
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fc00000)

// 10 log10 of a power: x = 2^e (1 + m), 1 + m between sqrt 0.5 and sqrt 2.
__device__ __forceinline__ float decibels_of(float x)
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

__device__ __forceinline__ float bin_power(const float* average, uint bin, float edge, uint last_edge)
{
    return (bin == 0 || bin == last_edge ? edge : 1.0f) * average[bin];
}

extern "C" __global__ __launch_bounds__(64)
void finish(const float* __restrict__ averages,
            float* __restrict__ out,
            const float* __restrict__ factors,
            const uint bins,
            const uint out_bins,
            const uint rotation,
            const uint is_mean,
            const uint decibels,
            const float edge,
            const uint last_edge,
            const uint outputs)
{
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    const uint groups = (out_bins + 63) / 64; // of a row
    const uint row = group / groups;
    const uint b = group % groups * 64 + t;
    if (b >= out_bins)
        return;

    const float* average = averages + (unsigned long long)row * bins;
    const uint turn = bins - rotation; // the place of bin 0
    const uint first = (uint)((unsigned long long)b * bins / out_bins);
    const uint behind = (uint)((unsigned long long)(b + 1) * bins / out_bins);
    float value = 0.0f;
    for (uint k = first; k < behind; ++k) {
        const float power =
            bin_power(average, k < turn ? k + rotation : k - turn, edge, last_edge);
        value = k == first ? power : is_mean ? value + power : fmax(value, power);
    }
    if (is_mean)
        value = value / (float)(behind - first);
    value = factors[row] * value;
    out[(unsigned long long)row * out_bins + b] = decibels ? decibels_of(value) : value;
}
