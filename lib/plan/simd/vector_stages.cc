/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/cost/butterfly_cost.h"
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/row_places.h"
#include "plan/simd/vector_stages.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace gpufft {

namespace {

constexpr std::int64_t SCRATCHES_OF_L2 = 2; // one, and as much for other data
constexpr int FEWEST_LANES = 4;
constexpr int MOST_LANES = 16;
// Lanes of doubles count as those of floats: half of them are slower, see
// measurements.md, "Doubles in half the lanes".
constexpr int FLOAT_BITS = 32;
constexpr int MOST_RADIX = 16; // 32 values: as many as there are vector registers
// AVX and AVX2 have so many lanes, and 16 vector registers: butterflies of a larger radix
// spill. A stage that spills is as fast as two where the first-level cache holds a row
// and its stack buffer; beyond, each stage waits for the second level. See
// measurements.md, "Radices in sixteen registers".
constexpr int LANES_OF_AVX2 = 8;
constexpr int MOST_RADIX_OF_AVX2 = 10;
constexpr int TENTHS_OF_A_STAGE = 10;
constexpr int TENTHS_OF_A_SPILLING_STAGE_WITHIN_L1 = 20;
constexpr int TENTHS_OF_A_SPILLING_STAGE = 14;
constexpr int ROW_AND_BUFFER = 2;
constexpr int SMALL_RADIX = 4;
// Where the points are a multiple of this, those of a first stage's butterfly of
// SMALL_RADIX or more are so many vectors apart that they want the same few places of the
// first-level cache.
constexpr std::int64_t POINTS_THAT_COLLIDE = 1024;
// Where the vectors of a row are a multiple of this, outputs of a last stage of
// SMALL_RADIX are a multiple of 4 KiB apart on AVX2: see "Radices in sixteen registers",
// too.
constexpr std::int64_t VECTORS_THAT_COLLIDE = 256;
constexpr int WORKGROUPS_PER_UNIT =
    8; // so that an interrupted one is not waited for long

//! Prime factors above MOST_RADIX, each a stage that spills; and \p points without them.
std::vector<int> take_large_primes(std::int64_t& points)
{
    std::vector<int> radices;
    for (const auto prime : prime_factors(points)) {
        if (prime <= MOST_RADIX || prime > LARGEST_RADIX_PRIME)
            continue;
        radices.push_back(static_cast<int>(prime));
        points /= prime;
    }
    return radices;
}

double power(int radix, int exponent)
{
    double product = 1;
    while (exponent-- > 0)
        product *= radix;
    return product;
}

bool points_collide(std::int64_t points, buffer_form form)
{
    return form == buffer_form::dense && points % POINTS_THAT_COLLIDE == 0;
}

//! Time of the stages of a row, or column, beside each other, in tenths of a stage.
class stage_time
{
public:
    stage_time(std::int64_t points, const device_limits& limits, buffer_form form)
    {
        // A single stage keeps nothing in the stack buffer.
        if (limits.vector_width != LANES_OF_AVX2 || points <= MOST_RADIX)
            return;
        const auto bytes = points * LANES_OF_AVX2 * point_bytes(precision::float32);
        const bool is_near = ROW_AND_BUFFER * bytes <= cpu_model_of(limits).l1_bytes;
        d_most_radix = MOST_RADIX_OF_AVX2;
        d_spilling = is_near || points_collide(points, form)
                         ? TENTHS_OF_A_SPILLING_STAGE_WITHIN_L1
                         : TENTHS_OF_A_SPILLING_STAGE;
    }

    int operator()(int radix) const
    {
        return radix > d_most_radix ? d_spilling : TENTHS_OF_A_STAGE;
    }

private:
    int d_most_radix = MOST_RADIX;
    int d_spilling = TENTHS_OF_A_STAGE;
};

std::vector<int>
choose_radices(std::int64_t points, const device_limits& limits, buffer_form form)
{
    const bool collides = points_collide(points, form);
    const auto large = take_large_primes(points);
    if (points == 1)
        return large;
    const stage_time tenths_of(points, limits, form);
    std::vector<int> best;
    std::vector<int> result;
    int best_tenths = 0;
    int tenths = 0; // of the stages of result
    const auto weigh = [&] {
        if (best.empty() || tenths < best_tenths) {
            best = result;
            best_tenths = tenths;
            return;
        }
        // Where two choices take as long by their stages, smaller butterflies are faster,
        // then fewer points in all: 16.8.8 rather than 4.16.16. But where points collide,
        // a single small radix goes first: see measurements.md, "Radices of as many
        // stages".
        const auto size_of = [&](const std::vector<int>& r) {
            return std::pair(*std::max_element(r.begin(), r.end()),
                             collides ? 0 : std::accumulate(r.begin(), r.end(), 0));
        };
        if (tenths == best_tenths && size_of(result) < size_of(best))
            best = result;
    };
    // Descending radices: their order matters little.
    const auto descend = [&](auto&& self, std::int64_t rest, int most) -> void {
        if (rest == 1) {
            weigh();
            return;
        }
        if (!best.empty() && tenths >= best_tenths)
            return;
        for (int radix = most; radix > 1; --radix) {
            // The stages that may follow, so that there are not too many, are no larger.
            const int left = (best_tenths - tenths) / TENTHS_OF_A_STAGE;
            if (!best.empty() && power(radix, left) < rest)
                return;
            if (rest % radix)
                continue;
            result.push_back(radix);
            tenths += tenths_of(radix);
            self(self, rest / radix, radix);
            tenths -= tenths_of(radix);
            result.pop_back();
        }
    };
    descend(descend, points, MOST_RADIX);
    const bool outputs_collide = limits.vector_width == LANES_OF_AVX2 &&
                                 form == buffer_form::spread &&
                                 points % VECTORS_THAT_COLLIDE == 0;
    if ((collides || outputs_collide) && !best.empty() && best.back() <= SMALL_RADIX)
        std::rotate(best.begin(), best.end() - 1, best.end());
    if (!best.empty())
        best.insert(best.begin(), large.begin(), large.end());
    return best;
}

} // namespace

bool vectors_copy(const io_operation& e) { return e.kind == transform_kind::c2c; }

bool vectors_take(const dft_problem& r)
{
    const auto takes = [](const io_operation& e) {
        return vectors_copy(e) && e.has_dft_points() && !e.expression;
    };
    return takes(r.load) && takes(r.store) && r.store.stored != element::real &&
           r.dimensions.size() == 1;
}

bool vectors_take_expressions(const dft_problem& r, lane_kind lanes)
{
    auto plain = r;
    plain.load.expression = plain.store.expression = nullptr;
    // Reals are made of complex outputs where these are stored one by one.
    const bool makes_reals = r.store.expression && r.store.kind == transform_kind::c2c &&
                             r.store.stored == element::real;
    if (makes_reals)
        plain.store.stored = element::complex;
    if (!vectors_take(plain))
        return false;
    if (is_within_row(lanes))
        return true;
    if (!is_across_rows(lanes))
        return !makes_reals;
    const auto has_planes = [](const io_operation& e) {
        return e.expression && e.stored == element::planar;
    };
    return !makes_reals && !has_planes(r.load) && !has_planes(r.store);
}

bool is_plain(const dft_problem& r)
{
    return !r.load.windowed && !r.dimensions[0].is_rotated();
}

int neighbouring_other(const dft_problem& r)
{
    for (std::size_t i = 0; i < r.outer_loops.size(); ++i) {
        if (r.in.outer_weights[i] == 1 && r.out.outer_weights[i] == 1)
            return static_cast<int>(i);
    }
    return -1;
}

bool has_vectors(const device_limits& limits)
{
    return limits.vector_width >= FEWEST_LANES;
}

int widest_vector(precision number, const device_limits& limits)
{
    const int width = std::min(MOST_LANES, limits.vector_width);
    if (number != precision::float64 || !has_vectors(limits))
        return width;
    return std::max(FEWEST_LANES, width / 2);
}

int widest_vector(const dft_problem& r, const device_limits& limits)
{
    return widest_vector(r.number, limits);
}

int native_vector(precision number, const device_limits& limits)
{
    const int widest = widest_vector(number, limits);
    const bool is_halved = widest * FLOAT_BITS > cpu_model_of(limits).issue_bits;
    return is_halved ? widest / 2 : widest;
}

int native_vector(const dft_problem& r, const device_limits& limits)
{
    return native_vector(r.number, limits);
}

std::int64_t most_workspace_bytes(const device_limits& limits)
{
    return std::min({ cpu_model_of(limits).l2_bytes / SCRATCHES_OF_L2,
                      limits.row_stack_bytes,
                      MOST_ROW_STACK_BYTES });
}

std::int64_t most_buffer_vectors(int lanes, precision number, const device_limits& limits)
{
    return most_workspace_bytes(limits) / (lanes * point_bytes(number));
}

std::int64_t most_buffer_vectors(const pass& p)
{
    return most_row_vectors(p.lanes(), p.number, p.vector().l2_bytes / SCRATCHES_OF_L2);
}

std::int64_t most_row_vectors(int lanes, precision number, std::int64_t workspace_bytes)
{
    return std::min(workspace_bytes, MOST_ROW_STACK_BYTES) /
           (lanes * point_bytes(number));
}

std::int64_t workspace_vectors(const pass& p)
{
    switch (p.vector().lanes_are) {
    case lane_kind::row_points:
    case lane_kind::row_points_nd:
        return p.points() / p.lanes();
    case lane_kind::real_rows:
    case lane_kind::real_columns:
        return row_slots(p);
    case lane_kind::rows:
    case lane_kind::rows_nd:
    case lane_kind::columns:
    case lane_kind::convolved_columns:
    case lane_kind::columns_nd:
        return p.points();
    }
    return 0;
}

int numbers_of(const io_operation& e) { return e.stored == element::complex ? 2 : 1; }

int numbers_of(const io_operation& load, const io_operation& store)
{
    return std::min(numbers_of(load), numbers_of(store));
}

int rows_of_a_lane(std::int64_t points, int lanes, int numbers)
{
    const auto together = lanes / numbers;
    return static_cast<int>((together + points - 1) / points);
}

bool real_rows_take(const load_operation& load, const store_operation& store)
{
    const auto kind = load.kind;
    const auto is_plain = [&](const io_operation& e, bool is_real) {
        return e.kind == kind && e.by == convolution::none &&
               (e.stored == element::real) == is_real && e.is_half == load.is_half &&
               !e.expression;
    };
    return kind != transform_kind::c2c && is_plain(load, kind != transform_kind::c2r) &&
           is_plain(store, kind != transform_kind::r2c) && !store.power &&
           load.samples == sample_format::number &&
           (!load.windowed || kind == transform_kind::r2c);
}

int real_rows_of_a_lane(const pass& p)
{
    // Each plane has half of a row's numbers.
    const auto together = [](std::int64_t numbers, const io_operation& e) {
        return e.stored == element::planar ? numbers / 2 : numbers;
    };
    const auto fewest =
        std::min(together(row_inputs(p), p.load), together(row_outputs(p), p.store));
    return static_cast<int>((p.lanes() + fewest - 1) / fewest);
}

bool stores_bins(const pass& p)
{
    const auto& store = p.store;
    return p.is_within() && store.kind == transform_kind::r2c && store.is_half &&
           (store.stored != element::real || store.expression) && !store.swap_parts &&
           store.by == convolution::none && !store.power;
}

bool loads_bins(const load_operation& load, const store_operation& store)
{
    const auto is_half = [](const io_operation& e) {
        return e.kind == transform_kind::c2r && e.is_half && e.by == convolution::none;
    };
    return is_half(load) && is_half(store) && load.stored != element::real &&
           store.stored == element::real && !store.power;
}

bool loads_bins(const pass& p) { return p.is_within() && loads_bins(p.load, p.store); }

int workgroup_count(const device_limits& limits)
{
    return std::max(1, limits.compute_units * WORKGROUPS_PER_UNIT);
}

std::vector<stage>
choose_vector_stages(std::int64_t points, const device_limits& limits, buffer_form form)
{
    std::vector<stage> stages;
    for (const int radix : choose_radices(points, limits, form))
        stages.push_back({ radix, 1, twiddle_source::full });
    return stages;
}

double vector_stage_cost(std::int64_t points, const device_limits& limits)
{
    const auto stages = choose_vector_stages(points, limits);
    double cost =
        points > 1 && stages.empty() ? std::numeric_limits<double>::infinity() : 0;
    const stage_time tenths_of(points, limits, buffer_form::dense);
    for (const auto& s : stages)
        cost += static_cast<double>(tenths_of(s.radix)) / TENTHS_OF_A_STAGE +
                butterfly_cost(s.radix);
    return cost;
}

namespace {

// A stack buffer of so many first-level caches costs another pass over it: a stage fewer
// is not always worth a larger buffer, see measurements.md, "Stack buffer beside a
// stage".
constexpr std::int64_t FIRST_LEVELS_OF_A_TRIP = 2;

} // namespace

double vector_pass_cost(double stages, double workspace_bytes, std::int64_t l1_bytes)
{
    const auto bytes_of_a_trip = static_cast<double>(FIRST_LEVELS_OF_A_TRIP * l1_bytes);
    return MEMORY_PASS_COST + stages + workspace_bytes / bytes_of_a_trip;
}

} // namespace gpufft
