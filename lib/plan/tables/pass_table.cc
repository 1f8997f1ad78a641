/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/vector_twiddles.h"
#include "plan/simt/twiddle_layout.h"
#include "plan/tables/pass_table.h"

namespace gpufft {

std::vector<std::complex<double>> twiddle_table(const pass& p)
{
    return p.is_vector() ? vector_twiddle_table(p) : workgroup_table(p);
}

} // namespace gpufft
