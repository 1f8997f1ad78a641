/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/reals/row_slots.h"
#include "codegen/simd/row_facts.h"
#include "codegen/text/dialect.h"
#include "codegen/text/index_text.h"
#include "plan/simd/row_factors.h"

namespace gpufft::simd {

bool row_slots_text::is_exchanged() const
{
    return is_output ? c.p.store.swap_parts : c.p.load.swap_parts;
}

std::string row_slots_text::at(std::int64_t number) const
{
    return is_output && !is_written_out(c.p) ? fmt::format("order[{}]", number)
                                             : std::to_string(first + number);
}

void each_row_of_a_lane(simd_context& c,
                        bool is_output,
                        const std::function<void(const row_slots_text&)>& act)
{
    row_slots_text s{ c, is_output, 0, {}, 0 };
    s.factors = is_output ? "leaving" : "entering";
    s.factors_each = is_output ? postprocess_factors(c.p) : preprocess_factors(c.p);
    if (s.factors_each)
        c.w.line("{}const {}* {} = twiddles + {};",
                 c.d.global,
                 complex_type(c.p),
                 s.factors,
                 is_output ? c.twiddles.postprocess_offset
                           : c.twiddles.preprocess_offset);
    for (std::int64_t row = 0; row < c.p.columns.size / c.p.lanes(); ++row) {
        s.first = row * row_slots(c.p);
        act(s);
    }
}

void row_slots_text::each(std::int64_t from,
                          std::int64_t last,
                          std::int64_t mirror,
                          const body& act) const
{
    auto& w = c.w;
    body_texts texts;
    if (is_written_out(c.p)) {
        for (std::int64_t k = from; k <= last; ++k) {
            w.open();
            texts.at = at(k);
            texts.conjugate = at(mirror - k);
            texts.factor = [&](int i) {
                return fmt::format("{}[{}]", factors, k * factors_each + i);
            };
            act(texts);
            w.close();
        }
        return;
    }
    if (from > last)
        return;
    const char* k = is_output ? "k" : "n";
    w.open(fmt::format("for (uint {0} = {1}; {0} <= {2}; ++{0})", k, from, last));
    texts.at = k;
    texts.conjugate = fmt::format("{} - {}", mirror, k);
    if (is_output) {
        w.line("const uint at = order[k], opposite = order[{} - k];", mirror);
        texts.at = "at";
        texts.conjugate = "opposite";
    }
    texts.factor = [&](int i) {
        const auto number =
            factors_each == 1 ? std::string(k) : fmt::format("{} * {}", factors_each, k);
        return fmt::format("{}[{}]", factors, offset_from(number, i));
    };
    act(texts);
    w.close();
}

} // namespace gpufft::simd
