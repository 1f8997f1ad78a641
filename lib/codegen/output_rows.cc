/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/index_text.h"
#include "codegen/output_rows.h"
#include "plan/vector_stages.h"
#include <fmt/format.h>

namespace gpufft {

output_rows::output_rows(const pass& p)
    : d_numbers(numbers_of(p.store) * p.dimensions.back().length), d_lanes(p.lanes)
{
    for (auto d = static_cast<int>(p.dimensions.size()) - 1; d-- > 0;) {
        d_rows *= p.dimensions[d].length;
        auto weight = d_rows;
        for (auto s = p.stages.rbegin(); s != p.stages.rend(); ++s) {
            if (s->dimension != d)
                continue;
            weight /= s->radix;
            d_digits.push_back({ s->radix, weight });
        }
    }
    d_are_alike = are_alike();
}

std::int64_t output_rows::of(std::int64_t n) const
{
    std::int64_t row = 0;
    for (const auto& digit : d_digits) {
        row += digit.weight * (n % digit.radix);
        n /= digit.radix;
    }
    return row;
}

bool output_rows::are_alike() const
{
    for (std::int64_t first = 0; first < d_rows; first += d_lanes) {
        for (int lane = 0; lane < d_lanes; ++lane) {
            if (of(first + lane) != of(first) + of(lane))
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
    for (const auto& digit : d_digits) {
        w.line("row += {} * (n % {});", digit.weight, digit.radix);
        w.line("n /= {};", digit.radix);
    }
    w.put("return row;");
    w.close();
    w.blank();
}

void output_rows::emit_places(source_writer& w) const
{
    if (d_are_alike) {
        w.line("const uint place = {} * output_row(first_row);", d_numbers);
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
    return d_are_alike ? offset_from("place", d_numbers * of(lane))
                       : fmt::format("place{}", lane);
}

} // namespace gpufft
