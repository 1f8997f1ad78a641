/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_view.h"
#include "math/half.h"

namespace gpufft {

namespace {

using complex = std::complex<double>;

//! A half in memory.
struct half {
    std::uint16_t bits;
    half() = default;
    explicit half(double value) : bits(to_half(value)) {}
    explicit operator double() const { return from_half(bits); }
};

//! Elements before each one, the last axis fastest.
std::vector<std::size_t> places_of(const transform& packed, const side& s)
{
    const auto axes = view_axes(packed, s);
    std::vector<std::size_t> places = { 0 };
    for (std::size_t a = 0; a < axes.size(); ++a) {
        const auto [count, stride] = axes[a];
        dimension along; // none: a loop
        if (a >= packed.loops.size())
            along = packed.shape[a - packed.loops.size()];
        std::vector<std::size_t> more;
        more.reserve(places.size() * static_cast<std::size_t>(count));
        for (const auto place : places)
            for (std::int64_t i = 0; i < count; ++i)
                more.push_back(
                    place +
                    static_cast<std::size_t>(
                        rotated_place(i, along.*s.rotation, along.length) * stride));
        places = std::move(more);
    }
    return places;
}

} // namespace

host_view::host_view(const transform& packed, const side& s)
    : d_places(places_of(packed, s)),
      d_distance(static_cast<std::size_t>(packed.*s.distance)),
      d_number(packed.number),
      d_is_real(s.is_real(packed)),
      d_is_planar(packed.*s.layout == complex_layout::planar)
{
    if (d_is_real || d_is_planar)
        return;
    d_distance *= 2;
    for (auto& place : d_places)
        place *= 2;
}

template <typename number>
host_view::points host_view::load_numbers(const std::array<const void*, 2>& arrays,
                                          std::size_t row) const
{
    const auto* first = static_cast<const number*>(arrays[0]) + row * d_distance;
    points x;
    x.reserve(d_places.size());
    if (d_is_real) {
        for (const auto place : d_places)
            x.emplace_back(static_cast<double>(first[place]));
        return x;
    }
    const auto* second = d_is_planar
                             ? static_cast<const number*>(arrays[1]) + row * d_distance
                             : first + 1;
    for (const auto place : d_places)
        x.emplace_back(static_cast<double>(first[place]),
                       static_cast<double>(second[place]));
    return x;
}

template <typename number>
void host_view::store_numbers(const points& row,
                              double scale,
                              const std::array<void*, 2>& arrays,
                              std::size_t row_number) const
{
    auto* first = static_cast<number*>(arrays[0]) + row_number * d_distance;
    for (std::size_t i = 0; i < row.size(); ++i)
        first[d_places[i]] = number(row[i].real() * scale);
    if (d_is_real)
        return;
    auto* second = d_is_planar ? static_cast<number*>(arrays[1]) + row_number * d_distance
                               : first + 1;
    for (std::size_t i = 0; i < row.size(); ++i)
        second[d_places[i]] = number(row[i].imag() * scale);
}

host_view::points host_view::load(const std::array<const void*, 2>& arrays,
                                  std::size_t row) const
{
    switch (d_number) {
    case precision::float64:
        return load_numbers<double>(arrays, row);
    case precision::float16:
        return load_numbers<half>(arrays, row);
    default:
        return load_numbers<float>(arrays, row);
    }
}

void host_view::store(const points& row,
                      double scale,
                      const std::array<void*, 2>& arrays,
                      std::size_t row_number) const
{
    switch (d_number) {
    case precision::float64:
        return store_numbers<double>(row, scale, arrays, row_number);
    case precision::float16:
        return store_numbers<half>(row, scale, arrays, row_number);
    default:
        return store_numbers<float>(row, scale, arrays, row_number);
    }
}

} // namespace gpufft
