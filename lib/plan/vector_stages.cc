/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/vector_stages.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr std::int64_t MOST_SCRATCH_BYTES = 512 * 1024; // half of a usual L2
constexpr int MOST_RADIX = 16;      // 32 values: as many as there are vector registers
constexpr int WORKERS_PER_UNIT = 8; // so that an interrupted one is not waited for long

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

bool is_copy(const end_operation& e)
{
    return e.kind == transform_kind::c2c && e.stored != element::planar &&
           !e.is_float16 && e.by == convolution::none;
}

} // namespace

bool vectors_take(const core_request& r)
{
    return is_copy(r.load) && is_copy(r.store) && r.store.stored == element::complex &&
           r.number == precision::float32 && r.dimensions.size() == 1;
}

bool is_plain(const core_request& r)
{
    const auto& d = r.dimensions[0];
    return !r.load.windowed && !d.input_rotation && !d.output_rotation;
}

int widest_vector(const core_request& r, const device_limits& limits)
{
    const int width =
        r.number == precision::float64 ? limits.vector_width / 2 : limits.vector_width;
    return std::min(16, width);
}

std::int64_t most_scratch_vectors(int lanes)
{
    const auto vector_bytes = static_cast<std::int64_t>(sizeof(float)) * lanes;
    return MOST_SCRATCH_BYTES / (2 * vector_bytes);
}

int worker_count(const device_limits& limits)
{
    return std::max(1, limits.compute_units * WORKERS_PER_UNIT);
}

std::vector<stage> choose_vector_stages(std::int64_t points)
{
    std::vector<stage> stages;
    for (const int radix : choose_radices(points))
        stages.push_back({ radix, 1, twiddle_source::full });
    return stages;
}

} // namespace gpufft
