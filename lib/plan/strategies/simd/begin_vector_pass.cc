/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"

namespace gpufft {

vector_kernel
make_vector_kernel(lane_kind lanes_are, int lanes, const device_limits& limits)
{
    vector_kernel kernel;
    kernel.lanes_are = lanes_are;
    kernel.lanes = lanes;
    kernel.workgroups = workgroup_count(limits);
    const auto model = cpu_model_of(limits);
    kernel.l1_bytes = model.l1_bytes;
    kernel.l2_bytes = model.l2_bytes;
    return kernel;
}

pass begin_vector_pass(const dft_problem& r,
                       lane_kind lanes_are,
                       int lanes,
                       const device_limits& limits)
{
    pass p;
    p.kernel = make_vector_kernel(lanes_are, lanes, limits);
    p.dimensions = r.dimensions;
    p.load = r.load;
    p.store = r.store;
    return p;
}

} // namespace gpufft
