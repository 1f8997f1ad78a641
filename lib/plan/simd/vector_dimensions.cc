/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"
#include "plan/simd/nt_stores.h"
#include "plan/simd/vector_dimensions.h"
#include "plan/simd/vector_stages.h"
#include <algorithm>

namespace gpufft {

std::int64_t inner_batch(const dft_problem& r)
{
    return r.outer_loops.size() == 1 && neighbouring_other(r) == 0 ? r.outer_loops[0] : 1;
}

bool vectors_take_all(const dft_problem& r)
{
    return r.dimensions.size() > 1 && r.outer_loops.empty() && nd_rows_take(r);
}

bool keeps_vectors_whole(const pass& p)
{
    const auto& last = p.dimensions.back();
    constexpr std::int64_t HALF_BYTES = 2;
    const auto bytes = p.store.is_float16 ? 2 * HALF_BYTES : point_bytes(p.number);
    const auto of_line = LINE_BYTES / bytes;
    const auto stored = p.store.stored == element::planar
                            ? p.lanes()
                            : std::max<std::int64_t>(p.lanes() / 2, of_line);
    return last.input_rotation % p.lanes() == 0 && last.output_rotation % stored == 0;
}

bool nd_rows_take(const dft_problem& r)
{
    const bool is_alone =
        r.outer_loops.empty() ? r.dimensions.size() > 1 : inner_batch(r) > 1;
    auto one = r;
    one.dimensions = { r.dimensions.back() };
    return is_alone && vectors_take(one) && !r.load.windowed;
}

std::vector<stage>
choose_stages_of_all(const dft_problem& r, const device_limits& limits, buffer_form form)
{
    std::vector<stage> all;
    for (std::size_t d = 0; d < r.dimensions.size(); ++d) {
        const auto length = r.dimensions[d].length;
        const auto stages = choose_vector_stages(length, limits, form);
        if (stages.empty() && length > 1)
            return {};
        for (auto s : stages) {
            s.dimension = static_cast<int>(d);
            all.push_back(s);
        }
    }
    return all;
}

bool is_packed(const pass& p)
{
    std::int64_t stride = p.vector().inner_batch;
    for (std::size_t i = p.dimensions.size(); i-- > 0;) {
        const auto& d = p.dimensions[i];
        if (d.input_stride != stride || d.output_stride != stride || d.input_step != 1 ||
            d.output_step != 1)
            return false;
        stride *= d.length;
    }
    return true;
}

} // namespace gpufft
