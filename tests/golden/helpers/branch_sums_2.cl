// gr-gpufft VERSION, branch_sums_2
//
// Filters the points of rows: each output is the sum of a branch's taps times
// the values of a point in as many rows. A work-item has outputs of several
// rows, through which it goes back in time, tap by tap.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void branch_sums_2(__global const float2* restrict rows,
                   __global const float* restrict taps,
                   __global float2* restrict out,
                   const uint branches,
                   const uint taps_per_branch,
                   const uint first,
                   const uint count)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint i = group * 64 + t;
    if (i >= (count + 15) / 16 * branches * 2)
        return;

    const uint points = branches * 2;
    const uint n = i % points;
    const uint b = n % branches;
    // Rows take this half of the points and the other one in turn.
    const uint row = i / points * 16 + (n / branches + first + 1) % 2;
    if (row >= count)
        return;
    __global const float2* v = rows + (ulong)(row + taps_per_branch - 1) * points + n;
    float2 x0;
    float2 x1;
    x1.x = x1.y = 0;
    if (row + 1 < count)
        x1 = v[(ulong)1 * points];
    float2 x2;
    x2.x = x2.y = 0;
    if (row + 2 < count)
        x2 = v[(ulong)2 * points];
        // ... 12 more of these 4 lines, up to: x14 = v[(ulong)14 * points];
    float2 sum0;
    sum0.x = sum0.y = 0;
    float2 sum1;
    sum1.x = sum1.y = 0;
    // ... 6 more of these 2 lines, up to: sum7.x = sum7.y = 0;
    x0 = *v;
    for (uint k = 0;;) {
        const float tap = taps[(ulong)k * branches + b];
        sum0.x += tap * x0.x;
        sum0.y += tap * x0.y;
        sum1.x += tap * x2.x;
        sum1.y += tap * x2.y;
        // ... 6 more of these 2 lines, up to: sum7.y += tap * x14.y;
        if (++k == taps_per_branch)
            break;
        x14 = x13;
        x13 = x12;
        // ... 12 more, up to: x1 = x0;
        v -= points;
        x0 = *v;
    }
    __global float2* y = out + (ulong)row * branches + b;
    *y = sum0;
    if (row + 2 < count)
        y[(ulong)2 * branches] = sum1;
    if (row + 4 < count)
        y[(ulong)4 * branches] = sum2;
        // ... 5 more of these 2 lines, up to: y[(ulong)14 * branches] = sum7;
}
