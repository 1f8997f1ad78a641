// gr-gpufft VERSION, turn_outputs
//
// Turns the last points of each row by an oscillator that goes on from row to row.

typedef unsigned int uint;

extern "C" __global__ __launch_bounds__(64)
void turn_outputs(const float2* __restrict__ rows,
                  const float2* __restrict__ begins,
                  const float* __restrict__ drifts,
                  float2* __restrict__ out,
                  const unsigned long long out_at,
                  const uint points,
                  const uint outputs,
                  const uint blocks,
                  const uint elements)
{
    const uint t = threadIdx.x;
    const uint group = blockIdx.x;
    const uint i = group * 64 + t;
    if (i >= elements)
        return;

    const uint o = i % outputs;
    const uint row = i / outputs;
    const float2 x = rows[(unsigned long long)row * points + (points - outputs) + o];
    const float halves = -2.0f * (float)o * drifts[row / blocks]; // of a turn
    const float2 begin = begins[row];
    float2 turn;
    turn.x = cospif(halves);
    turn.y = sinpif(halves);
    float2 from;
    from.x = begin.x * turn.x - begin.y * turn.y;
    from.y = begin.x * turn.y + begin.y * turn.x;
    float2 y;
    y.x = x.x * from.x - x.y * from.y;
    y.y = x.x * from.y + x.y * from.x;
    out[out_at + i] = y;
}
