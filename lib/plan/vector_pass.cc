/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/strategy.h"
#include <algorithm>

/*!
 * Length = lanes · points. The first stage's radix is the number of lanes: it takes
 * neighbouring columns as vectors and transposes what it leaves, so that afterwards a
 * lane is an output of that stage (DESIGN section 9, "lanes along one transform"). The
 * other stages run over the points, in place, with the lanes beside one another.
 */
namespace gpufft {

namespace {

constexpr std::int64_t MOST_SCRATCH_BYTES = 512 * 1024; // private to a worker
constexpr int MOST_RADIX = 16;      // 32 values: as many as there are vector registers
constexpr int WORKERS_PER_UNIT = 8; // so that an interrupted one is not waited for long

//! Widest lanes that divide \p length and leave a whole vector of columns; 0: none.
int lanes_for(std::int64_t length, const device_limits& limits)
{
    for (int lanes = std::min(16, limits.vector_width); lanes >= 4; lanes /= 2) {
        if (length % lanes == 0 && length / lanes >= lanes)
            return lanes;
    }
    return 0;
}

//! A vector never crosses the end of its row.
bool rotations_keep_vectors_whole(const transform& what, int lanes)
{
    const auto points = what.length / lanes;
    return what.input_rotation % points == 0 && what.output_rotation % lanes == 0;
}

//! As few radices as cover \p points, as even as possible; empty where none do.
std::vector<int> choose_radices(std::int64_t points)
{
    std::vector<int> best;
    std::vector<int> made;
    const auto weigh = [&] {
        if (best.empty() || made.size() < best.size()) {
            best = made;
            return;
        }
        const auto most = [](const std::vector<int>& r) {
            return *std::max_element(r.begin(), r.end());
        };
        if (made.size() == best.size() && most(made) < most(best))
            best = made;
    };
    // Descending radices: their order does not matter here.
    const auto descend = [&](auto&& self, std::int64_t rest, int most) -> void {
        if (rest == 1) {
            weigh();
            return;
        }
        if (!best.empty() && made.size() >= best.size())
            return;
        for (int radix = most; radix > 1; --radix) {
            if (rest % radix)
                continue;
            made.push_back(radix);
            self(self, rest / radix, radix);
            made.pop_back();
        }
    };
    descend(descend, points, MOST_RADIX);
    return best;
}

} // namespace

std::vector<pass> make_vector_pass(const transform& what, const device_limits& limits)
{
    if (!limits.is_cpu)
        return {};
    const int lanes = lanes_for(what.length, limits);
    if (!lanes || !rotations_keep_vectors_whole(what, lanes))
        return {};
    if (what.length * 2 * static_cast<std::int64_t>(sizeof(float)) > MOST_SCRATCH_BYTES)
        return {};
    pass p;
    p.form = kernel_form::simd;
    p.lanes = lanes;
    p.workers = std::max(1, limits.compute_units * WORKERS_PER_UNIT);
    p.columns = { "row", 1, what.length, what.length, 0 };
    p.stages.push_back({ lanes, 1, twiddle_source::full });
    for (const int radix : choose_radices(what.length / lanes))
        p.stages.push_back({ radix, 1, twiddle_source::full });
    return { p };
}

} // namespace gpufft
