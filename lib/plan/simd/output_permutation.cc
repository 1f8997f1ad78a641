/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/roots/convolution.h"
#include "plan/simd/output_permutation.h"
#include <algorithm>
#include <numeric>

namespace gpufft {

bool has_tables_of_places(const pass& p)
{
    return p.lanes_are(lane_kind::rows_nd) ||
           (p.is_across() && p.load.by == convolution::rader);
}

bool rotates_places(const pass& p, std::int64_t pass_dimension::*rotation)
{
    return has_tables_of_places(p) &&
           std::any_of(p.dimensions.begin(),
                       p.dimensions.end(),
                       [&](const pass_dimension& d) { return d.*rotation != 0; });
}

namespace {

std::vector<std::int64_t> in_order(std::int64_t count)
{
    std::vector<std::int64_t> places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), 0);
    return places;
}

//! The permutation by rader_indices(), whose entry \p first is the point (output) in
//! place 0.
std::vector<std::int64_t> rader_places(const pass& p, std::int64_t first)
{
    const auto length = p.dimensions[0].caller_length;
    const auto indices = rader_indices(length, p.order.generator);
    std::vector<std::int64_t> places(static_cast<std::size_t>(length));
    for (std::int64_t q = 0; q + 1 < length; ++q)
        places[indices[first + q]] = q;
    places[0] = length - 1;
    return places;
}

//! \return the number of output \p k of the row along each dimension
std::vector<std::int64_t> numbers_of_output(const pass& p, std::int64_t k)
{
    std::vector<std::int64_t> numbers(p.dimensions.size());
    for (auto d = p.dimensions.size(); d-- > 1;) {
        numbers[d] = k % p.dimensions[d].length;
        k /= p.dimensions[d].length;
    }
    numbers[0] = k;
    return numbers;
}

std::vector<std::int64_t> turned(const pass& p, std::int64_t pass_dimension::*rotation)
{
    const bool is_turned = rotates_places(p, rotation);
    const bool is_rader = p.load.by == convolution::rader;
    const auto count = is_rader ? p.dimensions[0].caller_length : p.points();
    std::vector<std::int64_t> points;
    for (std::int64_t m = 0; m < count; ++m) {
        const auto numbers = numbers_of_output(p, m / p.vector().inner_batch);
        std::int64_t point = 0;
        for (std::size_t d = 0; d < numbers.size(); ++d) {
            const auto length = is_rader ? count : p.dimensions[d].length;
            const auto back = is_turned ? length - p.dimensions[d].*rotation : 0;
            point = point * length + (numbers[d] + back) % length;
        }
        points.push_back(point * p.vector().inner_batch + m % p.vector().inner_batch);
    }
    return points;
}

} // namespace

bool has_points_in_order(const pass& p)
{
    return p.load.by != convolution::rader &&
           !rotates_places(p, &pass_dimension::input_rotation);
}

bool has_outputs_in_order(const pass& p)
{
    if (p.convolves)
        return p.store.by != convolution::rader;
    if (rotates_places(p, &pass_dimension::output_rotation))
        return false;
    const auto shares_dimension = [](const stage& a, const stage& b) {
        return a.dimension == b.dimension;
    };
    return std::adjacent_find(p.stages.begin(), p.stages.end(), shares_dimension) ==
           p.stages.end();
}

std::vector<std::int64_t> point_places(const pass& p)
{
    if (p.load.by == convolution::rader)
        return rader_places(p, 0);
    return in_order(p.lanes_are(lane_kind::rows_nd) ? p.points()
                                                    : p.dimensions[0].caller_length);
}

std::vector<std::int64_t> loaded_points(const pass& p)
{
    return turned(p, &pass_dimension::input_rotation);
}

std::vector<std::int64_t> stored_outputs(const pass& p)
{
    return turned(p, &pass_dimension::output_rotation);
}

std::vector<std::int64_t> output_permutation(const pass& p)
{
    if (p.convolves)
        return has_outputs_in_order(p)
                   ? in_order(p.dimensions[0].caller_length)
                   : rader_places(p, p.dimensions[0].caller_length - 1);
    std::vector<std::int64_t> places;
    const auto points = p.points();
    places.reserve(static_cast<std::size_t>(points));
    for (std::int64_t k = 0; k < points; ++k) {
        std::int64_t place = 0;
        auto rest = numbers_of_output(p, k / p.vector().inner_batch);
        for (const auto& s : p.stages) {
            auto& number = rest[s.dimension];
            place = place * s.radix + number % s.radix;
            number /= s.radix;
        }
        places.push_back(place * p.vector().inner_batch + k % p.vector().inner_batch);
    }
    return places;
}

} // namespace gpufft
