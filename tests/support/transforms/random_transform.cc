/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/transforms/random_transform.h"
#include <fmt/format.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace gpufft::testing {

namespace {

class chooser
{
public:
    explicit chooser(std::mt19937& random) : d_random(random) {}

    std::int64_t from(std::int64_t first, std::int64_t last)
    {
        return std::uniform_int_distribution<std::int64_t>(first, last)(d_random);
    }
    //! One time in \p n.
    bool rarely(int n) { return from(1, n) == 1; }
    //! Short about as often as long.
    std::int64_t length_to(std::int64_t most)
    {
        std::int64_t bound = 1;
        while (bound < most && !rarely(4))
            bound *= 2;
        return from(1, std::min(bound, most));
    }
    template <class T>
    T one_of(const std::vector<T>& all)
    {
        return all[static_cast<std::size_t>(
            from(0, static_cast<std::int64_t>(all.size()) - 1))];
    }
    std::mt19937& source() { return d_random; }

private:
    std::mt19937& d_random;
};

void choose_shape(transform& t, chooser& choose, const random_choice& wanted)
{
    auto rest = wanted.most_points;
    const auto rank =
        wanted.may_be_long ? 1 : choose.one_of<int>({ 1, 1, 1, 2, 2, 3, 4 });
    t.shape.clear();
    for (int d = 0; d < rank; ++d) {
        auto length = choose.length_to(std::max<std::int64_t>(rest, 2));
        if (t.kind == transform_kind::dct1)
            length = std::max<std::int64_t>(length, 2);
        t.shape.push_back({ length });
        rest /= length;
    }
    if (t.windowed && rank > 1) {
        t.windowed = false;
        t.taps_per_branch = 1;
    }
    for (auto loops = choose.from(0, 5); loops > 3 && !t.windowed; --loops) {
        const auto count = choose.from(1, std::clamp<std::int64_t>(rest, 1, 5));
        t.loops.push_back({ count });
        rest /= count;
    }
}

void choose_kind(transform& t, chooser& choose)
{
    t.kind = choose.one_of<transform_kind>({ transform_kind::c2c,
                                             transform_kind::c2c,
                                             transform_kind::c2c,
                                             transform_kind::r2c,
                                             transform_kind::r2c,
                                             transform_kind::c2r,
                                             transform_kind::c2r,
                                             transform_kind::dct1,
                                             transform_kind::dct2,
                                             transform_kind::dct3,
                                             transform_kind::dct4,
                                             transform_kind::dst1,
                                             transform_kind::dst2,
                                             transform_kind::dst3,
                                             transform_kind::dst4 });
    t.dir = choose.rarely(2) ? direction::inverse : direction::forward;
    if (t.kind == transform_kind::r2c)
        t.dir = direction::forward;
    if (t.kind == transform_kind::c2r)
        t.dir = direction::inverse;
    if (t.kind == transform_kind::c2c || t.kind == transform_kind::r2c)
        t.windowed = choose.rarely(5);
    if (t.windowed && choose.rarely(2))
        t.taps_per_branch = choose.from(2, 5);
    t.real_input = t.kind == transform_kind::c2c && choose.rarely(6);
    t.orthogonalize = is_trigonometric(t.kind) && choose.rarely(3);
    t.norm = choose.one_of<normalization>(
        { normalization::none, normalization::by_length, normalization::orthonormal });
    if (choose.rarely(4))
        t.scale = 0.75;
}

//! A stride for each of the counts: their axes lie inside each other in any order, with
//! gaps.
std::vector<std::int64_t> nested_strides(const std::vector<std::int64_t>& counts,
                                         chooser& choose)
{
    std::vector<std::size_t> order(counts.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::shuffle(order.begin(), order.end(), choose.source());
    std::vector<std::int64_t> strides(counts.size());
    std::int64_t next = choose.from(1, 2);
    for (const auto i : order) {
        strides[i] = next;
        next = next * counts[i] + (choose.rarely(3) ? choose.from(1, 3) : 0);
    }
    return strides;
}

std::vector<std::int64_t> counts_of(const transform& t,
                                    std::size_t rows,
                                    bool is_half_spectrum,
                                    std::int64_t taps_per_branch = 1)
{
    std::vector<std::int64_t> counts;
    for (const auto& l : t.loops)
        counts.push_back(l.count);
    for (const auto& d : t.shape)
        counts.push_back(taps_per_branch * d.length);
    if (is_half_spectrum)
        counts.back() = counts.back() / 2 + 1;
    counts.push_back(static_cast<std::int64_t>(rows));
    return counts;
}

void set_input(transform& t, const std::vector<std::int64_t>& strides)
{
    auto next = strides.begin();
    for (auto& l : t.loops)
        l.input_stride = *next++;
    for (auto& d : t.shape)
        d.input_stride = *next++;
    t.input_distance = *next;
}

void set_output(transform& t, const std::vector<std::int64_t>& strides)
{
    auto next = strides.begin();
    for (auto& l : t.loops)
        l.output_stride = *next++;
    for (auto& d : t.shape)
        d.output_stride = *next++;
    t.output_distance = *next;
}

void choose_layout(transform& t, chooser& choose, std::size_t rows)
{
    const bool is_half = t.kind == transform_kind::r2c || t.kind == transform_kind::c2r;
    t.in_place = !t.real_input && t.taps_per_branch == 1 && choose.rarely(4);
    const auto input = nested_strides(
        counts_of(t, rows, t.kind == transform_kind::c2r, t.taps_per_branch), choose);
    const auto output =
        nested_strides(counts_of(t, rows, t.kind == transform_kind::r2c), choose);
    if (t.in_place && is_half)
        return; // padded rows
    if (choose.rarely(3)) {
        set_input(t, input);
        if (t.in_place)
            set_output(t, input);
    } else if (t.taps_per_branch > 1) {
        t.input_distance = choose.from(1, t.taps_per_branch * t.shape[0].length);
    }
    if (!t.in_place && choose.rarely(3))
        set_output(t, output);
    const auto planar = [&] {
        return choose.rarely(3) ? complex_layout::planar : complex_layout::interleaved;
    };
    if (!has_real_input(t))
        t.input_layout = planar();
    if (!has_real_output(t))
        t.output_layout = t.in_place ? t.input_layout : planar();
}

} // namespace

unsigned run_seed(const char* test)
{
    const char* given = std::getenv("GPUFFT_TEST_SEED");
    const unsigned seed = given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10))
                                : std::random_device()();
    fmt::print("{}: GPUFFT_TEST_SEED={}\n", test, seed);
    std::fflush(stdout); // before anything can crash
    return seed;
}

transform
random_transform(std::mt19937& random, const random_choice& wanted, std::size_t rows)
{
    chooser choose(random);
    transform t;
    choose_kind(t, choose);
    choose_shape(t, choose, wanted);
    if (wanted.has_float64 && choose.rarely(3))
        t.number = precision::float64;
    else if (wanted.has_float16 && choose.rarely(6))
        t.number = precision::float16;
    choose_layout(t, choose, rows);
    if (t.kind == transform_kind::c2c && choose.rarely(3)) {
        for (auto& d : t.shape) {
            d.input_rotation = choose.from(0, d.length - 1);
            d.output_rotation = choose.from(0, d.length - 1);
        }
    }
    validate(t);
    return t;
}

} // namespace gpufft::testing
