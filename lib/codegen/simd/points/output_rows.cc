/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/points/output_rows.h"
#include "codegen/text/index_text.h"
#include "plan/simd/vector_stages.h"
#include <fmt/format.h>

namespace gpufft::simd {

output_rows::output_rows(const pass& p)
    : d_numbers(numbers_of(p.store) * p.dimensions.back().length), d_lanes(p.lanes())
{
    for (auto d = static_cast<int>(p.dimensions.size()) - 1; d-- > 0;) {
        const auto& along = p.dimensions[d];
        turned_digits all{ {}, along.length, d_rows, along.output_rotation };
        auto weight = along.length;
        for (auto s = p.stages.rbegin(); s != p.stages.rend(); ++s) {
            if (s->dimension != d)
                continue;
            weight /= s->radix;
            all.digits.push_back({ s->radix, weight });
        }
        d_dimensions.push_back(all);
        d_rows *= along.length;
    }
    d_first_lane = first_lane();
    d_are_alike = are_alike();
}

std::int64_t output_rows::of(std::int64_t n) const
{
    std::int64_t row = 0;
    for (const auto& d : d_dimensions) {
        auto k = d.rotation;
        for (const auto& digit : d.digits) {
            k += digit.weight * (n % digit.radix);
            n /= digit.radix;
        }
        row += d.weight * (k % d.length);
    }
    return row;
}

int output_rows::first_lane() const
{
    int first = 0;
    for (int lane = 1; lane < d_lanes; ++lane) {
        if (of(lane) < of(first))
            first = lane;
    }
    return first;
}

bool output_rows::are_alike() const
{
    for (std::int64_t first = 0; first < d_rows; first += d_lanes) {
        for (int lane = 0; lane < d_lanes; ++lane) {
            if (of(first + lane) - of(first + d_first_lane) !=
                of(lane) - of(d_first_lane))
                return false;
        }
    }
    return true;
}

void output_rows::emit_function(source_writer& w) const
{
    w.put("// Where row n of the scratch goes: each dimension's stages leave the digits "
          "of");
    w.put("// its outputs in reverse.");
    w.put("static inline uint output_row(uint n)");
    w.open();
    w.put("uint row = 0;");
    for (const auto& d : d_dimensions) {
        const bool is_turned = d.rotation != 0;
        if (is_turned)
            w.line("uint k{} = {}; // rotated", d.weight, d.rotation);
        for (const auto& digit : d.digits) {
            if (is_turned)
                w.line("k{} += {} * (n % {});", d.weight, digit.weight, digit.radix);
            else
                w.line("row += {} * (n % {});", d.weight * digit.weight, digit.radix);
            w.line("n /= {};", digit.radix);
        }
        if (is_turned)
            w.line("row += {0} * (k{0} % {1});", d.weight, d.length);
    }
    w.put("return row;");
    w.close();
    w.blank();
}

void output_rows::emit_places(source_writer& w) const
{
    if (d_are_alike) {
        w.line("const uint place = {} * output_row({});",
               d_numbers,
               offset_from("first_row", d_first_lane));
        return;
    }
    for (int lane = 0; lane < d_lanes; ++lane)
        w.line("const uint place{} = {} * output_row({});",
               lane,
               d_numbers,
               offset_from("first_row", lane));
}

std::string output_rows::place(int lane) const
{
    return d_are_alike ? offset_from("place", d_numbers * (of(lane) - of(d_first_lane)))
                       : fmt::format("place{}", lane);
}

} // namespace gpufft::simd
