// gr-gpufft VERSION, convert_complex_uint8
//
// Parts of samples, I and Q in turn, to floats.
// An unsigned converter has its zero at 127.5.

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void convert_complex_uint8(__global const unsigned char* restrict in,
                           __global float* restrict out,
                           const uint elements)
{
    const uint t = (uint)get_local_id(0);
    const uint group = (uint)get_group_id(0);
    const uint i = group * 64 + t;
    if (i >= elements)
        return;

    out[i] = (float)in[i] - 127.5f;
}
