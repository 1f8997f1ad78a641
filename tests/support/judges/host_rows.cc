/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/judges/half.h"
#include "support/judges/host_rows.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace gpufft::testing {

namespace {

constexpr unsigned char MARK = 0xa5;
constexpr std::size_t MARGIN = 64; // bytes before and behind an array

struct index_range {
    std::int64_t count, stride;
};

//! Offsets of all combinations, the last index fastest.
std::vector<std::size_t> places_of(const std::vector<index_range>& indices)
{
    std::vector<std::size_t> places = { 0 };
    for (const auto& index : indices) {
        std::vector<std::size_t> more;
        for (const auto place : places)
            for (std::int64_t i = 0; i < index.count; ++i)
                more.push_back(place + i * index.stride);
        places = std::move(more);
    }
    return places;
}

std::vector<std::size_t> input_places(const transform& t, std::int64_t rows)
{
    std::vector<index_range> indices = { { rows, t.input_distance } };
    for (const auto& l : t.loops)
        indices.push_back({ l.count, l.input_stride });
    for (const auto& d : t.shape)
        indices.push_back({ t.taps_per_branch * d.length, d.input_stride });
    if (t.kind == transform_kind::c2r)
        indices.back().count = indices.back().count / 2 + 1;
    return places_of(indices);
}

std::vector<std::size_t> output_places(const transform& t, std::int64_t rows)
{
    std::vector<index_range> indices = { { rows, t.output_distance } };
    for (const auto& l : t.loops)
        indices.push_back({ l.count, l.output_stride });
    for (const auto& d : t.shape)
        indices.push_back({ d.length, d.output_stride });
    if (t.kind == transform_kind::r2c)
        indices.back().count = indices.back().count / 2 + 1;
    return places_of(indices);
}

//! A number of \p precision in memory.
struct number {
    precision kind;

    std::size_t bytes() const
    {
        return kind == precision::float64 ? 8 : kind == precision::float16 ? 2 : 4;
    }
    long double read(const unsigned char* from) const
    {
        double wide_value;
        float value;
        std::uint16_t half;
        if (kind == precision::float64)
            return std::memcpy(&wide_value, from, 8), wide_value;
        if (kind == precision::float16)
            return std::memcpy(&half, from, 2), value_of_half(half);
        return std::memcpy(&value, from, 4), value;
    }
    void write(unsigned char* to, long double value) const
    {
        const auto as_double = static_cast<double>(value);
        const auto as_float = static_cast<float>(value);
        const auto as_half = half_of(as_double);
        if (kind == precision::float64)
            std::memcpy(to, &as_double, 8);
        else if (kind == precision::float16)
            std::memcpy(to, &as_half, 2);
        else
            std::memcpy(to, &as_float, 4);
    }
};

//! Where the parts of element \p place begin in their arrays.
struct element_layout {
    bool is_real;
    bool is_planar;
    number each;

    std::size_t bytes() const { return each.bytes() * (is_real || is_planar ? 1 : 2); }
    std::size_t begin(std::size_t place) const { return MARGIN + place * bytes(); }
};

element_layout layout_of(bool is_real, complex_layout layout, precision p)
{
    return { is_real, layout == complex_layout::planar, { p } };
}

element_layout input_layout(const transform& t)
{
    return layout_of(has_real_input(t), t.input_layout, t.number);
}

element_layout output_layout(const transform& t)
{
    return layout_of(has_real_output(t), t.output_layout, t.number);
}

} // namespace

host_rows::host_rows(const transform& t, std::size_t rows)
    : d_request(packed(t)),
      d_rows(rows),
      d_in_places(input_places(d_request, static_cast<std::int64_t>(rows))),
      d_out_places(output_places(d_request, static_cast<std::int64_t>(rows)))
{
    const auto size = [](const std::vector<std::size_t>& places, std::size_t element) {
        return 2 * MARGIN +
               (*std::max_element(places.begin(), places.end()) + 1) * element;
    };
    const auto in = input_layout(d_request), out = output_layout(d_request);
    auto in_bytes = size(d_in_places, in.bytes());
    const auto out_bytes = size(d_out_places, out.bytes());
    if (d_request.in_place)
        in_bytes = std::max(in_bytes, out_bytes);
    d_in.arrays.assign(in.is_planar ? 2 : 1, bytes(in_bytes, MARK));
    if (!d_request.in_place)
        d_out.arrays.assign(out.is_planar ? 2 : 1, bytes(out_bytes, MARK));
}

const void* host_rows::first(const planes& p) { return p.arrays[0].data() + MARGIN; }

const void* host_rows::second(const planes& p)
{
    return p.arrays.size() > 1 ? p.arrays[1].data() + MARGIN : nullptr;
}

void host_rows::fill(std::mt19937& random)
{
    std::uniform_real_distribution<double> sample(-1, 1);
    std::vector<wide> values(d_in_places.size());
    for (auto& v : values)
        v = { sample(random), has_real_input(d_request) ? 0 : sample(random) };
    set_inputs(values);
}

void host_rows::set_inputs(const std::vector<wide>& values)
{
    const auto layout = input_layout(d_request);
    const auto parts_of = [&](std::size_t place) {
        auto* first_part = d_in.arrays.front().data() + layout.begin(place);
        auto* second_part = layout.is_planar ? d_in.arrays[1].data() + layout.begin(place)
                                             : first_part + layout.each.bytes();
        return std::pair(first_part, second_part);
    };
    for (auto i = d_in_places.size(); i-- > 0;) {
        const auto [first_part, second_part] = parts_of(d_in_places[i]);
        layout.each.write(first_part, values[i].real());
        if (!layout.is_real)
            layout.each.write(second_part, values[i].imag());
    }
    // Rows that share elements have the first one's, so that fewer rows have the values
    // of the first of more.
    d_inputs.clear();
    for (const auto place : d_in_places) {
        const auto [first_part, second_part] = parts_of(place);
        d_inputs.emplace_back(layout.each.read(first_part),
                              layout.is_real ? 0 : layout.each.read(second_part));
    }
}

std::vector<wide> host_rows::outputs() const
{
    const auto layout = output_layout(d_request);
    const auto& arrays = out_planes().arrays;
    std::vector<wide> values;
    for (const auto place : d_out_places) {
        const auto* first_part = arrays.front().data() + layout.begin(place);
        const auto* second_part = layout.is_planar
                                      ? arrays[1].data() + layout.begin(place)
                                      : first_part + layout.each.bytes();
        values.emplace_back(layout.each.read(first_part),
                            layout.is_real ? 0 : layout.each.read(second_part));
    }
    return values;
}

std::vector<wide> host_rows::expected(const std::vector<double>& window) const
{
    return reference_transform(d_request, d_inputs, window);
}

double host_rows::bound(const std::vector<double>& window) const
{
    return std::hypot(tolerance(d_request, d_rows),
                      rounding_of_branches(d_request, d_inputs, window));
}

bool host_rows::gaps_are_untouched() const
{
    for (const auto& array : out_planes().arrays) {
        std::vector<bool> may_change(array.size());
        const auto allow = [&](const element_layout& layout,
                               const std::vector<std::size_t>& places) {
            for (const auto place : places)
                std::fill_n(
                    may_change.begin() + layout.begin(place), layout.bytes(), true);
        };
        allow(output_layout(d_request), d_out_places);
        if (d_request.in_place)
            allow(input_layout(d_request), d_in_places);
        for (std::size_t i = 0; i < array.size(); ++i)
            if (array[i] != MARK && !may_change[i])
                return false;
    }
    return true;
}

} // namespace gpufft::testing
