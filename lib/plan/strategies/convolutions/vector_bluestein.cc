/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/vector_stages.h"
#include "plan/strategies/convolutions/padded_passes.h"
#include "plan/strategies/convolutions/vector_padded_split.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"

/*!
 * Bluestein's algorithm in the SIMD form: the passes of padded_passes.h with a lane for
 * each column. The first and the last have neighbouring points as columns, which they
 * multiply by vectors of the chirp; columns of the pass that convolves lie apart, and are
 * transposed as they are loaded and stored.
 */
namespace gpufft {

std::vector<pass> make_vector_padded_passes(const dft_problem& r,
                                            convolution by,
                                            const device_limits& limits)
{
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        const auto splits = vector_padded_splits(r, lanes, 1, limits);
        if (splits.empty())
            continue;
        const auto& factors = splits.front();
        auto padded = r;
        padded.dimensions[0].length = points_of(factors);
        padded.load.by = padded.store.by = by;
        std::vector<pass> passes;
        for (std::size_t i = 0; i < 3; ++i) {
            auto p = shape_padded_pass(padded, r.points(), factors, i, { -1, lanes });
            p.kernel = make_vector_kernel(lane_kind::columns, lanes, limits);
            p.stages = choose_vector_stages(factors[i % 2], limits);
            p.callers_spectrum = r.is_convolved && p.convolves;
            passes.push_back(std::move(p));
        }
        return passes;
    }
    return {};
}

std::vector<pass> make_vector_bluestein(const dft_problem& r, const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take(r) || r.in.strides[0] != 1 ||
        r.out.strides[0] != 1)
        return {};
    return make_vector_padded_passes(r, convolution::bluestein, limits);
}

} // namespace gpufft
