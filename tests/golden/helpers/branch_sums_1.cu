// gr-gpufft VERSION, branch_sums_1
//
// Filters the points of rows: each output is the sum of a branch's taps times
// the values of a point in as many rows. A work-item has outputs of several
// rows, through which it goes back in time, tap by tap.

typedef unsigned int uint;

extern "C" __global__ __launch_bounds__(64)
void branch_sums_1(const float2* __restrict__ rows,
                   const float* __restrict__ taps,
                   float2* __restrict__ out,
                   const uint branches,
                   const uint taps_per_branch,
                   const uint first,
                   const uint count)
{
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    const uint i = group * 64 + t;
    if (i >= (count + 7) / 8 * branches * 1)
        return;

    const uint points = branches * 1;
    const uint n = i % points;
    const uint b = n;
    const uint row = i / points * 8;
    const float2* v = rows + (unsigned long long)(row + taps_per_branch - 1) * points + n;
    float2 x0;
    float2 x1;
    x1.x = x1.y = 0;
    if (row + 1 < count)
        x1 = v[(unsigned long long)1 * points];
    float2 x2;
    x2.x = x2.y = 0;
    if (row + 2 < count)
        x2 = v[(unsigned long long)2 * points];
        // ... 5 more of these 4 lines, up to: x7 = v[(unsigned long long)7 * points];
    float2 sum0;
    sum0.x = sum0.y = 0;
    float2 sum1;
    sum1.x = sum1.y = 0;
    // ... 6 more of these 2 lines, up to: sum7.x = sum7.y = 0;
    x0 = *v;
    for (uint k = 0;;) {
        const float tap = taps[(unsigned long long)k * branches + b];
        sum0.x += tap * x0.x;
        sum0.y += tap * x0.y;
        sum1.x += tap * x1.x;
        sum1.y += tap * x1.y;
        // ... 6 more of these 2 lines, up to: sum7.y += tap * x7.y;
        if (++k == taps_per_branch)
            break;
        x7 = x6;
        x6 = x5;
        // ... 5 more, up to: x1 = x0;
        v -= points;
        x0 = *v;
    }
    float2* y = out + (unsigned long long)row * branches + b;
    *y = sum0;
    if (row + 1 < count)
        y[(unsigned long long)1 * branches] = sum1;
    if (row + 2 < count)
        y[(unsigned long long)2 * branches] = sum2;
        // ... 5 more of these 2 lines, up to: y[(unsigned long long)7 * branches] = sum7;
}
